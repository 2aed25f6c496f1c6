import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readFrames } from "./frames.js";

const CASES = JSON.parse(readFileSync(new URL("../../../tests/golden/foreign/cases.json", import.meta.url), "utf8"));

for (const [name, { file, refused, source, block, step, pieces, text }] of Object.entries(CASES)) {
  test(`${name}: the same as in Python`, () => {
    const bytes = Uint8Array.from(file, (/** @type {string} */ char) => char.charCodeAt(0));
    if (refused) return assert.throws(() => readFrames(bytes, "x"), { message: refused });
    const recording = readFrames(bytes, "x");
    assert.equal(recording.header.source, source);
    assert.deepEqual(
      recording.frames.map((frame) => frame.block),
      block,
    );
    assert.deepEqual(
      recording.frames.map((frame) => frame.step),
      step,
    );
    assert.deepEqual(
      recording.frames.map(({ argmax_ids }) => [...argmax_ids].map((id) => recording.tokens.get(id))),
      pieces,
    );
    assert.equal(recording.text, text);
    assert.ok(
      recording.frames.every(({ entropy, accepted }) => entropy.every(Number.isNaN) && !accepted.some(Boolean)),
    );
  });
}
