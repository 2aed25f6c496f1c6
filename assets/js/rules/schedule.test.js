import assert from "node:assert/strict";
import { test } from "node:test";
import { schedulePoints, scheduleSentence, temperature } from "./schedule.js";

const USUAL = { shape: "linear", steps: 48, tMax: 0.8, tMin: 0.4 };
const near = (/** @type {number} */ value) => +value.toFixed(6);

test("the first step has t_max, the last is still above t_min", () => {
  assert.equal(temperature(1, USUAL), 0.8);
  assert.equal(near(temperature(48, USUAL)), near(0.4 + 0.4 / 48));
  assert.equal(temperature(1, { ...USUAL, steps: 1 }), 0.8);
});

test("each shape at three of four steps: tests/engine/test_sampler.py has the same cases", () => {
  const at = (/** @type {string} */ shape) => [1, 3, 4].map((step) => near(temperature(step, { shape, steps: 4, tMax: 0.8, tMin: 0.2 })));
  assert.deepEqual(at("constant"), [0.8, 0.8, 0.8]);
  assert.deepEqual(at("linear"), [0.8, 0.5, 0.35]);
  assert.deepEqual(at("cosine"), [0.8, 0.5, near(0.2 + 0.3 * (1 - Math.SQRT1_2))]);
  assert.deepEqual(at("exponential"), [0.8, 0.4, near(0.2 * Math.SQRT2)]);
});

test("the line runs from edge to edge, at the height of the temperatures", () => {
  const drawing = { shape: "linear", steps: 2, tMax: 1, tMin: 0, width: 100, height: 50, ceiling: 1 };
  assert.equal(schedulePoints(drawing), "0,0 100,25");
  assert.equal(schedulePoints({ ...drawing, steps: 1 }), "0,0 100,0");
  assert.equal(schedulePoints({ ...drawing, shape: "cosine", steps: 3 }).split(" ").length, 3);
});

test("words say the same", () => {
  assert.equal(scheduleSentence(USUAL), "Temperature 0.8 at step 1, falling to 0.408 at step 48.");
  assert.equal(scheduleSentence({ ...USUAL, tMax: 0.5, tMin: 0.5 }), "Temperature 0.5 at every step.");
  assert.equal(scheduleSentence({ ...USUAL, shape: "constant" }), "Temperature 0.8 at every step.");
  assert.match(scheduleSentence({ ...USUAL, tMax: 0.4, tMin: 0.8 }), /must be at most t_max/);
  assert.match(scheduleSentence({ ...USUAL, shape: "exponential", tMin: 0 }), /needs one above 0/);
});
