import assert from "node:assert/strict";
import { test } from "node:test";
import { recordingOf } from "../testing/steps.ts";
import { probabilityOf } from "./metrics.ts";

test("a token that is no recorded candidate has no probability", () => {
  const candidates = { top_ids: Int32Array.from([5, 6, 7, 5]), top_probs: Float32Array.from([0.75, 0.25, 0.5, 0.125]) };
  const [first] = recordingOf([{ argmax: [2, 3, 1, 0], accepted: [1, 0, 1, 1] }]).frames;
  const frame = { ...first, argmax_ids: Int32Array.of(5, 5), ...candidates };
  assert.deepEqual(
    [probabilityOf(frame, 0, 5), probabilityOf(frame, 1, 5), probabilityOf(frame, 1, 6)],
    [0.75, 0.125, NaN],
  );
  assert.equal(probabilityOf({ ...frame, top_ids: undefined }, 0, 5), NaN);
});
