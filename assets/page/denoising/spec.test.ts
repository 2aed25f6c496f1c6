import assert from "node:assert/strict";
import { test } from "node:test";
import { golden, refusedOr } from "../testing/portable.ts";
import { branchOf } from "./branching.ts";
import { rowOf } from "./row.ts";
import { inWay, replaced, settingsOf } from "./settings.ts";
import { RunSpec } from "./spec.ts";
import { modelManifest as manifest, modelVocabulary } from "../testing/vocabulary.ts";

const cases = golden("specs");
const settingsCases = golden("settings");
const vocabulary = modelVocabulary();
const short = (value: any) => (JSON.stringify(value) ?? "").slice(0, 90);

test("settings, each knob on both sides of its bounds", () => {
  for (const { values, ...expected } of settingsCases)
    assert.deepEqual(
      refusedOr(() => ({ settings: { ...settingsOf(values, manifest) } })),
      expected,
      short(values),
    );
  assert.ok(settingsCases.length > 200);
});

test("settings keep the table's order", () => {
  const settings = settingsOf({}, manifest);
  assert.equal(JSON.stringify(settings), JSON.stringify(settingsCases[0].settings));
  assert.ok(Object.isFrozen(settings));
});

test("a new sampler drops the settings of the one before, and a new way brings its own", () => {
  const settings = settingsOf({ entropy_bound: 0.5, t_max: 0.7 }, manifest);
  const changed = replaced(settings, { sampler: "klass" }, manifest);
  assert.deepEqual([changed.t_max, changed.entropy_bound, "klass_confidence" in changed], [0.7, undefined, false]);
  assert.equal(inWay(settings, "uniform", manifest), settings);
  const masked = inWay(settings, "masked", manifest);
  assert.deepEqual([masked.way, masked.draw, masked.t_max, masked.entropy_bound], ["masked", "greedy", 1, 0.5]);
  assert.deepEqual(
    refusedOr(() => inWay(settings, "sideways", manifest)),
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
    assert.deepEqual(result, refused === undefined ? { ids } : { refused });
    assert.deepEqual(read, expected);
  });
}

test("what was read is read again as the same", () => {
  for (const { spec } of cases.specs.slice(0, 200))
    if (spec) assert.deepEqual(RunSpec.of(spec, manifest).toDict(), spec);
});

test("a run that goes on from a step of another one", () => {
  for (const { parent, block, step, steps, changes, ...expected } of cases.branches) {
    const run = RunSpec.of(parent, manifest);
    const result = refusedOr(() => ({
      spec: branchOf(run, block, step, { changes, ...(steps && { steps }) }).toDict(),
    }));
    assert.deepEqual(result, expected, `${block} ${step} ${steps}`);
  }
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
  let run = RunSpec.of({ prompt: { text: "a" } }, manifest);
  for (let depth = 0; depth < 32; depth += 1) run = branchOf(run, 1, depth);
  assert.equal(run.chain.length, 33);
  assert.deepEqual(
    refusedOr(() => branchOf(run, 1, 40)),
    { refused: "At most 32 runs can branch one from the other." },
  );
});
