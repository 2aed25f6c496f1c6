/** Sudoku: the puzzle that a prompt holds, and what breaks the rules in a grid. The judge in Python has the same rules. */

import { strip } from "./python-text.ts";

/** Rows, columns and digits of a board. */
export type Size = 4 | 6 | 9;
/** Row by row, 0 for a gap. */
export type Puzzle = { size: Size; clues: number[] };

const SIZES = [4, 6, 9] as Size[];
const PROMPT = "Solve this Sudoku:\n";
const COUNTS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** @returns the cells of a box: 2 x 2, 2 x 3 or 3 x 3 */
export const boxOf = (size: Size): { rows: number; columns: number } => ({
  rows: size === 9 ? 3 : 2,
  columns: size === 4 ? 2 : 3,
});

/**
 * Finds the digits that stand twice in a row, a column or a box. Gaps break no rule, so this judges a grid at any step.
 *
 * @param cells row by row, 0 for a gap
 * @returns every cell in conflict, and a sentence on the first conflict, such as "two 8s in row 1" (rows come before
 * columns, these before boxes; "" if there is none)
 */
export function conflictsOf(cells: number[], size: Size): { cells: Set<number>; sentence: string } {
  const box = boxOf(size);
  const row = (cell: number) => Math.floor(cell / size);
  const column = (cell: number) => cell % size;
  const across = size / box.columns;
  const units = {
    row,
    column,
    box: (cell: number) => Math.floor(row(cell) / box.rows) * across + Math.floor(column(cell) / box.columns),
  };
  const conflicts: Set<number> = new Set();
  let sentence = "";
  for (const [name, unitOf] of Object.entries(units)) {
    const standing = Array.from({ length: size * size }, () => [] as number[]); // by unit, then digit
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
 * Finds the Sudoku that somebody typed or pasted, as the embedded checkpoint's chat template does;
 * `world/understanding.py` tells how it looks for one.
 *
 * @param text of a prompt
 * @returns the prompt for it in the form of training; null if there is none
 */
export function sudokuPrompt(text: string): string | null {
  const drawn = text.replaceAll("\r", "").replaceAll("\xa0", " ").replace(/[│┃║]/g, "|").replace(LINES, "-");
  const runs = runsIn(drawn);
  const grid = firstOf(runs, spaced) ?? rowed(drawn) ?? firstOf([...runs, ...runs[0].trim().split(/\s+/)], counted);
  return grid === null ? null : PROMPT + grid;
}

const LINES = /[─━═┌┏╔┐┓╗└┗╚┘┛╝├┣╠╟┠┤┫╣╢┨┬┳╦╤┯┴┻╩╧┷┼╋╬╪╫┿╂]/g;

/** @returns the first grid */
const firstOf = (runs: string[], read: (drawn: string) => string | null): string | null =>
  runs.map(marked).reduce((found, run) => found ?? read(run), null as any);

/** @returns the longest run of a grid's signs, as it is and without the sentence's marks */
function runsIn(text: string): string[] {
  const runs = `\n${text}`.match(/[0-9._*?|+\- \t\n]+/g) ?? [];
  const longest = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
  const best = longest.replace(/^[.?](?=[ \t\n])/, ""); // the end of a sentence: a run at the start begins with a line
  const bare = best.trimEnd();
  const last = bare.slice(-1);
  const stop = [".", "?"].includes(last) && !bare.slice(0, -1).includes(last);
  const heads = [best];
  if (best.split("\n")[0].trim().length < 3) heads.push(best.slice(best.indexOf("\n") + 1));
  return [...heads, ...heads.flatMap((head) => tailless(head, stop))];
}

/** @param stop does it end with the mark that ends a sentence? @returns it without its end */
function tailless(head: string, stop: boolean): string[] {
  const last = head.slice(head.lastIndexOf("\n") + 1);
  const lineless = last.trim().length < 3 ? [head.replace(/\n[^\n]*$/, "")] : [];
  return stop ? [...lineless, head.trimEnd().slice(0, -1)] : lineless;
}

/** @returns it with a point for each gap */
const marked = (text: string): string => text.replace(/[0_*?]/g, ".");

/** @returns the grid of so many signs */
const counted = (drawn: string): string | null => board(drawn.replace(/[|+\- \t\n]/g, ""));

/** @returns the grid in rows with spaces, or nothing at their end, for gaps */
function spaced(drawn: string): string | null {
  const lines = drawn.replace(/^\n/, "").split("\n");
  const size = SIZES.find((size) => size === lines.length);
  if (!size || drawn.includes(".") || lines.some((line) => line.length > size)) return null;
  const cells = lines.map((line) => line.padEnd(size)).join("");
  return board(cells.replaceAll(" ", "."));
}

/** @returns the first grid of as many lines as each has cells; nothing may stand between but marks */
function rowed(text: string): string | null {
  let rows: string[] = [];
  for (const line of [...text.split("\n").flatMap(piecesOf), "!"]) {
    const size = rows[0]?.length ?? 0;
    const full = rows.length === size;
    const last = rows.length === size - 1;
    const whole = cellsOf(line, last, size);
    const stop = last && whole.length !== size && /[.?][ \t]*$/.test(line); // the mark that ends a sentence
    const cells = stop ? cellsOf(line.replace(/[.?][ \t]*$/, ""), last, size) : whole;
    if (cells.length === size && cells !== "!" && size > 0) {
      rows.push(cells);
    } else if (cells !== "" || full) {
      const grid = full ? board(marked(rows.join(""))) : null;
      if (grid !== null) return grid;
      rows = cells === "" ? [] : [cells];
    }
  }
  return null;
}

/**
 * @param last is one more row expected?
 * @param size of the rows before it
 * @returns its cells; "" if it has marks alone
 */
function cellsOf(line: string, last: boolean, size: number): string {
  if (line === "!") return line;
  const signs = line.replace(/[|+\- \t]/g, "");
  if (signs === "" && (!/[\t|]/.test(line) || line.includes("-"))) return "";
  const parts = line
    .replace(/^ *\|?|\|? *$/g, "")
    .split(/[|\t]/)
    .map((part) => part.replace(/^ +| +$/g, ""));
  const table = parts.every((part) => part.length < 2) ? parts.map((part) => part || ".").join("") : null;
  if (last && table !== null && line.includes("\t") && table.length < size) return table.padEnd(size, ".");
  return table !== null && SIZES.some((size) => size === table.length) ? table : signs;
}

/** @returns it, or what stands before and after the words in it, and "!" for these */
function piecesOf(line: string): string[] {
  const words = line.match(/[^0-9._*?|+\- \t](.*[^0-9._*?|+\- \t])?/);
  if (words?.index === undefined) return [line];
  const tail = line.slice(words.index + words[0].length);
  return [line.slice(0, words.index), "!", tail.replace(/^[.?](?=[ \t])/, "")];
}

/** @returns a prompt as the rules read it: trimmed, or for its Sudoku in the form of training */
export const understand = (text: string): string => sudokuPrompt(text) ?? strip(text);

/** @returns the puzzle that it holds, as `puzzleIn` */
export const puzzleOf = (prompt: string): Puzzle | null => puzzleIn(understand(prompt));

/**
 * @param understood what `understand` wrote
 * @returns the clues row by row, 0 for a gap; null if it holds no puzzle
 */
export const puzzleIn = (understood: string): Puzzle | null =>
  understood.startsWith(PROMPT) ? readGrid(understood.slice(PROMPT.length)) : null;

/**
 * @param cells row by row, a point for each gap
 * @returns a line for each row; null if it is no grid, or an empty one
 */
function board(cells: string): string | null {
  const size = SIZES.find((size) => size * size === cells.length);
  if (!size || !/[^.]/.test(cells) || [...cells].some((cell) => cell > String(size) || cell < ".")) return null;
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)).join("\n");
}

/** @returns a line of digits and points for each row */
export function readGrid(text: string): Puzzle | null {
  const lines = strip(text).split("\n");
  const size = SIZES.find((size) => size === lines.length);
  if (!size || !lines.every((line) => line.length === size && /^[.1-9]*$/.test(line))) return null;
  const clues = [...lines.join("")].map((cell) => (cell === "." ? 0 : Number(cell)));
  return clues.every((digit) => digit <= size) ? { size, clues } : null;
}
