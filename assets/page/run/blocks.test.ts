import assert from "node:assert/strict";
import { test } from "node:test";
import { traceFile } from "../testing/fixtures.ts";
import { blocksOf, cacheSentence } from "./blocks.ts";
import { readTrace } from "./trace.ts";

const recording = await readTrace(traceFile(), "run.trace");

test("each block has its places, its steps and its reason", () => {
  assert.deepEqual(blocksOf(recording), [
    { block: 1, first: 0, last: 1, steps: "2 steps", reason: "the most steps" },
    { block: 2, first: 2, last: 2, steps: "1 step", reason: "stable and confident" },
  ]);
});

test("the cache holds the prompt and the blocks before, never the block that is denoised", () => {
  assert.match(
    cacheSentence(recording, 1, "block"),
    /the 1 token of the prompt once; every step of block 1 reads the KV cache of these 1 token /,
  );
  assert.match(
    cacheSentence(recording, 2, "part"),
    /and 4 of the parts before it once; every step of part 2 reads the KV cache of these 5 tokens/,
  );
});
