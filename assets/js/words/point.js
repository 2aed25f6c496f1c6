/** How a race stands, and what it comes to once all its lanes are over. */

import { wayOf } from "../rules/ways.js";
import { momentIn } from "../run/lanes.js";
import { LETTERS } from "./lanes.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

export const LITTLE = "One run each proves little.";

/** @param {Recording[]} lanes @returns {boolean} is it the same prompt, written in several ways? */
export function isRace(lanes) {
  const ways = new Set(lanes.map(({ header }) => wayOf(header)));
  return ways.size > 1 && ways.size === lanes.length && new Set(lanes.map(({ header }) => header.prompt)).size === 1;
}

/**
 * @param {Recording} recording of a race
 * @param {number} at its moment
 * @returns {{ passes: number, outcome: string, verdict: "right" | "wrong" | "" }} how far it is then, and once it is over what a rule finds
 */
export function scoreOf(recording, at) {
  const { verdict, live, frames, moments, refused } = recording;
  const moment = momentIn(recording, at);
  if (moment === undefined) return { passes: 0, outcome: live ? "has not begun" : "was not made", verdict: "" };
  const passes = moment.noise ? moment.step : moment.step + 1;
  if (live || at < moments.length - 1) return { passes, outcome: "writes", verdict: "" };
  if (!verdict) return { passes: frames.length, outcome: refused ? "declined" : "ended", verdict: "" };
  return verdict.right
    ? { passes, outcome: "✓ right", verdict: "right" }
    : { passes, outcome: "✗ wrong", verdict: "wrong" };
}

/**
 * @param {Recording[]} lanes
 * @param {number[]} places the moment of each
 * @returns {string} what a race came to, in the order of its lanes: `A: right after 9 passes. B, C: wrong after 31 and 90.`; "" while
 *   a lane goes on, and for what is no race
 */
export function pointSentence(lanes, places) {
  if (!isRace(lanes) || lanes.some(({ live, moments }, at) => live || places[at] < moments.length - 1)) return "";
  /** By what became of them. @type {Map<string, { letters: string[], passes: number[] }>} */
  const groups = new Map();
  lanes.forEach((lane, at) => {
    const outcome = outcomeOf(lane);
    const { letters, passes } = groups.get(outcome) ?? { letters: [], passes: [] };
    groups.set(outcome, { letters: [...letters, LETTERS[at]], passes: [...passes, lane.frames.length] });
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

/** @param {Recording} recording of which no more comes @returns {string} what became of it */
function outcomeOf({ frames, verdict, refused, finishReason }) {
  if (frames.length === 0) return UNMADE;
  if (verdict) return verdict.right ? "right" : "wrong";
  return finishReason === "stopped" ? "stopped" : refused ? "declined" : "done";
}

/** @param {number[]} numbers @returns {string} `9`, `31 and 90` or `9, 31 and 90` */
const listed = (numbers) =>
  [numbers.slice(0, -1).join(", "), String(numbers[numbers.length - 1])].filter(Boolean).join(" and ");
