/**
 * What the runs at one setting show, how two settings differ, and how many runs a claim still needs. In Python
 * `playground/evaluation/intervals.py` and `finding.py` have the same rules.
 */

import { joined, mean, wilson } from "../../rules/intervals.ts";
import type { Interval } from "../../rules/intervals.ts";

/** The fewest values that a mean gets an interval for. */
const FEWEST = 4;

/**
 * @param counts of the same cases in two settings
 * @returns of the second share minus the first, by Newcombe's method 10
 */
export function paired({
  both,
  first,
  second,
  neither,
}: {
  both: number;
  first: number;
  second: number;
  neither: number;
}): Interval {
  const cases = both + first + second + neither;
  const product = (both + first) * (second + neither) * (both + second) * (first + neither);
  const cross = both * neither - first * second;
  const corrected = cross > 0 ? Math.max(cross - cases / 2, 0) : cross;
  const phi = product > 0 ? corrected / Math.sqrt(product) : 0;
  return joined([both + first, cases], [both + second, cases], phi);
}

/** @returns of their mean, by Student's t; null for too few */
export function meanInterval(values: number[]): Interval | null {
  const { length } = values;
  if (length < FEWEST) return null;
  const middle = mean(values);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (length - 1));
  const half = (quantile(length - 1) * deviation) / Math.sqrt(length);
  return [middle - half, middle + half];
}

/**
 * @param wish a share below 1
 * @returns how many more cases would show at least this share if all of them were right; 0 if it is shown
 */
export function moreNeeded(right: number, cases: number, wish: number): number {
  let more = 0;
  while (cases + more === 0 || wilson(right + more, cases + more)[0] < wish) more += 1;
  return more;
}

/** @returns do the cases show that the share is below the wish? */
export const refuted = (right: number, cases: number, wish: number): boolean =>
  cases > 0 && wilson(right, cases)[1] < wish;

/**
 * @param values at least one
 * @returns the median between the quartiles, by linear interpolation
 */
export function quartiles(values: number[]): [low: number, middle: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    return sorted[below] + (place - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
  };
  return [at(0.25), at(0.5), at(0.75)];
}

/** The runs at one setting, by number of the run. */
export interface Finding {
  passes: Map<number, number>;
  /** Empty where no quality is measured. */
  right: Map<number, boolean>;
}

/** @returns share is NaN where no quality is measured */
export function shareOf({ right }: Finding): { right: number; cases: number; share: number } {
  const count = [...right.values()].filter(Boolean).length;
  return { right: count, cases: right.size, share: count / right.size };
}

/** @returns what the other has more, over the runs that both have */
export function differences(first: Finding, second: Finding): { share: Interval | null; passes: Interval | null } {
  const counts = { both: 0, first: 0, second: 0, neither: 0 };
  for (const [number, right] of first.right) {
    const theirs = second.right.get(number);
    if (theirs !== undefined) counts[right ? (theirs ? "both" : "first") : theirs ? "second" : "neither"] += 1;
  }
  const some = Object.values(counts).some((count) => count > 0);
  const passes = [...first.passes].flatMap(([number, count]) =>
    second.passes.has(number) ? [(second.passes.get(number) as number) - count] : [],
  );
  return { share: some ? paired(counts) : null, passes: meanInterval(passes) };
}

/**
 * The runs that choose a setting cannot also prove it, since among many the luckiest is chosen: it must be shown on
 * others.
 *
 * @param fresh what runs with other seeds have found, by number of the finding
 * @returns which has the fewest passes among those whose share is at least the wish, and that fresh runs do not refute
 */
export function candidate(findings: Finding[], wish: number, fresh: Map<number, Finding>): number | null {
  let best: number | null = null;
  let fewest = Infinity;
  findings.forEach((finding, number) => {
    const known = fresh.get(number);
    const passes = mean([...finding.passes.values()]);
    if (!(shareOf(finding).share >= wish) || !(passes < fewest)) return;
    if (known && refuted(shareOf(known).right, shareOf(known).cases, wish)) return;
    [best, fewest] = [number, passes];
  });
  return best;
}

/** @param freedom degrees, at least 3 @returns Student's quantile of a 95% interval, to 1% */
function quantile(freedom: number): number {
  const z = 1.959964;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}
