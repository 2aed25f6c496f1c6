/**
 * The status of every position, derived from the accept masks and never stored.
 * `playground/trace/status.py` has the same rule; the golden traces check both.
 */

export const LOCKED = 0;
export const NEWLY_LOCKED = 1;
export const RENOISED = 2;
export const RELAPSED = 3;

/** Names by code, for uniform diffusion. */
export const NAMES = ["locked", "newly locked", "re-noised", "relapsed"];

/** In masked diffusion and in autoregressive writing nothing relapses: what is accepted stays. @type {Record<string, string[]>} */
const NAMES_OF = {
  masked: ["kept", "newly kept", "masked", "masked again"],
  autoregressive: ["written", "just written", "blank", "blank again"],
};

/**
 * @param {string | undefined} way of writing, as a trace's header has it
 * @returns {string[]} names by code
 */
export const namesOf = (way = "uniform") => NAMES_OF[way] ?? NAMES;

/**
 * Accepted now: *locked* if the step before accepted it too, else *newly locked*. Not accepted now: *relapsed* if the
 * step before accepted it, else *re-noised*.
 *
 * @param {Uint8Array} accepted 1 where the sampler kept the position at this step
 * @param {Uint8Array | null} before the mask of the block's step before; null at a block's first step
 * @returns {Uint8Array} a code for every position
 */
export function statusOf(accepted, before) {
  return accepted.map((kept, position) => {
    const keptBefore = before !== null && before[position] === 1;
    if (kept) return keptBefore ? LOCKED : NEWLY_LOCKED;
    return keptBefore ? RELAPSED : RENOISED;
  });
}

/**
 * @param {Uint8Array} status
 * @returns {number[]} how many positions have each code
 */
export function countStatus(status) {
  const counts = [0, 0, 0, 0];
  for (const code of status) counts[code] += 1;
  return counts;
}
