import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readFrames } from "./frames.ts";
import type { Recording } from "../../run/recording.ts";

const CASES = JSON.parse(
  readFileSync(new URL("../../../../tests/plugins/importing/foreign/cases.json", import.meta.url), "utf8"),
);

for (const [name, { file, refused, runs }] of Object.entries<any>(CASES)) {
  test(`${name}: the same as in Python`, () => {
    const bytes = Uint8Array.from(file, (char: string) => char.charCodeAt(0));
    if (refused) return assert.throws(() => readFrames(bytes, "x"), { message: refused });
    const read = readFrames(bytes, "x");
    assert.deepEqual(
      read.map(({ recording }) => contentOf(recording)),
      runs,
    );
    for (const { recording, file: alone } of read) {
      assert.ok(
        recording.frames.every(({ entropy, accepted }) => entropy.every(Number.isNaN) && !accepted.some(Boolean)),
      );
      const again = readFrames(alone, "x");
      assert.deepEqual(
        again.map((other) => contentOf(other.recording)),
        [contentOf(recording)],
      );
    }
  });
}

const contentOf = ({ header, text, frames, tokens }: Recording) => ({
  source: header.source,
  text,
  block: frames.map(({ block }) => block),
  step: frames.map(({ step }) => step),
  pieces: frames.map(({ argmax_ids }) => [...argmax_ids].map((id) => tokens.get(id))),
});
