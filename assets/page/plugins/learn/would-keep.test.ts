/** What confidence and margin would keep, on the cases that tests/plugins/learn/test_would_keep.py reads too. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { confidenceChoice, marginChoice } from "./would-keep.ts";

const FILE = new URL("../../../../tests/plugins/learn/would_keep.json", import.meta.url);

for (const { name, sampler, min_confidence: least, step, steps, probs, kept: expected } of JSON.parse(
  readFileSync(FILE, "utf8"),
))
  test(`would keep: ${name}`, () => {
    const frame = { top_probs: Float32Array.from(probs.flat()), argmax_ids: new Int32Array(probs.length) };
    const choice = sampler === "margin" ? marginChoice(frame, step, steps) : confidenceChoice(frame, least);
    assert.deepEqual(
      [...choice.kept.keys()].filter((position) => choice.kept[position] === 1),
      expected,
    );
  });
