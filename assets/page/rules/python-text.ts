/** What Python's functions of texts do where JavaScript's do something else: their spaces differ. */

export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANK = new RegExp(`[${SPACE}]`, "u");

/** @returns without the spaces at both ends, as `text.strip()` */
export const strip = (text: string): string => stripEnd(stripStart(text, BLANK), BLANK);

/** @returns without these at both ends, as `text.strip(characters)` */
export function stripOf(text: string, characters: string): string {
  const some = { test: (unit: string) => characters.includes(unit) };
  return stripEnd(stripStart(text, some), some);
}

/** Which units of a text, such as an expression for one. */
type Some = { test: (unit: string) => boolean };

/**
 * @param some spaces, unless said otherwise
 * @returns as `text.rstrip()`; an expression for the end would try every run of them
 */
export function stripEnd(text: string, some: Some = BLANK): string {
  let end = text.length;
  while (end > 0 && some.test(text[end - 1])) end--;
  return text.slice(0, end);
}

function stripStart(text: string, some: Some) {
  let start = 0;
  while (start < text.length && some.test(text[start])) start++;
  return text.slice(start);
}
