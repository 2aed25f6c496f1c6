/** The settings of the form: which are shown, what is wrong with them, and what goes back to the checkpoint's own. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { effect } from "@preact/signals";
import { knob } from "../testing/fixtures.ts";
import { Knobs } from "./knobs.ts";
import type { Value } from "../rules/knobs.ts";

const number = (name: string, value: number, more: object = {}) =>
  knob(name, value, { label: name, maximum: 10, ...more });
const choice = (name: string, value: string) => knob(name, value, { choices: { [value]: "" } });
const TABLE = [
  number("t_max", 1),
  number("t_min", 0.5),
  number("steps", 8, { label: "Steps", minimum: 1, maximum: 2000, whole: true }),
  choice("way", "uniform"),
  choice("sampler", "entropy-bound"),
  number("bound", 0.1, { samplers: ["entropy-bound"] }),
  number("k", 3, { samplers: ["top-k"] }),
  number("favour_margin", 1),
];

/** @returns settings of which these are changed */
const form = (values: Record<string, Value> = {}) => ({ knobs: Object.assign(new Knobs(TABLE, 99), { values }) });
const shown = (knobs: Knobs) => knobs.table.filter((knob) => knobs.has(knob)).map(({ name }) => name);

test("what another sampler goes by is not there, and the margin only where a text is favoured", () => {
  const { knobs } = form();
  assert.deepEqual(shown(knobs), ["t_max", "t_min", "steps", "way", "sampler", "bound"]);
  knobs.values = { sampler: "top-k" };
  knobs.favours.value = true;
  assert.deepEqual(shown(knobs), ["t_max", "t_min", "steps", "way", "sampler", "k", "favour_margin"]);
});

test("a value is wrong beyond its bounds, where no whole number stands for one, and where the last temperature is the higher", () => {
  const wrong = "Steps: allowed is a whole number from 1 to 2,000.";
  for (const steps of [1, 2000]) assert.equal(form({ steps }).knobs.problem, "");
  for (const steps of [0, 2001, 2.5, NaN]) assert.equal(form({ steps }).knobs.problem, wrong);
  assert.equal(form({ bound: -1 }).knobs.problem, "bound: allowed is a number from 0 to 10.");
  assert.equal(form({ bound: -1, sampler: "top-k" }).knobs.problem, "", "it decides nothing");
  assert.equal(form({ t_max: 0.5, t_min: 0.5 }).knobs.problem, "");
  const problem = "Last temperature: at most the first one, which is 0.5.";
  assert.equal(form({ t_max: 0.5, t_min: 0.6 }).knobs.problem, problem);
  assert.match(form({ t_max: 0.5, t_min: 11 }).knobs.problem, /^t_min: allowed is/);
});

test("a seed is a whole number from 0 to what the server takes", () => {
  const { knobs } = form();
  for (const seed of [0, 99, -1, 100, 1.5, NaN]) {
    knobs.seed.value = seed;
    assert.equal(knobs.problem, [0, 99].includes(seed) ? "" : "Seed: allowed is a whole number from 0 to 99.");
  }
});

test("who follows the settings hears of each change, and a setting that there is not stays out", () => {
  const { knobs } = form();
  const heard: unknown[] = [];
  effect(() => void heard.push(knobs.values.t_max));
  knobs.values = { t_max: 2, other: 1 };
  knobs.set("t_max", 3);
  assert.deepEqual([heard, "other" in knobs.values], [[1, 2, 3], false]);
});

test("another way of writing brings its own defaults", () => {
  const { knobs } = form({ t_max: 3, steps: 9 });
  knobs.set("way", "masked");
  const { way, t_max, t_min, bound } = knobs.values;
  assert.deepEqual({ way, t_max, t_min, bound }, { way: "masked", t_max: 1, t_min: 1, bound: 0.1 });
});

test("reset gives the checkpoint's own values, once they are known", () => {
  const { knobs } = form({ t_max: 3 });
  const changed = () => TABLE.filter((knob) => knobs.changes(knob)).map(({ name }) => name);
  knobs.reset();
  assert.deepEqual([knobs.values.t_max, changed()], [3, []]);
  knobs.setOwn({ t_max: 0.65, t_min: 0.5 });
  assert.deepEqual(changed(), ["t_max"]);
  knobs.reset();
  assert.deepEqual([knobs.values.t_max, changed()], [0.65, []]);
});

test("a checkpoint that cannot write in the way that is set has its own values instead", () => {
  const { knobs } = form({ way: "uniform" });
  knobs.setOwn({ way: "masked" }, ["uniform", "masked"]);
  assert.equal(knobs.fit(), false);
  knobs.setOwn({ way: "masked" }, ["masked"]);
  assert.deepEqual([knobs.fit(), knobs.values.way], [true, "masked"]);
});
