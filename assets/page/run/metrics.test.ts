import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingOf } from "../testing/steps.ts";
import { acceptedShare, changed, content, lockSteps, probabilityOf, revised, revisions, total } from "./metrics.ts";

const run = recordingOf([
  { argmax: [2, 3, 1, 0], accepted: [1, 0, 1, 1] },
  { argmax: [2, 4, 4, 0], sampled: [2, 5, 4, 0], accepted: [0, 1, 0, 1] },
  { argmax: [2, 3, 4, 1], accepted: [1, 1, 0, 1] },
  { block: 2, argmax: [3, 3, 3, 3], accepted: [0, 0, 0, 1] },
  { block: 2, argmax: [1, 0, 0, 0], accepted: [1, 1, 1, 1] },
]);

test("content is what stands before the first end-of-text and is not padding", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => [...content(run, step)]),
    [
      [1, 1, 0, 0],
      [1, 1, 1, 0],
      [1, 1, 1, 0],
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ],
  );
});

test("the accepted share counts content alone, and is no number where there is none", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => acceptedShare(run, step)),
    [1 / 2, 1 / 3, 2 / 3, 1 / 4, NaN],
  );
});

test("revisions and changes are counted within a block", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => total(revised(run, step))),
    [0, 2, 2, 0, 4],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => total(changed(run, step))),
    [0, 2, 2, 0, 4],
  );
  assert.deepEqual([...revisions(run, 2)], [0, 2, 1, 1]);
  assert.deepEqual([...revisions(run, 3)], [0, 0, 0, 0]);
});

test("the lock step is that of the last lock in the block", () => {
  assert.deepEqual([...lockSteps(run, 1)], [1, 2, 1, 1]);
  assert.deepEqual([...lockSteps(run, 2)], [3, 2, 1, 1]);
  assert.deepEqual([...lockSteps(run, 3)], [0, 0, 0, 1]);
});

test("a token that is no recorded candidate has no probability", () => {
  const candidates = { top_ids: Int32Array.from([5, 6, 7, 5]), top_probs: Float32Array.from([0.75, 0.25, 0.5, 0.125]) };
  const frame = { ...run.frames[0], argmax_ids: Int32Array.of(5, 5), ...candidates };
  assert.deepEqual(
    [probabilityOf(frame, 0, 5), probabilityOf(frame, 1, 5), probabilityOf(frame, 1, 6)],
    [0.75, 0.125, NaN],
  );
  assert.equal(probabilityOf({ ...frame, top_ids: undefined }, 0, 5), NaN);
});
