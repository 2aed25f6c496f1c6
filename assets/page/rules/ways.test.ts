import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMES } from "../run/status.ts";
import { WORDS } from "../words/terms.ts";
import { entriesOf, namesOf } from "./way-words.ts";
import { WAYS, broughtBy, defaultsIn, wayNamed } from "./ways.ts";

test("a way of writing has its usual defaults; a change to another one brings them, and any other change nothing", () => {
  const usual = { t_max: 0.8, t_min: 0.4, max_denoising_steps: 48, confidence_threshold: 0.005, draw: "exact" };
  const shipped = { ...usual, self_conditioning: "on", max_new_tokens: 256 };
  assert.deepEqual(defaultsIn("uniform", shipped), { ...usual, self_conditioning: "on" });
  const changed = { t_max: 1, t_min: 1, confidence_threshold: 0, draw: "greedy", self_conditioning: "off" };
  assert.deepEqual(defaultsIn("autoregressive", shipped), { ...usual, ...changed });
  assert.equal(defaultsIn("masked", shipped).max_denoising_steps, 256);
  assert.equal(broughtBy({ way: "masked" }, { way: "uniform" }).draw, "greedy");
  for (const change of [{ way: "masked" }, { t_max: 1 }, { way: "sideways" }])
    assert.deepEqual(broughtBy(change, { way: "masked" }), {});
});

test("each way of writing has names of its own, those of uniform diffusion the ones of addresses, and nothing else's in its glossary", () => {
  assert.deepEqual(namesOf(wayNamed("uniform")), NAMES);
  assert.deepEqual(namesOf(wayNamed(undefined)), NAMES);
  assert.deepEqual(namesOf(WAYS.uniform, "plain"), ["kept", "just kept", "thrown back", "reopened"]);
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
