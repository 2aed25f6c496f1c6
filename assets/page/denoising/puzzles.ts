/** Draws the Sudoku that a visitor asks for, as `playground/world/puzzles.py` and `sudoku.py` do. */

import { boxOf } from "../rules/sudoku.ts";
import { blake2b } from "./blake2b.ts";
import type { Size } from "../rules/sudoku.ts";

/** From 0 up to 1. */
type Random = () => number;

/** Size -> the fewest and most clues that the embedded checkpoint was trained with. */
const CLUES = { 4: [4, 15], 6: [10, 35], 9: [26, 80] };
/** How many solved grids to try: from some, no puzzle with so few clues and one solution can be reached. */
const TRIES = 12;
const HELD_OUT_ONE_IN = 20n;

/**
 * @param request a size and a number of clues, such as "9 30"
 * @returns rows of digits and points with one solution, which training has not seen; or a sentence
 */
export function requestedPuzzle(
  request: string,
  random: Random = Math.random,
): { puzzle: string } | { refused: string } {
  const match = /^([469]) ([0-9]{1,2})$/.exec(request);
  if (!match)
    return { refused: 'A puzzle is asked for by its size (4, 6 or 9) and its number of clues, such as "9 30".' };
  const [size, clues] = [Number(match[1]) as Size, Number(match[2])];
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
 * @param puzzle row by row, 0 for a gap
 * @param limit how many are enough
 * @param random tries digits in random order, so that an empty puzzle gives a random grid
 * @returns none if the puzzle breaks the rules
 */
export function solutions(puzzle: number[], limit: number, random?: Random): number[][] {
  const size = Math.sqrt(puzzle.length) as Size;
  const places = placesOf(size);
  // A bit is set where a digit is still free.
  const [rows, columns, boxes] = [0, 1, 2].map(() => new Uint16Array(size).fill((1 << size) - 1));
  const flip = (cell: number, bit: number) => {
    const { row, column, box } = places[cell];
    rows[row] ^= bit;
    columns[column] ^= bit;
    boxes[box] ^= bit;
  };
  const freeAt = (cell: number) => {
    const { row, column, box } = places[cell];
    return rows[row] & columns[column] & boxes[box];
  };
  for (const [cell, digit] of puzzle.entries()) {
    if (digit === 0) continue;
    if (!(freeAt(cell) & (1 << (digit - 1)))) return [];
    flip(cell, 1 << (digit - 1));
  }
  const grid = [...puzzle];
  const complete: number[][] = [];
  const gaps = [...puzzle.keys()].filter((cell) => puzzle[cell] === 0);
  /** Fills the gaps from `from` on; true once there are enough solutions. */
  const search = (from: number) => {
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

/** @returns true for one solved grid in twenty: training has seen no puzzle of it */
export const isHeldOut = (solution: number[]): boolean =>
  bigEndian(blake2b(Uint8Array.from(solution), 8)) % HELD_OUT_ONE_IN === 0n;

/** @param value of 8 bytes @returns with its bytes in the other order */
function bigEndian(value: bigint): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value, true);
  return view.getBigUint64(0);
}

/** @returns a solved grid that training has not seen */
function heldOutGrid(size: Size, random: Random): number[] {
  let [grid] = solutions(Array(size * size).fill(0), 1, random);
  while (!isHeldOut(grid)) grid = moved(grid, size, random);
  return grid;
}

/** @returns by a random symmetry: it stays solved */
function moved(grid: number[], size: Size, random: Random): number[] {
  const digits = [0, ...shuffled(digitsOf(size), random)];
  const box = boxOf(size);
  const lines = (group: number) =>
    shuffled([...Array(size / group).keys()], random).flatMap((which) =>
      shuffled([...Array(group).keys()], random).map((at) => which * group + at),
    );
  const [rows, columns] = [lines(box.rows), lines(box.columns)];
  return rows.flatMap((row) => columns.map((column) => digits[grid[row * size + column]]));
}

/** @returns with so many left, as far as it stays the only solution */
function withGaps(solution: number[], clues: number, random: Random): number[] {
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

/** @returns of every cell */
function placesOf(size: Size): { row: number; column: number; box: number }[] {
  const box = boxOf(size);
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return { row, column, box: Math.floor(row / box.rows) * (size / box.columns) + Math.floor(column / box.columns) };
  });
}

const digitsOf = (size: number) => Array.from({ length: size }, (_, at) => at + 1);

function bitsIn(bits: number) {
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** @returns a copy in any order, each as likely */
function shuffled<T>(items: T[], random: Random): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const swap = Math.floor(random() * (at + 1));
    [mixed[at], mixed[swap]] = [mixed[swap], mixed[at]];
  }
  return mixed;
}

/** @returns a line for each row */
const textOf = (grid: number[], size: Size): string =>
  Array.from({ length: size }, (_, row) =>
    grid
      .slice(row * size, (row + 1) * size)
      .map((digit) => digit || ".")
      .join(""),
  ).join("\n");
