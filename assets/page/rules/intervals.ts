/**
 * What a number of runs shows: intervals of 95%. Numbers in, numbers out. `playground/evaluation/intervals.py` has the same
 * ones and names their sources.
 */

export type Interval = [low: number, high: number];

const Z = 1.96;

/**
 * @param cases at least 1
 * @returns of the share, by Wilson's score
 */
export function wilson(right: number, cases: number): Interval {
  const [share, spread] = [right / cases, (Z * Z) / cases];
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / cases + spread / (4 * cases));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

type Count = [right: number, cases: number];

/**
 * @param phi how far the two go together; 0 where it is not known which cases both have right
 * @returns of the second share minus the first, by Newcombe's method 10
 */
export function joined([rightOne, casesOne]: Count, [rightTwo, casesTwo]: Count, phi: number = 0): Interval {
  const [shareOne, shareTwo] = [rightOne / casesOne, rightTwo / casesTwo];
  const [[lowOne, highOne], [lowTwo, highTwo]] = [wilson(rightOne, casesOne), wilson(rightTwo, casesTwo)];
  const half = (a: number, b: number) => Math.sqrt(Math.max(a * a - 2 * phi * a * b + b * b, 0));
  return [
    Math.max(-1, shareTwo - shareOne - half(shareTwo - lowTwo, highOne - shareOne)),
    Math.min(1, shareTwo - shareOne + half(highTwo - shareTwo, shareOne - lowOne)),
  ];
}

/** @param values at least one */
export const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
