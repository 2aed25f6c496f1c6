import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { followedSentence, partSentences } from "./one-step-wide.ts";
import { candidatesOf, drawnPart, inputOf, memoryOf, outcomeOf } from "./one-step.ts";

const LN2 = Math.LN2;

/** Two positions, of which the second is even between two tokens, and 4 tokens in all. */
const FRAME = {
  entropy: Float32Array.of(1.5 * LN2, LN2),
  temperature: 0.5,
  top_ids: Int32Array.of(3, 0, 1, 2),
  top_probs: Float32Array.of(0.5, 0.25, 0.5, 0.5),
};

test("candidates add up to the uncertainty, and all others stand together", () => {
  const candidates = candidatesOf(FRAME, 0, 4);
  const [first, second] = candidates?.list ?? [];
  assert.deepEqual([first.id, first.share, second.id, second.share], [3, 0.5, 0, 0.25]);
  for (const { nats } of [first, second]) assert.equal(Math.fround(nats), Math.fround(0.5 * LN2));
  const { count, share, nats } = (candidates as NonNullable<typeof candidates>).rest;
  assert.deepEqual([count, share], [2, 0.25]);
  assert.ok(Math.abs(nats - 0.5 * LN2) < 1e-6, "two of 1/8 each would add 0.75 ln 2: the whole is what the trace says");
  assert.equal(candidatesOf(FRAME, 1, 4)?.rest.share, 0);
  assert.deepEqual(candidatesOf(FRAME, 0, 4, 1)?.rest.count, 3, "fewer may stand apart");
  assert.equal(candidatesOf({ ...FRAME, top_ids: undefined }, 0, 4), null);
});

test("before the temperature the distances are its root: half of the first, not a quarter", () => {
  const cools = candidatesOf({ ...FRAME, top_probs: Float32Array.of(0.8, 0.05, 0.5, 0.5) }, 0, 4)?.list;
  assert.deepEqual(
    cools?.map(({ cool }) => +cool.toFixed(6)),
    [1, 0.25],
  );
  for (const [at, { cool, nats }] of candidatesOf({ ...FRAME, top_probs: new Float32Array(4) }, 0, 4)?.list.entries() ??
    [])
    assert.deepEqual([cool, nats], [1 - at, 0], "what was not reached has no probabilities");
});

test("the token that was drawn has its part of all probability, or is among the others", () => {
  const candidates = candidatesOf(FRAME, 0, 4);
  assert.deepEqual(drawnPart(candidates, 3), [0, 0.5]);
  assert.deepEqual(drawnPart(candidates, 0), [0.5, 0.75]);
  assert.deepEqual(drawnPart(candidates, 2), [0.75, 1]);
  assert.equal(drawnPart(null, 2), null);
});

const run = (changes: object, frames: object[]) => {
  const all = header({ canvas_length: 2, settings: {}, ...changes });
  return { header: all, headerAt: () => all, frames } as any;
};
const step = (more: object) => ({
  block: 1,
  step: 1,
  stopReason: "",
  input_ids: Int32Array.of(7, 8),
  sampled_ids: Int32Array.of(5, 6),
  argmax_ids: Int32Array.of(5, 4),
  accepted: Uint8Array.of(1, 0),
  ...more,
});
const TWO = [
  step({}),
  step({ step: 2, input_ids: Int32Array.of(5, 9), accepted: Uint8Array.of(1, 1), stopReason: "complete" }),
];

test("why a token went in: chance, a mask, the start, what was kept, a person, the text so far", () => {
  const origins = (changes: object, frames: object[], at = 1) =>
    [0, 1].map((position) => inputOf(run(changes, frames), at, position).origin);
  assert.deepEqual(origins({}, TWO), ["kept", "noise"]);
  assert.deepEqual(origins({}, TWO, 0), ["noise", "noise"]);
  assert.deepEqual(origins({ way: "masked" }, TWO), ["kept", "mask"]);
  assert.deepEqual(origins({ way: "autoregressive" }, TWO), ["before", "before"]);
  assert.deepEqual(origins({ spec: { start: [7, 3] } }, TWO, 0), ["start", "noise"]);
  assert.deepEqual(origins({}, [TWO[0], step({ block: 2 })]), ["noise", "noise"], "a block begins anew");
  assert.deepEqual(origins({}, [TWO[0], step({ step: 2, edited: Uint8Array.of(1, 0) })]), ["hand", "noise"]);
  assert.deepEqual(origins({}, [TWO[0], step({ step: 2, pinned: Uint8Array.of(0, 1) })]), ["kept", "hand"]);
  assert.equal(inputOf(run({}, TWO), 1, 1).id, 9);
});

test("the memory is the step before, in the same block, where the model sees it", () => {
  const remembers = (settings: object, changes: object = {}, at = 1, frames = TWO) =>
    memoryOf(run({ ...changes, settings }, frames), at) === frames[0];
  assert.ok(remembers({}) && remembers({ self_conditioning: "on" }));
  assert.ok(!remembers({ self_conditioning: "off" }) && !remembers({ self_conditioning_scale: 0 }));
  assert.ok(!remembers({}, {}, 0) && !remembers({}, { way: "autoregressive" }));
  assert.ok(!remembers({}, {}, 1, [TWO[0], step({ block: 2 }) as any]));
});

test("what goes on: into the next step, into the text, or it is not known yet", () => {
  assert.deepEqual(outcomeOf(run({}, TWO), 0, 0), { to: "next", id: 5, hand: false });
  assert.deepEqual(outcomeOf(run({}, TWO), 0, 1), { to: "next", id: 9, hand: false }, "fresh noise");
  assert.deepEqual(outcomeOf(run({}, TWO), 1, 1), { to: "text", id: 4, hand: false }, "the best guess stands");
  assert.equal(outcomeOf(run({ way: "masked" }, TWO), 1, 1).id, 6, "in masked diffusion, what was drawn");
  assert.equal(outcomeOf(run({}, [TWO[0]]), 0, 0).to, "unknown");
  assert.equal(outcomeOf(run({}, [TWO[0], step({ block: 2 })]), 0, 1).to, "text");
  assert.equal(outcomeOf(run({}, [TWO[0], step({ step: 2, edited: Uint8Array.of(0, 1) })]), 0, 1).hand, true);
  const late = run({ way: "autoregressive" }, [step({ stopReason: "max-steps" })]);
  assert.deepEqual([outcomeOf(late, 0, 0).id, outcomeOf(late, 0, 1).id], [5, -1], "it was not reached");
});

/** @returns a run of two steps, of which the second keeps two of three cells */
const both = (changes: object, settings: object) =>
  run(
    { ...changes, settings },
    [1, 2].map((step) => ({ block: 1, step, accepted: Uint8Array.of(1, 1, 0) })),
  );
const DRAWN = { cut: "draw", rule: "Chance decides.", rejected: "turned into noise" };

sentences("each way of writing says what a step does to all cells, and the line which cell it follows", () => [
  partSentences(both({}, { draw: "exact" }), 1, "plain"),
  partSentences(both({}, {}), 0, "plain"), // a first step has no memory
  partSentences(both({ way: "masked" }, { draw: "greedy", self_conditioning: "off" }), 1, "terms"),
  partSentences(both({ way: "autoregressive" }, { draw: "greedy" }), 1, "plain"),
  partSentences(both({ explanation: DRAWN }, {}), 1, "plain"),
  followedSentence("hot", true, "plain"),
  followedSentence("hot", false, "plain"),
]);
