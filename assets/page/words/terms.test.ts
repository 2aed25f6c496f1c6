import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMES } from "../run/status.ts";
import { WAYS } from "../rules/ways.ts";
import { WORDS, entriesOf, hint, namesOf, words } from "./terms.ts";

const ALL = Object.values(WORDS);

test("a line of the glossary has at most 20 words and ends as a sentence", () => {
  for (const { plain, line } of ALL) {
    assert.ok(line.split(" ").length <= 20, `${plain}: ${line.split(" ").length} words`);
    assert.match(line, /^[A-Z].*\.$/);
  }
});

test("the switch chooses plain words or terms", () => {
  assert.deepEqual([words("plain").uncertainty, words("terms").uncertainty], ["uncertainty", "entropy"]);
  assert.deepEqual([words("plain").thrownBack, words("terms").thrownBack], ["thrown back", "re-noised"]);
  assert.deepEqual([words("plain").seed, words("terms").seed], ["seed", "seed"]);
});

test("the terms of uniform diffusion are those of addresses and tables", () => {
  assert.deepEqual(namesOf("uniform"), NAMES);
  assert.deepEqual(namesOf(undefined), NAMES);
  assert.deepEqual(namesOf("uniform", "plain"), ["kept", "just kept", "thrown back", "reopened"]);
});

test("each way of writing has names of its own, and nothing else's in its glossary", () => {
  assert.deepEqual(namesOf("masked"), ["kept", "newly kept", "masked", "masked again"]);
  assert.deepEqual(namesOf("autoregressive", "plain"), ["written", "just written", "blank", "blank again"]);
  for (const way of Object.keys(WAYS)) {
    const entries = entriesOf(way);
    for (const [name, { statuses }] of Object.entries(WAYS)) {
      for (const key of statuses) assert.equal(entries.includes(WORDS[key]), name === way);
    }
    assert.equal(new Set(entries.map(({ term }) => term)).size, entries.length);
  }
  assert.ok(!entriesOf("masked").includes(WORDS.noise));
});

test("the tooltip has the word that the page does not show", () => {
  assert.match(hint("kept", "plain"), /^The field's term: locked\. Kept at this step/);
  assert.match(hint("kept", "terms"), /^In plain words: kept\. Kept at this step/);
  assert.equal(hint("seed", "plain"), WORDS.seed.line);
});
