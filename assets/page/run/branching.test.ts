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
  const steps = run([
    [1, 1, 0],
    [1, 2, 0],
    [2, 1, 0],
    [2, 2, 0],
  ]);
  assert.deepEqual(
    [
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ].map(([block, step]) => sharedSteps(steps, { block, step })),
    [0, 1, 2, 3],
  );
});

test("what came out differently is noticed before the branch and not after it", () => {
  const parent = run([
    [1, 1, 5],
    [1, 2, 6],
    [1, 3, 7],
  ]);
  const branch = run([
    [1, 1, 5],
    [1, 2, 9],
    [1, 3, 8],
    [1, 4, 8],
  ]);
  assert.equal(differsAt(parent, branch, { block: 1, step: 1 }), null);
  assert.equal(differsAt(parent, branch, { block: 1, step: 2 }), 1);
  assert.equal(differsAt(run([]), branch, { block: 1, step: 1 }), 0);
});

test("while the steps before a branch are computed again, it is said how many are done", () => {
  const sentence = (steps: number[][], more: object = {}) =>
    rebuilding({ ...run(steps), live: true, header: { spec: { branch: { block: 2, step: 3 } } }, ...more });
  assert.equal(sentence([]), "");
  assert.match(sentence([[1, 9, 0]]), /: 0 of 3 in part 2 done\./);
  assert.match(
    sentence([
      [1, 9, 0],
      [2, 1, 0],
      [2, 2, 0],
    ]),
    /: 2 of 3 in part 2 done\. Stop ends it\./,
  );
  for (const [block, step] of [
    [2, 3],
    [2, 4],
    [3, 1],
  ])
    assert.equal(sentence([[block, step, 0]]), "");
  assert.equal(sentence([[2, 1, 0]], { live: false }), "", "stopped on the way");
  assert.equal(sentence([[2, 1, 0]], { header: { spec: {} } }), "", "no branch");
});

test("runs stand under the one that they branch from, and none is lost", () => {
  const tree = (runs: [string, string][]) =>
    treeOf(
      runs,
      ([id]) => id,
      ([, parent]) => parent,
    )
      .map(([[id], depth]) => `${id}${depth}`)
      .join(" ");
  assert.equal(
    tree([
      ["c", "b"],
      ["x", ""],
      ["b", "a"],
      ["a", ""],
      ["d", "a"],
    ]),
    "x0 a0 b1 c2 d1",
  );
  assert.equal(
    tree([
      ["b", "gone"],
      ["a", ""],
    ]),
    "b0 a0",
  );
  assert.equal(
    tree([
      ["a", "b"],
      ["b", "a"],
    ]),
    "a0 b1",
    "a circle ends",
  );
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
