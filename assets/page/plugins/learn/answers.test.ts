import assert from "node:assert/strict";
import { test } from "node:test";
import { content } from "../../run/metrics.ts";
import { reopenedAt } from "../../run/corrections.ts";
import { RELAPSED } from "../../run/status.ts";
import { recorded } from "../../testing/fixtures.ts";
import {
  agreementOf,
  curveThrough,
  cutAnswer,
  cutVerdict,
  drawVerdict,
  editOf,
  furthest,
  guessVerdict,
  isNoise,
  keepVerdict,
  noiseVerdict,
  pressAnswer,
  pressVerdict,
  strokeThrough,
} from "./answers.ts";
import { noisyText } from "./forward.tsx";
import { lengthAsked, momentAt, shownAt } from "./lesson.ts";
import type { Verdict } from "./answers.ts";

const lily = await recorded("tests/runs/lily.trace");
const [row] = reopenedAt(lily);
/** @returns its words */
const words = ({ sentence }: Verdict): string =>
  sentence.map((piece) => (typeof piece === "object" && "text" in piece ? piece.text.join("") : piece)).join("");
const question: any = { kind: "predict", ask: [], because: [], run: "lily", row, among: [] };

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
  assert.match(words(wrong), /^No\. “.+” has .+ nats, and “.+” at position \d has .+ nats\.$/);
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
    words(pressVerdict(lily, { ...question, rule: "just missed" }, order[cut])),
    /^Right\. .* and the budget is 0\.1\.$/,
  );
  const reopened = pressAnswer(lily, { ...question, rule: "reopened" });
  assert.ok(reopened.length > 0 && reopened.every((position) => lily.frames[row].status[position] === RELAPSED));
  assert.match(words(pressVerdict(lily, { ...question, rule: "reopened" }, -1)), /^No\. Reopened here: “/);
});

test("a cut is right within a tenth, and is told with the sums on its two sides", () => {
  const { cut, held } = cutAnswer(lily, { ...question, bound: null });
  const verdict = cutVerdict(lily, { ...question, bound: null }, cut);
  assert.equal(verdict.right, true);
  assert.ok(words(verdict).startsWith(`Exactly. ${cut} positions are kept`), words(verdict));
  assert.ok(words(verdict).includes(String(+held[cut].toPrecision(3))), words(verdict));
  const wrong = cutVerdict(lily, { ...question, bound: null }, 1);
  assert.deepEqual([wrong.right, wrong.guess, wrong.answer, wrong.share], [false, 1, cut, 1 / cut]);
  assert.match(words(cutVerdict(lily, { ...question, bound: null }, 1)), /^The cut falls later\./);
  assert.match(words(cutVerdict(lily, { ...question, bound: 1e6 }, 128)), /It never gets past it\.$/);
});

test("a guess is right if it is near", () => {
  const guess = { answer: 20, unit: "steps", near: 2 } as any;
  const { sentence, ...outcome } = guessVerdict(guess, 22);
  assert.deepEqual(outcome, { guess: 22, answer: 20, unit: "steps", share: 20 / 22, right: true });
  assert.deepEqual(sentence, ["Near enough. It is 20 steps; you said 22."]);
  assert.deepEqual(guessVerdict(guess, 20).sentence, ["Exactly. It is 20 steps."]);
  assert.deepEqual([guessVerdict(guess, 10).right, guessVerdict(guess, 10).share], [false, 0.5]);
  assert.equal(guessVerdict({ ...guess, answer: 0 } as any, 0).share, 1);
});

test("a drawn curve is straight between its points, and level before the first and after the last", () => {
  assert.deepEqual(curveThrough([null, 1, null, null, 4, null]), [1, 1, 2, 3, 4, 4]);
  assert.deepEqual(curveThrough([2, null]), [2, 2]);
  assert.deepEqual(curveThrough([null, null]), []);
});

test("a stroke sets the points that it passes, on the axis and no finer than it can be drawn", () => {
  const nothing = [null, null, null, null];
  assert.deepEqual(strokeThrough(nothing, 1, 1, 3, 4), [null, 3, null, null]);
  assert.deepEqual(strokeThrough([1, null, null, null], 0, 2, 3, 4), [1, 2, 3, null]);
  assert.deepEqual(strokeThrough([null, null, 3, 0.5], 2, 0, 1, 4), [1, 2, 3, 0.5]);
  assert.deepEqual(strokeThrough(nothing, 3, 2, 2, 4), [null, null, 2, 2]); // it began where nothing was drawn
  assert.deepEqual(
    [-1, 9, 2.009].map((value) => strokeThrough([null], 0, 0, value, 4)),
    [[0], [4], [2]],
  );
});

test("a drawn curve is measured at its largest gap, and by how many points are near", () => {
  const rows = [5, 8, 22, 27].map((value, row) => ({ label: String(row + 1), value }));
  const points = rows.map((one, row) => ({ ...one, run: "lily", row, noise: false }));
  const drawing = { points, axis: { name: "step", unit: "" }, unit: "tokens", top: 40, near: 2 } as any;
  const curve = [5, 10, 10, 24.5]; // off by 0, 2, 12 and 2.5: two are near
  assert.equal(furthest(drawing, curve), 2);
  const verdict = drawVerdict(drawing, curve);
  const { right, guess, answer, unit, at, share } = verdict;
  assert.deepEqual([right, guess, answer, unit, at, share], [null, 10, 22, "tokens", "step 3", 0.5]);
  assert.equal(
    words(verdict),
    "You were furthest off at step 3: you drew 10 tokens, the run had 22. Of 4 steps, you were within 2 tokens at 2.",
  );
  assert.deepEqual(verdict.sentence[1], { ref: { run: "lily", row: 2, noise: false }, text: ["step 3"] });
  const measured = { ...drawing, points: rows, axis: { name: "budget", unit: "nats" }, unit: "passes" };
  assert.match(
    words(drawVerdict(measured, curve)),
    /^You were furthest off at budget 3 nats: you drew 10 passes, it was 22\. Of 4 budgets, /,
  );
});

test("what a part leaves out stays as it was, except the panel and what is hidden; another place has its own cell", () => {
  const lesson: any = {
    parts: [
      { show: { run: "a", row: 3, position: 7, layer: "input", panel: "decision", hide: true } },
      { show: {} },
      { show: { run: "a", row: 4, beside: ["b"], cells: "differing" } },
      { show: {} },
      { show: { run: "a", row: 5 } },
    ],
  };
  const { row, position, layer, panel, hide, ...others } = shownAt(lesson, 1);
  assert.deepEqual([row, position, layer, panel, hide], [3, 7, "input", undefined, false]);
  assert.deepEqual(others, { run: "a", noise: undefined, beside: undefined, cells: undefined });
  assert.equal(shownAt(lesson, 2).position, undefined);
  const pair = (part: number) => [shownAt(lesson, part).beside, shownAt(lesson, part).cells];
  assert.deepEqual(pair(3), [["b"], "differing"]);
  assert.deepEqual(pair(4), [undefined, undefined], "how a pair is coloured goes with the pair");
  assert.equal(lily.moments[momentAt(lily, { row: 0, noise: true })].noise, true);
  assert.equal(momentAt(lily, { row: 4 }), lily.momentOf(4));
  assert.equal(momentAt(lily, {}), lily.momentOf(lily.middle));
});

test("the forward process keeps all without noise, replaces all at one, and never goes back", () => {
  const count = (t: number) => noisyText(lily, t).filter(({ noise }) => noise).length;
  assert.equal(count(0), 0);
  assert.equal(count(1), noisyText(lily, 1).length);
  for (let t = 0; t < 1; t += 0.1) assert.ok(count(t) <= count(t + 0.1));
  assert.ok(Math.abs(count(0.5) / noisyText(lily, 1).length - 0.5) < 0.2);
});

test("how long runs are stays untold in the parts before the question, where the same runs are shown", () => {
  const beside = ["masked"];
  const shown = [{ run: "story" }, { run: "lily", beside }, { run: "lily", row: 2, beside }, {}, { run: "lily" }];
  const blocks = (at: number) => (at === 2 ? [{ ...question, length: true }] : []);
  const lesson: any = { parts: shown.map((show, at) => ({ show, blocks: blocks(at) })) };
  const withheld = (...answered: number[]) =>
    lesson.parts.map((_: any, at: number) => lengthAsked(lesson, at, (one) => answered.includes(one)));
  assert.deepEqual(withheld(), [false, true, true, false, false]);
  assert.deepEqual(withheld(2), [false, false, false, false, false]);
});

test("a reader and a rule agree where both keep an open cell, or neither does; the rest is changed before the next step", () => {
  const [chosen, mask, open] = ["110001", "101010", "111100"].map((cells) => Array.from(cells, Number));
  assert.deepEqual(agreementOf(chosen, mask, open), { both: [0], reader: [1], rule: [2], share: 0.5 });
  const frame = { block: 2, step: 4, sampled_ids: [7, 8, 9] } as any;
  const agreement = { both: [1], reader: [2], rule: [0], share: 1 / 3 };
  assert.deepEqual(editOf(frame, agreement), { block: 2, step: 5, cells: { 2: 9, 0: null } });
});

test("the verdict on what a reader keeps names the costliest word too many and the surest that is missing", () => {
  const { accepted, entropy, sampled_ids } = lily.frames[row];
  const { order, held, cut, bound } = cutAnswer(lily, { ...question, bound: null });
  const verdictOn = (chosen: Uint8Array) => words(keepVerdict(lily, { ...question, form: "keep" }, chosen));
  const text = content(lily, row);
  const count = accepted.reduce((sum, flag, position) => sum + (flag & text[position]), 0);
  assert.equal(verdictOn(accepted), `You agree on ${count} words. You kept what the sampler kept.`);
  // All that the sampler keeps but the surest word, and all others: the least sure of these is the costliest.
  const surest = [...order].find((position) => accepted[position] && text[position]) as number;
  const least = [...order].findLast((position) => text[position]) as number;
  const verdict = verdictOn(Uint8Array.from(accepted, (_, position) => Number(position !== surest)));
  const token = (position: number) => (lily.tokens.get(sampled_ids[position]) ?? "").trim();
  const nats = (figure: number) => String(+figure.toPrecision(3));
  assert.ok(
    verdict.startsWith(`You agree on ${count - 1} words. “${token(least)}” costs ${nats(entropy[least])} nats`),
  );
  assert.ok(verdict.includes(`add up to ${nats(held[order.indexOf(least)])}; the bucket holds ${nats(bound)}.`));
  assert.ok(verdict.includes(`You left out “${token(surest)}”: at `) && cut > 1);
});

test("noise is what differs from the text that the run starts from, and both are told what they found of it", () => {
  const start = { header: { spec: { start: [1, 2, 3, 4, 5] } }, frames: [{ input_ids: [1, 9, 3, 8, 7] }] };
  const run = start as any; // the last token is the text's end
  const standing = [0.9, 0.1, 0.49, 0.5].map(Math.log);
  const marking = { ...question, form: "mark", standing, original: standing };
  assert.deepEqual(isNoise(run, marking), [false, true, false, true]);
  const verdict = (marked: number[]) => words(noiseVerdict(run, marking, marked));
  const model = "The model found 1 of 2, and took 1 other token for noise."; // one half is not less than one half
  assert.equal(verdict([0, 1, 0, 1, 1]), `You found 2 of 2, and took nothing else for noise. ${model}`);
  assert.equal(verdict([1, 0, 1, 1, 0]), `You found 1 of 2, and took 2 other tokens for noise. ${model}`);
});
