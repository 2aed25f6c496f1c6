import assert from "node:assert/strict";
import { test } from "node:test";
import { isSteering, sameSteering, steered, steeringOf, stretchesOf, withEdit, withPins } from "./steering.ts";

test("a spec's steering is in the same order for the same, and nothing for none", () => {
  assert.deepEqual(steeringOf({ version: 1, seed: 3, start: null, pins: {}, edits: [] }), {});
  assert.deepEqual(steeringOf(undefined), {});
  const steering = steeringOf({ pins: { 5: 7 }, start: [1, 2], noise: 0.5, noise_seed: 3, keep: "held", seed: 9 });
  assert.equal(JSON.stringify(steering), '{"start":[1,2],"noise":0.5,"noise_seed":3,"keep":"held","pins":{"5":7}}');
  assert.ok(sameSteering(steering, { ...steering, edits: [] }) && !sameSteering(steering, { ...steering, noise: 1 }));
});

test("what is no steering is not read", () => {
  for (const spec of [
    ...[{ pins: { "1": "x" } }, { pins: { "1": -1 } }, { pins: [1] }, { pins: 5 }, { start: "abc" }],
    ...[{ edits: { a: 1 } }, { edits: [null] }, { edits: [{ block: 1 }] }, { edits: [{ cells: { "1": 1.5 } }] }],
    ...[{ edits: [{ block: 1, step: 0, cells: {} }] }, { noise: "much" }, { noise: 1.5 }, { noise_seed: "x" }],
    ...[
      { start: [1], keep: "loved" },
      { start: [1], keep: ["held"] },
    ],
  ] as { pins?: unknown }[]) {
    assert.ok(!isSteering(spec), JSON.stringify(spec));
    assert.deepEqual(steeringOf({ ...spec, pins: spec.pins ?? { 1: 2 } }), {}, "nothing of it");
  }
  assert.ok(isSteering({}) && isSteering({ code: 1 }), "what else a spec has, others look at");
});

test("a run is steered otherwise as a whole", () => {
  const spec = { seed: 3, start: [1], keep: "held" as const, pins: { 1: 2 } };
  assert.deepEqual(steered(spec, { pins: { 4: 5 } }), { seed: 3, pins: { 4: 5 } });
  assert.deepEqual(spec, { seed: 3, start: [1], keep: "held", pins: { 1: 2 } });
});

test("pins and edits are added, replaced and taken away one by one; pins side by side belong together", () => {
  const steering = withPins({}, { 3: 9, 12: 4 });
  assert.deepEqual(steering.pins, { 3: 9, 12: 4 });
  assert.deepEqual(withPins(steering, { 3: null, 12: 5 }).pins, { 12: 5 });
  assert.deepEqual(withPins(steering, { 3: null, 12: null }), {});
  const first = withEdit(steering, { block: 1, step: 4, cells: { 2: null } });
  const edited = withEdit(first, { block: 1, step: 4, cells: { 6: 8 } });
  assert.deepEqual(edited.edits, [{ block: 1, step: 4, cells: { 2: null, 6: 8 } }]);
  assert.equal(withEdit(edited, { block: 1, step: 5, cells: { 2: null } }).edits?.length, 2);
  const stretches = stretchesOf({ 12: 4, 3: 9, 11: 7, 100: 1, 13: 2 });
  assert.deepEqual(stretches.map(String), ["3,9", "11,7,12,4,13,2", "100,1"]);
  assert.deepEqual(stretchesOf({}), []);
});
