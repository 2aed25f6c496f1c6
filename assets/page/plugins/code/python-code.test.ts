/** Code for a run, on the cases that tests/plugins/code reads too. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { pythonCode } from "./python-code.ts";

const CASES = new URL("../../../../tests/golden/rules/python-code.json", import.meta.url);

for (const [at, { name, spec, pictured, code }] of JSON.parse(await readFile(CASES, "utf8")).entries())
  test(`${name ?? at}`, () => assert.deepEqual(pythonCode(spec, pictured).trimEnd().split("\n"), code));
