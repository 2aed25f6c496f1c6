import assert from "node:assert/strict";
import { test } from "node:test";
import { strip, stripEnd, stripOf } from "./python-text.ts";

test("spaces are those of Python, not those of JavaScript", () => {
  assert.equal(strip(` ${" ".repeat(1e5)}a`), "a", "in linear time");
  assert.equal(stripEnd(`${" ".repeat(1e5)}a`).length, 1e5 + 1);
  assert.equal(strip("\x1c\x85\u2003a b\u3000\n"), "a b");
  assert.equal(strip("\ufeffa\u200b"), "\ufeffa\u200b");
  assert.equal(stripOf("..a. .", " ."), "a");
  assert.equal(stripOf(". .", " ."), "");
});
