import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { STEPS, header, meta, traceFile } from "../testing/fixtures.js";
import { TraceError, readTrace } from "./trace.js";

test("a trace file gives its run back", async () => {
  const recording = await readTrace(traceFile(), "run.trace");
  assert.equal(recording.label, "RECORDED");
  assert.equal(recording.frames.length, 3);
  recording.frames.forEach((frame, row) => {
    assert.deepEqual([...frame.sampled_ids], STEPS[row].ids);
    assert.deepEqual([...frame.accepted], STEPS[row].accepted);
    assert.deepEqual([...frame.entropy], STEPS[row].entropy);
  });
  assert.deepEqual(recording.frames.map((frame) => frame.stopReason), ["", "max-steps", "stable-and-confident"]);
  assert.deepEqual(recording.frames.map((frame) => frame.finishReason), ["", "", "end-of-text"]);
  assert.equal(recording.tokens.get(6), "<script>alert(1)</script>");
  assert.equal(recording.text, " cat red ball\n.");
});

/** @type {Record<string, [() => Uint8Array<ArrayBuffer>, RegExp]>} */
const REFUSED = {
  "empty": [() => new Uint8Array(), /no trace file: a trace is a gzipped/],
  "no gzip": [() => new TextEncoder().encode("hello there"), /no trace file: a trace is a gzipped/],
  "cut off": [() => traceFile().subarray(0, 200), /damaged or cut off/],
  "a flipped byte": [() => traceFile().map((byte, i) => (i === 120 ? byte ^ 255 : byte)), /damaged or cut off|no trace file/],
  "gzip of something else": [() => new Uint8Array(gzipSync("hello there, this is no safetensors")), /holds no trace columns/],
  "another format": [() => traceFile(meta({ format: "other" })), /not of the format “text-diffusion-trace”/],
  "another version": [() => traceFile(meta({ version: 99 })), /a trace of version 99; this page reads versions 1 to 2\./],
  "no settings": [() => traceFile(meta({ header: header({ settings: {} }) })), /max_denoising_steps is missing/],
  "another canvas length": [() => traceFile(meta({ header: header({ canvas_length: 5 }) })), /its column “input_ids”/],
  "stop reasons missing": [() => traceFile(meta({ stop_reasons: ["max-steps"] })), /blocks and their stop reasons/],
  "a column missing": [() => traceFile(meta(), (tensors) => delete tensors.entropy), /its column “entropy”/],
  "a column of another type": [() => traceFile(meta(), (tensors) => (tensors.entropy.dtype = "I32")), /its column “entropy”/],
  "a column beyond the file": [
    () => traceFile(meta(), (tensors) => (tensors.entropy.data_offsets = [9000, 9048])),
    /its column “entropy”/,
  ],
};
for (const [name, [make, sentence]] of Object.entries(REFUSED)) {
  test(`refused with a sentence that names the file: ${name}`, async () => {
    await assert.rejects(readTrace(make(), "my run.trace"), (error) => {
      assert.ok(error instanceof TraceError);
      assert.match(error.message, sentence);
      assert.match(error.message, /^my run\.trace /);
      return true;
    });
  });
}
