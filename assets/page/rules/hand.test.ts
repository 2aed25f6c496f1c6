import assert from "node:assert/strict";
import { test } from "node:test";
import { handAt, handBefore, handled, handsOf, leadDecision } from "./hand.ts";

/** Held, favoured by 0 and at the margin, past it, changed, and like any other. */
const FRAME = {
  pinned: Uint8Array.from([1, 1, 1, 0, 0, 0]),
  lead: Float32Array.from([-1, 24, 0, 25, -1, -1]),
  edited: Uint8Array.from([0, 0, 0, 0, 1, 0]),
};

test("a position is held, favoured, has given way, was changed, or none of it", () => {
  const hands = Array.from(FRAME.lead, (_, position) => handAt(FRAME, position));
  assert.deepEqual(hands, ["held", "favoured", "favoured", "gave way", "edited", ""]);
  assert.equal(handled(FRAME, "favoured"), 2);
  assert.deepEqual([handBefore(FRAME, 3), handBefore(FRAME, 0)], ["favoured", "held"]);
  const plain = { pinned: Uint8Array.from([1, 0]) };
  assert.deepEqual(
    [handAt(plain, 0), handAt(plain, 1), handAt({}, 0)],
    ["held", "", ""],
    "runs before there was a lead",
  );
  assert.equal(handled({}, "held"), 0);
});

test("a cell is moved from half of its chance on, once its pass is there, in a run that something steers", () => {
  const frame = {
    moved: Float32Array.from([Math.fround(Math.LN2) + 1e-6, 0.69, 9]),
    edited: Uint8Array.from([0, 0, 1]),
  };
  assert.deepEqual(
    [0, 1, 2].map((position) => handAt(frame, position)),
    ["moved", "", "edited"],
  );
  assert.equal(handBefore(frame, 0), "");
  assert.deepEqual([...handsOf({ processors: { any: {} } }), ...handsOf({ processors: {} })], ["moved"]);
});

test("what a run's positions may be stands in its spec, and in those that it branches from", () => {
  assert.deepEqual([...handsOf({ seed: 3, start: null })], []);
  assert.deepEqual([...handsOf(undefined)], []);
  assert.deepEqual([...handsOf({ start: [1], keep: "held" })], ["held"]);
  const parent = { start: [1], keep: "favoured", edits: [{}] };
  assert.deepEqual([...handsOf({ pins: { 1: 2 }, branch: { parent } })], ["held", "favoured", "gave way", "edited"]);
});

test("favoured tokens are ordered by the lead of another, and the margin cuts them", () => {
  const decision = leadDecision(FRAME);
  assert.deepEqual([...(decision?.order ?? [])], [2, 1, 3]);
  assert.equal(decision?.cut, 2);
  assert.deepEqual([...(decision?.held ?? [])], [0, 24, 25]);
  assert.equal(leadDecision({ pinned: FRAME.pinned }), null);
  assert.equal(leadDecision({ lead: Float32Array.from([-1, -1]) })?.order.length, 0);
});
