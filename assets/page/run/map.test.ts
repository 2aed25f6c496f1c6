/** What is said of marks: their settings, their figures, and what their runs cannot tell. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { markFigures, markName, tellSentence } from "./map.ts";

const KNOBS: any[] = [
  { name: "sampler", value: "entropy-bound", samplers: [] },
  { name: "entropy_bound", value: 0.1, samplers: ["entropy-bound"] },
  { name: "kappa", value: 0.9, samplers: ["psi"] },
  { name: "t_max", value: 0.8, samplers: [] },
  { name: "t_min", value: 0.4, samplers: [] },
  { name: "self_conditioning", value: "on", samplers: [] },
];
const SHIPPED = {
  sampler: "entropy-bound",
  entropy_bound: 0.15,
  kappa: 0.9,
  t_max: 0.5,
  t_min: 0.2,
  self_conditioning: "on",
};

test("a mark is named by budget and temperature, and by what else is not as the checkpoint has it", () => {
  const name = (changes: object) => markName({ ...SHIPPED, ...changes }, SHIPPED, KNOBS);
  assert.equal(name({}), "budget 0.15, temperature 0.5 to 0.2");
  assert.equal(name({ self_conditioning: "off" }), "budget 0.15, temperature 0.5 to 0.2, self-conditioning off");
  assert.equal(name({ kappa: 0.5 }), "budget 0.15, temperature 0.5 to 0.2", "of another sampler");
  assert.equal(name({ sampler: "psi", kappa: 0.5 }), "temperature 0.5 to 0.2, psi, kappa 0.5", "no budget there");
});

const mark = (right: number, cases: number, changes: object = {}): any => ({
  right,
  cases,
  passes: 6.25,
  subject: "a",
  yours: false,
  finding: null,
  ...changes,
});

test("figures stand with their interval", () => {
  assert.equal(markFigures(mark(14, 16)), "14 of 16 right (64% to 97%), 6.3 passes");
  assert.equal(markFigures(mark(0, 1, { passes: 120.4 })), "0 of 1 right (0% to 79%), 120 passes");
});

test("it is said from how many marks a setting cannot be told", () => {
  const yours = mark(14, 16, { yours: true });
  const [near, far] = [mark(45, 48), mark(2, 48)];
  assert.equal(tellSentence(yours, [yours]), "", "there is no other");
  assert.equal(
    tellSentence(yours, [near, yours, far]),
    "Your 16 runs cannot tell this setting from 1 of the other 2 marks: there the 95% interval of the difference reaches 0.",
  );
  assert.match(
    tellSentence(yours, [near, near, yours]),
    /^Your 16 runs cannot tell this setting from any of the other 2 marks:/,
  );
  assert.match(tellSentence(yours, [near, yours]), /cannot tell this setting from the other mark:/);
  assert.equal(
    tellSentence(near, [near, far, far]),
    "48 runs tell this setting from all of the other 2 marks: each interval of the difference leaves out 0.",
  );
  assert.match(
    tellSentence(near, [near, mark(3, 16, { subject: "b", yours: true })]),
    /Your marks are one prompt with many seeds/,
  );
});
