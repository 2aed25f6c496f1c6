import assert from "node:assert/strict";
import { test } from "node:test";
import { header, meta, traceFile } from "../testing/fixtures.js";
import { stretchesOf, withoutLabel } from "./thought.js";
import { readTrace } from "./trace.js";

const MARKS = { open: 1, close: 2, label: "thought" };
const [yes, no] = [true, false].map((thought) => (/** @type {number[]} */ ...ids) => ({ thought, ids }));

test("thought is told from answer", () => {
  const cases = /** @type {[number[], number[], object[]][]} */ ([
    [[9], [5, 6], [no(5, 6)]],
    [[9], [1, 5, 2, 6], [yes(5), no(6)]],
    [[9], [1, 5, 6], [yes(5, 6)]],
    [[9, 1], [5, 2, 6], [yes(5), no(6)]],
    [[9, 1, 2], [5], [no(5)]],
    [[9], [5, 1, 6, 2, 7, 1, 8, 2], [no(5), yes(6), no(7), yes(8)]],
    [[9], [2, 5], [no(5)]],
    [[9], [1, 2], []],
  ]);
  for (const [prompt, ids, expected] of cases) {
    assert.deepEqual(stretchesOf(ids, prompt, MARKS).stretches, expected);
    assert.deepEqual(stretchesOf(ids, prompt, {}).stretches, [no(...ids)]);
  }
});

test("a channel may be open across blocks", () => {
  const { stretches, inside } = stretchesOf([5, 1, 6], [], MARKS);
  assert.deepEqual([stretches, inside], [[no(5), yes(6)], true]);
  assert.deepEqual(stretchesOf([7, 2, 8], [], MARKS, inside).stretches, [yes(7), no(8)]);
});

test("the channel's name is no thought", () => {
  assert.equal(withoutLabel("thought\nsix", MARKS), "six");
  assert.equal(withoutLabel(" six", MARKS), " six");
  assert.equal(withoutLabel("thought", {}), "thought");
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
