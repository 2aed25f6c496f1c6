/** The words of a prompt that a checkpoint was not trained with, as `small_world/new_words.py` finds them. */

import { cut } from "../python-text.ts";

const MOST_NAMED = 8;
const LONGEST = 24;
/** The most characters of a word that are read. */
const READ = 64;

/**
 * @param known in lower case
 * @param most how many are named
 * @returns the first new words, each once, in their order; and a list of them, with how many follow
 */
export function newWords(
  text: string,
  known: Set<string>,
  most: number = MOST_NAMED,
): { named: string[]; text: string } {
  const words: Map<string, string> = new Map();
  for (const word of wordsIn(text)) {
    const lower = word.toLowerCase();
    const isLetter = word.length === 1 && word <= "\x7f";
    if (!known.has(lower) && !words.has(lower) && !isLetter) words.set(lower, cut(word, LONGEST));
  }
  const named = [...words.values()].slice(0, most);
  const more = words.size - named.length;
  return { named, text: named.join(", ") + (more > 0 ? ` and ${more} more` : "") };
}

/** @returns runs of letters of any script, with their accents; "Anna's" is "Anna" */
export const wordsIn = (text: string): string[] =>
  (text.replace(/['’]s/g, " ").match(/[\p{L}\p{M}]+/gu) ?? []).map((word) =>
    [...word].slice(0, READ).join("").normalize("NFC"),
  );
