/** What a reader may enter as a puzzle: read from a pasted text, judged, and written as a prompt. */

import { conflictsOf, puzzleOf } from "../../rules/sudoku.ts";
import { counted } from "../../words/units.ts";
import type { Puzzle, Size } from "../../rules/sudoku.ts";

/** Numbers of clues, all within what the embedded model was trained with. */
export const DIFFICULTIES: Record<Size, [name: string, clues: number][]> = {
  4: [
    ["easy", 8],
    ["medium", 6],
    ["hard", 5],
  ],
  6: [
    ["easy", 20],
    ["medium", 16],
    ["hard", 12],
  ],
  9: [
    ["easy", 45],
    ["medium", 36],
    ["hard", 30],
  ],
};

/**
 * @param text pasted: 16, 36 or 81 digits, in rows or in one line, with gaps and separators in any usual form
 * @returns null if it holds no puzzle
 */
export const readPuzzle = (text: string): Puzzle | null =>
  puzzleOf(text.replace(/[,;[\]│┃║]/g, " ").replace(/[─━═┼╋╬┌┐└┘├┤┬┴]/g, "-"));

/** @returns the prompt that asks for it, in the form of the model's training */
export function promptOf({ size, clues }: Puzzle): string {
  const row = (at: number) =>
    clues
      .slice(at * size, (at + 1) * size)
      .map((digit) => digit || ".")
      .join("");
  return `Solve this Sudoku:\n${Array.from({ length: size }, (_, at) => row(at)).join("\n")}`;
}

/** @returns what is wrong with it; a puzzle with a clash may be used all the same, to see what the model makes of it */
export function judge({ size, clues }: Puzzle): { cells: Set<number>; sentence: string; usable: boolean } {
  const count = clues.filter((digit) => digit > 0).length;
  if (count === 0)
    return {
      cells: new Set(),
      sentence: "The board is empty: type some digits, paste a puzzle, or draw one.",
      usable: false,
    };
  const { cells, sentence } = conflictsOf(clues, size);
  if (sentence === "") return { cells, sentence: `${counted(count, "clue")}.`, usable: true };
  return {
    cells,
    sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}: such a puzzle has no solution.`,
    usable: true,
  };
}

/**
 * @param key that was typed into a cell
 * @returns the digit that the cell then holds, 0 for none; null where the key means nothing
 */
export function typed(key: string, size: Size): number | null {
  if (/^[0 .]$/.test(key)) return 0;
  return /^[1-9]$/.test(key) && Number(key) <= size ? Number(key) : null;
}
