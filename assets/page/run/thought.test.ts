import assert from "node:assert/strict";
import { test } from "node:test";
import { header, meta, traceFile } from "../testing/fixtures.ts";
import { readTrace } from "./trace.ts";

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
