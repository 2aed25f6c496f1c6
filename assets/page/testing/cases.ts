/** Cases that tests in Python read too, a test each. For the tests only. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../../tests/golden/rules/", import.meta.url);

/** @param name of the file, from `tests/golden/rules` */
export const casesIn = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));

export const each = (name: string, check: (values: any) => void) =>
  casesIn(name).forEach((values: any, i: number) => test(`${name}: ${values.name ?? i}`, () => check(values)));

export const near = (interval: number[] | null, expected: number[], within: number) =>
  assert.ok(
    interval !== null && interval.every((value, at) => Math.abs(value - expected[at]) < within),
    `${interval} is not ${expected}`,
  );
