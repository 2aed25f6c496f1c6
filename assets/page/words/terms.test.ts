import assert from "node:assert/strict";
import { test } from "node:test";
import { WORDS, hint, words } from "./terms.ts";

const ALL = Object.values(WORDS);

test("a line of the glossary has at most 20 words and ends as a sentence", () => {
  for (const { plain, line } of ALL) {
    assert.ok(line.split(" ").length <= 20, `${plain}: ${line.split(" ").length} words`);
    assert.match(line, /^[A-Z].*\.$/);
  }
});

test("the switch chooses plain words or terms, and the tooltip has the word that the page does not show", () => {
  assert.deepEqual([words("plain").uncertainty, words("terms").uncertainty], ["uncertainty", "entropy"]);
  assert.deepEqual([words("plain").thrownBack, words("terms").thrownBack], ["thrown back", "re-noised"]);
  assert.deepEqual([words("plain").seed, words("terms").seed], ["seed", "seed"]);
  assert.match(hint("kept", "plain"), /^The field's term: locked\. Kept at this step/);
  assert.match(hint("kept", "terms"), /^In plain words: kept\. Kept at this step/);
  assert.equal(hint("seed", "plain"), WORDS.seed.line);
});
