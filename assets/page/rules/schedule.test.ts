import assert from "node:assert/strict";
import { test } from "node:test";
import { scheduleFault, schedulePoints, scheduleSentence } from "./schedule.ts";

const USUAL = { shape: "linear", steps: 48, tMax: 0.8, tMin: 0.4 };

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
  assert.match(scheduleFault({ ...USUAL, tMax: 0.4, tMin: 0.8 }), /must be at most t_max/);
  assert.match(scheduleFault({ ...USUAL, shape: "exponential", tMin: 0 }), /needs 0.001 or more/);
  for (const steps of [0, 1.5, NaN]) assert.match(scheduleFault({ ...USUAL, steps }), /make no schedule/);
});
