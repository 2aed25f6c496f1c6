import assert from "node:assert/strict";
import { test } from "node:test";
import { WAYS } from "../rules/ways.ts";
import { halvesIn } from "../dom/base64.ts";
import { WireReader } from "../run/wire.ts";
import { golden } from "../testing/portable.ts";
import { framesOf, goldenRun, runByHand, traceOf, vocabularyOf } from "../testing/runs.ts";
import { modelVocabulary } from "../testing/vocabulary.ts";
import { WireEncoder, halfOf, messageOf } from "./wire-encoder.ts";
import type { StepFrame } from "./record.ts";
import type { Vocabulary } from "./vocabulary.ts";

const cases = golden("messages");

/** @param expected what Python made: start, frames, end and over, and the result */
function compare(
  { messages: [start, ...messages], result: { sureness, ...result } }: { messages: string[]; result: any },
  frames: StepFrame[],
  vocabulary: Vocabulary,
) {
  const { header, label } = JSON.parse(start);
  const trace = traceOf(header, frames, vocabulary);
  const encoder = new WireEncoder(0, vocabulary);
  assert.deepEqual(JSON.parse(encoder.start(header, label)), JSON.parse(start));
  for (const frame of frames) assert.equal(encoder.frame(frame), messages.shift());
  assert.equal(encoder.end(trace), messages.shift());
  assert.equal(messageOf("over", { sentence: "" }), messages.shift());
  const { sureness: ours, ...rest } = JSON.parse(new WireEncoder(2, vocabulary).result(trace));
  assert.deepEqual(rest, result);
  assert.equal(ours && Number(ours.toPrecision(5)), sureness);
}

for (const [name, expected] of Object.entries<any>(cases.recorded)) {
  test(`messages are Python's, byte for byte: ${name}`, async () => {
    const { recording, frames } = await goldenRun(name);
    compare(expected, frames, name === "hostile" ? vocabularyOf(recording) : modelVocabulary());
  });
}

for (const way of Object.keys(WAYS)) {
  test(`messages with every column and odd figures are Python's, byte for byte: ${way}`, () => {
    const { frames, messages, result } = runByHand(way);
    compare({ messages, result }, frames, modelVocabulary());
  });
}

test("the page reads the messages", () => {
  const { header, frames } = runByHand();
  const encoder = new WireEncoder(0, modelVocabulary());
  const reader = new WireReader("run");
  const messages = [encoder.start(header, "LIVE"), ...frames.map((frame) => encoder.frame(frame))];
  for (const message of messages) reader.read(JSON.parse(message));
  const read = framesOf(reader.recording as any);
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

const half = (bits: number) => halvesIn(Uint16Array.of(bits).buffer)[0];

test("every half is written as it was read", () => {
  for (let bits = 0; bits < 65536; bits += 1)
    if (!Number.isNaN(half(bits))) assert.equal(halfOf(half(bits)), bits === 0x8000 ? 0x8000 : bits);
});
