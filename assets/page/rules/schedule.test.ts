import assert from "node:assert/strict";
import { test } from "node:test";
import { sentences } from "../testing/sentences.ts";
import { scheduleFault, schedulePoints, scheduleSentence } from "./schedule.ts";

const USUAL = { shape: "linear", steps: 48, tMax: 0.8, tMin: 0.4 };

test("the line runs from edge to edge, at the height of the temperatures", () => {
  const drawing = { shape: "linear", steps: 2, tMax: 1, tMin: 0, width: 100, height: 50, ceiling: 1 };
  assert.equal(schedulePoints(drawing), "0,0 100,25");
  assert.equal(schedulePoints({ ...drawing, steps: 1 }), "0,0 100,0");
  assert.equal(schedulePoints({ ...drawing, shape: "cosine", steps: 3 }).split(" ").length, 3);
});

sentences("a schedule in words, and what is none", () => [
  scheduleSentence(USUAL),
  scheduleSentence({ ...USUAL, tMax: 0.5, tMin: 0.5 }),
  scheduleSentence({ ...USUAL, shape: "constant" }),
  scheduleFault({ ...USUAL, tMax: 0.4, tMin: 0.8 }),
  scheduleFault({ ...USUAL, shape: "exponential", tMin: 0 }),
  ...[0, 1.5, NaN].map((steps) => scheduleFault({ ...USUAL, steps })),
]);
