/** What is said about costs: the claim about whole canvases only where it holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesText, flopsText, timeText } from "../../words/cost.ts";
import { REHEARSED_FLOOR, aboutSentence, claimSentence, pointSentence, rehearsedRows } from "./sentences.ts";
import { GPUS } from "./gpus.ts";
import { SHAPES } from "../../rules/shapes.ts";

const [, h200] = GPUS;
const full = { shape: SHAPES["google/diffusiongemma-26B-A4B-it"], width: 2, prefix: 1000 };
const small = { shape: SHAPES.embedded, width: 4, prefix: 20 };
/** About what two CPU cores reach. */
const cpu = { name: "2 CPU threads", bytesPerS: 20e9, flopsPerS: 100e9 };

test("the 26B checkpoint on an H200: a canvas costs what a pass costs only from about 64 positions on", () => {
  const sentence = claimSentence(h200, full, 1);
  assert.match(
    sentence,
    /is not true here from the start: one takes 1\.9[56] ms, 256 take 5\.6 times as long, because one position goes through 8 of 128 experts/,
  );
  assert.match(
    sentence,
    /It holds from about 64 positions on: 10\.7 ms at 64, 10\.9 ms at 256\. A pass that writes one token after the others takes 1\.6\d? ms\./,
  );
  assert.match(
    pointSentence(h200, full, 256, 1),
    /^256 positions for one person, 1,000 tokens before them: 2\.\d+ TFLOP and 52\.\d GB\. At best 10\.9 ms: memory is the limit\.$/,
  );
  assert.match(pointSentence(h200, full, 256, 64), /for 64 people, .* arithmetic is the limit\.$/);
});

test("the small model on a CPU: it does not hold at all", () => {
  assert.match(claimSentence(cpu, small, 1), /128 take .* times as long\. It does not hold here at all: /);
});

test("a machine whose memory is slow enough: it holds from the start", () => {
  assert.match(
    claimSentence({ name: "slow memory", bytesPerS: 1e9, flopsPerS: 1e15 }, small, 1),
    /^Here a pass over all 128 positions costs about what a pass over one does: /,
  );
});

test("figures have three digits and a unit", () => {
  assert.deepEqual([flopsText(2.388e12), flopsText(1.06e9), flopsText(5e5)], ["2.39 TFLOP", "1.06 GFLOP", "0.5 MFLOP"]);
  assert.deepEqual([bytesText(52.4e9), bytesText(18e6), bytesText(10)], ["52.4 GB", "18 MB", "0.01 kB"]);
  assert.deepEqual([timeText(0.0109), timeText(2)], ["10.9 ms", "2 s"]);
});

test("a machine is one that was measured, or computed by what its maker says; else there is a reason", () => {
  const rates = "4.8 TB/s between memory and processors, 990 TFLOP/s in matrix products";
  assert.equal(
    aboutSentence(h200, false, "It is not there."),
    `COMPUTED, not measured: the 26B model in bfloat16 on an H200 SXM, by the rates that its maker publishes: ${rates}.`,
  );
  assert.match(aboutSentence(cpu, true, ""), /^2 CPU threads, measured: 20 GB\/s/);
  assert.equal(aboutSentence(cpu, true, "It is not there."), "It is not there.");
  assert.equal(aboutSentence(null, true, ""), "This machine is measured, which takes about two seconds.");
});

test("what was rehearsed has its floor, and each part for each way of running a step", () => {
  assert.match(
    REHEARSED_FLOOR,
    /one row after 300 tokens, moves 52\.3 GB at the least: experts 45\.7 GB, embeddings, twice, 2\.95 GB/,
  );
  const [names, ...rows] = rehearsedRows();
  assert.deepEqual(names, ["", "eager", "static", "static, fixed seats"]);
  assert.deepEqual(
    rows.map(([part]) => part),
    ["attention", "copies", "decision", "rest of the pass", "the step"],
  );
  assert.equal(rows[0][1], "30 operations, 352 MB");
  assert.match(rows[4][1], /^3,\d{3} operations, 23\.9 GB$/);
});
