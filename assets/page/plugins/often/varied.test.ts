import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../../testing/fixtures.ts";
import { variedBy } from "./varied.ts";

test("the one setting in which lanes differ", () => {
  const lane = (settings: object, more = {}) =>
    ({ header: header({ settings: { way: "uniform", bound: 1, steps: 4, ...settings }, ...more }) }) as any;
  assert.deepEqual(variedBy([lane({}), lane({ bound: 2 }, { seed: 9 })]), { name: "bound", values: [1, 2] });
  assert.deepEqual(
    variedBy([lane({}), lane({ way: "masked", bound: 5 })]),
    { name: "way", values: ["uniform", "masked"] },
    "a way brings its own defaults",
  );
  for (const second of [
    lane({}),
    lane({ bound: 2, steps: 5 }),
    lane({ bound: 2 }, { prompt: "y" }),
    lane({ bound: 2 }, { spec: { pins: { 1: 2 } } }),
    lane({ bound: 2 }, { spec: { keep: "held" } }),
    lane({ bound: 2 }, { spec: { noise: 0.1 } }),
  ])
    assert.equal(variedBy([lane({}), second]), null);
  assert.equal(variedBy([lane({}), lane({ bound: 2 }), lane({ bound: 2 })]), null, "a value stands in one lane only");
  assert.equal(variedBy([lane({})]), null);
});
