import assert from "node:assert/strict";
import { test } from "node:test";
import { WireReader, half } from "../run/wire.js";
import { golden } from "../testing/portable.js";
import { framesOf, goldenRun, runByHand, traceOf, vocabularyOf } from "../testing/runs.js";
import { modelVocabulary } from "../testing/vocabulary.js";
import { WireEncoder, halfOf, messageOf } from "./wire-encoder.js";

const cases = golden("messages");

/**
 * @param {string[]} expected messages that Python wrote: start, frames, end, over, result
 * @param {import("./record.js").StepFrame[]} frames
 * @param {import("./vocabulary.js").Vocabulary} vocabulary
 */
function compare([start, ...expected], frames, vocabulary) {
  const { header, label } = JSON.parse(start);
  const trace = traceOf(header, frames, vocabulary);
  const encoder = new WireEncoder(0, vocabulary);
  assert.deepEqual(JSON.parse(encoder.start(header, label)), JSON.parse(start));
  for (const frame of frames) assert.equal(encoder.frame(frame), expected.shift());
  assert.equal(encoder.end(trace), expected.shift());
  assert.equal(messageOf("over", { sentence: "" }), expected.shift());
  const result = JSON.parse(new WireEncoder(2, vocabulary).result(trace));
  const { sureness, ...theirs } = JSON.parse(expected[0]);
  assert.deepEqual({ ...result, sureness: undefined }, { ...theirs, sureness: undefined });
  if (sureness === null) assert.equal(result.sureness, null);
  else assert.ok(Math.abs(result.sureness / sureness - 1) < 1e-6, `${result.sureness} ${sureness}`);
}

for (const [name, messages] of Object.entries(cases.recorded)) {
  test(`messages are Python's, byte for byte: ${name}`, async () => {
    const { recording, frames } = await goldenRun(name);
    compare(messages, frames, name === "hostile" ? vocabularyOf(recording) : modelVocabulary());
  });
}

test("messages with every column and odd figures are Python's, byte for byte", () => {
  const { frames, messages } = runByHand();
  compare(messages, frames, modelVocabulary());
});

test("the page reads the messages", () => {
  const { header, frames } = runByHand();
  const encoder = new WireEncoder(0, modelVocabulary());
  const reader = new WireReader("run");
  const messages = [encoder.start(header, "LIVE"), ...frames.map((frame) => encoder.frame(frame))];
  for (const message of messages) reader.read(JSON.parse(message));
  const read = framesOf(/** @type {any} */ (reader.recording));
  read.forEach((frame, at) => {
    assert.deepEqual(frame.sampled_ids, frames[at].sampled_ids);
    assert.deepEqual(frame.accepted, frames[at].accepted);
    assert.deepEqual(frame.pinned, frames[at].pinned);
    assert.equal("top_ids" in frame, false, "candidates do not travel");
  });
  const notice = "It was stopped.";
  assert.equal(reader.read(JSON.parse(encoder.end(traceOf(header, frames), notice))).sentence, notice);
  assert.equal(encoder.message("refused", { sentence: "No." }), '{"kind":"refused","run":0,"sentence":"No."}');
});

test("every half is written as it was read", () => {
  for (let bits = 0; bits < 65536; bits += 1)
    if (!Number.isNaN(half(bits))) assert.equal(halfOf(half(bits)), bits === 0x8000 ? 0x8000 : bits);
});
