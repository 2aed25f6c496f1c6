import assert from "node:assert/strict";
import { test } from "node:test";
import { sentences } from "../../testing/sentences.ts";
import { gapWords, roomSentence } from "./sentences.ts";
import { isNew, wordsOf } from "./words.ts";

test("tokens fall into words at spaces and new lines; a sign stands alone", () => {
  const words = (...texts: string[]) => wordsOf(texts).map((places) => places.map((at) => texts[at]));
  const cut = words("Lily", " ze", "bra", ".", " “", "Hi", "\n", " ", "x", " =", " 1", "2");
  const joined = cut.map((word) => word.join("|"));
  assert.deepEqual(joined, ["Lily", " ze|bra", ".", " “", "Hi", "\n", " ", "x", " =", " 1|2"]);
  assert.deepEqual(words(" \ufffd", "\ufffd", "a", ""), [[" \ufffd", "\ufffd", "a"], [""]], "pieces of one letter");
  assert.deepEqual(words(), []);
});

test("a word is new if the server named it, in any case and cut as it cuts", () => {
  const strange = new Set(["zog", "café", `${"x".repeat(23)}…`]);
  for (const text of [" Zog", "ZOG's", " cafe\u0301", "x".repeat(30)]) assert.ok(isNew(text, strange), text);
  for (const text of [" zo", "zogg", "", " 1", "x".repeat(24)]) assert.ok(!isNew(text, strange), text);
});

sentences(
  "the room that is left is said for the longest choice, and what the model writes: the gaps, and the end if that is open",
  () => {
    const choice = (...gaps: number[]) =>
      ({ parts: [{ place: 0, ids: [1] }, ...gaps.map((gap) => ({ place: 1, gap }))] }) as any;
    return [
      ...[[41], [40, 44, 42], [128], [129]].map((counts) => roomSentence(counts, 128)),
      gapWords([choice(3, 1)], false),
      gapWords([choice(1)], true),
      gapWords([choice(1, 2), choice(3, 2)], false),
      gapWords([choice()], false),
    ];
  },
);
