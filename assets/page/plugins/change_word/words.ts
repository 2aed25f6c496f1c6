/** Words of a prompt, and one of them replaced by another. */

/** Words by kind. */
export type Known = Record<string, string[]>;
/** And where it stands in the prompt, in characters as JavaScript counts them. */
type Word = { text: string; at: number };

/** More are not offered: such a prompt is a text of its own. */
const MOST_WORDS = 60;

/** @returns runs of letters, apostrophes within; none of a long prompt, or of one in several lines */
export function wordsOf(prompt: string): Word[] {
  const words = [...prompt.matchAll(/\p{L}[\p{L}\p{M}'’-]*/gu)].map((match) => ({ text: match[0], at: match.index }));
  return words.length > MOST_WORDS || prompt.trim().includes("\n") ? [] : words;
}

/** @returns the kind that has it; "" for none */
export const kindOf = (word: string, known: Known): string =>
  Object.keys(known).find((kind) => known[kind].includes(word)) ?? "";

/**
 * @param word of it
 * @param text in its place
 * @returns with this text in its place, and "a" or "an" before it where one stood before the word
 */
export function replaced(prompt: string, word: Word, text: string): string {
  const before = prompt.slice(0, word.at);
  const article = /(^|[^\p{L}])(a)n?( +)$/iu.exec(before);
  const fitting = article
    ? `${before.slice(0, article.index)}${article[1]}${article[2]}${/^[aeiou]/i.test(text) ? "n" : ""}${article[3]}`
    : before;
  return fitting + text + prompt.slice(word.at + word.text.length);
}
