/** Many runs in an address: they come back as they were asked for, and what cannot be made is named. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeStudy, encodeStudy } from "./study-address.ts";
import type { RunSpec } from "../run/spec.ts";

const number = (name: string, value: number) => ({
  name,
  value,
  minimum: 0,
  maximum: 100,
  whole: false,
  choices: {},
  samplers: [""].slice(1),
  label: "",
  unit: "",
  help: "",
  slider: [0, 1, 0.1] as [number, number, number],
  logarithmic: false,
});
const KNOBS = [number("t_max", 0.8), number("entropy_bound", 0.1)];
const SPEC: RunSpec = {
  version: 1,
  model: "m",
  revision: "r",
  prompt: { text: "a & b=c, “ü” <b>", system: "", thinking: false, image_sha256: "" },
  settings: { t_max: 0.5, entropy_bound: 0.1 },
  sampler_source: "",
  seed: 7,
};
const ONE = { spec: SPEC, seeds: 16, vary: "", values: [""], measure: { kind: "rule", wanted: "" } };

test("they come back as they were asked for", () => {
  for (const request of [
    ONE,
    {
      ...ONE,
      seeds: 64,
      vary: "entropy_bound",
      values: ["0.1", "0.5", "1"],
      measure: { kind: "pattern", wanted: "\\bc&t=\\b" },
    },
  ]) {
    const address = encodeStudy(request, KNOBS);
    assert.deepEqual(decodeStudy(address, KNOBS), { request, complaint: "" });
  }
  assert.equal(new URLSearchParams(encodeStudy(ONE, KNOBS)).has("vary"), false);
});

test("a study of a recorded run is refused: its seed and settings are not in the address", () => {
  assert.match(decodeStudy("run=lily&seeds=16", KNOBS).complaint, /but not of what/);
});

for (const [name, change, complaint] of [
  ["too many seeds", { seeds: "129" }, /with “129” seeds; allowed are 1 to 128/],
  ["no seeds", { seeds: "" }, /allowed are 1 to 128/],
  ["a setting that is not there", { vary: "colour", values: "1" }, /vary “colour”; there is no such setting/],
  ["too many values", { vary: "t_max", values: "1,2,3,4,5,6,7,8,9" }, /at 9 values/],
  ["no values", { vary: "t_max" }, /at 0 values/],
  ["a setting out of bounds", { spec: '{"prompt":{"text":"a"},"seed":7,"settings":{"t_max":101}}' }, /t_max is “101”/],
] as [string, Record<string, string>, RegExp][]) {
  test(`refused in a sentence: ${name}`, () => {
    const words = new URLSearchParams(encodeStudy(ONE, KNOBS));
    for (const [name, value] of Object.entries(change)) words.set(name, value);
    const read = decodeStudy(words.toString(), KNOBS);
    assert.equal(read.request, null);
    assert.match(read.complaint, complaint);
  });
}
