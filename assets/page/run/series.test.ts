import assert from "node:assert/strict";
import { test } from "node:test";
import { traceFile } from "../testing/fixtures.ts";
import { PER_NAT } from "../words/units.ts";
import { SERIES, seriesName, seriesOf, seriesSentence } from "./series.ts";
import { readTrace } from "./trace.ts";

const recording = await readTrace(traceFile(), "run.trace");
const series = (name: any, unit: any = "nats") => seriesOf(name, recording, unit);

test("a figure a step, over all blocks", () => {
  assert.deepEqual(series("entropy").values, [0.8125, 0.875, Math.fround(0.001)]);
  assert.deepEqual(series("accepted").values, [0.5, 0.5, 1]);
  assert.deepEqual(series("temperature").values, [0.8, 0.75, 0.8].map(Math.fround));
  assert.deepEqual(series("revisions").values, [0, 2, 0]);
  assert.deepEqual(series("changed").values, [0, 2, 0]);
});

test("the entropy and its threshold are in the reader's unit", () => {
  const { values, limit, unit } = series("entropy", "bits");
  assert.deepEqual([values[0], limit, unit], [0.8125 * PER_NAT.bits, 0.005 * PER_NAT.bits, "bits"]);
});

test("every curve stays within its axis", () => {
  for (const name of SERIES) {
    const { values, range } = series(name);
    for (const value of values) assert.ok(value === null || (value >= range[0] && value <= range[1]), name);
  }
});

test("a mean below the axis is drawn on its edge, and said as it is", async () => {
  const sure = await readTrace(traceFile(), "sure.trace");
  sure.frames[2].mean_entropy = 1e-6;
  const curve = seriesOf("entropy", sure, "nats");
  assert.deepEqual([curve.values[2], curve.exact[2]], [1e-4, 1e-6]);
  assert.match(seriesSentence("entropy", curve, "plain"), /, 1·10⁻⁶ nats at step 3;/);
});

test("a curve in words", () => {
  assert.equal(
    seriesSentence("entropy", series("entropy"), "terms"),
    "Mean entropy: 0.813 nats at step 1, 0.001 nats at step 3; confidence threshold 0.005 nats.",
  );
  assert.equal(
    seriesSentence("accepted", series("accepted"), "plain"),
    "Share of the text that is kept: 50% at step 1, 100% at step 3.",
  );
  assert.equal(
    seriesSentence("temperature", series("temperature"), "plain"),
    "Temperature: 0.8 at step 1, 0.8 at step 3.",
  );
  assert.match(
    seriesSentence("changed", { ...series("changed"), exact: [] }, "plain"),
    /^Changes of what was drawn: no steps yet/,
  );
});

test("each figure has its name in both kinds of words", () => {
  for (const terms of ["plain", "terms"] as const) {
    assert.equal(new Set(SERIES.map((name) => seriesName(name, terms))).size, SERIES.length);
  }
  assert.deepEqual(
    [seriesName("revisions", "plain"), seriesName("revisions", "terms")],
    ["changes of the best guess", "changes of the argmax canvas"],
  );
});
