import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf, replaced, wordsOf } from "./words.ts";

const PROMPT = "Write a story about Lily, a cat and a red ball.";
const word = (text: string) => wordsOf(PROMPT).find((one) => one.text === text) ?? { text: "", at: 0 };

test("words are runs of letters, wherever they stand", () => {
  assert.deepEqual(
    wordsOf("Tell Zoë’s tale: <b>x</b> 3 l'été").map(({ text }) => text),
    ["Tell", "Zoë’s", "tale", "b", "x", "b", "l'été"],
  );
  assert.deepEqual(wordsOf("Solve this:\n.3\n2."), []);
  assert.equal(wordsOf("a ".repeat(60)).length, 60);
  assert.deepEqual(wordsOf("a ".repeat(61)), []);
});

test("only the word that is meant is replaced, with the article that fits", () => {
  assert.equal(replaced(PROMPT, word("cat"), "dragon"), "Write a story about Lily, a dragon and a red ball.");
  assert.equal(replaced(PROMPT, word("cat"), "owl"), "Write a story about Lily, an owl and a red ball.");
  assert.equal(replaced("An owl", { text: "owl", at: 3 }, "cat"), "A cat");
  assert.equal(replaced(PROMPT, word("ball"), "egg"), "Write a story about Lily, a cat and a red egg.");
  assert.equal(replaced("Anna ate", { text: "ate", at: 5 }, "ran"), "Anna ran");
});

test("a word is of the first kind that has it", () => {
  const known = { animal: ["cat"], colour: ["red"] };
  assert.deepEqual([kindOf("red", known), kindOf("Red", known)], ["colour", ""]);
});
