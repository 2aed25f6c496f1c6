/**
 * What a number of runs shows: intervals of 95%, and how many runs a claim still needs. Numbers in, numbers out.
 * `playground/evaluation/intervals.py` has the same rules and names their sources.
 */

/** @typedef {[low: number, high: number]} Interval */

const Z = 1.96;

/** The fewest values that a mean gets an interval for. */
const FEWEST = 4;

/**
 * @param {number} right
 * @param {number} cases at least 1
 * @returns {Interval} of the share, by Wilson's score
 */
export function wilson(right, cases) {
  const [share, spread] = [right / cases, (Z * Z) / cases];
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / cases + spread / (4 * cases));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/**
 * @param {{ both: number, first: number, second: number, neither: number }} counts of the same cases in two settings
 * @returns {Interval} of the second share minus the first, by Newcombe's method 10
 */
export function paired({ both, first, second, neither }) {
  const cases = both + first + second + neither;
  const product = (both + first) * (second + neither) * (both + second) * (first + neither);
  const cross = both * neither - first * second;
  const corrected = cross > 0 ? Math.max(cross - cases / 2, 0) : cross;
  const phi = product > 0 ? corrected / Math.sqrt(product) : 0;
  return joined([both + first, cases], [both + second, cases], phi);
}

/** @typedef {[right: number, cases: number]} Count */

/**
 * @param {Count} first
 * @param {Count} second
 * @param {number} [phi] how far the two go together; 0 where it is not known which cases both have right
 * @returns {Interval} of the second share minus the first, by Newcombe's method 10
 */
export function joined([rightOne, casesOne], [rightTwo, casesTwo], phi = 0) {
  const [shareOne, shareTwo] = [rightOne / casesOne, rightTwo / casesTwo];
  const [[lowOne, highOne], [lowTwo, highTwo]] = [wilson(rightOne, casesOne), wilson(rightTwo, casesTwo)];
  const half = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.sqrt(Math.max(a * a - 2 * phi * a * b + b * b, 0));
  return [
    Math.max(-1, shareTwo - shareOne - half(shareTwo - lowTwo, highOne - shareOne)),
    Math.min(1, shareTwo - shareOne + half(highTwo - shareTwo, shareOne - lowOne)),
  ];
}

/** @param {number[]} values at least one */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {number[]} values @returns {Interval | null} of their mean, by Student's t; null for too few */
export function meanInterval(values) {
  const { length } = values;
  if (length < FEWEST) return null;
  const middle = mean(values);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (length - 1));
  const half = (quantile(length - 1) * deviation) / Math.sqrt(length);
  return [middle - half, middle + half];
}

/**
 * @param {number} right
 * @param {number} cases
 * @param {number} wish a share below 1
 * @returns {number} how many more cases would show at least this share if all of them were right; 0 if it is shown
 */
export function moreNeeded(right, cases, wish) {
  let more = 0;
  while (cases + more === 0 || wilson(right + more, cases + more)[0] < wish) more += 1;
  return more;
}

/**
 * @param {number} right
 * @param {number} cases
 * @param {number} wish
 * @returns {boolean} do the cases show that the share is below the wish?
 */
export const refuted = (right, cases, wish) => cases > 0 && wilson(right, cases)[1] < wish;

/**
 * @param {number[]} values at least one
 * @returns {[low: number, middle: number, high: number]} the median between the quartiles, by linear interpolation
 */
export function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    return sorted[below] + (place - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
  };
  return [at(0.25), at(0.5), at(0.75)];
}

/**
 * @typedef {object} Finding the runs at one setting, by number of the run
 * @property {Map<number, number>} passes
 * @property {Map<number, boolean>} right empty where no quality is measured
 */

/**
 * @param {Finding} finding
 * @returns {{ right: number, cases: number, share: number }} share is NaN where no quality is measured
 */
export function shareOf({ right }) {
  const count = [...right.values()].filter(Boolean).length;
  return { right: count, cases: right.size, share: count / right.size };
}

/**
 * @param {Finding} first
 * @param {Finding} second
 * @returns {{ share: Interval | null, passes: Interval | null }} what the other has more, over the runs that both have
 */
export function differences(first, second) {
  const counts = { both: 0, first: 0, second: 0, neither: 0 };
  for (const [number, right] of first.right) {
    const theirs = second.right.get(number);
    if (theirs !== undefined) counts[right ? (theirs ? "both" : "first") : theirs ? "second" : "neither"] += 1;
  }
  const some = Object.values(counts).some((count) => count > 0);
  const passes = [...first.passes].flatMap(([number, count]) =>
    second.passes.has(number) ? [/** @type {number} */ (second.passes.get(number)) - count] : [],
  );
  return { share: some ? paired(counts) : null, passes: meanInterval(passes) };
}

/**
 * The runs that choose a setting cannot also prove it, since among many the luckiest is chosen: it must be shown on others.
 *
 * @param {Finding[]} findings
 * @param {number} wish
 * @param {Map<number, Finding>} fresh what runs with other seeds have found, by number of the finding
 * @returns {number | null} which has the fewest passes among those whose share is at least the wish, and that fresh runs do not refute
 */
export function candidate(findings, wish, fresh) {
  /** @type {number | null} */
  let best = null;
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

/** @param {number} freedom degrees, at least 3 @returns {number} Student's quantile of a 95% interval, to 1% */
function quantile(freedom) {
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
