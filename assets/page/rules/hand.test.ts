import assert from "node:assert/strict";
import { test } from "node:test";
import { sentences } from "../testing/sentences.ts";
import { handAt, handBefore, handled, handsOf, leadDecision } from "./hand.ts";
import { favouredSentence, ownTextSentence, standSentence, statusName } from "./hand-sentences.ts";
import { WAYS } from "./ways.ts";

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

const TOLD = {
  ...FRAME,
  lead: FRAME.lead.map((lead) => (lead === 25 ? 31 : lead)),
  status: Uint8Array.of(0, 0, 0, 2, 2, 0),
} as any;

/** A step whose favoured tokens lead by so much, and stand up to 3 nats. */
const leads = (...lead: number[]) => ({
  pinned: Uint8Array.from(lead, (own) => Number(own >= 0 && own <= 3)),
  lead: Float32Array.from(lead),
});

sentences("a name says what a hand is to a position, and the status where the sampler decides", () =>
  Array.from(TOLD.lead, (_, position) => statusName(TOLD, position, WAYS.uniform)),
);

sentences("a favoured word has its reason, in the reader's unit, and all of a step's are counted", () => [
  favouredSentence(TOLD, 0, { best: "dog", margin: 24, unit: "nats" }),
  favouredSentence(TOLD, 1, { best: "dog", margin: 24, unit: "nats" }),
  favouredSentence(TOLD, 2, { best: "dog", margin: 24, unit: "nats" }),
  favouredSentence(TOLD, 3, { best: "", margin: 24, unit: "bits" }),
  ownTextSentence(TOLD, 24, "nats"),
  ...[leads(1), leads(1, 2), leads(-1, -1)].map((frame) => ownTextSentence(frame, 3, "nats")),
]);

sentences("what stands whatever the rule says is named after the rule", () => {
  const pin = { pinned: Uint8Array.from([1, 0]) };
  const favoured = { pinned: Uint8Array.from([1, 1]), lead: Float32Array.from([0, 1]) };
  return [
    standSentence({}, "budget"),
    standSentence(TOLD, "budget"),
    standSentence(pin, "budget"),
    standSentence(pin, ""),
    standSentence(favoured, ""),
  ];
});
