import assert from "node:assert/strict";
import { test } from "node:test";
import { traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { blocksOf, cacheSentence } from "./blocks.ts";
import { readTrace } from "./trace.ts";

const recording = await readTrace(traceFile(), "run.trace");

test("each block has its places, its steps and its reason", () => {
  assert.deepEqual(blocksOf(recording), [
    { block: 1, first: 0, last: 1, steps: "2 steps", reason: "the most steps" },
    { block: 2, first: 2, last: 2, steps: "1 step", reason: "stable and confident" },
  ]);
});

sentences("the cache holds the prompt and the blocks before, never the block that is denoised", () => [
  cacheSentence(recording, 1, "block"),
  cacheSentence(recording, 2, "part"),
]);
