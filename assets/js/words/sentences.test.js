import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.js";
import { WireReader } from "../run/wire.js";
import { messages, traceFile } from "../testing/fixtures.js";
import { placeSentence, runSentence, stepSentence } from "./sentences.js";

function live() {
  const reader = new WireReader();
  reader.expect("r");
  for (const message of messages().slice(0, 2)) reader.read(JSON.stringify(message));
  return /** @type {import("../run/recording.js").Recording} */ (reader.recording);
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

test("the run in one line; what it cost is known when it has ended", async () => {
  assert.equal(runSentence(await readTrace(traceFile(), "x")), "tiny · seed 7 · cpu float32 · 3 passes in 2.0 s");
  assert.equal(runSentence(live()), "tiny · seed 7 · cpu float32");
});

test("where the playhead is: known in a record, at most in a live run", async () => {
  const recording = await readTrace(traceFile(), "x");
  assert.deepEqual([0, 1, 2].map((step) => placeSentence(recording, step)), [
    "block 1/2 · step 1/2",
    "block 1/2 · step 2/2",
    "block 2/2 · step 1/1",
  ]);
  assert.equal(placeSentence(live(), 0), "block 1/≤2 · step 1/≤8");
});

test("each way of writing has its own words, and commits what it keeps", async () => {
  const recording = await readTrace(traceFile(), "x");
  const { accepted, sampled_ids, argmax_ids } = recording.frames[1];
  recording.header.way = "masked";
  assert.match(stepSentence(recording, 1, "nats"), /accepted 2 of 4 positions \(1 newly kept\) and left 2 masked/);
  const kept = argmax_ids.map((id, position) => (accepted[position] ? sampled_ids[position] : id));
  const end = kept.findIndex((id) => recording.eos.has(id));
  assert.deepEqual(recording.committedIds([1]), [...kept].slice(0, end === -1 ? kept.length : end + 1));
  recording.header.way = "autoregressive";
  assert.match(stepSentence(recording, 1, "nats"), /one more token was written; 2 of 4 are there, 2 blank/);
  const written = [...sampled_ids].filter((_, position) => accepted[position] === 1);
  const stop = written.findIndex((id) => recording.eos.has(id));
  assert.deepEqual(recording.committedIds([1]), written.slice(0, stop === -1 ? written.length : stop + 1));
});
