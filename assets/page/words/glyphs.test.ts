import assert from "node:assert/strict";
import { test } from "node:test";
import { cellText, fit, flowText, IS_MASK, plainText } from "./glyphs.ts";

const CELLS: Record<string, [string, string]> = {
  "a word": [" cat", "cat"],
  "a line break": ["\n", "↵"],
  "a break with more": [".\n\n", ".↵↵"],
  "a tab": ["\t", "⇥"],
  spaces: ["  ", "␣␣"],
  nothing: ["", "∅"],
  "zero width": ["\u200b", "·"],
  "right to left override": ["\u202eevil", "·evil"],
  "markup, as it is": ["<b>${x}{{y}}", "<b>${x}{{y}}"],
  "a property of every object": ["constructor", "constructor"],
};
for (const [name, [text, shown]] of Object.entries(CELLS)) {
  test(`a cell shows ${name}`, () => assert.equal(cellText(text), shown));
}

test("marks do not pile up on a letter", () => {
  assert.equal(cellText(`e\u0301${"\u0300".repeat(40)}x`), "e\u0301\u0300x");
  assert.equal(cellText("n\u0303"), "n\u0303");
});

test("a very long token is cut", () => assert.equal([...cellText("x".repeat(200))].length, 25));

test("no cut in the middle of a character", () => assert.equal(cellText("😀".repeat(30)), `${"😀".repeat(24)}…`));

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

const FLOWING: Record<string, [string, string]> = {
  "a word with its space": [" cat", " cat"],
  indentation: ["    ", "    "],
  "a tab as spaces": ["\tx", "    x"],
  "one sign for a line break of two characters": ["\r\n", "↵"],
  nothing: ["", "∅"],
  "no zero width": ["a\u200bb", "a·b"],
  "no change of direction": ["\u202eevil", "·evil"],
  "no more than a line can hold": ["x".repeat(200), `${"x".repeat(24)}…`],
};
for (const [name, [text, shown]] of Object.entries(FLOWING)) {
  test(`a line of text shows ${name}`, () => assert.equal(flowText(text), shown));
}
