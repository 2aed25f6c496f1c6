import assert from "node:assert/strict";
import { test } from "node:test";
import { header, meta, traceFile } from "../testing/fixtures.js";
import { stretchesOf } from "./thought.js";
import { readTrace } from "./trace.js";

const MARKS = { open: 1, close: 2, label: "thought" };
const [yes, no] = [true, false].map((thought) => (/** @type {number[]} */ ...ids) => ({ thought, ids }));

test("a channel may be open across blocks", () => {
  const { stretches, inside } = stretchesOf([5, 1, 6], [], MARKS);
  assert.deepEqual([stretches, inside], [[no(5), yes(6)], true]);
  assert.deepEqual(stretchesOf([7, 2, 8], [], MARKS, inside).stretches, [yes(7), no(8)]);
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
