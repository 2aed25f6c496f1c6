/** What the page says about three ways of writing the same prompt. */

import { WAYS, wayOf } from "../rules/ways.js";
import { joined } from "../rules/intervals.js";
import { percent } from "./units.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/**
 * @typedef {object} Figure as `Figure` in playground/world/card.py has it
 * @property {string} way
 * @property {number} right
 * @property {number} cases
 * @property {number} least lower end of the 95% interval, 0 to 1
 * @property {number} most
 * @property {number} passes
 */
/** @typedef {{ tasks: { task: string, like: string, rows: Figure[] }[], shares: Record<string, number>, settings: string }} Card what the server answers */

/** The three ways, in the order of a race. */
export const RACERS = Object.keys(WAYS);

/** @param {Recording[]} lanes @returns {boolean} is it the same prompt, written in several ways? */
export function isRace(lanes) {
  const ways = new Set(lanes.map(({ header }) => wayOf(header)));
  return ways.size > 1 && ways.size === lanes.length && new Set(lanes.map(({ header }) => header.prompt)).size === 1;
}

/** @param {Recording[]} lanes of a race @returns {string} how it ended, and why that says little */
export function raceSentence(lanes) {
  const [{ header: first }] = lanes;
  const others = lanes.some(({ header }) => header.model !== first.model || header.revision !== first.revision);
  if (others)
    return "These lanes were written by different weights, so this is no race. Press Generate, then race again.";
  const ran = lanes.map((recording) => {
    const { verdict, live, frames } = recording;
    const passes = `${frames.length} ${frames.length === 1 ? "pass" : "passes"}`;
    if (frames.length === 0) return `${wayOf(recording.header).label} ${live ? "has not begun" : "was not made"}`;
    return `${wayOf(recording.header).label} ${live ? "is still writing" : `${verdict ? (verdict.right ? "✓ right" : "✗ wrong") : "ended"}, ${passes}`}`;
  });
  return `This race: ${ran.join("; ")}. That is one run each, and one run proves little.`;
}

/**
 * @param {Figure[]} rows of one task
 * @returns {string} which way of diffusion got more right, and whether that may be chance: the interval of the difference says
 */
export function leadSentence(rows) {
  const [first, second] = rows
    .filter(({ way }) => !wayOf({ way }).causal)
    .sort((a, b) => b.right / b.cases - a.right / a.cases);
  if (!second || first.right * second.cases === second.right * first.cases) return "";
  const interval = joined([second.right, second.cases], [first.right, first.cases]);
  const gap = 100 * (first.right / first.cases - second.right / second.cases);
  const [low, high] = interval.map((end) => String(Math.round(100 * end)).replace("-", "−"));
  const chance = interval[0] <= 0 ? " So it may be chance." : "";
  return `Here ${WAYS[first.way].label} got more right than ${WAYS[second.way].label}: ${Math.round(gap)} points, 95% interval ${low} to ${high}.${chance}`;
}

/** @param {Card} card @returns {string} how the ways were trained, and how each decodes */
export function mixSentence({ shares, settings }) {
  const parts = RACERS.filter((way) => way in shares).map((way) => `${percent(shares[way])} ${WAYS[way].label}`);
  const mix = parts.length > 1 ? `The weights saw unequal amounts of each in training: ${parts.join(", ")}. ` : "";
  return `${mix}Uniform diffusion draws its tokens (${settings}). The other two take the most probable token each time.`;
}
