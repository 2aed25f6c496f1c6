/** Token text as a cell can show it: visible, on one line, harmless to the text around it. */

const VISIBLE = new Map([
  ["\n", "↵"],
  ["\r", "␍"],
  ["\t", "⇥"],
  ["", "∅"],
]);

const ZERO_WIDTH =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/gu;

/** Tokens that only hold a place. */
export const EMPTY = { end: "·", padding: "·", filler: "–" };

/** What a mask is where its name has no room, and the names that models have for it. */
export const [MASK, IS_MASK] = ["▢", /^[<[]\W*\w*mask\W*[>\]]$/i];

/** Characters that reverse or hide the text around them, or that no font draws; line breaks and tabs stay. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

/** The most marks on one letter; more would cover the cells around it. */
const STACKED = /(\p{M}{2})\p{M}+/gu;

/** The most characters to look at: no cell holds more. */
const MOST = 24;

/** @param text of one token @returns for a cell; never empty */
export function cellText(text: string): string {
  const visible = VISIBLE.get(text);
  if (visible !== undefined) return visible;
  if (/^ +$/.test(text)) return "␣".repeat(Math.min(text.length, 4));
  const shown = text
    .slice(0, 4 * MOST)
    .replace(/\n/g, "↵")
    .replace(/\t/g, "⇥")
    .replace(ZERO_WIDTH, "·")
    .replace(STACKED, "$1");
  const characters = [...shown];
  return (characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : shown).trim() || "␣";
}

/** @param text of one token @returns for a line of text: spaces stay, and a newline is visible */
export function flowText(text: string): string {
  if (text === "") return cellText(text);
  const shown = text
    .slice(0, 4 * MOST)
    .replace(/\r?\n/g, "↵")
    .replace(/\t/g, "    ")
    .replace(ZERO_WIDTH, "·");
  const characters = [...shown];
  return characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : shown;
}

/**
 * @param text of many tokens
 * @returns the same text without characters that would disturb the page
 */
export function plainText(text: string): string {
  return text.replace(UNSAFE, "\ufffd");
}

/**
 * @param width available
 * @param measure returns the width of a text
 * @returns the text, shortened with an ellipsis if it does not fit
 */
export function fit(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 1) {
    characters.pop();
    const shorter = `${characters.join("")}…`;
    if (measure(shorter) <= width) return shorter;
  }
  return characters[0];
}

/** @param run whose tokens are known @returns a token's text, safe to show */
export const tokenText = ({ tokens }: { tokens: Map<number, string> }, id: number): string =>
  cellText(tokens.get(id) ?? "");
