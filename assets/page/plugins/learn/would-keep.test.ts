/** What confidence and margin would keep, on the cases that tests/plugins/learn/test_would_keep.py reads too. */

import assert from "node:assert/strict";
import { each } from "../../testing/cases.ts";
import { confidenceChoice, marginChoice } from "./would-keep.ts";

each("../../plugins/learn/would_keep", ({ sampler, min_confidence: least, step, steps, probs, kept: expected }) => {
  const frame = { top_probs: Float32Array.from(probs.flat()), argmax_ids: new Int32Array(probs.length) };
  const choice = sampler === "margin" ? marginChoice(frame, step, steps) : confidenceChoice(frame, least);
  const positions = [...choice.kept.keys()].filter((position) => choice.kept[position] === 1);
  assert.deepEqual(positions, expected);
});
