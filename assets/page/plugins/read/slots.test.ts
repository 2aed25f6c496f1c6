import assert from "node:assert/strict";
import test from "node:test";
import { wilson } from "../../rules/intervals.ts";
import { MOST_ROWS, bySlot, gapOf, gapSentence, most, shareText, together } from "./slots.ts";
import type { Row } from "./slots.ts";

const UNWRITTEN = { runs: 0, share: null, low: null, high: null, first_low: null, first_high: null };

function row(label: string | null, first: number, more: Partial<Row> = {}): Row {
  const place = { slot: 1, source: "____{a|b}", tokens: 1, joint: "product" as const };
  return { ...place, label, first, last: first, step: 4, ...UNWRITTEN, ...more };
}

/** How many of the runs wrote it. */
function written(runs: number, count: number): Partial<Row> {
  const [low, high] = wilson(count, runs);
  return { runs, share: count / runs, low, high };
}

const READ = [row("a", 0.5), row("b", 0.25), row(null, 0.25)];
const noise = (low: number, high: number) => ({ first_low: low, first_high: high });

test("parts of the runs are added up", () => {
  const of = (runs: number, counts: number[], a: object, b: object) => [
    row("a", 0.5, { ...written(runs, counts[0]), ...a }),
    row("b", 0.25, { ...written(runs, counts[1]), ...b }),
    row(null, 0.25, written(runs, counts[2])),
  ];
  const eight = of(8, [6, 0, 2], noise(0.25, 0.75), noise(0.125, 0.5));
  const two = of(2, [1, 1, 0], noise(0.125, 0.5), noise(0.25, 0.625));
  assert.deepEqual(together(READ, eight), eight);
  const ten = of(10, [7, 1, 2], noise(0.125, 0.75), noise(0.125, 0.625));
  assert.deepEqual(together(together(READ, eight), two), ten);
});

test("what was read stays, and where none could write nothing is added", () => {
  const later = READ.map((each) => ({ ...each, last: 0, step: 1 }));
  assert.deepEqual(together(READ, later), READ);
  const [a] = together(READ, [{ ...later[0], ...written(4, 4), ...noise(0.5, 0.5) }, later[1], later[2]]);
  assert.deepEqual([a.last, a.step, a.share], [0.5, 4, 1]);
});

test("each slot and each length has its rows", () => {
  const longer = row("aa", 1, { tokens: 2 });
  const second = row("c", 1, { slot: 2 });
  assert.deepEqual(bySlot([...READ, longer, second]), [READ, [longer], [second]]);
});

test("the labels that matter are shown, in their own order", () => {
  const labels = [...Array(MOST_ROWS + 2).keys()].map(String);
  const rows = labels.map((label, at) => row(label, at === 1 ? 0 : 0.05 + at / 1000));
  const shown = most([...rows, row(null, 0)]);
  assert.equal(shown.hidden, 2);
  assert.deepEqual(
    shown.rows.map(({ label }) => label),
    [...labels.slice(2), null],
  );
  assert.equal(most(READ).hidden, 0);
});

test("the largest gap is one that the interval leaves out", () => {
  const after = (runs: number, ...counts: number[]) =>
    READ.map((each, at) => ({ ...each, ...written(runs, counts[at]) }));
  assert.equal(gapOf(after(8, 6, 0, 2)), null, "6 of 8 may be a half");
  assert.equal(gapOf(after(80, 60, 20, 0))?.label, "a");
  assert.equal(gapOf(READ), null);
});

test("a sentence says whether reading foretells writing", () => {
  assert.equal(gapSentence(READ, 8), "What 8 runs wrote is within chance of what one pass read.");
  const none = [row("a", 0.5), row(null, 0.25, written(80, 60))];
  assert.match(
    gapSentence(none, 80),
    /^What is no label: read 25%, written 75% \(95%: 65% to 83%\)\. Reading does not/,
  );
  assert.match(gapSentence([row("a", 0, written(80, 60))], 80), /^“a”: read 0%, written 75%/);
});

test("small shares have a decimal, and what is nearly nothing is 0%", () => {
  assert.deepEqual([0.0995, 0.0994, 0.0006, 0.0005, 1].map(shareText), ["10%", "9.9%", "0.1%", "0%", "100%"]);
});
