/** Marks of the map, by hand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sentences } from "../../testing/sentences.ts";
import { apart, gapOf, kindsOf, settingKey, shippedMarks, studyMarks } from "./marks.ts";
import { markFigures, markName, tellSentence } from "./sentences.ts";

const KNOBS: any[] = [
  { name: "sampler", value: "entropy-bound", samplers: [] },
  { name: "entropy_bound", value: 0.1, samplers: ["entropy-bound"] },
  { name: "kappa", value: 0.9, samplers: ["psi"] },
  { name: "t_max", value: 0.8, samplers: [] },
];
const SHIPPED = { sampler: "entropy-bound", entropy_bound: 0.15, kappa: 0.9, t_max: 0.5 };

const ROW = { entropy_bound: 1, t_max: 0.5, share: 0.75, low: 0.5, high: 0.9, passes: 6, cases: 16 };
const row = (changes: object): any => ({ ...ROW, ...changes });
const card = (task: string, rows: any[] = []): any => ({ tasks: [{ task, like: "", rows }], shares: {}, settings: "" });

test("the kind that is most like the prompt comes first, and of these the one with the most marks", () => {
  const sweeps = [
    { kind: "story, facts named", rows: [row({}), row({}), row({})] },
    { kind: "Sudoku 9x9, 30 clues", rows: [row({})] },
    { kind: "Sudoku 9x9, 36 clues", rows: [row({}), row({})] },
  ];
  const kinds = ["Sudoku 9x9, 36 clues", "Sudoku 9x9, 30 clues", "story, facts named"];
  assert.deepEqual(kindsOf(sweeps, card("Sudoku 9x9, 30 clues")), kinds);
  assert.equal(kindsOf(sweeps, card("story of two canvases"))[0], "story, facts named");
  assert.equal(kindsOf(sweeps, card("function with a gap"))[0], "function with a gap", "only the card knows it");
  assert.deepEqual(kindsOf([], card("a", [])), ["a"]);
  assert.deepEqual(kindsOf([], { tasks: [], shares: {}, settings: "" }), []);
});

test("a setting has one mark, that of the most cases; what has no share has none", () => {
  const each = { passes: [5, 7], right: [true, null] };
  const sweeps = [
    { kind: "a", rows: [row({}), row({ entropy_bound: 0.15, cases: 48 }), row({ entropy_bound: 5, share: null })] },
    { kind: "a", rows: [row({ cases: 32, share: 0.5, each }), row({ cases: 8 })] },
    { kind: "b", rows: [row({ entropy_bound: 9 })] },
  ];
  const figures = [
    { way: "uniform", right: 400, cases: 500, passes: 5.5 },
    { way: "masked", right: 1, cases: 32, passes: 9 },
  ];
  const marks = shippedMarks("a", sweeps, card("a", figures), SHIPPED, KNOBS);
  const texts = marks.map(({ settings, right, cases, passes }) =>
    [settings.entropy_bound, right, cases, passes].join(),
  );
  assert.deepEqual(texts, ["1,16,32,6", "0.15,400,500,5.5"]);
  assert.ok(!marks[0].yours);
  assert.deepEqual(marks[0].settings, { ...SHIPPED, entropy_bound: 1 });
  const judged = [...(marks[0].finding?.right ?? [])];
  assert.deepEqual(judged, [[0, true]], "nothing is claimed of a case that nothing judged");
  assert.equal(marks[1].finding, null);
});

const result = (seed: number, change: number, right: boolean | null, passes: number) => ({
  seed,
  change,
  passes,
  verdict: right === null ? null : { right },
});

test("a study has a mark for each of its settings at which a rule judged", () => {
  const unjudged = result(7, 1, null, 4);
  const study: any = {
    request: { spec: { prompt: { text: "p" }, settings: SHIPPED }, vary: "entropy_bound", values: ["1", "2", "3"] },
    results: new Map(Object.entries({ "0 0": result(7, 0, true, 4), "1 0": result(8, 0, false, 8), "0 1": unjudged })),
  };
  const [mark, ...others] = studyMarks(study);
  assert.equal(others.length, 0, "one was not judged, and one has not come");
  assert.deepEqual([mark.settings.entropy_bound, mark.right, mark.cases, mark.passes], [1, 1, 2, 6]);
  assert.deepEqual([mark.subject, mark.yours], ["p", true]);
  study.request = { ...study.request, vary: "", values: [""] };
  assert.deepEqual(studyMarks(study)[0].settings, SHIPPED);
});

test("settings of another sampler do not count; those that are not named are at their default", () => {
  assert.equal(settingKey({ ...SHIPPED, kappa: 0.1 }, KNOBS), settingKey(SHIPPED, KNOBS));
  assert.notEqual(settingKey({ ...SHIPPED, entropy_bound: 0.1 }, KNOBS), settingKey(SHIPPED, KNOBS));
  const psi = { ...SHIPPED, sampler: "psi" };
  assert.notEqual(settingKey({ ...psi, kappa: 0.1 }, KNOBS), settingKey(psi, KNOBS));
  const { t_max: _first, ...unnamed } = SHIPPED;
  assert.equal(settingKey(unnamed, KNOBS), settingKey({ ...SHIPPED, t_max: 0.8 }, KNOBS));
});

const mark = (right: number, cases: number, subject: string = "a", each: boolean[] | null = null): any => ({
  right,
  cases,
  subject,
  finding: each && { passes: new Map(), right: new Map(each.entries()) },
});

test("a difference is judged by its own interval, over shared cases where these are known", () => {
  // Newcombe's example: 56 of 70 and 48 of 80.
  const [low, high] = gapOf(mark(48, 80), mark(56, 70));
  assert.ok(Math.abs(low - 0.0524) < 1e-4 && Math.abs(high - 0.3339) < 1e-4);
  assert.ok(apart(mark(48, 80), mark(56, 70)) && apart(mark(56, 70), mark(48, 80)));
  assert.ok(!apart(mark(56, 80), mark(56, 70)), "there it reaches 0");
  // Of 12 cases the first has 6 right and the second 12, the same 6 among them: shared, they are told apart further.
  const half = Array.from({ length: 12 }, (_, at) => at < 6);
  const all = half.map(() => true);
  const shared = gapOf(mark(6, 12, "a", half), mark(12, 12, "a", all));
  const free = gapOf(mark(6, 12, "a", half), mark(12, 12, "b", all));
  assert.ok(shared[0] > 0 && free[0] > 0);
  const same = gapOf(mark(6, 12, "a", half), mark(6, 12, "a", half));
  const unshared = gapOf(mark(6, 12, "a", half), mark(6, 12, "b", half));
  assert.ok(same[1] - same[0] < unshared[1] - unshared[0], "the same cases right in both");
});

const ALL = [
  ...KNOBS,
  { name: "t_min", value: 0.4, samplers: [] },
  { name: "self_conditioning", value: "on", samplers: [] },
];
const OWN = { ...SHIPPED, t_min: 0.2, self_conditioning: "on" };

sentences("a mark is named by budget and temperature, and by what else is not as the checkpoint has it", () =>
  [
    {},
    { self_conditioning: "off" },
    { kappa: 0.5 }, // of another sampler
    { sampler: "psi", kappa: 0.5 }, // no budget there
  ].map((changes) => markName({ ...OWN, ...changes }, OWN, ALL)),
);

const figures = (right: number, cases: number, changes: object = {}): any => ({
  ...{ right, cases, passes: 6.25, subject: "a", yours: false, finding: null, ...changes },
});

sentences("figures stand with their interval, and it is said from how many marks a setting cannot be told", () => {
  const yours = figures(14, 16, { yours: true });
  const [near, far] = [figures(45, 48), figures(2, 48)];
  return [
    markFigures(figures(14, 16)),
    markFigures(figures(0, 1, { passes: 120.4 })),
    tellSentence(yours, [yours]),
    tellSentence(yours, [near, yours, far]),
    tellSentence(yours, [near, near, yours]),
    tellSentence(yours, [near, yours]),
    tellSentence(near, [near, far, far]),
    tellSentence(near, [near, figures(3, 16, { subject: "b", yours: true })]),
  ];
});
