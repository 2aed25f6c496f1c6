import assert from "node:assert/strict";
import { test } from "node:test";
import { golden, summary } from "../testing/portable.ts";
import { PythonRandom } from "./python-random.ts";

for (const { seed, ...expected } of golden("draws").python) {
  test(`Python's numbers from a text: ${seed.slice(0, 30)}`, () => {
    const rng = new PythonRandom(seed);
    assert.deepEqual(summary(Float64Array.from({ length: 640 }, () => rng.random())), expected);
  });
}
