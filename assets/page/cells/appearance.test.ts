import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.ts";
import { traceFile } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { DRAWN, JUST_KEPT, KEPT, NOISE, REOPENED, REOPENED_NOISE, appearanceAt } from "./appearance.ts";

const recording = await readTrace(traceFile(), "run.trace");
const { frames } = recording;

const at = (step: number, layer: any = "sampled", half: any = "whole", noise: boolean = false) => {
  const { ids, looks } = appearanceAt(recording, { step, noise }, layer, half);
  return { ids: [...ids], looks: [...looks] };
};

test("a block begins as noise, in every layer", () => {
  const looks = [NOISE, NOISE, NOISE, NOISE];
  for (const layer of ["input", "sampled", "argmax"])
    assert.deepEqual(at(0, layer, "whole", true), { ids: [...frames[0].input_ids], looks });
});

test("a step that stands still shows what was drawn with what became of it", () => {
  const looks = [KEPT, JUST_KEPT, DRAWN, REOPENED];
  assert.deepEqual(at(1), { ids: [...frames[1].sampled_ids], looks });
  assert.deepEqual(at(1, "argmax"), { ids: [...frames[1].argmax_ids], looks });
  assert.deepEqual(at(1, "sampled", "kept"), at(1), "after a block's last step there is no next input");
});

test("first comes what was drawn: only what was kept before is kept", () => {
  assert.deepEqual(at(1, "sampled", "drawn"), { ids: [...frames[1].sampled_ids], looks: [KEPT, DRAWN, DRAWN, KEPT] });
  assert.deepEqual(at(0, "sampled", "drawn").looks, [DRAWN, DRAWN, DRAWN, DRAWN]);
});

test("then what is not kept becomes the noise that the next step gets", () => {
  const { sampled_ids: drawn, accepted } = frames[0];
  const next = frames[1].input_ids;
  assert.deepEqual(
    at(0, "sampled", "kept").ids,
    [...drawn].map((id, position) => (accepted[position] ? id : next[position])),
  );
  assert.deepEqual(at(0, "sampled", "kept").ids, [...next], "what goes in next is just this");
  assert.deepEqual(
    at(0, "sampled", "kept").looks,
    [...accepted].map((kept) => (kept ? JUST_KEPT : NOISE)),
  );
});

test("a reopened token becomes noise too, and keeps its mark", () => {
  const more = { ...frames[1], step: 3, input_ids: Int32Array.from([2, 4, 7, 6]) };
  const longer = { ...recording, frames: [...frames.slice(0, 2), more] } as any;
  const { ids, looks } = appearanceAt(longer, { step: 1, noise: false }, "sampled", "kept");
  assert.deepEqual([...ids, ...looks], [2, 4, 7, 6, KEPT, JUST_KEPT, NOISE, REOPENED_NOISE]);
});

test("what went in is noise except where it was kept at the step before", () => {
  assert.deepEqual(at(0, "input").looks, [NOISE, NOISE, NOISE, NOISE]);
  assert.deepEqual(at(1, "input"), { ids: [...frames[1].input_ids], looks: [KEPT, NOISE, NOISE, KEPT] });
});

test("a run from elsewhere looks as far as it tells: what was kept, in the one canvas that it has", () => {
  const steps = [
    { argmax: [2, 3, 4, 5], accepted: [1, 0, 0, 1] },
    { argmax: [2, 4, 3, 5], accepted: [1, 1, 0, 0] },
  ];
  const recording = recordingOf(steps, { source: "a loop", settings: {} });
  for (const layer of ["input", "sampled", "argmax"] as const)
    for (const half of ["drawn", "kept", "whole"] as const) {
      const { ids, looks } = appearanceAt(recording, { step: 1, noise: false }, layer, half);
      assert.deepEqual([...ids, ...looks], [2, 4, 3, 5, KEPT, JUST_KEPT, DRAWN, REOPENED]);
    }
  recording.bare = true;
  assert.ok(appearanceAt(recording, { step: 1, noise: false }, "sampled").looks.every((look) => look === NOISE));
});
