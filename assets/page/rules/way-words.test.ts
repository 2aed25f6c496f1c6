import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMES } from "../run/status.ts";
import { WORDS } from "../words/terms.ts";
import { entriesOf, namesOf } from "./way-words.ts";
import { WAYS } from "./ways.ts";

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
