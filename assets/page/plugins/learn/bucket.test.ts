import assert from "node:assert/strict";
import { test } from "node:test";
import { lengthFor, sumOf, tooMany } from "./bucket.tsx";

const load = (costs: number[], rest: number = 0) => ({ words: costs.map((cost) => ({ text: "a", cost })), rest });

test("the last word may spill over the rim, and the one after it does not go in", () => {
  assert.equal(sumOf(load([0.5, 0.25], 0.125)), 0.875);
  assert.equal(tooMany(load([]), 1), 0);
  assert.equal(tooMany(load([2, 0.5]), 0.5), 0); // 2 comes last: what is before it fills the bucket exactly
  assert.equal(tooMany(load([2, 0.5], 0.125), 0.5), 1); // what is kept beside the words counts too
  assert.equal(tooMany(load([2, 0.75, 3]), 0.5), 2);
});

test("the bar has room for what is in it, up to twice the budget", () => {
  const near = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 1e-9);
  near(lengthFor(0.78, [load([0.5])]), 1);
  near(lengthFor(0.78, [load([0.5]), load([1.25])]), 1.3);
  near(lengthFor(0.5, [load([9])]), 1);
});
