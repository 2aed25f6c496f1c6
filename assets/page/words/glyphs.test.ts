import assert from "node:assert/strict";
import { test } from "node:test";
import { cellText, fit, flowText, IS_MASK, plainText } from "./glyphs.ts";
import { quoted } from "./quoted.ts";

test("a cell shows what its token is, and nothing that turns or hides it", () => {
  const texts = [" cat", "\n", ".\n\n", "\t", "  ", "", "\u200b", "\u202eevil", "<b>${x}{{y}}", "constructor"];
  const shown = ["cat", "↵", ".↵↵", "⇥", "␣␣", "∅", "·", "·evil", "<b>${x}{{y}}", "constructor"];
  assert.deepEqual(texts.map(cellText), shown);
});

test("marks do not pile up on a letter", () => {
  assert.equal(cellText(`e\u0301${"\u0300".repeat(40)}x`), "e\u0301\u0300x");
  assert.equal(cellText("n\u0303"), "n\u0303");
});

test("a very long token is cut, but not in the middle of a character", () => {
  assert.equal([...cellText("x".repeat(200))].length, 25);
  assert.equal(cellText("😀".repeat(30)), `${"😀".repeat(24)}…`);
});

test("text is shortened until it fits", () => {
  const measure = (text: string) => text.length * 10;
  assert.equal(fit("ball", 40, measure), "ball");
  assert.equal(fit("balloon", 40, measure), "bal…");
  assert.equal(fit("balloon", 5, measure), "b");
});

test("a mask is known by the names that models have for it", () => {
  for (const name of ["<mask>", "[MASK]", "<|mask|>", "<|mdm_mask|>"]) assert.match(name, IS_MASK);
  for (const text of ["mask", "<masked>", "<eos>", "<a mask>"]) assert.doesNotMatch(text, IS_MASK);
});

test("running text keeps lines and letters, loses what would turn or hide it", () => {
  assert.equal(plainText("a\n\tb"), "a\n\tb");
  assert.equal(plainText("\u202eevil\u0007"), "\ufffdevil\ufffd");
});

test("a line of text keeps spaces, and has signs for what would break it", () => {
  const texts = [" cat", "    ", "\tx", "\r\n", "", "a\u200bb", "\u202eevil", "x".repeat(200)];
  const shown = [" cat", "    ", "    x", "↵", "∅", "a·b", "·evil", `${"x".repeat(24)}…`];
  assert.deepEqual(texts.map(flowText), shown);
});

test("what is written from the right, or turns the direction, keeps its direction for itself", () => {
  assert.equal(quoted("A cat"), "“A cat”");
  for (const text of ["اكتب قصة عن قطة", "a \u202ecat"]) assert.equal(quoted(text), `“\u2068${text}\u2069”`);
});
