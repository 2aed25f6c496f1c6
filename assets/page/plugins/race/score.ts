/** How a race stands. */

import { momentIn } from "../../run/lanes.ts";
import { passesOf } from "../../run/recording.ts";
import type { Recording } from "../../run/recording.ts";

/**
 * @param recording of a race
 * @param at its moment
 * @returns how far it is then, and once it is over what a rule finds
 */
export function scoreOf(
  recording: Recording,
  at: number,
): { passes: number; outcome: string; verdict: "right" | "wrong" | "" } {
  const { verdict, live, frames, moments, refused } = recording;
  const moment = momentIn(recording, at);
  if (moment === undefined) return { passes: 0, outcome: live ? "has not begun" : "was not made", verdict: "" };
  const passes = passesOf(frames, moment.noise ? moment.step : moment.step + 1);
  if (live || at < moments.length - 1) return { passes, outcome: "writes", verdict: "" };
  if (!verdict) return { passes, outcome: refused ? "declined" : "ended", verdict: "" };
  return verdict.right
    ? { passes, outcome: "✓ right", verdict: "right" }
    : { passes, outcome: "✗ wrong", verdict: "wrong" };
}
