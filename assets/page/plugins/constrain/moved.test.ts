import assert from "node:assert/strict";
import { test } from "node:test";
import { MOVED } from "../../rules/hand.ts";
import { decidedCells, movedSentence } from "./moved.ts";

test("cells are decided from half of their chance on, the most moved one first; what is not moved is said", () => {
  const moved = [0, MOVED - 0.01, MOVED, 5];
  assert.deepEqual(decidedCells(moved, ["a", "b", "c", "d"]), [
    { position: 3, nats: 5, text: "d" },
    { position: 2, nats: MOVED, text: "c" },
  ]);
  assert.match(movedSentence(moved, 0), /^At this step 2 of 4 cells are moved by 0\.69 nats/);
  assert.match(movedSentence(moved, 0), /All cells together are moved by 6\.4 nats\.$/);
  assert.match(movedSentence(undefined, 0), /^Nothing moves/);
  assert.match(movedSentence([1], -1), /^The noise is before any pass/);
});
