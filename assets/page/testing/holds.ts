/** What is promised of a value, and what may have come since. */

import assert from "node:assert/strict";

/** Fields may have come since, so only those that are promised are compared. */
export function holds(value: any, promised: any, at: string) {
  if (promised === null || typeof promised !== "object") return assert.equal(value ?? null, promised, at);
  if (Array.isArray(promised)) assert.equal(value?.length, promised.length, at);
  for (const [name, each] of Object.entries(promised)) holds(value?.[name], each, `${at}.${name}`);
}
