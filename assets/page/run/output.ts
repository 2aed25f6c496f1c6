/** The output of a run: what each of its blocks adds to the text. */

import type { Way } from "../rules/ways.ts";

/** The name of the token that fills a place within a text, to keep its layout, and carries no text. */
export const FILLER = "<fill>";

/**
 * @param ends the last steps of consecutive blocks, from the first on
 * @param eos ids that end a text
 * @param most how many tokens were asked for
 * @returns what each adds to the output, up to and including end-of-text; all of them are cut to the length asked for
 */
export function committedIds(
  ends: Parameters<Way["standing"]>[0][],
  way: Way,
  eos: Set<number>,
  most: number = Infinity,
): number[][] {
  let room = most;
  return ends.map((step) => {
    const canvas = way.standing(step);
    const end = canvas.findIndex((id) => eos.has(id));
    const ids = [...canvas.subarray(0, Math.min(end === -1 ? canvas.length : end + 1, room))];
    room -= ids.length;
    return ids;
  });
}
