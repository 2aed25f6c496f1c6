/** Runs of a study by setting: in the order of their seeds, without those that failed, fresh seeds apart. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../../testing/fixtures.ts";
import { proofOf } from "./proof.ts";
import { resultsOf, settingsOf } from "./settings.ts";
import type { Result } from "../../run/study.ts";
import type { StudyRequest } from "./request.ts";

const result = (name: string, seed: number, change: number, passes: number, sentence: string = "") =>
  ({ name, seed, change, passes, sentence }) as Result;
const MADE = {
  request: { vary: "entropy_bound", values: ["1", "2"] } as StudyRequest,
  results: new Map([
    ["1 0", result("b", 9, 0, 4)],
    ["0 0", result("a", 8, 0, 3)],
    ["0 1", result("c", 8, 1, 0, "It was refused.")],
  ]),
  fresh: new Map([[1, new Map([["10", result("d", 10, 1, 2)]])]]),
};

test("each setting has its runs by seed, and its figures without those that failed or were not judged", () => {
  const { same, fresh } = settingsOf(MADE, new Map(Object.entries({ a: true, c: true, d: false })));
  const [first, second] = same.map(({ runs }) => runs.map(({ result, right }) => [result.name, right]));
  assert.deepEqual(first, [["a", true], ["b", undefined]]); // prettier-ignore
  assert.deepEqual(second, [["c", true]]);
  assert.deepEqual(same[0].finding, { passes: new Map([[8, 3], [9, 4]]), right: new Map([[8, true]]) }); // prettier-ignore
  assert.deepEqual(same[1].finding, { passes: new Map(), right: new Map() });
  const [{ seeds, change, name, finding }] = fresh;
  assert.deepEqual([seeds, change, name, finding.right.get(10)], ["fresh", 1, same[1].name, false]);
});

test("a setting has no name where nothing varies, and a study that was not made has no setting", () => {
  const request = { vary: "", values: [""] } as StudyRequest;
  assert.equal(settingsOf({ ...MADE, request }, new Map()).same[0].name, "");
  assert.deepEqual(resultsOf(MADE).map(({ name }) => name), ["b", "a", "c", "d"]); // prettier-ignore
  const none = { request: null, results: new Map(), fresh: new Map() };
  assert.deepEqual(settingsOf(none, new Map()), { same: [], fresh: [] });
});

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
