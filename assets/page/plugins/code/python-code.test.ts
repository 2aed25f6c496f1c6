/** Code for a run, on the cases that tests/plugins/code reads too. */

import assert from "node:assert/strict";
import { each } from "../../testing/cases.ts";
import { pythonCode } from "./python-code.ts";

each("python-code", ({ spec, pictured, code }) =>
  assert.deepEqual(pythonCode(spec, pictured).trimEnd().split("\n"), code),
);
