/** What the passes of recorded runs cost: what each pass has before it, and what it reads. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
import { autoregressivePass, denoiserPass, encoderPass } from "../rules/cost.ts";
import { SHAPES } from "../rules/shapes.ts";
import { stepCosts } from "./costs.ts";

const shape = SHAPES.embedded;

test("the second part reads the prompt and the first part, and its first pass has no logits of one before", async () => {
  const recording = await recorded("assets/recorded/long.trace");
  const costs = stepCosts(recording) ?? [];
  assert.equal(costs.length, recording.frames.length);
  const [prefix, width] = [recording.header.prompt_ids.length, 4];
  const second = recording.frames.findIndex(({ block }) => block === 2);
  const pass = (more: object) => denoiserPass(shape, { prefix, width, ...more });
  assert.deepEqual([costs[0].pass, costs[1].pass], [pass({ conditioned: false }), pass({})]);
  assert.deepEqual([costs[0].encoder, costs[1].encoder], [encoderPass(shape, { tokens: prefix, width }), null]);
  assert.deepEqual(costs[second].pass, pass({ prefix: prefix + shape.canvas, conditioned: false }));
  assert.deepEqual(costs[second].encoder, encoderPass(shape, { tokens: shape.canvas, prefix, width }));
});

test("token after token, a pass reads one token more than the one before", async () => {
  const { header, ...rest } = await recorded("assets/recorded/sudoku.trace");
  const frames = [1, 2, 3].map((step) => ({ block: 1, step, encoder_tokens: step === 1 ? 9 : 0 }));
  const recording = {
    ...rest,
    frames,
    header: { ...header, spec: { ...header.spec, settings: { way: "autoregressive" } }, prompt_ids: Array(10).fill(1) },
  } as any;
  const costs = stepCosts(recording) ?? [];
  assert.deepEqual(
    costs.map(({ pass }) => pass),
    [9, 10, 11].map((prefix) => autoregressivePass(shape, { prefix, width: 4 })),
  );
  assert.deepEqual(costs[0].encoder, encoderPass(shape, { tokens: 9, width: 4 }));
});

test("the cost of a step is computed once", async () => {
  const { header, frames } = await recorded("assets/recorded/sudoku.trace");
  const recording = { header, frames: frames.slice(0, 2) } as any;
  const [first] = stepCosts(recording) ?? [];
  recording.frames.push(frames[2]);
  const costs = stepCosts(recording) ?? [];
  assert.deepEqual(costs, stepCosts({ header, frames: frames.slice(0, 3) } as any));
  assert.equal(costs[0], first);
});

test("nothing is computed for a model that the page does not know, or one of the same name that has another shape", async () => {
  const recording = await recorded("assets/recorded/sudoku.trace");
  const { frames, header } = recording;
  const of = ({ model = header.spec.model, ...changes }: any) =>
    stepCosts({ frames, header: { ...header, spec: { ...header.spec, model }, ...changes } } as any);
  assert.notEqual(of({}), null);
  const unknown = [{ model: "another" }, { model: "constructor" }, { vocab_size: 12 }, { canvas_length: 64 }];
  for (const changes of [...unknown, { dtype: "int8" }]) assert.equal(of(changes), null);
});
