import assert from "node:assert/strict";
import { test } from "node:test";
import { budgetOf } from "./budget.js";

/**
 * @param {number[]} entropy
 * @param {number[]} accepted
 * @returns {any}
 */
const frame = (entropy, accepted) => ({ entropy: Float32Array.from(entropy), accepted: Uint8Array.from(accepted) });

test("positions are sorted by entropy, equal ones by position, and summed up before each", () => {
  const budget = budgetOf(frame([1, 0.25, 1, 0.5], [0, 1, 0, 1]), 0.5);
  assert.deepEqual([...budget.order], [1, 3, 0, 2]);
  assert.deepEqual([...budget.rank], [2, 0, 3, 1]);
  assert.deepEqual([...budget.before], [0, 0.25, 0.75, 1.75]);
  assert.deepEqual([budget.cut, budget.agrees], [2, true]);
});

test("a mask that the rule does not give is shown as it was, and said to be so", () => {
  assert.deepEqual((({ cut, agrees }) => [cut, agrees])(budgetOf(frame([1, 2, 3], [1, 1, 1]), 0.5)), [3, false]);
  assert.equal(budgetOf(frame([1, 2, 3], [0, 1, 0]), 0.5).agrees, false, "the surest position was passed over");
});

test("entropies that rounding made equal keep the sampler's order: accepted ones first", () => {
  assert.deepEqual([...budgetOf(frame([1, 1, 1], [0, 0, 1]), 0.5).order], [2, 0, 1]);
});

test("sums are rounded like the sampler's: added up in double precision, kept in single", () => {
  const entropy = Float32Array.from({ length: 1000 }, () => 0.1);
  const { before } = budgetOf(frame([...entropy], [...entropy].fill(0)), 1);
  assert.equal(before[999], Math.fround(Math.fround(1000 * entropy[0]) - entropy[0]));
});
