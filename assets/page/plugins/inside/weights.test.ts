import assert from "node:assert/strict";
import test from "node:test";
import { meanOf, shares } from "./weights.ts";

test("weights are averaged over the layers and heads that are chosen", () => {
  const weights = Float32Array.of(1, 0, 0, 1, 0.5, 0.5, 0.25, 0.75);
  const shape = { layers: 2, heads: 2, keys: ["a", "b"] };
  assert.deepEqual([...meanOf(weights, shape, 0, 1)], [0, 1]);
  assert.deepEqual([...meanOf(weights, shape, 1, -1)], [0.375, 0.625]);
  assert.deepEqual([...meanOf(weights, shape, -1, 0)], [0.75, 0.25]);
  assert.deepEqual([...meanOf(weights, shape, -1, -1)], [0.4375, 0.5625]);
});

test("shares add up, and the largest weight is named", () => {
  const { read, canvas, best } = shares(Float32Array.of(0.25, 0.25, 0.5), 2);
  assert.deepEqual([read, canvas, best], [0.5, 0.5, 2]);
});
