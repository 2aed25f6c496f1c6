/**
 * What a step did, counted over the text: padding and fillers are easy, and would make any run look almost finished. Of a
 * Sudoku its cells are counted.
 */

import { boardAt } from "../rules/board.js";
import { content, total } from "./metrics.js";
import { NEWLY_LOCKED } from "./status.js";

/**
 * @typedef {object} Counts
 * @property {"token" | "cell"} noun what is counted
 * @property {number} all of the text, as the best guess has it
 * @property {number} kept
 * @property {number} fresh how many of the kept were not kept at the step before
 * @property {number} others positions that are kept too, but hold padding, fillers, or the line breaks of a Sudoku
 * @property {number} fillers how many of these hold fillers
 */

/** @param {import("./recording.js").Recording} recording @param {number} step @returns {Counts} */
export function countsOf(recording, step) {
  const { accepted, status, argmax_ids } = recording.frames[step];
  const board = boardAt(recording, step);
  const counted = board ? at(board.positions, accepted.length) : content(recording, step);
  const kept = total(counted.map((one, position) => one & accepted[position]));
  return {
    noun: board ? "cell" : "token",
    all: total(counted),
    kept,
    fresh: total(counted.map((one, position) => one & Number(status[position] === NEWLY_LOCKED))),
    others: total(accepted) - kept,
    fillers: total(
      accepted.map((one, position) => one & Number(recording.emptiness(argmax_ids[position]) === "filler")),
    ),
  };
}

/** @param {number[]} positions @param {number} length of the canvas */
function at(positions, length) {
  const there = new Uint8Array(length);
  for (const position of positions) there[position] = 1;
  return there;
}
