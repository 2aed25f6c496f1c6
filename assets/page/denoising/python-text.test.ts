import assert from "node:assert/strict";
import { test } from "node:test";
import { golden } from "../testing/portable.ts";
import { byCodePoint, float, general, repr, strip, stripEnd, withCommas } from "./python-text.ts";

const cases = golden("texts");

test("values look as in Python's sentences", () => {
  for (const { value, text } of cases.repr) assert.equal(repr(value), text);
});

test("numbers are written and rounded as in Python", () => {
  for (const { value, repr: whole, g, g16, six } of cases.floats) {
    assert.equal(float(value), whole);
    assert.equal(general(value), g, whole);
    assert.equal(withCommas(general(value, 16)), g16, whole);
    if (Number.isFinite(value)) assert.equal(float(Number(general(value))), six);
  }
});

test("the same characters are spaces", () => {
  for (const { text, strip: bare, end } of cases.strip)
    assert.deepEqual([strip(text), stripEnd(text)], [bare, end], JSON.stringify(text));
  assert.equal(strip(` ${" ".repeat(1e5)}a`), "a", "in linear time");
  assert.equal(stripEnd(`${" ".repeat(1e5)}a`).length, 1e5 + 1);
});

test("texts are in the same order", () =>
  assert.deepEqual([...cases.sorted].reverse().sort(byCodePoint), cases.sorted));
