/** The words of a reader's own text, each with the tokens that it falls into. */

/** The server names a longer word by its beginning. */
const LONGEST = 24;

/** Signs stand alone, so that the full stop is no part of the word before it. A piece of a letter counts as one. */
const LETTERED = /[\p{L}\p{M}\p{N}\ufffd]/u;

/**
 * @param texts of the tokens, one after the other
 * @returns the places of the tokens of each word; one begins with a space or a new line
 */
export function wordsOf(texts: string[]): number[][] {
  const words: number[][] = [];
  texts.forEach((text, at) => {
    const goesOn = at > 0 && LETTERED.test(texts[at - 1]) && LETTERED.test(text) && !/^\s/.test(text);
    if (goesOn) words[words.length - 1].push(at);
    else words.push([at]);
  });
  return words;
}

/** @param strange words in lower case @returns has it one of them? */
export function isNew(text: string, strange: Set<string>): boolean {
  const words = text.normalize("NFC").match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => {
    const letters = [...word];
    const name = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : word;
    return strange.has(name.toLowerCase());
  });
}
