import assert from "node:assert/strict";
import { test } from "node:test";
import { LOCKED, NEWLY_LOCKED, RELAPSED, RENOISED, countStatus, statusOf } from "./status.js";

test("each pair of accepted now and before has its own status", () => {
  const status = statusOf(Uint8Array.of(1, 1, 0, 0), Uint8Array.of(1, 0, 0, 1));
  assert.deepEqual([...status], [LOCKED, NEWLY_LOCKED, RENOISED, RELAPSED]);
});

test("a block starts with nothing accepted", () => {
  assert.deepEqual([...statusOf(Uint8Array.of(1, 0), null)], [NEWLY_LOCKED, RENOISED]);
});

test("counts are by code", () => {
  assert.deepEqual(countStatus(Uint8Array.of(LOCKED, RELAPSED, RELAPSED, RENOISED)), [1, 0, 1, 2]);
});
