import assert from "node:assert/strict";
import { test } from "node:test";
import { golden, refusedOr } from "../testing/portable.ts";
import { rowOf } from "./row.ts";
import { replaced, settingsOf } from "./settings.ts";
import { RunSpec } from "./spec.ts";
import { modelManifest as manifest, modelVocabulary } from "../testing/vocabulary.ts";

const cases = golden("specs");
const settingsCases = golden("settings");
const vocabulary = modelVocabulary();
const short = (value: any) => (JSON.stringify(value) ?? "").slice(0, 90);

test("settings, each knob on both sides of its bounds", () => {
  for (const { values, ...expected } of settingsCases) {
    const result = refusedOr(() => ({ settings: { ...settingsOf(values, manifest) } }));
    assert.deepEqual(result.refused ? { refused: true } : result, expected, short(values));
  }
  assert.ok(settingsCases.length > 200);
  const settings = settingsOf({}, manifest);
  assert.equal(JSON.stringify(settings), JSON.stringify(settingsCases[0].settings), "in the table's order");
  assert.ok(Object.isFrozen(settings));
});

test("a new sampler drops the settings of the one before, and a new way brings its own", () => {
  const settings = settingsOf({ entropy_bound: 0.5, t_max: 0.7 }, manifest);
  const changed = replaced(settings, { sampler: "klass" }, manifest);
  assert.deepEqual([changed.t_max, changed.entropy_bound, "klass_confidence" in changed], [0.7, undefined, false]);
  assert.deepEqual(replaced(settings, { way: "uniform" }, manifest), settings);
  const masked = replaced(settings, { way: "masked" }, manifest);
  assert.deepEqual([masked.way, masked.draw, masked.t_max, masked.entropy_bound], ["masked", "greedy", 1, 0.5]);
  assert.equal(replaced(settings, { way: "masked", t_max: 0.7, t_min: 0.2 }, manifest).t_max, 0.7);
  assert.deepEqual(
    refusedOr(() => replaced(settings, { way: "sideways" }, manifest)),
    { refused: "way is 'sideways'; allowed are uniform, masked, autoregressive." },
  );
});

for (const { values, prompt_ids: ids, refused, ...expected } of cases.specs) {
  test(`a description of a run: ${short(values)}`, () => {
    const read: any = {};
    const result = refusedOr(() => {
      const spec = RunSpec.of(values, manifest);
      const { tokens, passes } = spec.size(manifest.canvas_length);
      Object.assign(read, { spec: spec.toDict(), size: [tokens, passes] });
      return { ids: rowOf(spec, vocabulary).promptIds };
    });
    assert.deepEqual(result.refused ? { refused: true } : result, refused ? { refused } : { ids });
    assert.deepEqual(read, expected);
  });
}

test("what was read is read again as the same", () => {
  for (const { spec } of cases.specs.slice(0, 200))
    if (spec) assert.deepEqual(RunSpec.of(spec, manifest).toDict(), spec);
});

test("a branch of a recorded run needs a step that it has", () => {
  const spec = RunSpec.of({ prompt: { text: "a" }, branch: { parent: {}, block: 1, step: 9 } }, manifest);
  assert.deepEqual(
    refusedOr(() => rowOf(spec, vocabulary, [8])),
    { refused: "There is no step 9 in block 1 to branch from; it has 8 steps." },
  );
  assert.ok(rowOf(spec, vocabulary, [9]).promptIds.length > 0);
});

test("a checkpoint without a mask token refuses masked diffusion", () => {
  const bare = modelVocabulary({ mask_id: -1 });
  const spec = RunSpec.of({ prompt: { text: "a" }, settings: { way: "masked" } }, bare.manifest);
  const sentence = "way is 'masked', but this checkpoint has no mask token; choose another way.";
  assert.deepEqual(
    refusedOr(() => rowOf(spec, bare)),
    { refused: sentence },
  );
});

test("a chain of branches has an end", () => {
  const chained = (depth: number): object =>
    depth === 0
      ? { prompt: { text: "a" } }
      : { prompt: { text: "a" }, branch: { parent: chained(depth - 1), block: 1, step: depth } };
  assert.equal(RunSpec.of(chained(32), manifest).chain.length, 33);
  for (const depth of [33, 5000])
    assert.deepEqual(
      refusedOr(() => RunSpec.of(chained(depth), manifest)),
      { refused: "At most 32 runs can branch one from the other." },
    );
});

test("each refusal names what is wrong and what is allowed", () => {
  const of = (fields: object) => refusedOr(() => RunSpec.of({ prompt: { text: "a" }, ...fields }, manifest)).refused;
  assert.equal(of({ settings: { t_max: 101 } }), "t_max is 101; allowed is a number from 0.001 to 100.");
  assert.equal(of({ settings: { way: "x" } }), "way is 'x'; allowed are uniform, masked, autoregressive.");
  assert.equal(of({ seed: -1 }), "This does not describe a run: spec.seed is -1, which it cannot be.");
  assert.equal(of({ zeal: 1 }), "This does not describe a run: spec.zeal is a field that it cannot have.");
  assert.equal(of({ pins: { 3: 1, "03": 2 } }), "Place 3 is pinned twice; a place can hold one token.");
  assert.equal(of({ pins: { a: 1 } }).startsWith("This does not describe a run: spec.pins"), true);
});
