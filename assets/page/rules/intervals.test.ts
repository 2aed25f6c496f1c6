/** Intervals, on the cases that the tests in Python read too. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { joined, wilson } from "./intervals.ts";

const casesOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../tests/golden/rules/${name}.json`, import.meta.url), "utf8"));
const near = (interval: number[] | null, expected: number[], within: number) =>
  assert.ok(
    interval !== null && interval.every((value, at) => Math.abs(value - expected[at]) < within),
    `${interval} is not ${expected}`,
  );

for (const { name, right, cases, low, high } of casesOf("shares"))
  test(name, () => near(wilson(right, cases), [low, high], 1e-4));

test("of two shares on different cases, as Newcombe has it (method 10, 56 of 70 and 48 of 80)", () =>
  near(joined([48, 80], [56, 70]), [0.0524, 0.3339], 1e-4));
