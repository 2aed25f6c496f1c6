/** The words of a reader's own text, each with the tokens that it falls into. */

import { element } from "../../dom/elements.ts";
import { cellText } from "../../words/glyphs.ts";
import { counted } from "../../words/units.ts";

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

/**
 * @param tokens of a stretch of text
 * @param strange words that are new to the model
 * @returns a box for each word
 */
export function wordBoxes(
  tokens: { text: string; mark: "held" | "noised"; was?: string }[],
  strange: string[],
): HTMLElement[] {
  const known = new Set(strange.map((word) => word.toLowerCase()));
  const texts = tokens.map(({ text, was }) => was ?? text);
  return wordsOf(texts).map((places) => {
    const cells = places.map((at) => {
      const { text, mark, was } = tokens[at];
      return element(`span.tdp-${mark}`, was === undefined ? {} : { title: `was “${was}”` }, cellText(text));
    });
    const fresh = isNew(places.map((at) => texts[at]).join(""), known);
    const title = [
      fresh ? "New to this model: it was not trained with this word, and may get it wrong." : "",
      places.length > 1 ? `${counted(places.length, "token")}.` : "",
    ];
    const box = element("span.tdp-own-word", { title: title.filter(Boolean).join(" ") }, ...cells);
    if (places.length > 1) box.append(element("small", String(places.length)));
    if (fresh) box.classList.add("tdp-new-word");
    return box;
  });
}
