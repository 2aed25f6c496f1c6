import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
import { besideLines, titleOf } from "./about.ts";

test("of a run that another program recorded nothing is said that it does not tell", async () => {
  const recording = await recorded("tests/runs/elsewhere.trace");
  assert.deepEqual(besideLines(recording), [
    "RECORDED: from a stream of diffusion frames, as Unsloth sends them; the model, the settings, the seed and the prompt are not recorded.",
  ]);
  assert.equal(titleOf(recording), "tests/runs/elsewhere.trace");
});
