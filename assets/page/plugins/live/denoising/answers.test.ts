import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { golden, refusedOr } from "../testing/portable.ts";
import { modelManifest as manifest, modelVocabulary } from "../testing/vocabulary.ts";
import { answer } from "./answers.ts";
import { RUN_ENDED, RUN_SECONDS, STUDY_ENDED, STUDY_SECONDS, checkPrompt, checkRun } from "./limits.ts";
import { PuzzleList } from "./puzzles.ts";
import { RunSpec } from "./spec.ts";
import { specsOf } from "./studies.ts";
import { World } from "./world/world.ts";

const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), "utf8");
const { studies, drafts, limits } = golden("answers");
const world = new World(JSON.parse(read("assets/portable/world.json")));
const list = new PuzzleList(JSON.parse(read("assets/portable/puzzles.json")));
const context = { world, vocabulary: modelVocabulary(), puzzles: async () => list };

/** @returns the sentence that refuses it; "" if nothing does */
const refusal = (make: () => any): string => refusedOr(make)?.refused ?? "";

test("a study becomes the runs of Python, in its order, or is refused as there", () => {
  for (const { study, refused, count, seeds, first } of studies) {
    const wrong = refusal(() => specsOf(study, manifest));
    assert.equal(wrong !== "", refused !== undefined, refused);
    if (wrong) continue;
    const specs = specsOf(study, manifest);
    const last = specs.slice(-3).map(({ seed }) => seed);
    assert.deepEqual([specs.length, last], [count, seeds]);
    specs.slice(0, 4).forEach((spec, at) => assert.deepEqual(spec.toDict(), first[at]));
  }
});

test("what somebody writes becomes the tokens of Python", () => {
  for (const { question, answer: expected } of drafts)
    assert.deepEqual(answer("own_text", question, context), expected, question);
});

test("the other questions reach what answers them", async () => {
  assert.equal(answer("about_prompt", "Add 1 and 2", context).kind, "sum");
  assert.equal(answer("card", "Add 1 and 2", context).tasks[0].task, "sum of two numbers");
  assert.match((await answer("puzzle", "4 8", context)).puzzle, /^([.1-4]{4}\n){3}[.1-4]{4}$/);
  assert.equal(answer("use_embedded", "", context), null);
  assert.equal(answer("constructor", "", context), undefined);
});

test("a run and a prompt have the limits of a server of one's own", () => {
  for (const { spec, refused } of limits.runs)
    assert.equal(
      refusal(() => checkRun(RunSpec.of(spec, manifest), 128)),
      refused,
    );
  for (const { text, system, refused } of limits.prompts)
    assert.equal(
      refusal(() => checkPrompt({ text: "é".repeat(text), system: "😀".repeat(system), thinking: false })),
      refused,
    );
  assert.deepEqual([RUN_ENDED, STUDY_ENDED], limits.sentences);
  assert.deepEqual([RUN_SECONDS, STUDY_SECONDS], limits.seconds);
  const [largest] = studies.filter(({ count }: any) => count === limits.study_runs);
  assert.ok(largest, "a study of as many runs as it can have is allowed");
});
