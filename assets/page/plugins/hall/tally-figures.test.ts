import assert from "node:assert/strict";
import { test } from "node:test";
import { barsFor, countSentence, histogramOf, passesGuessed } from "./tally-figures.ts";
import type { Ask } from "../learn/predict.ts";
import type { Recording } from "../../run/recording.ts";

const TOKENS = new Map([..."abcdefgh"].map((text, id) => [id, text]));
const RECORDING = {
  header: { canvas_length: 28 },
  frames: [{ sampled_ids: Int32Array.from(TOKENS.keys()) }],
  tokens: TOKENS,
} as unknown as Recording;
const CHOICE = { form: "choose", options: ["yes", "no"].map((word) => ({ text: [word], right: word === "yes" })) };
const GUESS = { form: "guess", from: 1, to: 15, unit: "passes", answer: 8, near: 0 };

const pollOf = (prediction: object, ...votes: number[]) => ({
  ...{ prediction: prediction as Ask, recording: RECORDING, votes },
});

test("each choice has its bar, also one that nobody made", () => {
  const bars = barsFor(pollOf(CHOICE, 0, 0));
  const rows = bars?.rows.map(({ text: [text], figure }) => `${text} ${figure}`);
  assert.deepEqual(rows, ["yes 2", "no 0"]);
  assert.deepEqual(bars?.label, ["Answers"]);
});

test("of the cells that were pressed there are the most frequent ones", () => {
  const few = barsFor(pollOf({ form: "press", row: 0 }, 0, 1, 1, 2, 3, 4, 99));
  assert.deepEqual([few?.label, few?.rows.length], [["Answers"], 6]);
  assert.deepEqual(few?.rows[0].text, ["“b” at position 1"]);
  assert.deepEqual(few?.rows.at(-1)?.text, ["no cell"]);
  const many = barsFor(pollOf({ form: "press", row: 0 }, 0, 1, 1, 2, 3, 4, 5));
  assert.deepEqual([many?.label, many?.rows.length], [["Answers"], 6]);
  const more = barsFor(pollOf({ form: "press", row: 0 }, 0, 1, 1, 2, 3, 4, 5, 6));
  assert.deepEqual([more?.label, more?.rows.length], [["Answers; the most frequent"], 6]);
});

test("numbers stand in columns, the last with its end", () => {
  const poll = pollOf(GUESS, 1, 1.9, 2, 15);
  assert.equal(barsFor(poll), null);
  const { from, to, unit, columns } = histogramOf(poll);
  assert.deepEqual([from, to, unit, columns.length], [1, 15, "passes", 14]);
  assert.deepEqual(columns[0], { from: 1, to: 2, count: 2 });
  assert.deepEqual([columns[1].count, columns[13].count], [1, 1]);
  const cut = histogramOf(pollOf({ form: "cut" }, 27));
  assert.deepEqual([cut.from, cut.to, cut.unit, cut.columns[13].count], [0, 28, "positions", 1]);
});

test("answers are counted, then those that can still be right, then those that are", () => {
  assert.equal(countSentence([8], null, null), "1 answer.");
  assert.equal(countSentence([7, 8, 9], 8, null), "3 answers. 2 can still be right.");
  assert.equal(countSentence([7, 8], 8, 1), "2 answers. 1 of them is right.");
  assert.equal(countSentence([], null, 0), "0 answers. 0 of them are right.");
});

test("passes are counted along where they were guessed of the run that is shown", () => {
  const run = { frames: Array(8), moments: [0, 0, 1].map((step, at) => ({ step, noise: at === 0 })) } as any;
  for (const moment of [0, 1, 2]) assert.equal(passesGuessed(GUESS as any, run, moment), moment);
  assert.equal(passesGuessed(GUESS as any, { ...run, frames: Array(9) }, 1), null);
});
