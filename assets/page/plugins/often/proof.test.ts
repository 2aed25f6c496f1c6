import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../../testing/fixtures.ts";
import { proofOf } from "./proof.ts";

const lane = (way: string): any => ({ header: header({ prompt: "a", way }) });

test("many seeds of the prompt that were made here are told of its lanes, and those of another prompt are not", () => {
  const lanes = [lane("uniform"), lane("masked")];
  const result = (change: number, right: boolean | null) => ({ change, verdict: right === null ? null : { right } });
  const results = [result(0, false), result(1, true), result(1, true), result(0, null), result(1, false)];
  const study = (changes: object = {}) =>
    ({
      request: { spec: { prompt: { text: "a", system: "" } }, vary: "way", values: ["masked", "uniform"], ...changes },
      results: new Map(results.map((each, at) => [String(at), each])),
    }) as any;
  const known = "Of many seeds made here this many were right: A 2 of 3, B 0 of 1.";
  assert.equal(proofOf(lanes, [study(), study({ vary: "seed" })]), known);
  const others = [
    study({ spec: { prompt: { text: "b", system: "" } } }),
    study({ spec: { prompt: { text: "a", system: "be brief" } } }),
    study({ vary: "sampler" }),
    study({ values: ["masked"] }),
  ];
  for (const other of others) assert.equal(proofOf(lanes, [other]), "");
  const none = { ...study(), results: new Map([["0", result(0, true)]]) };
  assert.equal(proofOf(lanes, [none as any]), "", "of one lane nothing has arrived");
});
