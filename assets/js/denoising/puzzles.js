/** Draws the Sudoku that a visitor asks for, as `playground/world/puzzles.py` and `sudoku.py` do. */

import { boxOf } from "../rules/sudoku.js";
import { blake2b } from "./blake2b.js";

/** @typedef {import("../rules/sudoku.js").Size} Size */
/** @typedef {() => number} Random from 0 up to 1 */

/** Size -> the fewest and most clues that the embedded checkpoint was trained with. */
const CLUES = { 4: [4, 15], 6: [10, 35], 9: [26, 80] };
/** How many solved grids to try: from some, no puzzle with so few clues and one solution can be reached. */
const TRIES = 12;
const HELD_OUT_ONE_IN = 20n;

/**
 * @param {string} request a size and a number of clues, such as "9 30"
 * @param {Random} [random]
 * @returns {{ puzzle: string } | { refused: string }} rows of digits and points with one solution, which training has not
 *   seen; or a sentence
 */
export function requestedPuzzle(request, random = Math.random) {
  const match = /^([469]) ([0-9]{1,2})$/.exec(request);
  if (!match)
    return { refused: 'A puzzle is asked for by its size (4, 6 or 9) and its number of clues, such as "9 30".' };
  const [size, clues] = [/** @type {Size} */ (Number(match[1])), Number(match[2])];
  const [fewest, most] = CLUES[size];
  if (clues < fewest || clues > most)
    return { refused: `A ${size}x${size} puzzle has ${fewest} to ${most} clues here, not ${clues}.` };
  for (let time = 0; time < TRIES; time++) {
    const puzzle = withGaps(heldOutGrid(size, random), clues, random);
    if (puzzle.filter(Boolean).length === clues) return { puzzle: textOf(puzzle, size) };
  }
  return { refused: `No ${size}x${size} puzzle with ${clues} clues was found; try again, or ask for more clues.` };
}

/**
 * Finds solutions, by searching the cell with the fewest candidates first.
 *
 * @param {number[]} puzzle row by row, 0 for a gap
 * @param {number} limit how many are enough
 * @param {Random} [random] tries digits in random order, so that an empty puzzle gives a random grid
 * @returns {number[][]} none if the puzzle breaks the rules
 */
export function solutions(puzzle, limit, random) {
  const size = /** @type {Size} */ (Math.sqrt(puzzle.length));
  const places = placesOf(size);
  // A bit is set where a digit is still free.
  const [rows, columns, boxes] = [0, 1, 2].map(() => new Uint16Array(size).fill((1 << size) - 1));
  const flip = (/** @type {number} */ cell, /** @type {number} */ bit) => {
    const { row, column, box } = places[cell];
    rows[row] ^= bit;
    columns[column] ^= bit;
    boxes[box] ^= bit;
  };
  const freeAt = (/** @type {number} */ cell) => {
    const { row, column, box } = places[cell];
    return rows[row] & columns[column] & boxes[box];
  };
  for (const [cell, digit] of puzzle.entries()) {
    if (digit === 0) continue;
    if (!(freeAt(cell) & (1 << (digit - 1)))) return [];
    flip(cell, 1 << (digit - 1));
  }
  const grid = [...puzzle];
  /** @type {number[][]} */
  const complete = [];
  const gaps = [...puzzle.keys()].filter((cell) => puzzle[cell] === 0);
  /** Fills the gaps from `from` on; true once there are enough solutions. @param {number} from */
  const search = (from) => {
    if (from === gaps.length) return complete.push([...grid]) >= limit;
    let [best, fewest] = [from, size + 1];
    for (let at = from; at < gaps.length && fewest > 1; at++) {
      const count = bitsIn(freeAt(gaps[at]));
      if (count < fewest) [best, fewest] = [at, count];
    }
    const cell = gaps[best];
    gaps[best] = gaps[from];
    gaps[from] = cell;
    const free = freeAt(cell);
    const digits = digitsOf(size).filter((digit) => free & (1 << (digit - 1)));
    for (const digit of random ? shuffled(digits, random) : digits) {
      flip(cell, 1 << (digit - 1));
      grid[cell] = digit;
      const done = search(from + 1);
      flip(cell, 1 << (digit - 1));
      if (done) return true;
    }
    grid[cell] = 0;
    return false;
  };
  search(0);
  return complete;
}

/** @param {number[]} solution @returns {boolean} true for one solved grid in twenty: training has seen no puzzle of it */
export const isHeldOut = (solution) => bigEndian(blake2b(Uint8Array.from(solution), 8)) % HELD_OUT_ONE_IN === 0n;

/** @param {bigint} value of 8 bytes @returns {bigint} with its bytes in the other order */
function bigEndian(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value, true);
  return view.getBigUint64(0);
}

/** @param {Size} size @param {Random} random @returns {number[]} a solved grid that training has not seen */
function heldOutGrid(size, random) {
  let [grid] = solutions(Array(size * size).fill(0), 1, random);
  while (!isHeldOut(grid)) grid = moved(grid, size, random);
  return grid;
}

/** @param {number[]} grid @param {Size} size @param {Random} random @returns {number[]} by a random symmetry: it stays solved */
function moved(grid, size, random) {
  const digits = [0, ...shuffled(digitsOf(size), random)];
  const box = boxOf(size);
  const lines = (/** @type {number} */ group) =>
    shuffled([...Array(size / group).keys()], random).flatMap((which) =>
      shuffled([...Array(group).keys()], random).map((at) => which * group + at),
    );
  const [rows, columns] = [lines(box.rows), lines(box.columns)];
  return rows.flatMap((row) => columns.map((column) => digits[grid[row * size + column]]));
}

/** @param {number[]} solution @param {number} clues @param {Random} random @returns {number[]} with so many left, as far as it stays the only solution */
function withGaps(solution, clues, random) {
  const puzzle = [...solution];
  let left = solution.length;
  for (const cell of shuffled([...solution.keys()], random)) {
    if (left === clues) break;
    puzzle[cell] = 0;
    if (solutions(puzzle, 2).length > 1) puzzle[cell] = solution[cell];
    else left--;
  }
  return puzzle;
}

/** @param {Size} size @returns {{ row: number, column: number, box: number }[]} of every cell */
function placesOf(size) {
  const box = boxOf(size);
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return { row, column, box: Math.floor(row / box.rows) * (size / box.columns) + Math.floor(column / box.columns) };
  });
}

/** @param {number} size */
const digitsOf = (size) => Array.from({ length: size }, (_, at) => at + 1);

/** @param {number} bits */
function bitsIn(bits) {
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** @template T @param {T[]} items @param {Random} random @returns {T[]} a copy in any order, each as likely */
function shuffled(items, random) {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const swap = Math.floor(random() * (at + 1));
    [mixed[at], mixed[swap]] = [mixed[swap], mixed[at]];
  }
  return mixed;
}

/** @param {number[]} grid @param {Size} size @returns {string} a line for each row */
const textOf = (grid, size) =>
  Array.from({ length: size }, (_, row) =>
    grid
      .slice(row * size, (row + 1) * size)
      .map((digit) => digit || ".")
      .join(""),
  ).join("\n");
