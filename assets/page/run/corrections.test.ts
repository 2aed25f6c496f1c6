import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
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

test("a recorded run has the corrections that a reader can see in it", async () => {
  const lily = await recorded("tests/runs/lily.trace");
  assert.deepEqual(reopenedAt(lily), [5, 8, 15, 16]);
  const rows = corrections(lily).map(({ kept, reopened, again, before, after, position }) => [
    position,
    kept + 1,
    reopened + 1,
    again + 1,
    lily.tokens.get(before),
    lily.tokens.get(after),
  ]);
  assert.deepEqual(
    rows.find(([position]) => position === 35),
    [35, 7, 9, 10, " red", " a"],
  );
});
