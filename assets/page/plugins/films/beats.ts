/** The pictures of a film, and how long each stays: what the player shows at the same speed. Pure; it knows no drawing. */

import { FOLLOWED, LINGER } from "../../player/clock.ts";

/** The last picture stays, so that the end can be read. */
const LAST_S = 2.5;

type Beat = { moment: number; half: "drawn" | "kept" | "whole"; seconds: number };

/**
 * @param count of moments
 * @param speed in steps a second
 * @param lingers is a moment worth a second look?
 * @returns at speeds that can be followed, what is drawn and then what is kept, for each moment
 */
export function beatsOf(count: number, speed: number, lingers: (moment: number) => boolean): Beat[] {
  const followed = speed <= FOLLOWED;
  const beats = Array.from({ length: count }, (_, moment) => {
    const seconds = (followed && lingers(moment) ? LINGER : 1) / speed;
    if (!followed) return [{ moment, half: "whole", seconds } as Beat];
    return [
      { moment, half: "drawn", seconds: seconds / 2 },
      { moment, half: "kept", seconds: seconds / 2 },
    ] as Beat[];
  }).flat();
  const last = beats.at(-1);
  if (last) last.seconds = Math.max(last.seconds, LAST_S);
  return beats;
}
