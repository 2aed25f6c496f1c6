/** The pictures of a film, and how long each stays: what the player shows at the same speed. Pure; it knows no drawing. */

import { FOLLOWED, LINGER } from "../player/clock.js";

/** The last picture stays, so that the end can be read. */
const LAST_S = 2.5;

/** @typedef {{ moment: number, half: "drawn" | "kept" | "whole", seconds: number }} Beat */

/**
 * @param {number} count of moments
 * @param {number} speed in steps a second
 * @param {(moment: number) => boolean} lingers is a moment worth a second look?
 * @returns {Beat[]} at speeds that can be followed, what is drawn and then what is kept, for each moment
 */
export function beatsOf(count, speed, lingers) {
  const followed = speed <= FOLLOWED;
  const beats = Array.from({ length: count }, (_, moment) => {
    const seconds = (followed && lingers(moment) ? LINGER : 1) / speed;
    if (!followed) return [/** @type {Beat} */ ({ moment, half: "whole", seconds })];
    return /** @type {Beat[]} */ ([
      { moment, half: "drawn", seconds: seconds / 2 },
      { moment, half: "kept", seconds: seconds / 2 },
    ]);
  }).flat();
  const last = beats.at(-1);
  if (last) last.seconds = Math.max(last.seconds, LAST_S);
  return beats;
}
