import assert from "node:assert/strict";
import { test } from "node:test";
import { SHAPES } from "../../rules/shapes.ts";
import { measuredPoints, rooflineChart } from "./roofline-chart.ts";
import type { Inks } from "../../cells/inks.ts";
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
  assert.deepEqual(measuredPoints(laneOf([0.5, undefined, 0, 2], 1)), [
    { x: 2, y: 16 },
    { x: 2, y: 4 },
  ]);
  assert.deepEqual(measuredPoints(laneOf([0.5], 2)), [], "the seconds are those of two rows");
  assert.deepEqual(measuredPoints(laneOf([0.5], 1, false)), [], "the shape is not known");
});

test("the roof rises with the bytes and ends at the operations, and the sliders' pass lies on the way of the others", () => {
  const lanes = [laneOf([], 1), laneOf([0.5], 1)];
  const picture = { machine: MACHINE, setting: SETTING, positions: 4, people: 1, lanes };
  const { data } = rooflineChart(picture, {} as Inks);
  const [roof, path, here, measured, ...rest] = data as { x: number[]; y: number[]; name: string; marker: object }[];
  assert.deepEqual(
    [roof.x, roof.y],
    [
      [1, 300, 30000],
      [2, 600, 600],
    ],
  );
  assert.equal(path.x.length, Math.log2(SETTING.shape.canvas) + 1);
  assert.deepEqual([here.x, here.y], [[path.x[2]], [path.y[2]]]);
  assert.equal(measured.name, "this run, measured");
  assert.equal((measured.marker as { symbol: string }).symbol, "square", "a lane has its sign, whatever others have");
  assert.deepEqual(rest, []);
});
