/** How a race stands, and what it comes to once all its lanes are over. */

import { wayOf } from "../rules/ways.ts";
import { LETTERS } from "./lane-sentences.ts";
import { passesOf } from "./recording.ts";
import type { Recording } from "./recording.ts";

export const LITTLE = "One run each proves little.";

/** @returns is it the same prompt, written in several ways? */
export function isRace(lanes: Recording[]): boolean {
  const ways = new Set(lanes.map(({ header }) => wayOf(header)));
  return (
    ways.size > 1 &&
    ways.size === lanes.length &&
    new Set(lanes.map(({ header }) => header.spec.prompt.text)).size === 1
  );
}

/**
 * @param places the moment of each
 * @returns what a race came to, in the order of its lanes: `A: right after 9 passes. B, C: wrong after 31 and 90.`; ""
 * while a lane goes on, and for what is no race
 */
export function pointSentence(lanes: Recording[], places: number[]): string {
  if (!isRace(lanes) || lanes.some(({ live, moments }, at) => live || places[at] < moments.length - 1)) return "";
  /** By what became of them. */
  const groups: Map<string, { letters: string[]; passes: number[] }> = new Map();
  lanes.forEach((lane, at) => {
    const outcome = outcomeOf(lane);
    const { letters, passes } = groups.get(outcome) ?? { letters: [], passes: [] };
    groups.set(outcome, { letters: [...letters, LETTERS[at]], passes: [...passes, passesOf(lane.frames)] });
  });
  let unit = " pass"; // named once
  const sentences = [...groups].map(([outcome, { letters, passes }]) => {
    const who = letters.join(", ");
    if (outcome === UNMADE) return `${who}: ${UNMADE}.`;
    const noun = unit && `${unit}${passes.every((count) => count === 1) ? "" : "es"}`;
    unit = "";
    return `${who}: ${outcome} after ${listed([...new Set(passes)])}${noun}.`;
  });
  return sentences.join(" ");
}

const UNMADE = "not made";

/** @param recording of which no more comes @returns what became of it */
function outcomeOf({ frames, verdict, refused, finishReason }: Recording): string {
  if (frames.length === 0) return UNMADE;
  if (verdict) return verdict.right ? "right" : "wrong";
  return finishReason === "stopped" ? "stopped" : refused ? "declined" : "done";
}

/** @returns `9`, `31 and 90` or `9, 31 and 90` */
const listed = (numbers: number[]): string =>
  [numbers.slice(0, -1).join(", "), String(numbers[numbers.length - 1])].filter(Boolean).join(" and ");
