import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { followedSentence, partSentences } from "./one-step-wide.ts";

/** @returns a run of two steps, of which the second keeps two of three cells */
function run(changes: object, settings: object): any {
  const frame = (step: number) => ({ block: 1, step, accepted: Uint8Array.of(1, 1, 0) });
  const all = header({ ...changes, settings });
  return { header: all, headerAt: () => all, frames: [frame(1), frame(2)] };
}
const DRAWN = { cut: "draw", rule: "Chance decides.", rejected: "turned into noise" };

test("each way of writing says what a step does to all cells", () => {
  const uniform = partSentences(run({}, { draw: "exact" }), 1, "plain");
  assert.deepEqual(uniform, [
    "Noise, and what was kept, and a memory of the step before.",
    "One pass reads all 3 cells at once. Dark: unsure.",
    "One token for each cell, at random.",
    "One number for each cell.",
    "Kept are the cells over the blue line.",
    "2 are kept. 1 is thrown back.",
  ]);
  assert.equal(partSentences(run({}, {}), 0, "plain")[0], "Noise, and what was kept.", "a first step has no memory");
  const masked = partSentences(run({ way: "masked" }, { draw: "greedy", self_conditioning: "off" }), 1, "terms");
  assert.deepEqual([masked[0], masked[2]], ["Masks, and what was kept.", "The most probable token of each cell."]);
  assert.equal(masked[5], "2 are kept. 1 is masked.");
  const after = partSentences(run({ way: "autoregressive" }, { draw: "greedy" }), 1, "plain");
  assert.deepEqual([after[0], after[5]], ["All that is written so far.", "2 are written."]);
  const drawn = partSentences(run({ explanation: DRAWN }, {}), 1, "plain");
  assert.deepEqual([drawn[4], drawn[5]], ["Chance decides.", "2 are left or drawn. 1 is turned into noise."]);
});

test("the line says which cell it follows", () => {
  assert.equal(followedSentence("hot", true, "plain"), "The line follows “hot”.");
  assert.match(followedSentence("hot", false, "plain"), /“hot”, the last that is kept\. Press a cell/);
});
