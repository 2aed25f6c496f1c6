/** Why nothing branches from a run, what a branch changes, and what is said of it. */

import assert from "node:assert/strict";
import test from "node:test";
import { NO_SPEC } from "../run/spec.ts";
import { knob } from "../testing/fixtures.ts";
import { branchOf, changesOf, noticeOf, problemOf, specOf } from "./branching.ts";
import { Knobs } from "./knobs.ts";
import type { Value } from "../rules/knobs.ts";
import type { Origin } from "./branching.ts";

/** @param tokens of each step of block 1 */
const run = (tokens: number[], header: object = {}) =>
  ({
    header: { spec: NO_SPEC, ...header },
    frames: tokens.map((token, at) => ({
      ...{ block: 1, step: at + 1, input_ids: [1], sampled_ids: [token], argmax_ids: [2] },
    })),
  }) as any;

test("a branch says from which step on its run came out differently, as the server found or by the steps that it shares", () => {
  const header = (step: number, differs = null as number | null) => ({
    spec: { branch: { parent: {}, block: 1, step } },
    branch: { differs },
  });
  const parent = run([5, 6, 7]);
  assert.match(noticeOf(parent, run([5, 9, 8], header(2))), /differently from step 2 of part 1 on/);
  assert.equal(noticeOf(parent, run([5, 9, 8], header(1))), "", "it had left by then");
  assert.match(noticeOf(parent, run([5, 6, 8], header(3, 1))), /differently from step 1 of part 1 on/);
});

test("nothing branches from a run that another program recorded, and the sentence says why", () => {
  const foreign = run([5, 6], { source: "llama.cpp" });
  const sentence = /^This run is from llama\.cpp, which says neither prompt nor settings nor seed; only runs of this /;
  assert.match(problemOf(foreign, ""), sentence);
  assert.match(branchOf({ recording: foreign, moment: 0, picture: "" } as any, NO_SPEC) as string, sentence);
  assert.equal(problemOf(run([5, 6], { source: "" }), ""), "");
});

const OFFERED = [
  knob("sampler", "entropy-bound"),
  knob("entropy_bound", 0.1, { samplers: ["entropy-bound"] }),
  knob("k", 3, { samplers: ["top-k"] }),
];
const SETTINGS = { sampler: "entropy-bound", entropy_bound: 0.1, t_max: 0.8 };
const NO_WORD = { text: "", ids: null, held: true };

/** @returns what the dialog offers, of which these are changed */
function knobsOf(values: Record<string, Value> = {}, seed: number = 7) {
  const knobs = new Knobs(OFFERED, 99);
  knobs.seed.value = seed;
  return Object.assign(knobs, { values });
}

/** A run of two parts of 16 positions, of which the third step of the second is shown. */
const origin = (form: object = {}): Origin => {
  const spec = { ...NO_SPEC, seed: 7, settings: SETTINGS, pins: { 1: 5 } };
  const frames = [1, 2, 3].map((step) => ({ block: 2, step }));
  const moments = frames.map((_, step) => ({ step, noise: false }));
  const recording: any = { header: { spec, canvas_length: 16 }, frames, moments };
  return { recording, moment: 2, chosen: 4, form: { ...spec, ...form }, picture: "" };
};

test("each change is named, and nothing else: the seed, a setting, the sampler with what it goes by, the form, the pins", () => {
  assert.deepEqual(changesOf(origin(), knobsOf({}, 8), NO_WORD), ["seed 8"]);
  assert.deepEqual(changesOf(origin(), knobsOf({ entropy_bound: 3 }), NO_WORD), ["bound 3"]);
  const sampler = knobsOf({ sampler: "top-k", entropy_bound: 9 });
  assert.deepEqual(changesOf(origin(), sampler, NO_WORD), ["top-k", "k 3"]);
  const form = { settings: { ...SETTINGS, t_max: 1, draw: "fast" }, pins: {} };
  assert.deepEqual(changesOf(origin(form), knobsOf(), NO_WORD), ["t_max 1", "what you hold by hand"]);
  assert.deepEqual(changesOf(origin(), knobsOf(), NO_WORD), []);
  assert.deepEqual(changesOf(origin(), knobsOf({ k: 9 }), NO_WORD), []);
});

test("a word is held as a pin at its place in the run, or put in once before the step that follows", () => {
  const word = { text: " b c ", ids: [8, 9], held: true };
  assert.deepEqual(specOf(origin(), knobsOf(), word).pins, { 1: 5, 20: 8, 21: 9 });
  assert.deepEqual(changesOf(origin(), knobsOf(), word), ["“b c” held at position 4"]);
  const once = { text: "b", ids: [8], held: false };
  assert.deepEqual(specOf(origin(), knobsOf(), once).edits, [{ block: 2, step: 4, cells: { 4: 8 } }]);
  assert.deepEqual(changesOf(origin(), knobsOf(), once), ["“b” put in once at position 4"]);
});

test("the run has the settings of the form, and over them those that were changed", () => {
  const form = { settings: { ...SETTINGS, t_max: 1 }, seed: 3 };
  const { settings, seed } = specOf(origin(form), knobsOf({ sampler: "top-k" }, 9), NO_WORD);
  assert.deepEqual({ settings, seed }, { settings: { ...form.settings, sampler: "top-k", k: 3 }, seed: 9 });
});
