import assert from "node:assert/strict";
import { test } from "node:test";
import { strip, stripEnd } from "../../../rules/python-text.ts";
import { golden } from "../testing/portable.ts";
import { cut, isDecimal, longerThan, onOneLine, wholeNumber } from "./python-text.ts";

test("whatever some language takes for a space is stripped as Python strips it", () => {
  for (const { text, strip: bare, end } of golden("texts"))
    assert.deepEqual([strip(text), stripEnd(text)], [bare, end], JSON.stringify(text));
});

test("spaces on one line are those of Python", () => assert.equal(onOneLine("a\r\n\x1cb  c"), "a b c"));

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
