import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, isDecimal, longerThan, onOneLine, strip, stripEnd, stripOf, wholeNumber } from "./python-text.ts";

test("spaces are those of Python, not those of JavaScript", () => {
  assert.equal(strip(` ${" ".repeat(1e5)}a`), "a", "in linear time");
  assert.equal(stripEnd(`${" ".repeat(1e5)}a`).length, 1e5 + 1);
  assert.equal(strip("\x1c\x85\u2003a b\u3000\n"), "a b");
  assert.equal(strip("\ufeffa\u200b"), "\ufeffa\u200b");
  assert.equal(onOneLine("a\r\n\x1cb  c"), "a b c");
  assert.equal(stripOf("..a. .", " ."), "a");
  assert.equal(stripOf(". .", " ."), "");
});

test("a character beyond 16 bits counts once", () => {
  assert.deepEqual(
    [longerThan("😀😀", 2), longerThan("😀😀", 1), longerThan("ab", 2), longerThan("abc", 2)],
    [false, true, false, true],
  );
  assert.equal(cut("😀😀😀", 2), "😀…");
  assert.equal(cut("😀😀", 2), "😀😀");
});

test("digits of any script are read", () => {
  assert.deepEqual(["7", "٠٣", "９𝟗𝟎𝟘𝟿", "00"].map(wholeNumber), [7n, 3n, 99009n, 0n]);
  assert.deepEqual(["12", "٣", "", "1.", "²"].map(isDecimal), [true, true, false, false, false]);
});
