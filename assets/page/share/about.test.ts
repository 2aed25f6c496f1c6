import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readTrace } from "../run/trace.ts";
import { besideLines, titleOf } from "./about.ts";

const FILE = new URL("../../../tests/runs/elsewhere.trace", import.meta.url);

test("of a run that another program recorded nothing is said that it does not tell", async () => {
  const recording = await readTrace(new Uint8Array(readFileSync(FILE)), "stream.txt");
  assert.deepEqual(besideLines(recording), [
    "RECORDED: from a stream of diffusion frames, as Unsloth sends them; the model, the settings, the seed and the prompt are not recorded.",
  ]);
  assert.equal(titleOf(recording), "stream.txt");
});
