/** Many runs in an address: they come back as they were asked for, and what cannot be made is named. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { decode } from "../../page/address.ts";
import { knob } from "../../testing/fixtures.ts";
import { holds } from "../../testing/holds.ts";
import { sentences } from "../../testing/sentences.ts";
import { decodeStudy, encodeStudy, valuesFault, valuesIn } from "./address.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { RunSpec } from "../../run/spec.ts";

const KNOBS = [knob("t_max", 0.8), knob("entropy_bound", 0.1)];
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
  const measure = { kind: "pattern", wanted: "\\bc&t=\\b" };
  for (const request of [ONE, { ...ONE, seeds: 64, vary: "entropy_bound", values: ["0.1", "0.5", "1"], measure }]) {
    const address = encodeStudy(request, KNOBS);
    assert.deepEqual(decodeStudy(address, KNOBS), { request, complaint: "" });
  }
  assert.equal(new URLSearchParams(encodeStudy(ONE, KNOBS)).has("vary"), false);
});

sentences("a study that an address cannot make is none, and one sentence says why", () =>
  (
    [
      { seeds: "129" },
      { seeds: "" },
      { vary: "colour", values: "1" },
      { vary: "t_max", values: "1,2,3,4,5,6,7,8,9" },
      { vary: "t_max" },
      { spec: '{"prompt":{"text":"a"},"seed":7,"settings":{"t_max":101}}' },
      { spec: "", run: "lily" }, // whose seed and settings are not in the address
    ] as Record<string, string>[]
  ).map((change) => {
    const words = new URLSearchParams({
      ...Object.fromEntries(new URLSearchParams(encodeStudy(ONE, KNOBS))),
      ...change,
    });
    if (!words.get("spec")) words.delete("spec");
    const { request, complaint } = decodeStudy(words.toString(), KNOBS);
    assert.equal(request, null);
    return complaint;
  }),
);

test("typed values are each there once, and 1 to 8 of them", () => {
  assert.deepEqual(valuesIn(" 0.5,1;0.5\n2 "), ["0.5", "1", "2"]);
  const eight = ["1", "2", "3", "4", "5", "6", "7", "8"];
  assert.deepEqual([valuesFault(["1"]), valuesFault(eight)], ["", ""]);
  assert.match(valuesFault([]), /has 0 values; allowed are 1 to 8/);
  assert.match(valuesFault([...eight, "9"]), /has 9 values/);
});

test("what addresses of earlier versions ask for is still asked for", async () => {
  const json = async (path: string) =>
    JSON.parse(await readFile(new URL(`../../../../${path}`, import.meta.url), "utf8"));
  const { knobs }: { knobs: Knob[] } = await json("assets/portable/manifest.json");
  const cases = (await json("tests/promises/1.0.0/addresses.json")).filter(({ study }: any) => study);
  assert.ok(cases.length > 0);
  for (const { name, address, study } of cases) {
    const { state, complaints } = decode(address, knobs, ["study"]);
    assert.deepEqual(complaints, [], name);
    holds(decodeStudy(state.beside.study, knobs).request, study, name);
  }
});
