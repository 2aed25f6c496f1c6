import assert from "node:assert/strict";
import { test } from "node:test";

import { allowed, maskOf } from "./answer.ts";

const LENGTH = 5;
const entries = (list: Iterable<unknown>) => ({ entries: [...list] });
const margin = Float32Array.of(0.1, 0.9, 0.4, 1, 0);

for (const [name, list] of [
  ["booleans", [false, true, false, true, false]],
  ["what a typed array's map makes of booleans", margin.map((lead) => (lead > 0.5) as any)],
  ["large integers", BigInt64Array.of(0n, 1n, 0n, 1n, 0n)],
  ["numbers and booleans", [0, true, false, 1, 0]],
  ["positions in any order, some twice", [3, 1, 3]],
  ["positions in a set", new Set([1, 3])],
  ["as many positions as the canvas has", [3, 1, 3, 1, 3]],
] as [string, Iterable<unknown>][])
  test(`a mask or a list of positions: ${name}`, () => {
    assert.deepEqual(maskOf(entries(list), LENGTH), Uint8Array.of(0, 1, 0, 1, 0));
  });

test("nothing is kept by an empty list and by a mask of zeros, and all by a mask of ones and by all positions", () => {
  for (const list of [[], [0, 0, 0, 0, 0], Array(LENGTH).fill(false)])
    assert.deepEqual(maskOf(entries(list), LENGTH), new Uint8Array(LENGTH));
  for (const list of [Array(LENGTH).fill(1), Array(LENGTH).keys()])
    assert.deepEqual(maskOf(entries(list), LENGTH), new Uint8Array(LENGTH).fill(1));
});

test("a short list of zeros and ones names positions while each comes once", () => {
  assert.deepEqual(maskOf(entries([0]), LENGTH), Uint8Array.of(1, 0, 0, 0, 0));
  assert.deepEqual(maskOf(entries([1, 0]), LENGTH), Uint8Array.of(1, 1, 0, 0, 0));
});

for (const [answer, returned] of [
  [entries([true, false, true, true]), "a mask of 4 entries"],
  [entries(Array(LENGTH + 1).fill(true)), "a mask of 6 entries"],
  [entries(Uint8Array.of(0, 1, 1, 0)), "a mask of 4 entries"],
  [entries([0, 0]), "a mask of 2 entries"],
  [entries([true]), "a mask of 1 entry"],
  [entries([true, false, true, false, 2]), "2 in a mask"],
  [entries([true, false, true, false, undefined]), "undefined in a mask"],
  [entries(margin.map(() => NaN)), "NaN in its list"],
  [entries(margin), "0.10000000149011612 in its list"],
  [entries([LENGTH]), "5 in its list"],
  [entries([1.5]), "1.5 in its list"],
  [entries([BigInt(LENGTH)]), "5 in its list"],
  [entries(["1"]), "1, a text, in its list"],
  [entries([undefined]), "undefined in its list"],
  [entries([{ toString: 1 }]), "an object in its list"],
  [entries(["x".repeat(5_000_000)]), `${"x".repeat(40)}, a text, in its list`],
  [{ type: "undefined" }, "nothing"],
  [{ type: "null" }, "null"],
  [{ type: "object" }, "an object"],
  [{ entries: { length: 5 }, type: "object" }, "an object"],
  [{ type: { toString: 1 } }, "a value"],
  [{}, "nothing"],
] as [any, string][])
  test(`anything else is told apart by a sentence: ${returned.slice(0, 60)}, ${JSON.stringify(answer.type)}`, () => {
    assert.equal(maskOf(answer, LENGTH), `The rule's accept returns ${returned}; it must return ${allowed(LENGTH)}.`);
  });

test("the sentence says what is allowed", () => {
  assert.equal(
    allowed(128),
    "a mask, which says true or false (1 or 0) for each of the 128 positions, or a list of positions from 0 to 127",
  );
});
