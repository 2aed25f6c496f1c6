/**
 * The status of every position, derived from the accept masks and never stored.
 * `playground/trace/status.py` has the same rule; the golden traces check both.
 */

export const LOCKED = 0;
export const NEWLY_LOCKED = 1;
export const RENOISED = 2;
export const RELAPSED = 3;

/** Names by code, in addresses and tables. `words/terms.ts` has what the page calls them. */
export const NAMES = ["locked", "newly locked", "re-noised", "relapsed"];
/** A sign for each code, for people who cannot tell the colours apart. */
export const GLYPHS = ["●", "◉", "○", "✕"];

/**
 * Accepted now: *locked* if the step before accepted it too, else *newly locked*. Not accepted now: *relapsed* if the
 * step before accepted it, else *re-noised*.
 *
 * @param accepted 1 where the sampler kept the position at this step
 * @param before the mask of the block's step before; null at a block's first step
 * @returns a code for every position
 */
export function statusOf(accepted: Uint8Array, before: Uint8Array | null): Uint8Array {
  return accepted.map((kept, position) => {
    const keptBefore = before !== null && before[position] === 1;
    if (kept) return keptBefore ? LOCKED : NEWLY_LOCKED;
    return keptBefore ? RELAPSED : RENOISED;
  });
}
