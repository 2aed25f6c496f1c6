import assert from "node:assert/strict";
import { test } from "node:test";
import { placeSentence, runSentence, stepSentence, stopSentence } from "./sentences.js";
import { header, messages, meta, traceFile } from "./testing/fixtures.js";
import { readTrace } from "./trace.js";
import { WireReader } from "./wire.js";

function live() {
  const reader = new WireReader();
  reader.expect("r");
  for (const message of messages().slice(0, 2)) reader.read(JSON.stringify(message));
  return /** @type {import("./recording.js").Recording} */ (reader.recording);
}

test("what happened at a step", async () => {
  const recording = await readTrace(traceFile(), "x");
  assert.equal(
    stepSentence(recording, 1, "nats"),
    "At temperature 0.75 the sampler accepted 2 of 4 positions (1 newly locked) and re-noised the other 2 (1 relapsed); mean entropy 0.875 nats.",
  );
  assert.equal(
    stepSentence(recording, 2, "nats"),
    "At temperature 0.8 the sampler accepted all 4 positions (all newly locked); mean entropy 0.001 nats.",
  );
  assert.equal(stepSentence(recording, -1, "nats"), "No step has been taken yet.");
});

test("why a block ended", async () => {
  const recording = await readTrace(traceFile(), "x");
  assert.equal(stopSentence(recording, 1, "nats"), "Block 1 ended after 2 steps, the most allowed (mean entropy 0.875 ≥ 0.005 nats).");
  assert.equal(
    stopSentence(recording, 2, "nats"),
    "Block 2 ended after 1 step: stable and confident (the most probable tokens unchanged over 1 of 1 comparison; mean entropy 0.001 < 0.005 nats). The text is complete: it reached end-of-text.",
  );
});

test("the run in one line; what it cost is known when it has ended", async () => {
  assert.equal(runSentence(await readTrace(traceFile(), "x")), "tiny · seed 7 · cpu float32 · 3 passes in 2.0 s");
  assert.equal(runSentence(live()), "tiny · seed 7 · cpu float32");
});

test("what a block still waits for", async () => {
  const recording = await readTrace(traceFile(), "x");
  assert.equal(
    stopSentence(recording, 0, "nats"),
    "Block 1 goes on until it is stable and confident, or to step 8 (now the most probable tokens unchanged over 0 of 1 comparison; mean entropy 0.813 ≥ 0.005 nats).",
  );
  const never = header();
  never.settings.confidence_threshold = 0;
  const endless = await readTrace(traceFile(meta({ header: never })), "x");
  assert.match(stopSentence(endless, 0, "nats"), /goes on to step 8: with a confidence threshold of 0/);
});

test("a stopped block and a cut text say so", async () => {
  const stopped = meta({ stop_reasons: ["max-steps", "stopped"], finish_reason: "stopped" });
  assert.match(stopSentence(await readTrace(traceFile(stopped), "x"), 2), /was stopped after 1 step of at most 8; its text is a draft/);
  const cut = meta({ finish_reason: "max-new-tokens" });
  assert.match(stopSentence(await readTrace(traceFile(cut), "x"), 2), /cut at the length asked for, 8 tokens/);
});

test("where the playhead is: known in a record, at most in a live run", async () => {
  const recording = await readTrace(traceFile(), "x");
  assert.deepEqual([0, 1, 2].map((row) => placeSentence(recording, row)), [
    "block 1/2 · step 1/2",
    "block 1/2 · step 2/2",
    "block 2/2 · step 1/1",
  ]);
  assert.equal(placeSentence(live(), 0), "block 1/≤2 · step 1/≤8");
});
