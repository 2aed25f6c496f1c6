/** The embedded model's sentence about what it knows. It is written instead of what was asked for, so it is no answer. */

/** As Python has it. */
export const REFUSAL = "I only know small stories, Sudoku, sums, sorting, JSON and short functions.";

/** @param text of a run */
export const isRefusal = (text: string): boolean => text.trim() === REFUSAL;
