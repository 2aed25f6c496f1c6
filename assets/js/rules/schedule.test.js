import assert from "node:assert/strict";
import { test } from "node:test";
import { schedulePoints, scheduleSentence, temperature } from "./schedule.js";

test("the first step has t_max, the last is still above t_min", () => {
  assert.equal(temperature(1, 48, 0.8, 0.4), 0.8);
  assert.equal(+temperature(48, 48, 0.8, 0.4).toFixed(6), +(0.4 + 0.4 / 48).toFixed(6));
  assert.equal(temperature(1, 1, 0.8, 0.4), 0.8);
});

test("the line runs from edge to edge, at the height of the temperatures", () => {
  const drawing = { steps: 2, tMax: 1, tMin: 0, width: 100, height: 50, ceiling: 1 };
  assert.equal(schedulePoints(drawing), "0,0 100,25");
  assert.equal(schedulePoints({ ...drawing, steps: 1 }), "0,0 100,0");
});

test("words say the same", () => {
  assert.equal(scheduleSentence(48, 0.8, 0.4), "Temperature 0.8 at step 1, falling to 0.408 at step 48.");
  assert.equal(scheduleSentence(48, 0.5, 0.5), "Temperature 0.5 at every step.");
  assert.match(scheduleSentence(48, 0.4, 0.8), /must be at most t_max/);
});
