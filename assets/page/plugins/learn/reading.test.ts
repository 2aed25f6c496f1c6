import assert from "node:assert/strict";
import { test } from "node:test";
import { Reading } from "./reading.ts";
import type { Lesson } from "./lesson.ts";

const LIST = [
  { name: "01-one", title: "One", level: "First" },
  { name: "02-two", title: "Two", level: "First" },
  { name: "03-three", title: "Three", level: "Then" },
];
const asks = (question: object) => ({
  show: {},
  blocks: [
    { kind: "text", text: ["a"] },
    { kind: "predict", ...question },
  ],
});
const LESSON = {
  title: "Two",
  runs: { lily: {}, kite: {} },
  parts: [
    { show: {}, blocks: [] },
    { ...asks({ form: "press", among: [3, 5] }), show: { run: "kite" } },
    asks({ form: "keep", hidden: true }),
    asks({ form: "keep", hidden: false }),
    asks({ form: "cut", bound: null }),
    asks({ form: "cut", bound: 0.1 }),
    asks({ form: "choose", length: false }),
  ],
} as unknown as Lesson;
const NOTHING = { decision: false, length: false, before: false, colours: false };

const readingOf = (at: number, list = LIST) => new Reading(LESSON, list[at], list, 1);

test("a lesson leads to the next of its level, and the last of a level to none", () => {
  assert.deepEqual([readingOf(0).following, readingOf(1).following, readingOf(2).following], [2, 0, 0]);
  assert.equal(readingOf(0).alone, false);
  assert.equal(readingOf(0, LIST.slice(0, 1)).alone, true);
});

test("an open question hides what would answer it, until it is answered and when it is opened again", () => {
  const reading = readingOf(1);
  assert.deepEqual([reading.runOf(1), reading.runOf(2), reading.runOf(4)], ["lily", "kite", "kite"]);
  for (const part of [1, 6, 7]) assert.deepEqual(reading.hides(part), NOTHING);
  assert.deepEqual(reading.hides(2), { ...NOTHING, decision: true });
  assert.deepEqual(reading.hides(3), { ...NOTHING, decision: true, before: true, colours: true });
  assert.deepEqual(reading.hides(4), { ...NOTHING, decision: true, before: true });
  assert.deepEqual(reading.hides(5), { ...NOTHING, decision: true });
  assert.deepEqual([reading.among(2), reading.among(3)], [[3, 5], []]);
  reading.answers.add(2).add(3);
  assert.deepEqual([reading.hides(2), reading.hides(3), reading.among(2)], [NOTHING, NOTHING, []]);
  assert.equal(reading.open(2), undefined);
  assert.equal(reading.question(2)?.form, "press");
  reading.answers.delete(2);
  assert.deepEqual(reading.among(2), [3, 5]);
});
