import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readFrames } from "../importing/frames.ts";
import { besideLines, titleOf } from "./about.ts";

test("of a run that another program recorded nothing is said that it does not tell", () => {
  const [{ recording }] = readFrames(
    new Uint8Array(readFileSync(new URL("../../../tests/golden/foreign/unsloth.txt", import.meta.url))),
    "stream.txt",
  );
  assert.deepEqual(besideLines(recording), [
    "RECORDED: from a stream of diffusion frames, as Unsloth sends them; the model, the settings, the seed and the prompt are not recorded.",
  ]);
  assert.equal(titleOf(recording), "stream.txt");
});
