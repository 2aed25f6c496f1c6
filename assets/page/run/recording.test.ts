import assert from "node:assert/strict";
import { test } from "node:test";
import { header, messages, meta, traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { blocksOf, cacheSentence } from "./blocks.ts";
import { readTrace } from "./trace.ts";
import { WireReader } from "./wire.ts";

test("the output is cut at the length asked for; the middle is where half of the canvas is accepted, inside the run", async () => {
  const short = header();
  short.spec.settings.max_new_tokens = 3;
  assert.deepEqual((await readTrace(traceFile(meta({ header: short })), "x")).tokenIds, [2, 4, 3]);
  const recording = await readTrace(traceFile(), "x");
  assert.equal(recording.middle, 1);
  recording.frames.pop();
  recording.frames.pop();
  assert.equal(recording.middle, 0);
  recording.frames.pop();
  assert.equal(recording.middle, -1);
});

test("text so far: earlier blocks are committed, the block that goes on is a draft", async () => {
  const recording = await readTrace(traceFile(meta({ text: "the whole text" })), "x");
  assert.deepEqual(recording.passages(0), [{ text: " cat ball red\n", committed: false }]);
  assert.deepEqual(recording.passages(1), [{ text: " cat red ball\n", committed: true }]);
  assert.deepEqual(recording.passages(2), [{ text: "the whole text", committed: true }]);
  assert.deepEqual(recording.passages(-1), []);
});

test("the draft of a second block stands behind the committed first", async () => {
  const reader = new WireReader("r");
  const all = messages();
  all[3].stop_reason = all[3].finish_reason = "";
  for (const message of all.slice(0, 4)) reader.read(message);
  assert.deepEqual(reader.recording?.passages(2), [
    { text: " cat red ball\n", committed: true },
    { text: ".", committed: false },
  ]);
  const stopped = meta({ stop_reasons: ["max-steps", "stopped"], finish_reason: "stopped" });
  assert.equal((await readTrace(traceFile(stopped), "x")).passages(2).at(-1)?.committed, false, "it was stopped");
});

test("the text so far keeps a thought apart, over blocks and in the end", async () => {
  const marks = { open: 3, close: 6, label: "" }; // " ball" opens
  const file = traceFile(meta({ header: header({ thought_marks: marks }), text: " cat red", thought: "\n." }));
  const recording = await readTrace(file, "x");
  assert.deepEqual(recording.passages(1), [
    { text: " cat red", committed: true },
    { text: "\n", committed: true, thought: true },
  ]);
  assert.deepEqual(recording.passages(2), [
    { text: "\n.", committed: true, thought: true },
    { text: " cat red", committed: true },
  ]);
  recording.finishReason = "";
  assert.deepEqual(recording.passages(2).at(-1), { text: ".", committed: true, thought: true });
});

test("a channel that is spelled is known while the text grows, over blocks", async () => {
  const recording = await readTrace(traceFile(meta({ header: header({ prompt_ids: [] }) })), "x");
  recording.finishReason = "";
  const spelled = ["<think>", "five", "</think>", "It", " is"];
  const written = recording.tokenIds.filter((id, at, all) => all.indexOf(id) === at);
  written.forEach((id, at) => recording.tokens.set(id, spelled[at]));
  assert.deepEqual(recording.passages(2), [
    { text: "five", committed: true, thought: true },
    { text: "It", committed: true },
    { text: " is", committed: true },
  ]);
});

test("each block has its places, its steps and its reason", async () => {
  assert.deepEqual(blocksOf(await readTrace(traceFile(), "x")), [
    { block: 1, first: 0, last: 1, steps: "2 steps", reason: "the most steps" },
    { block: 2, first: 2, last: 2, steps: "1 step", reason: "stable and confident" },
  ]);
});

sentences("the cache holds the prompt and the blocks before, never the block that is denoised", async () => {
  const recording = await readTrace(traceFile(), "x");
  return [cacheSentence(recording, 1, "block"), cacheSentence(recording, 2, "part")];
});
