import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMES } from "../run/status.ts";
import { WORDS } from "../words/terms.ts";
import { entriesOf, namesOf } from "./way-words.ts";
import { WAYS, wayNamed } from "./ways.ts";

test("the terms of uniform diffusion are those of addresses and tables", () => {
  assert.deepEqual(namesOf(wayNamed("uniform")), NAMES);
  assert.deepEqual(namesOf(wayNamed(undefined)), NAMES);
  assert.deepEqual(namesOf(WAYS.uniform, "plain"), ["kept", "just kept", "thrown back", "reopened"]);
});

test("each way of writing has names of its own, and nothing else's in its glossary", () => {
  assert.deepEqual(namesOf(WAYS.masked), ["kept", "newly kept", "masked", "masked again"]);
  assert.deepEqual(namesOf(WAYS.autoregressive, "plain"), ["written", "just written", "blank", "blank again"]);
  for (const way of Object.values(WAYS)) {
    const entries = entriesOf(way);
    for (const second of Object.values(WAYS)) {
      for (const key of second.statuses) assert.equal(entries.includes(WORDS[key]), second === way);
    }
    assert.equal(new Set(entries.map(({ term }) => term)).size, entries.length);
  }
  assert.ok(!entriesOf(WAYS.masked).includes(WORDS.noise));
});
