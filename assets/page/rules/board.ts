/**
 * A run that solves a Sudoku: which position of the canvas belongs to which cell of the board, and what its digits are
 * worth. A position belongs to a cell by the form that a solution has, rows of digits with a line break after each, and
 * never by the token that it holds now: of a run that has just begun these are noise.
 */

import { conflictsOf, puzzleOf } from "./sudoku.ts";
import type { Header, Recording } from "../run/recording.ts";
import type { Size } from "./sudoku.ts";

export interface Board {
  size: Size;
  /** The clues by cell, row by row; 0 for a gap. */
  clues: number[];
  /** Of the first canvas, by cell. */
  positions: number[];
}

/** a view asks at each picture of the screen */
const known: WeakMap<Header, Board | null> = new WeakMap();

/** @returns null for a run that solves no Sudoku, or one whose canvas or tokens do not hold it cell by cell */
export function boardOf(header: Header): Board | null {
  const cached = known.get(header);
  if (cached !== undefined) return cached;
  const puzzle = puzzleOf(header.spec.prompt.text);
  const fits =
    puzzle !== null && lengthOf(puzzle.size) <= header.canvas_length && spelledOut(header.prompt_ids, puzzle);
  const board =
    puzzle !== null && fits
      ? { ...puzzle, positions: puzzle.clues.map((_, cell) => cell + Math.floor(cell / puzzle.size)) }
      : null;
  known.set(header, board);
  return board;
}

/** @returns null too for a later block: the board is all on the first canvas */
export const boardAt = ({ header, frames }: Recording, step: number): Board | null =>
  frames[step]?.block === 1 ? boardOf(header) : null;

/** @returns tokens of a solution: the cells, and a line break between two rows */
const lengthOf = (size: number): number => size * (size + 1) - 1;

/**
 * Is a cell one token? The prompt holds the puzzle in the form of its solution, so its tokens show that: somewhere
 * among them stands one for each cell, equal where the puzzle is equal, and different where it differs.
 *
 * @param ids of the prompt
 */
function spelledOut(ids: number[], { size, clues }: { size: number; clues: number[] }) {
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

/** @returns such as "row 1, column 4"; empty for a position that is no cell of a board */
export function cellName({ header }: Recording, position: number): string {
  const board = boardOf(header);
  const cell = board ? board.positions.indexOf(position) : -1;
  return board && cell !== -1 ? placeName(board, cell) : "";
}

export const placeName = ({ size }: Board, cell: number) =>
  `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;

/**
 * @param id of the token that it holds
 * @returns such as "The puzzle gives a 4 here."; empty for a cell that the puzzle leaves open, and for other positions
 */
export function clueSentence({ header, tokens }: Recording, position: number, id: number): string {
  const board = boardOf(header);
  const clue = board?.clues[board.positions.indexOf(position)] ?? 0;
  if (clue === 0) return "";
  return tokens.get(id)?.trim() === String(clue)
    ? `The puzzle gives this ${clue}.`
    : `Miscopied: the puzzle gives a ${clue} here.`;
}

/** What the rule, not the model, finds in the digits of a canvas. */
interface Findings {
  /** Cells whose digit stands twice in a row, a column or a box. */
  conflicts: Set<number>;
  /** On the first conflict, such as "two 8s in row 1"; empty if there is none. */
  sentence: string;
  /** Cells that hold another digit or token than the one that the puzzle gives. */
  miscopied: number[];
}

/**
 * @param ids by position
 * @param counts false for noise, which says nothing; by default everything counts
 */
export function findingsOf(
  { size, clues, positions }: Board,
  ids: ArrayLike<number>,
  tokens: Map<number, string>,
  counts: (position: number) => boolean = () => true,
): Findings {
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
