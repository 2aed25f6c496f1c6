import assert from "node:assert/strict";
import { test } from "node:test";
import { LOCKED, RELAPSED, RENOISED, countStatus } from "./status.js";

test("counts are by code", () => {
  assert.deepEqual(countStatus(Uint8Array.of(LOCKED, RELAPSED, RELAPSED, RENOISED)), [1, 0, 1, 2]);
});
