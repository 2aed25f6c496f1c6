import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
import { specialSentence } from "./special.ts";
import type { Layer } from "./recording.ts";

const taste = { unit: "nats", terms: "plain" } as const;

test("what is wrong so far on a board is said of the canvas that is shown, by the rule", async () => {
  const run = await recorded("tests/runs/wrong.trace");
  const sentence = (step: number, layer: Layer | undefined) =>
    specialSentence(run, step, { ...taste, layer }).match(/Wrong so far: .*, says the rule, not the model\./)?.[0] ??
    "";
  assert.equal(sentence(6, undefined), "Wrong so far: two 8s in row 1, says the rule, not the model.");
  assert.equal(sentence(7, "sampled"), sentence(6, undefined));
  assert.equal(sentence(7, "argmax"), "Wrong so far: two 9s in row 1, says the rule, not the model.");
  assert.equal(sentence(0, "input"), "", "pure noise says nothing");
  assert.equal(sentence(9, "sampled"), "", "at the end the verdict says it");
});

test("a miscopied clue is named by its place", async () => {
  const run = await recorded("tests/runs/wrong.trace");
  const two = [...run.tokens].find(([, text]) => text === "2")?.[0] ?? -1;
  run.frames[7].sampled_ids[0] = two;
  assert.match(
    specialSentence(run, 7, taste),
    /, and the 4 in row 1, column 1 is miscopied, says the rule, not the model\.$/,
  );
});
