/** What is said about a race: never that one run decides. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { isRace, pointSentence, scoreOf } from "./point.ts";
import { figuresOf, leadSentence, mixSentence, raceSentence } from "./race.ts";

const lane = (way: string, right: boolean | null, changes: object = {}): any => ({
  live: false,
  frames: Array(way === "autoregressive" ? 92 : 7),
  verdict: right === null ? null : { right },
  header: header({ prompt: "a", model: "embedded", revision: "1", way, ...changes }),
});

test("the same prompt in several ways is a race; two seeds of one way, or two prompts, are not", () => {
  assert.ok(isRace([lane("uniform", true), lane("masked", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("uniform", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("masked", true), lane("masked", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("masked", true, { prompt: "b" })]));
  assert.ok(!isRace([lane("uniform", true)]));
});

test("a score follows the clock, and says what a rule finds once the run is over", () => {
  const run = {
    ...lane("uniform", true),
    moments: [0, 0, 1].map((step, at) => ({ step, noise: at === 0 })),
    frames: [1, 2],
  };
  const scores = [0, 1, 2, 9].map((at) => scoreOf(run, at));
  assert.deepEqual(
    scores.map(({ passes }) => passes),
    [0, 1, 2, 2],
  );
  assert.deepEqual(
    scores.map(({ outcome, verdict }) => [outcome, verdict]),
    [
      ["writes", ""],
      ["writes", ""],
      ["✓ right", "right"],
      ["✓ right", "right"],
    ],
  );
  assert.equal(scoreOf({ ...run, live: true }, 2).outcome, "writes");
  assert.deepEqual(scoreOf({ ...run, verdict: { right: false } }, 2), {
    passes: 2,
    outcome: "✗ wrong",
    verdict: "wrong",
  });
  assert.equal(scoreOf({ ...run, verdict: null }, 2).outcome, "ended");
  const refused = { ...run, moments: [], frames: [] };
  assert.deepEqual(scoreOf(refused, 2), { passes: 0, outcome: "was not made", verdict: "" });
  assert.equal(scoreOf({ ...refused, live: true }, 0).outcome, "has not begun");
});

test("that it is one run each stands beside it, with the shares over many cases where they are known", () => {
  const lanes = [lane("uniform", true), lane("masked", false)];
  assert.equal(raceSentence(lanes, []), "One run each proves little.");
  assert.equal(
    raceSentence(lanes, [row("masked", 22, 0.5, 0.8), row("uniform", 40, 0.5, 0.7), row("autoregressive", 0, 0, 0.1)]),
    "One run each proves little. Over many such prompts this many were right: A 40 of 64, B 22 of 64.",
  );
});

test("a race that is over comes to a point: what became of each lane, and after how many passes", () => {
  const over = (way: string, right: boolean | null, passes = 7, more = {}) => ({
    ...lane(way, right),
    frames: Array(passes).fill({}),
    moments: Array(passes + (passes > 0 ? 1 : 0)),
    finishReason: "end-of-text",
    refused: false,
    ...more,
  });
  const point = (...lanes: any[]) =>
    pointSentence(
      lanes,
      lanes.map(() => 90),
    );
  const [A, B, C] = [over("uniform", true, 9), over("masked", false, 31), over("autoregressive", false, 90)];
  assert.equal(point(A, B, C), "A: right after 9 passes. B, C: wrong after 31 and 90.");
  assert.equal(point(C, A, B), "A, C: wrong after 90 and 31 passes. B: right after 9.");
  const again = [over("uniform", true, 11), over("masked", true, 11), over("autoregressive", true, 90)];
  assert.equal(point(...again), "A, B, C: right after 11 and 90 passes.");
  assert.equal(point(over("uniform", true, 1), over("masked", false, 2)), "A: right after 1 pass. B: wrong after 2.");
  assert.equal(
    point(over("uniform", null, 2, { refused: true }), over("masked", null, 0), over("autoregressive", null, 4)),
    "A: declined after 2 passes. B: not made. C: done after 4.",
  );
  assert.equal(
    point(over("uniform", null, 3, { finishReason: "stopped" }), over("masked", true, 4)),
    "A: stopped after 3 passes. B: right after 4.",
  );
  assert.equal(pointSentence([A, B, C], [9, 31, 89]), "", "one goes on");
  assert.equal(pointSentence([A, B, { ...C, live: true }], [90, 90, 90]), "", "more of it comes");
  assert.equal(point(A, over("uniform", false)), "", "no race");
});

test("many seeds of the prompt that were made here stand beside a race, and those of another prompt do not", () => {
  const lanes = [lane("uniform", true), lane("masked", false)];
  const result = (change: number, right: boolean | null) => ({ change, verdict: right === null ? null : { right } });
  const results = [result(0, false), result(1, true), result(1, true), result(0, null), result(1, false)];
  const study = (changes: object = {}) =>
    ({
      request: { spec: { prompt: { text: "a", system: "" } }, vary: "way", values: ["masked", "uniform"], ...changes },
      results: new Map(results.map((each, at) => [String(at), each])),
    }) as any;
  const rows = [row("uniform", 40, 0.5, 0.7)];
  const known = "One run each proves little. Of many seeds made here this many were right: A 2 of 3, B 0 of 1.";
  assert.equal(raceSentence(lanes, rows, [study(), study({ vary: "seed" })]), known);
  const unknown = "One run each proves little. Over many such prompts this many were right: A 40 of 64.";
  const others = [
    study({ spec: { prompt: { text: "b", system: "" } } }),
    study({ spec: { prompt: { text: "a", system: "be brief" } } }),
    study({ vary: "sampler" }),
    study({ values: ["masked"] }),
  ];
  for (const other of others) assert.equal(raceSentence(lanes, rows, [other]), unknown);
  const none = { ...study(), results: new Map([["0", result(0, true)]]) };
  assert.equal(raceSentence(lanes, rows, [none as any]), unknown, "of one lane nothing has arrived");
});

test("the figures of another task are not those of the prompt", () => {
  const rows = [row("uniform", 40, 0.5, 0.7)];
  const card = (like: string, exact: boolean) => ({
    tasks: [{ task: "a task", like, exact, rows }],
    shares: {},
    settings: "",
  });
  assert.equal(figuresOf(card("", true)), rows);
  assert.deepEqual(figuresOf(card("This puzzle has 2 clues.", false)), []);
  assert.deepEqual(figuresOf(card("", false)), [], "the example, beside a prompt of no known task");
  assert.deepEqual(figuresOf({ tasks: [], shares: {}, settings: "" }), []);
});

test("other weights are no race", () => {
  const lanes = [lane("uniform", true), lane("masked", true, { revision: "2" })];
  assert.match(raceSentence(lanes, []), /different weights/);
});

const row = (way: string, right: number, least: number, most: number): any => ({
  way,
  right,
  cases: 64,
  least,
  most,
  passes: 5,
});

test("who got more right is said with the interval of the difference, not by intervals that overlap", () => {
  // Of 64, 32 and 45 are 50% and 70%: their intervals overlap, and that of the difference does not reach 0.
  assert.equal(
    leadSentence([row("uniform", 32, 0.38, 0.62), row("masked", 45, 0.58, 0.8), row("autoregressive", 60, 0.9, 1)]),
    "Here masked diffusion got more right than uniform diffusion: 20 points, 95% interval 3 to 36.",
  );
  assert.equal(
    leadSentence([row("uniform", 40, 0.5, 0.73), row("masked", 36, 0.44, 0.68)]),
    "Here uniform diffusion got more right than masked diffusion: 6 points, 95% interval −11 to 23. So it may be chance.",
  );
  assert.equal(leadSentence([row("uniform", 64, 0.94, 1), row("masked", 64, 0.94, 1)]), "");
  assert.equal(leadSentence([row("uniform", 64, 0.94, 1)]), "");
});

test("the mix and the decoding are named", () => {
  const sentence = mixSentence({
    tasks: [],
    shares: { uniform: 0.8, masked: 0.12, autoregressive: 0.08 },
    settings: "temperature 0.8 to 0.2",
  });
  assert.match(sentence, /80% uniform diffusion, 12% masked diffusion, 8.*% token after token/);
  assert.match(sentence, /draws its tokens \(temperature 0.8 to 0.2\)\. The other two take the most probable/);
});
