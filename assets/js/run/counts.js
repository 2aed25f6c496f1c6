/**
 * What a step did, counted over the text: padding is easy, and would make any run look almost finished. Of a Sudoku its
 * cells are counted.
 */

import { content, total } from "./metrics.js";
import { NEWLY_LOCKED } from "./status.js";

/**
 * @typedef {object} Counts
 * @property {"token" | "cell"} noun what is counted
 * @property {number} all of the text, as the best guess has it
 * @property {number} kept
 * @property {number} fresh how many of the kept were not kept at the step before
 * @property {number} others positions that are kept too, but hold padding, or the line breaks of a Sudoku
 */

/** What every prompt for a Sudoku begins with, as `PROMPT` in playground/world/sudoku.py. */
const SUDOKU = "Solve this Sudoku:\n";

/**
 * @param {string} prompt
 * @returns {number} cells in a line of the board that it asks for; 0 if it asks for none
 */
export function boardOf(prompt) {
  if (!prompt.startsWith(SUDOKU)) return 0;
  const lines = prompt.slice(SUDOKU.length).trim().split("\n");
  const size = lines.length;
  return [4, 6, 9].includes(size) && lines.every((line) => line.length === size) ? size : 0;
}

/**
 * @param {import("./recording.js").Recording} recording
 * @param {number} step
 * @returns {Counts}
 */
export function countsOf(recording, step) {
  const { header, frames } = recording;
  const { accepted, status } = frames[step];
  const size = boardOf(header.prompt);
  const board = size > 0 && size * (size + 1) - 1 <= accepted.length;
  const counted = board ? cells(size, accepted.length) : content(recording, step);
  const kept = total(counted.map((one, position) => one & accepted[position]));
  return {
    noun: board ? "cell" : "token",
    all: total(counted),
    kept,
    fresh: total(counted.map((one, position) => one & Number(status[position] === NEWLY_LOCKED))),
    others: total(accepted) - kept,
  };
}

/**
 * @param {number} size of a board, whose lines stand one after the other with a line break between them
 * @param {number} length of the canvas
 */
const cells = (size, length) =>
  Uint8Array.from({ length }, (_, position) => Number(position < size * (size + 1) - 1 && position % (size + 1) !== size));
