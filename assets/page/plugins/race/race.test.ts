/** What is said about a race: never that one run decides. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../../testing/fixtures.ts";
import { sentences } from "../../testing/sentences.ts";
import { scoreOf } from "./score.ts";
import { figuresOf, leadSentence, mixSentence, raceSentence } from "./sentences.ts";

const lane = (way: string, right: boolean | null, changes: object = {}): any => ({
  live: false,
  frames: Array(way === "autoregressive" ? 92 : 7),
  verdict: right === null ? null : { right },
  header: header({ prompt: "a", model: "embedded", revision: "1", way, ...changes }),
});

test("a score follows the clock, and says what a rule finds once the run is over", () => {
  const moments = [0, 0, 1].map((step, at) => ({ step, noise: at === 0 }));
  const run = { ...lane("uniform", true), moments, frames: [1, 2] };
  const scores = [0, 1, 2, 9].map((at) => scoreOf(run, at)).map((one) => [one.passes, one.outcome, one.verdict].join());
  assert.deepEqual(scores, ["0,writes,", "1,writes,", "2,✓ right,right", "2,✓ right,right"]);
  assert.equal(scoreOf({ ...run, live: true }, 2).outcome, "writes");
  const wrong = { passes: 2, outcome: "✗ wrong", verdict: "wrong" };
  assert.deepEqual(scoreOf({ ...run, verdict: { right: false } }, 2), wrong);
  assert.equal(scoreOf({ ...run, verdict: null }, 2).outcome, "ended");
  const refused = { ...run, moments: [], frames: [] };
  assert.deepEqual(scoreOf(refused, 2), { passes: 0, outcome: "was not made", verdict: "" });
  assert.equal(scoreOf({ ...refused, live: true }, 0).outcome, "has not begun");
});

const row = (way: string, right: number, least: number, most: number): any => ({ way, right, least, most, cases: 64, passes: 5 }); // prettier-ignore

sentences("that it is one run each stands beside it, with the shares over many cases where they are known", () => {
  const lanes = [lane("uniform", true), lane("masked", false)];
  const rows = [row("masked", 22, 0.5, 0.8), row("uniform", 40, 0.5, 0.7), row("autoregressive", 0, 0, 0.1)];
  const others = [lane("uniform", true), lane("masked", true, { revision: "2" })];
  return [raceSentence(lanes, []), raceSentence(lanes, rows), raceSentence(others, [])];
});

test("what is known of many seeds of the prompt stands beside a race, in place of what is of many prompts", () => {
  const lanes = [lane("uniform", true), lane("masked", false)];
  const rows = [row("uniform", 40, 0.5, 0.7)];
  assert.equal(raceSentence(lanes, rows, "Of many seeds some."), "One run each proves little. Of many seeds some.");
  const unknown = "One run each proves little. Over many such prompts this many were right: A 40 of 64.";
  assert.equal(raceSentence(lanes, rows, ""), unknown);
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

sentences("who got more right is said with the interval of the difference, not by intervals that overlap", () => [
  // Of 64, 32 and 45 are 50% and 70%: their intervals overlap, and that of the difference does not reach 0.
  leadSentence([row("uniform", 32, 0.38, 0.62), row("masked", 45, 0.58, 0.8), row("autoregressive", 60, 0.9, 1)]),
  leadSentence([row("uniform", 40, 0.5, 0.73), row("masked", 36, 0.44, 0.68)]),
  leadSentence([row("uniform", 64, 0.94, 1), row("masked", 64, 0.94, 1)]),
  leadSentence([row("uniform", 64, 0.94, 1)]),
]);

sentences("the mix and the decoding are named", () => {
  const shares = { uniform: 0.8, masked: 0.12, autoregressive: 0.08 };
  return [mixSentence({ tasks: [], shares, settings: "temperature 0.8 to 0.2" })];
});
