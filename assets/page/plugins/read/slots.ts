/** What the server reads in the slots of a text, and what runs write there, as the table that the tab shows. */

import { wilson } from "../../rules/intervals.ts";
import { plainText } from "../../words/glyphs.ts";

/** A label of a slot, or what lies outside of its labels: a row of `pg.read`, as the server answers it. */
export type Row = {
  slot: number;
  source: string;
  tokens: number;
  joint: "product" | "chain";
  /** null for what lies outside. */
  label: string | null;
  first: number;
  last: number | null;
  step: number;
  runs: number;
  /** How many of the runs wrote it, and its interval; null where none could. */
  share: number | null;
  low: number | null;
  high: number | null;
  /** The ends of `first` over the noise of the runs. */
  first_low: number | null;
  first_high: number | null;
};

/** The labels of most probability that are drawn; the others are one row. */
export const MOST_ROWS = 12;

/** @returns the same rows with more of the same runs, of which those before `more` may be none */
export function together(rows: Row[], more: Row[]): Row[] {
  return rows.map((row, at) => {
    const { runs, share, first_low: low, first_high: high } = more[at];
    if (share === null) return row;
    const all = row.runs + runs;
    const count = Math.round((row.share ?? 0) * row.runs + share * runs);
    const ends = wilson(count, all);
    return {
      ...row,
      runs: all,
      share: count / all,
      low: ends[0],
      high: ends[1],
      first_low: low === null ? null : Math.min(row.first_low ?? low, low),
      first_high: high === null ? null : Math.max(row.first_high ?? high, high),
    };
  });
}

/** @returns the rows of each slot and length */
export function bySlot(rows: Row[]): Row[][] {
  const placeOf = ({ slot, tokens }: Row) => `${slot} ${tokens}`;
  return [...new Set(rows.map(placeOf))].map((place) => rows.filter((row) => placeOf(row) === place));
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
  const apart = rows.filter(({ first, low, high }) => low !== null && high !== null && (first < low || first > high));
  const size = ({ first, share }: Row) => Math.abs(first - (share as number));
  return apart.sort((one, two) => size(two) - size(one))[0] ?? null;
}

export const shareText = (share: number) => `${(100 * share).toFixed(share > 0.0005 && share < 0.0995 ? 1 : 0)}%`;

/** @returns does reading foretell what is written here? */
export function gapSentence(rows: Row[], runs: number): string {
  const gap = gapOf(rows);
  if (gap === null) return `What ${runs} runs wrote is within chance of what one pass read.`;
  const [low, high] = [gap.low as number, gap.high as number];
  const name = gap.label === null ? "What is no label" : `“${plainText(gap.label)}”`;
  return `${name}: read ${shareText(gap.first)}, written ${shareText(gap.share as number)} (95%: ${shareText(low)} to ${shareText(high)}). Reading does not foretell writing here.`;
}
