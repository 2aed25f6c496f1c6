/** Words of a prompt, and one of them replaced by another. */

/** @typedef {Record<string, string[]>} Known words by kind */
/** @typedef {{ text: string, at: number }} Word and where it stands in the prompt, in characters as JavaScript counts them */

/** More are not offered: such a prompt is a text of its own. */
const MOST_WORDS = 60;

/** @param {string} prompt @returns {Word[]} runs of letters, apostrophes within; none of a long prompt, or of one in several lines */
export function wordsOf(prompt) {
  const words = [...prompt.matchAll(/\p{L}[\p{L}\p{M}'’-]*/gu)].map((match) => ({ text: match[0], at: match.index }));
  return words.length > MOST_WORDS || prompt.trim().includes("\n") ? [] : words;
}

/** @param {string} word @param {Known} known @returns {string} the kind that has it; "" for none */
export const kindOf = (word, known) => Object.keys(known).find((kind) => known[kind].includes(word)) ?? "";

/**
 * @param {string} prompt
 * @param {Word} word of it
 * @param {string} text in its place
 * @returns {string} with this text in its place, and "a" or "an" before it where one stood before the word
 */
export function replaced(prompt, word, text) {
  const before = prompt.slice(0, word.at);
  const article = /(^|[^\p{L}])(a)n?( +)$/iu.exec(before);
  const fitting = article
    ? `${before.slice(0, article.index)}${article[1]}${article[2]}${/^[aeiou]/i.test(text) ? "n" : ""}${article[3]}`
    : before;
  return fitting + text + prompt.slice(word.at + word.text.length);
}
