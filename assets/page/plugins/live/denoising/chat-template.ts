/**
 * How a checkpoint's chat template reads a prompt. Most put it, perhaps trimmed, between two texts. That of the model that
 * comes with the playground also understands it: it writes a Sudoku in the form of training, gives known names their
 * capital, and puts a space before a first word that has no token without one.
 */

import { strip, stripEnd } from "../../../rules/python-text.ts";
import { sudokuPrompt } from "../../../rules/sudoku.ts";
import type { Template } from "./manifest.ts";

/** @param text of a prompt @returns what stands between its two texts */
export function readingOf(text: string, { reading, names, beginnings }: Template): string {
  const read = { "as it is": () => text, trimmed: () => strip(text), world: () => understood(text, names, beginnings) };
  return read[reading]();
}

function understood(text: string, names: string[], beginnings: string[]) {
  const sudoku = sudokuPrompt(text);
  if (sudoku !== null) return sudoku;
  const words = strip(text)
    .split(" ")
    .map((word) => (names.includes(stripEnd(word, /[,.;:!?]/)) ? word[0].toUpperCase() + word.slice(1) : word));
  const first = words[0].match(/^\p{L}+/u)?.[0] ?? "";
  return (first !== "" && !beginnings.includes(first) ? " " : "") + words.join(" ");
}
