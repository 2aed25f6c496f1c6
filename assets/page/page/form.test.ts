/** What Generate would make, and whether that is the run that the form was filled from. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { effect, signal } from "@preact/signals";
import { NO_SPEC } from "../run/spec.ts";
import { knob } from "../testing/fixtures.ts";
import { Form } from "./form.ts";
import { Knobs } from "./knobs.ts";
import type { RunSpec } from "../run/spec.ts";

const TABLE = [
  knob("way", "uniform", { choices: { uniform: "" } }),
  knob("sampler", "entropy-bound", { choices: { "entropy-bound": "", mine: "" }, written: ["mine"] }),
  knob("entropy_bound", 0.1, { samplers: ["entropy-bound"] }),
  knob("k", 3, { samplers: ["top-k"] }),
];
const SETTINGS = { way: "uniform", sampler: "entropy-bound", entropy_bound: 0.5, k: 3 };
const PROMPT = { text: "hello", system: "", thinking: false };
const RUN: RunSpec = { ...NO_SPEC, seed: 7, settings: SETTINGS, prompt: PROMPT };

/** @returns the form, the field of its prompt, and what it says last: is it edited? */
function formOf() {
  const ask: any = { text: signal(""), system: signal(""), thinking: signal(false) };
  ask.fill = ({ text }: { text: string }) => (ask.text.value = text);
  const knobs = new Knobs(TABLE, 99);
  const form = new Form(ask, knobs, TABLE);
  const states: boolean[] = [];
  effect(() => void states.push(form.differs));
  form.fill(RUN);
  return { form, knobs, prompt: ask.text, edited: () => states.at(-1) };
}

test("a form is filled with the whole run, and is not edited then", () => {
  const { form, edited } = formOf();
  const { prompt, seed, settings } = form.spec;
  assert.deepEqual([prompt.text, seed, settings, edited()], ["hello", 7, SETTINGS, false]);
});

test("each change is an edit until it is taken back, and the run can be restored", () => {
  const { form, knobs, prompt, edited } = formOf();
  const changes = [
    () => (prompt.value = "else"),
    () => (knobs.seed.value = 8),
    () => knobs.set("entropy_bound", 3),
    () => form.steer({ pins: { 3: 5 } }),
  ];
  for (const change of changes) {
    change();
    assert.equal(edited(), true);
    form.restore();
    assert.deepEqual([edited(), form.steering], [false, {}]);
  }
  knobs.set("entropy_bound", 3);
  knobs.set("entropy_bound", 0.5);
  assert.equal(edited(), false);
});

test("what another sampler would go by is no edit", () => {
  const { knobs, edited } = formOf();
  knobs.set("k", 9);
  assert.equal(edited(), false);
  knobs.set("sampler", "top-k");
  assert.equal(edited(), true);
});

test("a run that begins is the form's, and what was typed since it was asked for is an edit of it", () => {
  const { form, prompt, edited } = formOf();
  prompt.value = "asked";
  form.send();
  assert.equal(form.asksAnew, false);
  prompt.value = "asked and more";
  assert.equal(form.asksAnew, true);
  form.adopt({ ...RUN, prompt: { ...RUN.prompt, text: "asked" } });
  assert.deepEqual([edited(), prompt.value], [true, "asked and more"]);
  form.restore();
  assert.deepEqual([edited(), prompt.value], [false, "asked"]);
});

test("the text of a written sampler goes along only while it decides", () => {
  const { form, knobs } = formOf();
  form.fill({ ...RUN, settings: { ...SETTINGS, sampler: "mine" }, sampler_source: "code" });
  assert.equal(form.spec.sampler_source, "code");
  knobs.set("sampler", "entropy-bound");
  assert.equal(form.spec.sampler_source, "");
  knobs.set("sampler", "mine");
  assert.equal(form.spec.sampler_source, "code", "it is still there");
});

test("a run in a way that the checkpoint cannot write in gives the checkpoint's settings, which is an edit", () => {
  const { form, knobs, edited } = formOf();
  knobs.setOwn({ way: "masked", entropy_bound: 1 }, ["masked"]);
  form.fill(RUN);
  assert.deepEqual([form.spec.settings.way, form.spec.settings.entropy_bound, edited()], ["masked", 1, true]);
});
