import assert from "node:assert/strict";
import { test } from "node:test";
import { traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { PER_NAT } from "../words/units.ts";
import { SERIES, seriesName, seriesOf, seriesSentence } from "./series.ts";
import { readTrace } from "./trace.ts";

const recording = await readTrace(traceFile(), "run.trace");
const series = (name: any, unit: any = "nats") => seriesOf(name, recording, unit);

test("a figure a step, over all blocks, in the reader's unit and within its axis", () => {
  assert.deepEqual(series("entropy").values, [0.8125, 0.875, Math.fround(0.001)]);
  assert.deepEqual(series("accepted").values, [0.5, 0.5, 1]);
  assert.deepEqual(series("temperature").values, [0.8, 0.75, 0.8].map(Math.fround));
  assert.deepEqual(series("revisions").values, [0, 2, 0]);
  assert.deepEqual(series("changed").values, [0, 2, 0]);
  const { values, limit, unit } = series("entropy", "bits");
  assert.deepEqual([values[0], limit, unit], [0.8125 * PER_NAT.bits, 0.005 * PER_NAT.bits, "bits"]);
  for (const name of SERIES) {
    const { values: drawn, range } = series(name);
    for (const value of drawn) assert.ok(value === null || (value >= range[0] && value <= range[1]), name);
  }
});

test("a mean below the axis is drawn on its edge, and said as it is", async () => {
  const sure = await readTrace(traceFile(), "sure.trace");
  sure.frames[2].mean_entropy = 1e-6;
  const curve = seriesOf("entropy", sure, "nats");
  assert.deepEqual([curve.values[2], curve.exact[2]], [1e-4, 1e-6]);
  assert.match(seriesSentence("entropy", curve, "plain"), /, 1·10⁻⁶ nats at step 3;/);
});

sentences("a curve in words", () => [
  seriesSentence("entropy", series("entropy"), "terms"),
  seriesSentence("accepted", series("accepted"), "plain"),
  seriesSentence("temperature", series("temperature"), "plain"),
  seriesSentence("changed", { ...series("changed"), exact: [] }, "plain"),
  SERIES.map((name) => seriesName(name, "plain")),
  SERIES.map((name) => seriesName(name, "terms")),
]);
