import assert from "node:assert/strict";
import { test } from "node:test";
import { readSteering, steeringOf, stretchesOf, withEdit, withPins } from "./steering.ts";

test("a spec's steering is one text, the same for the same steering, and nothing for none", () => {
  assert.equal(steeringOf({ version: 1, seed: 3, start: null, pins: {}, edits: [] }), "");
  assert.equal(steeringOf(undefined), "");
  const steering = steeringOf({ pins: { 5: 7 }, start: [1, 2], noise: 0.5, noise_seed: 3, keep: "held", seed: 9 });
  assert.equal(steering, '{"start":[1,2],"noise":0.5,"noise_seed":3,"keep":"held","pins":{"5":7}}');
  assert.equal(steeringOf(readSteering(steering)), steering);
});

test("what is no steering is not read", () => {
  for (const text of [
    "{",
    "3",
    "null",
    "[]",
    '{"code":1}',
    '{"pins":{"1":"x"}}',
    '{"pins":[1]}',
    '{"start":"abc"}',
    '{"edits":{"a":1}}',
    '{"edits":[{"cells":{"1":1.5}}]}',
    '{"noise":"much"}',
    '{"start":[1],"keep":"loved"}',
    '{"start":[1],"keep":["held"]}',
  ]) {
    assert.equal(readSteering(text), null, text);
  }
  assert.deepEqual(readSteering(""), {});
});

test("pins and edits are added, replaced and taken away one by one", () => {
  const steering = withPins("", { 3: 9, 12: 4 });
  assert.deepEqual(readSteering(steering)?.pins, { 3: 9, 12: 4 });
  assert.deepEqual(readSteering(withPins(steering, { 3: null, 12: 5 }))?.pins, { 12: 5 });
  assert.equal(withPins(steering, { 3: null, 12: null }), "");
  const edited = withEdit(withEdit(steering, { block: 1, step: 4, cells: { 2: null } }), {
    block: 1,
    step: 4,
    cells: { 6: 8 },
  });
  assert.deepEqual(readSteering(edited)?.edits, [{ block: 1, step: 4, cells: { 2: null, 6: 8 } }]);
  assert.equal(readSteering(withEdit(edited, { block: 1, step: 5, cells: { 2: null } }))?.edits?.length, 2);
});

test("pins side by side belong together", () => {
  assert.deepEqual(stretchesOf({ 12: 4, 3: 9, 11: 7, 100: 1, 13: 2 }), [
    [[3, 9]],
    [
      [11, 7],
      [12, 4],
      [13, 2],
    ],
    [[100, 1]],
  ]);
  assert.deepEqual(stretchesOf({}), []);
});
