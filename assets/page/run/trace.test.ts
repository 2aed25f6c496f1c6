import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { STEPS, meta, messages, traceFile } from "../testing/fixtures.ts";
import { versionOf } from "./recording.ts";
import { TraceError, readTrace } from "./trace.ts";
import { WireReader } from "./wire.ts";
import type { Recording } from "./recording.ts";

test("a trace file gives its run back", async () => {
  const recording = await readTrace(traceFile(), "run.trace");
  assert.equal(recording.label, "RECORDED");
  assert.equal(recording.frames.length, 3);
  recording.frames.forEach((frame, step) => {
    assert.deepEqual([...frame.sampled_ids], STEPS[step].ids);
    assert.deepEqual([...frame.accepted], STEPS[step].accepted);
    assert.deepEqual([...frame.entropy], STEPS[step].entropy);
  });
  const reasons = recording.frames.flatMap(({ stopReason, finishReason }) => [stopReason, finishReason]);
  assert.deepEqual(reasons, ["", "", "max-steps", "", "stable-and-confident", "end-of-text"]);
  assert.equal(recording.tokens.get(6), "<script>alert(1)</script>");
  assert.equal(recording.text, " cat red ball\n.");
});

/** @returns what the page has of the run after so many of its messages */
function begun(count: number): Recording {
  const reader = new WireReader("r");
  for (const message of messages().slice(0, count)) reader.read(message);
  return reader.recording as Recording;
}

test("a file fills the run that came as messages: the same object, step by step", async () => {
  const recording = begun(5);
  const { frames, header, version } = recording;
  const [first] = frames;
  assert.ok(!("top_ids" in first));
  assert.equal(await readTrace(traceFile(), "run.trace", 64, recording), recording);
  assert.ok(recording.header === header && recording.frames === frames && frames[0] === first);
  assert.deepEqual([first.top_ids?.length, first.top_probs?.[0], first.mean_entropy], [8, 0.75, STEPS[0].mean]);
  assert.deepEqual([recording.run, recording.label, recording.moments.length], ["r", "RECORDED", 5]);
  assert.equal(recording.tokens.get(6), "<script>alert(1)</script>", "candidates have texts too");
  assert.ok(recording.version > version && versionOf([recording, recording]) === 2 * recording.version);
});

test("steps that were lost on the way come with the file, and the run is as its file has it", async () => {
  const recording = begun(2);
  recording.end({ finishReason: "stopped", text: "", seconds: 0 });
  assert.equal(recording.frames[0].stopReason, "stopped");
  await readTrace(traceFile(), "run.trace", 64, recording);
  const whole = await readTrace(traceFile(), "run.trace");
  for (const name of ["frames", "moments", "text", "finishReason", "seconds", "verdict", "tokenIds"] as const)
    assert.deepEqual(recording[name], whole[name], name);
});

test("a file with fewer steps than are there leaves no others", async () => {
  const recording = begun(5);
  const { frames } = recording;
  const short = await readTrace(traceFile(), "run.trace");
  recording.fill(recording.header, [], short.frames.slice(0, 2));
  assert.ok(recording.frames === frames);
  assert.deepEqual([frames, recording.moments.length], [short.frames.slice(0, 2), 3]);
});

test("a damaged file leaves what has begun as it is", async () => {
  const recording = begun(3);
  const { version } = recording;
  await assert.rejects(readTrace(traceFile(meta({ stop_reasons: [] })), "x", 64, recording), /stop reasons/);
  assert.deepEqual([recording.frames.length, recording.version, recording.live], [2, version, true]);
});

for (const [name, file, sentence] of [
  ["empty", new Uint8Array(), /is not a trace: a trace is a gzipped/],
  ["no gzip", new TextEncoder().encode("hello there"), /is not a trace: a trace is a gzipped/],
  ["cut off", traceFile().subarray(0, 200), /damaged or cut off/],
  [
    "a flipped byte",
    traceFile().map((byte, i) => (i === 120 ? byte ^ 255 : byte)),
    /damaged or cut off|is not a trace/,
  ],
  ["gzip of something else", new Uint8Array(gzipSync("hello there")), /lacks a trace's columns/],
  [
    "of a newer version",
    traceFile(meta({ version: 4 })),
    /trace of version 4; this page reads version 3; a newer release/,
  ],
] as [string, Uint8Array<ArrayBuffer>, RegExp][])
  test(`refused with a sentence that names the file: ${name}`, () =>
    assert.rejects(readTrace(file, "my run.trace"), (error) => {
      assert.ok(error instanceof TraceError);
      assert.match(error.message, sentence);
      return /^my run\.trace /.test(error.message);
    }));

test("what unpacks to more than is allowed is refused with the limit and the way around it", async () => {
  const zeros = (size: number) => new Uint8Array(gzipSync(new Uint8Array(size)));
  const sentence = /^big unpacks to more than 64 MiB, the most that this page reads; `--max-mib`.* allows more\.$/;
  await assert.rejects(readTrace(zeros(64 * 2 ** 20), "big"), /lacks a trace's columns/);
  await assert.rejects(readTrace(zeros(64 * 2 ** 20 + 1), "big"), { message: sentence });
  await assert.rejects(readTrace(zeros(64 * 2 ** 20 + 1), "big", 65), /lacks a trace's columns/);
});

test("a trace may lack optional columns; an unknown column changes nothing", async () => {
  const surprise = (tensors: any) => (tensors.surprise = { dtype: "F64", shape: [0], data_offsets: [0, 0] });
  const { frames } = await readTrace(traceFile(meta(), surprise), "x");
  assert.deepEqual([frames[0].seconds, frames[0].encoder_tokens], [undefined, undefined]);
  assert.ok(!("surprise" in frames[0]));
});
