import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingOf } from "../testing/steps.ts";
import { corrections, correctionsAt, nextCorrection, reopenedAt, reopeningsAt } from "./corrections.ts";

test("the next correction comes after the step; behind the last it is the first; each is known at its own step", () => {
  const tokens = [4, 4, 3, 3, 5]; // of position 0, at every second step kept; the others are kept throughout
  const run = recordingOf(tokens.map((id, at) => ({ argmax: [id, 2, 2, 2], accepted: [(at + 1) % 2, 1, 1, 1] })));
  const list = corrections(run);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => nextCorrection(list, step)?.again),
    [2, 2, 4, 4, 2],
  );
  assert.equal(nextCorrection([], 0), null);
  assert.deepEqual(reopenedAt(run), [1, 3]);
  assert.deepEqual(
    [0, 1, 2].map((step) => reopeningsAt(run, step).length),
    [0, 1, 0],
  );
  assert.deepEqual(
    [3, 4].map((step) => correctionsAt(run, step)),
    [[], [list[1]]],
  );
});
