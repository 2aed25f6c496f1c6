/**
 * A run that solves a Sudoku: which position of the canvas belongs to which cell of the board, and what its digits are
 * worth. A position belongs to a cell by the form that a solution has, rows of digits with a line break after each, and
 * never by the token that it holds now: of a run that has just begun these are noise.
 */

import { conflictsOf, puzzleOf } from "./sudoku.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../run/recording.js").Header} Header */

/**
 * @typedef {object} Board
 * @property {import("./sudoku.js").Size} size
 * @property {number[]} clues the clues by cell, row by row; 0 for a gap
 * @property {number[]} positions of the first canvas, by cell
 */

/** @type {WeakMap<Header, Board | null>} a view asks at each picture of the screen */
const known = new WeakMap();

/**
 * @param {Header} header
 * @returns {Board | null} null for a run that solves no Sudoku, or one whose canvas or tokens do not hold it cell by cell
 */
export function boardOf(header) {
  const cached = known.get(header);
  if (cached !== undefined) return cached;
  const puzzle = puzzleOf(header.prompt);
  const fits =
    puzzle !== null && lengthOf(puzzle.size) <= header.canvas_length && spelledOut(header.prompt_ids, puzzle);
  const board =
    puzzle !== null && fits
      ? { ...puzzle, positions: puzzle.clues.map((_, cell) => cell + Math.floor(cell / puzzle.size)) }
      : null;
  known.set(header, board);
  return board;
}

/**
 * @param {Recording} recording
 * @param {number} step
 * @returns {Board | null} null too for a later block: the board is all on the first canvas
 */
export const boardAt = ({ header, frames }, step) => (frames[step]?.block === 1 ? boardOf(header) : null);

/** @param {number} size @returns {number} tokens of a solution: the cells, and a line break between two rows */
const lengthOf = (size) => size * (size + 1) - 1;

/**
 * Is a cell one token? The prompt holds the puzzle in the form of its solution, so its tokens show that: somewhere among
 * them stands one for each cell, equal where the puzzle is equal, and different where it differs.
 *
 * @param {number[]} ids of the prompt
 * @param {{ size: number, clues: number[] }} puzzle
 */
function spelledOut(ids, { size, clues }) {
  const signs = Array.from({ length: lengthOf(size) }, (_, at) =>
    at % (size + 1) === size ? -1 : clues[at - Math.floor(at / (size + 1))],
  );
  return ids.some((_, from) => {
    if (from + signs.length > ids.length) return false;
    const [idOf, signOf] = [new Map(), new Map()];
    return signs.every((sign, at) => {
      const id = ids[from + at];
      if (!idOf.has(sign) && !signOf.has(id)) {
        idOf.set(sign, id);
        signOf.set(id, sign);
      }
      return idOf.get(sign) === id && signOf.get(id) === sign;
    });
  });
}

/**
 * @param {Recording} recording
 * @param {number} position
 * @returns {string} such as "row 1, column 4"; empty for a position that is no cell of a board
 */
export function cellName({ header }, position) {
  const board = boardOf(header);
  const cell = board ? board.positions.indexOf(position) : -1;
  return board && cell !== -1 ? placeName(board, cell) : "";
}

/** @param {Board} board @param {number} cell */
export const placeName = ({ size }, cell) => `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;

/**
 * @param {Recording} recording
 * @param {number} position
 * @param {number} id of the token that it holds
 * @returns {string} such as "The puzzle gives a 4 here."; empty for a cell that the puzzle leaves open, and for other positions
 */
export function clueSentence({ header, tokens }, position, id) {
  const board = boardOf(header);
  const clue = board?.clues[board.positions.indexOf(position)] ?? 0;
  if (clue === 0) return "";
  return tokens.get(id)?.trim() === String(clue)
    ? `The puzzle gives this ${clue}.`
    : `Miscopied: the puzzle gives a ${clue} here.`;
}

/**
 * @typedef {object} Findings what the rule, not the model, finds in the digits of a canvas
 * @property {Set<number>} conflicts cells whose digit stands twice in a row, a column or a box
 * @property {string} sentence on the first conflict, such as "two 8s in row 1"; empty if there is none
 * @property {number[]} miscopied cells that hold another digit or token than the one that the puzzle gives
 */

/**
 * @param {Board} board
 * @param {ArrayLike<number>} ids by position
 * @param {Map<number, string>} tokens
 * @param {(position: number) => boolean} [counts] false for noise, which says nothing; by default everything counts
 * @returns {Findings}
 */
export function findingsOf({ size, clues, positions }, ids, tokens, counts = () => true) {
  const texts = positions.map((position) => (counts(position) ? (tokens.get(ids[position])?.trim() ?? "") : null));
  const digits = texts.map((text) =>
    text !== null && /^[1-9]$/.test(text) && Number(text) <= size ? Number(text) : 0,
  );
  const { cells: conflicts, sentence } = conflictsOf(digits, size);
  const miscopied = [...clues.keys()].filter(
    (cell) => clues[cell] !== 0 && texts[cell] !== null && digits[cell] !== clues[cell],
  );
  return { conflicts, sentence, miscopied };
}
