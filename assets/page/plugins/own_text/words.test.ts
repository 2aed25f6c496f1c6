import assert from "node:assert/strict";
import { test } from "node:test";
import { isNew, wordsOf } from "./words.ts";

test("tokens fall into words at spaces and new lines; a sign stands alone", () => {
  const words = (...texts: string[]) => wordsOf(texts).map((places) => places.map((at) => texts[at]));
  assert.deepEqual(words("Lily", " ze", "bra", ".", " “", "Hi", "\n", " ", "x", " =", " 1", "2"), [
    ["Lily"],
    [" ze", "bra"],
    ["."],
    [" “"],
    ["Hi"],
    ["\n"],
    [" "],
    ["x"],
    [" ="],
    [" 1", "2"],
  ]);
  assert.deepEqual(words(" \ufffd", "\ufffd", "a", ""), [[" \ufffd", "\ufffd", "a"], [""]], "pieces of one letter");
  assert.deepEqual(words(), []);
});

test("a word is new if the server named it, in any case and cut as it cuts", () => {
  const strange = new Set(["zog", "café", `${"x".repeat(23)}…`]);
  for (const text of [" Zog", "ZOG's", " cafe\u0301", "x".repeat(30)]) assert.ok(isNew(text, strange), text);
  for (const text of [" zo", "zogg", "", " 1", "x".repeat(24)]) assert.ok(!isNew(text, strange), text);
});
