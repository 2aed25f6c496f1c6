/** Sudoku: the puzzle that a prompt holds, and what breaks the rules in a grid. `playground/world/` has the same rules. */

import { strip } from "./python-text.js";

/** @typedef {4 | 6 | 9} Size rows, columns and digits of a board */
/** @typedef {{ size: Size, clues: number[] }} Puzzle row by row, 0 for a gap */

const SIZES = /** @type {Size[]} */ ([4, 6, 9]);
const PROMPT = "Solve this Sudoku:\n";
const COUNTS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** @param {Size} size @returns {{ rows: number, columns: number }} the cells of a box: 2 x 2, 2 x 3 or 3 x 3 */
export const boxOf = (size) => ({ rows: size === 9 ? 3 : 2, columns: size === 4 ? 2 : 3 });

/**
 * Finds the digits that stand twice in a row, a column or a box. Gaps break no rule, so this judges a grid at any step.
 *
 * @param {number[]} cells row by row, 0 for a gap
 * @param {Size} size
 * @returns {{ cells: Set<number>, sentence: string }} every cell in conflict, and a sentence on the first conflict,
 *   such as "two 8s in row 1" (rows come before columns, these before boxes; "" if there is none)
 */
export function conflictsOf(cells, size) {
  const box = boxOf(size);
  const row = (/** @type {number} */ cell) => Math.floor(cell / size);
  const column = (/** @type {number} */ cell) => cell % size;
  const across = size / box.columns;
  const units = {
    row,
    column,
    box: (/** @type {number} */ cell) =>
      Math.floor(row(cell) / box.rows) * across + Math.floor(column(cell) / box.columns),
  };
  /** @type {Set<number>} */
  const conflicts = new Set();
  let sentence = "";
  for (const [name, unitOf] of Object.entries(units)) {
    const standing = Array.from({ length: size * size }, () => /** @type {number[]} */ ([])); // by unit, then digit
    cells.forEach((digit, cell) => digit > 0 && standing[unitOf(cell) * size + digit - 1].push(cell));
    standing.forEach((same, at) => {
      if (same.length < 2) return;
      for (const cell of same) conflicts.add(cell);
      sentence ||= `${COUNTS[same.length - 2]} ${(at % size) + 1}s in ${name} ${Math.floor(at / size) + 1}`;
    });
  }
  return { cells: conflicts, sentence };
}

/**
 * Finds the Sudoku that somebody typed, as the embedded checkpoint's chat template does: in rows or in one line, with
 * 0 . _ * ? or spaces for gaps and | + - around boxes. The longest run of such characters is read.
 *
 * @param {string} text of a prompt
 * @returns {string | null} the prompt for it in the form of training; null if there is none
 */
export function sudokuPrompt(text) {
  const runs = text.replaceAll("\r", "").match(/[0-9._*?|+\- \t\n]+/g) ?? [];
  const best = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
  const grid = gridIn(best.replace(/[0_*?]/g, "."));
  return grid === null ? null : PROMPT + grid;
}

/** @param {string} text @returns {string} a prompt as the rules read it: trimmed, or for its Sudoku in the form of training */
export const understand = (text) => sudokuPrompt(text) ?? strip(text);

/** @param {string} prompt @returns {Puzzle | null} the puzzle that it holds, as `puzzleIn` */
export const puzzleOf = (prompt) => puzzleIn(understand(prompt));

/**
 * @param {string} understood what `understand` wrote
 * @returns {Puzzle | null} the clues row by row, 0 for a gap; null if it holds no puzzle
 */
export const puzzleIn = (understood) =>
  understood.startsWith(PROMPT) ? readGrid(understood.slice(PROMPT.length)) : null;

/**
 * @param {string} drawn digits, and a point, a space or nothing for a gap
 * @returns {string | null} a line for each row, a point for each gap; null if it is no grid, or an empty one
 */
function gridIn(drawn) {
  const cells = drawn.replace(/[|+\- \t\n]/g, "");
  const lines = drawn.replace(/^\n/, "").split("\n");
  /** @type {string | null} */
  let grid = null;
  for (const size of SIZES) {
    if (cells.length === size * size) {
      grid = rows(cells, size);
    } else if (lines.length === size && !drawn.includes(".") && lines.every((line) => line.length <= size)) {
      grid = rows(
        lines
          .map((line) => line.padEnd(size))
          .join("")
          .replaceAll(" ", "."),
        size,
      );
    }
  }
  return grid !== null && /[^.\s]/.test(grid) ? grid : null;
}

/** @param {string} cells @param {Size} size @returns {string | null} a line for each row; null if a digit is too large */
function rows(cells, size) {
  if ([...cells].some((cell) => cell > String(size))) return null;
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)).join("\n");
}

/** @param {string} text @returns {Puzzle | null} a line of digits and points for each row */
export function readGrid(text) {
  const lines = strip(text).split("\n");
  const size = SIZES.find((size) => size === lines.length);
  if (!size || !lines.every((line) => line.length === size && /^[.1-9]*$/.test(line))) return null;
  const clues = [...lines.join("")].map((cell) => (cell === "." ? 0 : Number(cell)));
  return clues.every((digit) => digit <= size) ? { size, clues } : null;
}
