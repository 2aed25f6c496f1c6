import assert from "node:assert/strict";
import { test } from "node:test";
import { drawsFrom, entropyOf, probabilitiesAt } from "./probabilities.ts";

const near = (is: number[], was: number[]) =>
  is.forEach((value, at) => assert.ok(Math.abs(value - was[at]) < 1e-9, `${is} is not ${was}`));
/** A half and two quarters, at temperature 0.5. */
const cell = { at: 0.5, logs: [0.5, 0.25, 0.25].map(Math.log) };

test("at its own temperature a cell has the probabilities that it had, at half of it their squares, at 0 the best one has all", () => {
  near(probabilitiesAt(cell, 0.5), [0.5, 0.25, 0.25]);
  near([entropyOf(probabilitiesAt(cell, 0.5))], [1.5 * Math.LN2]);
  near(probabilitiesAt(cell, 0.25), [4 / 6, 1 / 6, 1 / 6]);
  const sum = Math.SQRT1_2 + 1;
  near(probabilitiesAt(cell, 1), [Math.SQRT1_2 / sum, 0.5 / sum, 0.5 / sum]);
  assert.deepEqual(probabilitiesAt(cell, 0), [1, 0, 0]);
  assert.equal(entropyOf([1, 0, 0]), 0);
});

test("a draw falls where its chance does, and the rest is counted together", () => {
  const chances = [0, 0.49, 0.5, 0.74, 0.75, 0.99];
  assert.deepEqual(drawsFrom([0.5, 0.25, 0.125, 0.125], chances, 2), [2, 2, 2]);
  assert.deepEqual(drawsFrom([0.75, 0.25, 0, 0], chances, 2), [4, 2, 0]);
});
