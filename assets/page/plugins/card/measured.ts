/** What this project measured of its small model, where it was made. */

/**
 * Milliseconds of the small model's passes, by `python -m playground bench --only pass64_ms` and so on; the formulas do
 * not know about caches and small matrices.
 */
export const PASSES: [positions: number, ms: number][] = [
  [64, 8],
  [128, 13],
  [256, 24],
];

/** What this project measured of its small model. */
export const MEASURED = `MEASURED on two quiet processor cores in November 2026: passes of the small model over ${listed(PASSES.map(([positions]) => positions))} positions took ${listed(PASSES.map(([, ms]) => ms))} ms.`;

function listed(numbers: number[]) {
  return numbers.join(", ").replace(/, (\d+)$/, " and $1");
}
