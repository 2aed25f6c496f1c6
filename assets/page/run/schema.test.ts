import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf } from "./schema.ts";
import type { Schema } from "./schema.ts";

/** what a schema takes, and what not */
const SCHEMAS: [Schema, unknown[], unknown[]][] = [
  [{ type: "string" }, ["", "x"], [1, null, []]],
  [{ type: "boolean" }, [true, false], [0, "true", null]],
  [{ type: "null" }, [null], [0, ""]],
  [{ type: "number" }, [0, -1.5], ["0", Infinity, NaN, true]],
  [{ type: "integer", minimum: 1, maximum: 3 }, [1, 3], [0, 4, 1.5, "1", 1e999]],
  [{ enum: ["a", "b"] }, ["a", "b"], ["c", 0, null]],
  [{ anyOf: [{ type: "null" }, { type: "integer" }] }, [null, 7], ["7", 0.5]],
  [{ type: "array", items: { type: "string" } }, [[], ["a"]], [["a", 1], {}, "a"]],
  [
    { type: "object", required: ["a"], properties: { a: { type: "string" } } },
    [{ a: "x" }, { a: "x", b: 1 }],
    [{}, { a: 1 }, []],
  ],
  [{ type: "object", additionalProperties: { type: "string" } }, [{}, { a: "x" }], [{ a: 1 }, null]],
  [
    { type: "object", patternProperties: { "^[0-9]$": { type: "string" } } },
    [{ 1: "x" }],
    [{ 1: 1 }, { a: "x" }, { 12: "x" }],
  ],
];
for (const [schema, taken, refused] of SCHEMAS) {
  test(`holds a value to ${JSON.stringify(schema)}`, () => {
    for (const value of taken) assert.equal(faultOf(value, schema, "it"), "");
    for (const value of refused) assert.notEqual(faultOf(value, schema, "it"), "", String(value));
  });
}

test("what is wrong is found by its place, also in what may be null, shortly, and without characters that do something", () => {
  const schema = { type: "object", additionalProperties: { type: "array", items: { type: "integer" } } };
  assert.equal(faultOf({ a: [1, "x"] }, schema), 'a.1 is "x", which it cannot be');
  const fault = faultOf({ ["\u202e\x9b".repeat(99)]: ["y".repeat(999)] }, schema);
  assert.match(fault, /^[\ufffd]+\.\.\.\.0 is "y+\.\.\., which it cannot be$/);
  const perhaps = { anyOf: [{ type: "object", properties: { b: { type: "integer" } } }, { type: "null" }] };
  assert.equal(faultOf({ b: "x" }, perhaps, "a"), 'a.b is "x", which it cannot be');
});
