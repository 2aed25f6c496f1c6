import assert from "node:assert/strict";
import { test } from "node:test";
import { golden, refusedOr } from "../testing/portable.ts";
import { modelVocabulary } from "../testing/vocabulary.ts";
import { placed } from "./draft.ts";
import {
  awaitsEdit,
  blockStart,
  cellsOf,
  checkSteering,
  editOf,
  favoured,
  held,
  inBlock,
  startOf,
} from "./held-tokens.ts";
import { RunSpec } from "./spec.ts";
import { lengthsOf, noiseOfEdit, noised, readTemplate } from "./steering.ts";

const cases = golden("steering");
const vocabulary = modelVocabulary();
const { manifest } = vocabulary;

for (const { text, ...expected } of cases.texts) {
  test(`a text with gaps: ${JSON.stringify(text).slice(0, 60)}`, () => {
    const result = {
      template: refusedOr(() => readTemplate(text)),
      lengths: refusedOr(() => lengthsOf(text)),
      pins: refusedOr(() => Object.entries(placed(text, vocabulary).pins).map(([at, id]) => [Number(at), id])),
      start: refusedOr(() => startOf(text, vocabulary)),
    };
    assert.deepEqual(result, expected);
  });
}

test("noise in a start", () => {
  for (const { length, share, seed, tokens } of cases.noised)
    assert.deepEqual(noised(length, share, seed, manifest.vocab_size), tokens);
});

for (const [at, { values, ...expected }] of cases.runs.entries()) {
  test(`what is held, favoured and edited in run ${at}`, () => {
    const spec = RunSpec.of({ prompt: { text: "A story" }, ...values }, manifest);
    const { canvas_length: length } = manifest;
    const noise = Int32Array.from({ length }, (_, position) => 100 + position);
    checkSteering(spec, manifest);
    const result = {
      held: [...held(spec, manifest)],
      favoured: [...favoured(spec, manifest)],
      in_block: [1, 2].map((block) => [...inBlock(held(spec, manifest), block, length)]),
      starts: [1, 2, 3].map((block) => [...blockStart(spec, block, noise, manifest)]),
      edits: expected.edits.map(({ place: [block, step] }: any) => {
        const edit = editOf(spec, block, step);
        return {
          place: [block, step],
          cells: edit ? [...cellsOf(spec, edit, manifest)] : null,
          awaits: awaitsEdit(spec, block, step),
          noise: edit ? noiseOfEdit(spec.seed, edit, 7, manifest.vocab_size) : null,
        };
      }),
    };
    assert.deepEqual(result, expected);
  });
}
