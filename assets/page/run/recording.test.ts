import assert from "node:assert/strict";
import { test } from "node:test";
import { header, messages, meta, traceFile } from "../testing/fixtures.ts";
import { readTrace } from "./trace.ts";
import { WireReader } from "./wire.ts";

test("the output is cut at the length asked for", async () => {
  const short = header();
  short.spec.settings.max_new_tokens = 3;
  const recording = await readTrace(traceFile(meta({ header: short })), "x");
  assert.deepEqual(recording.tokenIds, [2, 4, 3]);
});

test("text so far: earlier blocks are committed, the block that goes on is a draft", async () => {
  const recording = await readTrace(traceFile(meta({ text: "the whole text" })), "x");
  assert.deepEqual(recording.passages(0), [{ text: " cat ball red\n", committed: false }]);
  assert.deepEqual(recording.passages(1), [{ text: " cat red ball\n", committed: true }]);
  assert.deepEqual(recording.passages(2), [{ text: "the whole text", committed: true }]);
  assert.deepEqual(recording.passages(-1), []);
});

test("the draft of a second block stands behind the committed first", () => {
  const reader = new WireReader("r");
  const all = messages();
  all[3].stop_reason = all[3].finish_reason = "";
  for (const message of all.slice(0, 4)) reader.read(message);
  assert.deepEqual(reader.recording?.passages(2), [
    { text: " cat red ball\n", committed: true },
    { text: ".", committed: false },
  ]);
});

test("the middle is where half of the canvas is accepted, inside the run", async () => {
  const recording = await readTrace(traceFile(), "x");
  assert.equal(recording.middle, 1);
  recording.frames.pop();
  recording.frames.pop();
  assert.equal(recording.middle, 0);
  recording.frames.pop();
  assert.equal(recording.middle, -1);
});

test("a run that was stopped leaves a draft", async () => {
  const stopped = meta({ stop_reasons: ["max-steps", "stopped"], finish_reason: "stopped" });
  const recording = await readTrace(traceFile(stopped), "x");
  assert.deepEqual(
    recording.passages(2).map(({ committed }) => committed),
    [true, false],
  );
});
