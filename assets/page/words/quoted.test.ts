import assert from "node:assert/strict";
import { test } from "node:test";
import { quoted } from "./quoted.ts";

test("what is written from the right, or turns the direction, keeps its direction for itself", () => {
  assert.equal(quoted("A cat"), "“A cat”");
  for (const text of ["اكتب قصة عن قطة", "a \u202ecat"]) assert.equal(quoted(text), `“\u2068${text}\u2069”`);
});
