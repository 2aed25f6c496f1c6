/** What the server reads in the slots of a text, and what runs write there, as the table that the tab shows. */

import { wilson } from "../../rules/intervals.ts";
import type { Interval } from "../../rules/intervals.ts";

/** As `playground/plugins/read/read_routes.py` answers. */
export type Reading = {
  slot: number;
  source: string;
  tokens: number;
  joint: "product" | "chain";
  labels: string[];
  first: number[];
  last: number[] | null;
  step: number;
};
export type Writing = { slot: number; tokens: number; runs: number; counts: number[]; low: number[]; high: number[] };

/** A label of a slot, or what lies outside of its labels. */
export type Row = {
  /** null for what lies outside. */
  label: string | null;
  first: number;
  last: number | null;
  /** How many runs wrote it; null where none could. */
  share: number | null;
  interval: Interval | null;
  /** The ends of `first` over the noise of the runs. */
  noise: Interval | null;
};

/** The labels of most probability that are drawn; the others are one row. */
export const MOST_ROWS = 12;

/** @returns the counts of two parts of the same runs together */
export function together(before: Writing[], more: Writing[]): Writing[] {
  if (before.length === 0) return more;
  return before.map(({ slot, tokens, runs, counts, low, high }, at) => ({
    slot,
    tokens,
    runs: runs + more[at].runs,
    counts: counts.map((count, label) => count + more[at].counts[label]),
    low: low.map((each, label) => Math.min(each, more[at].low[label])),
    high: high.map((each, label) => Math.max(each, more[at].high[label])),
  }));
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

/** @param writing of the same slot and length; null for none */
export function rowsOf({ labels, first, last }: Reading, writing: Writing | null): Row[] {
  const share = (count: number) => (writing ? count / writing.runs : null);
  const interval = (count: number) => (writing ? wilson(count, writing.runs) : null);
  const rows = labels.map((label, at): Row => {
    const count = writing?.counts[at] ?? 0;
    return {
      label,
      first: first[at],
      last: last && last[at],
      share: share(count),
      interval: interval(count),
      noise: writing && [writing.low[at], writing.high[at]],
    };
  });
  const rest = writing ? writing.runs - sum(writing.counts) : 0;
  rows.push({
    label: null,
    first: Math.max(0, 1 - sum(first)),
    last: last && Math.max(0, 1 - sum(last)),
    share: share(rest),
    interval: interval(rest),
    noise: null,
  });
  return rows;
}

/** @returns at most `MOST_ROWS` labels, those of most probability in either pass or most written, in their own order */
export function most(rows: Row[]): { rows: Row[]; hidden: number } {
  const weight = ({ first, last, share }: Row) => Math.max(first, last ?? 0, share ?? 0);
  const labels = rows.filter(({ label }) => label !== null);
  const best = new Set([...labels].sort((one, two) => weight(two) - weight(one)).slice(0, MOST_ROWS));
  return {
    rows: rows.filter((row) => row.label === null || best.has(row)),
    hidden: Math.max(0, labels.length - MOST_ROWS),
  };
}

/**
 * @returns the largest distance between a label's probability and its share whose interval leaves that out; null if
 * writing is near everywhere, or there is none
 */
export function gapOf(rows: Row[]): Row | null {
  const apart = rows.filter(({ first, interval }) => interval && (first < interval[0] || first > interval[1]));
  const size = ({ first, share }: Row) => Math.abs(first - (share as number));
  return apart.sort((one, two) => size(two) - size(one))[0] ?? null;
}
