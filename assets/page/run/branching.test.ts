import assert from "node:assert/strict";
import test from "node:test";
import { differsAt, rebuilding, sharedSteps, treeOf } from "./branching.ts";
import { Recording } from "./recording.ts";

/** @param steps [block, step, token] */
const run = (steps: number[][]) =>
  ({
    frames: steps.map(([block, step, token]) => ({
      block,
      step,
      input_ids: [1],
      sampled_ids: [token],
      argmax_ids: [2],
    })),
  }) as any;

test("a branch shares the steps up to its own, over blocks", () => {
  const steps = run([1, 1, 2, 2].map((block, at) => [block, 1 + (at % 2), 0]));
  assert.deepEqual([sharedSteps(steps, { block: 1, step: 0 }), sharedSteps(steps, { block: 1, step: 1 })], [0, 1]);
  assert.deepEqual([sharedSteps(steps, { block: 2, step: 0 }), sharedSteps(steps, { block: 2, step: 1 })], [2, 3]);
});

test("what came out differently is noticed before the branch and not after it", () => {
  const inOne = (...tokens: number[]) => run(tokens.map((token, at) => [1, at + 1, token]));
  const [parent, branch] = [inOne(5, 6, 7), inOne(5, 9, 8, 8)];
  assert.equal(differsAt(parent, branch, { block: 1, step: 1 }), null);
  assert.equal(differsAt(parent, branch, { block: 1, step: 2 }), 1);
  assert.equal(differsAt(run([]), branch, { block: 1, step: 1 }), 0);
});

test("while the steps before a branch are computed again, it is said how many are done", () => {
  const sentence = (steps: number[][], more: object = {}) =>
    rebuilding({ ...run(steps), live: true, header: { spec: { branch: { block: 2, step: 3 } } }, ...more });
  assert.equal(sentence([]), "");
  assert.match(sentence([[1, 9, 0]]), /: 0 of 3 in part 2 done\./);
  const second = [1, 2].map((step) => [2, step, 0]);
  assert.match(sentence([[1, 9, 0], ...second]), /: 2 of 3 in part 2 done\. Stop ends it\./);
  assert.deepEqual([sentence([[2, 3, 0]]), sentence([[3, 1, 0]])], ["", ""]);
  assert.equal(sentence([[2, 1, 0]], { live: false }), "", "stopped on the way");
  assert.equal(sentence([[2, 1, 0]], { header: { spec: {} } }), "", "no branch");
});

test("runs stand under the one that they branch from, and none is lost", () => {
  /** @param runs each with the one that it comes from */
  const tree = (runs: string) =>
    treeOf(runs.split(" "), ([id, parent = ""]) => [id, parent])
      .map(([[id], depth]) => `${id}${depth}`)
      .join(" ");
  assert.equal(tree("cb x ba a da"), "x0 a0 b1 c2 d1");
  assert.equal(tree("b? a"), "b0 a0");
  assert.equal(tree("ab ba"), "a0 b1", "a circle ends");
});

test("up to where it left it, a branch was decided by its parent's settings", () => {
  const parent = { settings: { sampler: "a", bound: 1 } };
  const middle = { settings: { sampler: "a", bound: 2 }, branch: { parent, block: 1, step: 1 } };
  const spec = { settings: { sampler: "b", bound: 3 }, branch: { parent: middle, block: 2, step: 1 } };
  const header = {
    spec,
    explanation: { cut: "value" },
    branch: { explanation: { cut: "rank" } },
    eos_ids: [],
    special_ids: [],
    pad_id: null,
  };
  const recording = new Recording("", "RECORDED", header as any);
  recording.frames = [
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ].map(([block, step]) => ({ block, step })) as any;
  const sentences = recording.frames
    .map((_, step) => recording.headerAt(step))
    .map(({ spec, explanation }) => `${spec.settings.bound} ${explanation?.cut}`);
  assert.deepEqual(sentences, ["1 rank", "2 rank", "2 rank", "3 value"]);
});
