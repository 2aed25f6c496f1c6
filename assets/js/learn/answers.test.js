import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { content } from "../run/metrics.js";
import { reopenedAt } from "../run/corrections.js";
import { RELAPSED } from "../run/status.js";
import { readTrace } from "../run/trace.js";
import { cutAnswer, cutVerdict, guessVerdict, pressAnswer, pressVerdict } from "./answers.js";
import { noisyText } from "./forward.js";
import { lengthAsked, momentAt, shownAt } from "./lesson.js";

const lily = await readTrace(
  new Uint8Array(readFileSync(new URL("../../../tests/runs/lily.trace", import.meta.url))),
  "lily",
);
const [row] = reopenedAt(lily);
/** @type {any} */
const question = { kind: "predict", ask: [], because: [], run: "lily", row, among: [] };

test("the least sure and the surest cell are those of the text, or of the cells to choose from", () => {
  const { entropy } = lily.frames[row];
  const text = content(lily, row);
  const [vague] = pressAnswer(lily, { ...question, form: "press", rule: "least sure" });
  entropy.forEach((own, position) => assert.ok(text[position] === 0 || own <= entropy[vague]));
  const among = [3, 1, 2].sort((a, b) => entropy[a] - entropy[b]);
  assert.deepEqual(pressAnswer(lily, { ...question, rule: "surest", among }), [among[0]]);
  assert.equal(pressVerdict(lily, { ...question, rule: "least sure", among }, among[2]).right, true);
  const wrong = pressVerdict(lily, { ...question, rule: "least sure", among }, among[0]);
  assert.equal(wrong.right, false);
  assert.match(wrong.sentence, /^No\. “.+” has .+ nats, and “.+” at position \d has .+ nats\.$/);
});

test("the cell that just missed is the first one after the cut; the reopened ones are those of the status", () => {
  const { order, held, cut, bound } = cutAnswer(lily, { ...question, bound: null });
  assert.equal(
    cut,
    lily.frames[row].accepted.reduce((sum, one) => sum + one, 0),
  );
  assert.ok(held[cut - 1] <= bound && held[cut] > bound);
  assert.deepEqual(pressAnswer(lily, { ...question, rule: "just missed" }), [order[cut]]);
  assert.match(
    pressVerdict(lily, { ...question, rule: "just missed" }, order[cut]).sentence,
    /^Right\. .* and the budget is 0\.1\.$/,
  );
  const reopened = pressAnswer(lily, { ...question, rule: "reopened" });
  assert.ok(reopened.length > 0 && reopened.every((position) => lily.frames[row].status[position] === RELAPSED));
  assert.match(pressVerdict(lily, { ...question, rule: "reopened" }, -1).sentence, /^No\. Reopened here: “/);
});

test("a cut is right within a tenth, and is told with the sums on its two sides", () => {
  const { cut, held } = cutAnswer(lily, { ...question, bound: null });
  const verdict = cutVerdict(lily, { ...question, bound: null }, cut);
  assert.equal(verdict.right, true);
  assert.ok(verdict.sentence.startsWith(`Exactly. ${cut} positions are kept`), verdict.sentence);
  assert.ok(verdict.sentence.includes(String(+held[cut].toPrecision(3))), verdict.sentence);
  assert.equal(cutVerdict(lily, { ...question, bound: null }, 1).right, false);
  assert.match(cutVerdict(lily, { ...question, bound: null }, 1).sentence, /^The cut falls later\./);
  assert.match(cutVerdict(lily, { ...question, bound: 1e6 }, 128).sentence, /It never gets past it\.$/);
});

test("a guess is right if it is near", () => {
  const guess = /** @type {any} */ ({ answer: 20, unit: "steps", near: 2 });
  assert.deepEqual(guessVerdict(guess, 22), { right: true, sentence: "Near enough. It is 20 steps; you said 22." });
  assert.deepEqual(guessVerdict(guess, 20), { right: true, sentence: "Exactly. It is 20 steps." });
  assert.equal(guessVerdict(guess, 10).right, false);
});

test("what a part leaves out stays as it was, except the panel and what is hidden; another place has its own cell", () => {
  /** @type {any} */
  const lesson = {
    parts: [
      { show: { run: "a", row: 3, position: 7, layer: "input", panel: "decision", hide: true } },
      { show: {} },
      { show: { run: "a", row: 4 } },
    ],
  };
  assert.deepEqual(shownAt(lesson, 1), {
    run: "a",
    row: 3,
    noise: undefined,
    position: 7,
    layer: "input",
    panel: undefined,
    hide: false,
    beside: undefined,
  });
  assert.equal(shownAt(lesson, 2).position, undefined);
  assert.equal(lily.moments[momentAt(lily, { row: 0, noise: true })].noise, true);
  assert.equal(momentAt(lily, { row: 4 }), lily.momentOf(4));
  assert.equal(momentAt(lily, {}), lily.momentOf(lily.middle));
});

test("the forward process keeps all without noise, replaces all at one, and never goes back", () => {
  const count = (/** @type {number} */ t) => noisyText(lily, t).filter(({ noise }) => noise).length;
  assert.equal(count(0), 0);
  assert.equal(count(1), noisyText(lily, 1).length);
  for (let t = 0; t < 1; t += 0.1) assert.ok(count(t) <= count(t + 0.1));
  assert.ok(Math.abs(count(0.5) / noisyText(lily, 1).length - 0.5) < 0.2);
});

test("how long runs are stays untold in the parts before the question, where the same runs are shown", () => {
  const part = (/** @type {any} */ show, /** @type {any[]} */ ...blocks) => ({ show, blocks });
  const beside = ["masked"];
  const lesson = /** @type {any} */ ({
    parts: [
      part({ run: "story" }),
      part({ run: "lily", beside }),
      part({ run: "lily", row: 2, beside }, { ...question, length: true }),
      part({}),
      part({ run: "lily" }),
    ],
  });
  const withheld = (/** @type {number[]} */ ...answered) =>
    lesson.parts.map((/** @type {any} */ _, /** @type {number} */ at) =>
      lengthAsked(lesson, at, (one) => answered.includes(one)),
    );
  assert.deepEqual(withheld(), [false, true, true, false, false]);
  assert.deepEqual(withheld(2), [false, false, false, false, false]);
});
