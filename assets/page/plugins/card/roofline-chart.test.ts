import assert from "node:assert/strict";
import { test } from "node:test";
import { SHAPES } from "../../rules/shapes.ts";
import { GPUS } from "./gpus.ts";
import { NO_ANSWER, machinesFor } from "./machines.ts";
import { measuredPoints, rooflineChart } from "./roofline-chart.ts";
import type { Inks } from "../../cells/inks.ts";
import type { Recording } from "../../run/recording.ts";
import type { LaneCosts } from "../../player/actions.ts";

const MACHINE = { name: "a machine", bytesPerS: 2, flopsPerS: 600 };
const SETTING = { shape: SHAPES["google/diffusiongemma-26B-A4B-it"], width: 2, prefix: 1000 };

/** @returns a run whose steps took so many seconds, each with 8 operations on 4 bytes */
function laneOf(seconds: (number | undefined)[], rows: number, known = true): LaneCosts {
  const recording = { header: { rows }, frames: seconds.map((seconds) => ({ seconds })) };
  const costs = seconds.map(() => ({ flops: 8, bytes: 4 }));
  return { recording, letter: "", costs: known ? costs : null } as unknown as LaneCosts;
}

test("passes are measured that have their time, of a run that had them for itself", () => {
  const points = measuredPoints(laneOf([0.5, undefined, 0, 2], 1)).flatMap(({ x, y }) => [x, y]);
  assert.deepEqual(points, [2, 16, 2, 4]);
  assert.deepEqual(measuredPoints(laneOf([0.5], 2)), [], "the seconds are those of two rows");
  assert.deepEqual(measuredPoints(laneOf([0.5], 1, false)), [], "the shape is not known");
});

test("the roof rises with the bytes and ends at the operations, and the sliders' pass lies on the way of the others", () => {
  const lanes = [laneOf([], 1), laneOf([0.5], 1)];
  const picture = { machine: MACHINE, setting: SETTING, positions: 4, people: 1, lanes };
  const { data } = rooflineChart(picture, {} as Inks);
  const [roof, path, here, measured, ...rest] = data as { x: number[]; y: number[]; name: string; marker: object }[];
  assert.deepEqual([...roof.x, ...roof.y], [1, 300, 30000, 2, 600, 600]);
  assert.equal(path.x.length, Math.log2(SETTING.shape.canvas) + 1);
  assert.deepEqual([here.x, here.y], [[path.x[2]], [path.y[2]]]);
  assert.equal(measured.name, "this run, measured");
  assert.equal((measured.marker as { symbol: string }).symbol, "square", "a lane has its sign, whatever others have");
  assert.deepEqual(rest, []);
});

const CPU = { name: "2 CPU threads", bytesPerS: 20e9, flopsPerS: 100e9 };
const BARRED = { machine: null, may: false, refused: "Only the operator may." };

function runOf(model: string): Recording {
  const { vocabulary: vocab_size, canvas: canvas_length } = SHAPES.embedded;
  const header = { spec: { model }, dtype: "float32", vocab_size, canvas_length, prompt_ids: [1, 2, 3] };
  return { header } as unknown as Recording;
}

const SMALL = runOf("embedded");

test("this machine comes first, with the model of the run, also before it is measured and while nobody answers", () => {
  for (const answer of [null, NO_ANSWER, { ...BARRED, may: true }, { ...BARRED, machine: CPU }]) {
    const { names, chosen, isMeasured, machine, setting } = machinesFor(SMALL, answer, CPU, "");
    assert.deepEqual([names.length, chosen, isMeasured, machine], [GPUS.length + 1, "own", true, CPU]);
    assert.deepEqual(setting, { shape: SHAPES.embedded, width: 4, prefix: 3 });
  }
  assert.equal(machinesFor(SMALL, null, null, "").machine, null, "it is yet to be measured");
});

test("one that may not be measured makes room for the others, and so does a model that the page does not know", () => {
  for (const shown of [machinesFor(SMALL, BARRED, null, "own"), machinesFor(runOf("another"), null, CPU, "own")]) {
    assert.deepEqual([shown.names.length, shown.chosen, shown.isMeasured], [GPUS.length, GPUS[0].name, false]);
    assert.deepEqual([shown.machine, shown.setting.prefix], [GPUS[0], 1000]);
  }
});

test("the reader's choice stays", () => {
  const { chosen, machine } = machinesFor(SMALL, null, CPU, "H200 SXM");
  assert.deepEqual([chosen, machine], ["H200 SXM", GPUS.find(({ name }) => name === "H200 SXM")]);
});
