import assert from "node:assert/strict";
import { test } from "node:test";
import { spending, amountText } from "../player/measures.ts";
import { passesOf } from "./recording.ts";
import type { Recording } from "./recording.ts";

const frames = [{}, { passes: 2 }, { passes: 2 }, {}];

test("a step that took two passes counts as two", () => {
  assert.equal(passesOf(frames), 6);
  assert.deepEqual(
    [0, 1, 2, 3].map((steps) => passesOf(frames, steps)),
    [0, 1, 3, 5],
  );
});

test("what lanes spend by a moment is their passes", () => {
  const moments = [{ step: 0, noise: true }, ...frames.map((_, step) => ({ step, noise: false }))];
  const lane = { frames, moments } as unknown as Recording;
  assert.deepEqual(spending([lane], "passes"), { spent: [[0, 1, 3, 5, 6]], why: "" });
  assert.deepEqual(
    [0.6, 2.4].map((amount) => amountText("passes", amount)),
    ["1 pass", "2 passes"],
  );
});
