import assert from "node:assert/strict";
import test from "node:test";
import { MOST_ROWS, gapOf, most, rowsOf, together } from "./slots.ts";
import type { Reading, Writing } from "./slots.ts";

const READING: Reading = {
  slot: 0,
  source: "____{a|b}",
  tokens: 1,
  joint: "product",
  labels: ["a", "b"],
  first: [0.5, 0.25],
  last: [0.75, 0.125],
  step: 4,
};
const WRITING: Writing = { slot: 0, tokens: 1, runs: 8, counts: [6, 0], low: [0.25, 0.125], high: [0.75, 0.5] };

test("what is no label has the rest of the mass, and of the runs", () => {
  const [a, b, outside] = rowsOf(READING, WRITING);
  assert.deepEqual([a.first, a.last, a.share, a.noise], [0.5, 0.75, 0.75, [0.25, 0.75]]);
  assert.deepEqual([b.share, b.interval?.[0]], [0, 0]);
  assert.deepEqual([outside.label, outside.first, outside.last, outside.share], [null, 0.25, 0.125, 0.25]);
});

test("without runs there is no share, and token after token no later pass", () => {
  const [a, , outside] = rowsOf({ ...READING, last: null }, null);
  assert.deepEqual([a.last, a.share, a.interval, a.noise, outside.share], [null, null, null, null, null]);
});

test("rounding makes no mass below none", () => {
  assert.equal(rowsOf({ ...READING, first: [0.75, 0.2500001] }, null)[2].first, 0);
});

test("parts of the runs are added up", () => {
  const more = { ...WRITING, runs: 2, counts: [1, 1], low: [0.125, 0.25], high: [0.5, 0.625] };
  const all = [{ ...WRITING, runs: 10, counts: [7, 1], low: [0.125, 0.125], high: [0.75, 0.625] }];
  assert.deepEqual(together([WRITING], [more]), all);
  assert.deepEqual(together([], [more]), [more]);
});

test("the labels that matter are shown, in their own order", () => {
  const labels = [...Array(MOST_ROWS + 2).keys()].map(String);
  const first = labels.map((_, at) => (at === 1 ? 0 : 0.05 + at / 1000));
  const shown = most(rowsOf({ ...READING, labels, first, last: null }, null));
  assert.equal(shown.hidden, 2);
  assert.deepEqual(
    shown.rows.map(({ label }) => label),
    [...labels.slice(2), null],
  );
  assert.equal(most(rowsOf(READING, null)).hidden, 0);
});

test("the largest gap is one that the interval leaves out", () => {
  assert.equal(gapOf(rowsOf(READING, WRITING)), null, "6 of 8 may be a half");
  const many = { ...WRITING, runs: 80, counts: [60, 20] };
  assert.equal(gapOf(rowsOf(READING, many))?.label, "a");
  assert.equal(gapOf(rowsOf(READING, null)), null);
});
