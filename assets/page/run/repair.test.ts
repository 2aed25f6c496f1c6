import assert from "node:assert/strict";
import { test } from "node:test";
import { repairOf } from "./repair.ts";

const frame = (block: number, step: number, input: number[], best: number[]) => ({
  block,
  step,
  input_ids: input,
  argmax_ids: best,
  sampled_ids: best,
  accepted: new Uint8Array(4),
});
const header = {
  canvas_length: 4,
  eos_ids: [1],
  spec: { settings: {}, start: [10, 11, 12, 13, 14, 15, 1, 0], noise: 0.5 },
};

test("each token of a text is restored, left wrong, kept or broken, or lost after an earlier end; padding counts only for the share of noise", () => {
  const frames = [
    frame(1, 1, [10, 90, 91, 13], [10, 90, 91, 13]),
    frame(1, 2, [10, 11, 91, 13], [10, 11, 92, 80]), // 10 kept, 11 restored, 12 left wrong, 13 broken
    frame(2, 1, [14, 93, 1, 94], [14, 15, 1, 0]), // 14 kept, 15 restored, the end kept
  ];
  const none = { ...header, spec: { ...header.spec, start: null } };
  assert.equal(repairOf({ header: none, frames } as any), null, "there is no text to repair");
  const repair = repairOf({ header, frames } as any);
  assert.deepEqual(repair?.counts, { restored: 2, wrong: 1, kept: 3, broken: 1 });
  assert.deepEqual(repair?.cells[2], { original: 12, noised: 91, now: 92, fate: "wrong" });
  assert.deepEqual([repair?.drawn, repair?.positions, repair?.share], [4, 8, 0.5]);
  const early = repairOf({ header, frames: [frame(1, 1, [10, 11, 12, 13], [10, 1, 12, 13])] } as any);
  const fates = early?.cells.map(({ fate, now }) => `${fate} ${now}`);
  assert.deepEqual(fates, ["kept 10", "broken 1", "broken null", "broken null"]);
});
