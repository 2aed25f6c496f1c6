/** What Python's functions of texts do where JavaScript's do something else: their spaces, digits and lengths differ. */

const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANK = new RegExp(`[${SPACE}]`, "u");
const SPACES = new RegExp(`[${SPACE}]+`, "gu");

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

/** @returns each run of spaces, lines among them, as one */
export const onOneLine = (text: string): string => text.replace(SPACES, " ");

/** @returns how many characters it has; those beyond 16 bits count once */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** @returns has it more characters? */
export const longerThan = (text: string, most: number): boolean => text.length > most && lengthOf(text) > most;

/** @returns the text, cut to so many characters with a "…" at the end */
export const cut = (text: string, most: number): string =>
  longerThan(text, most) ? `${[...text].slice(0, most - 1).join("")}…` : text;

/** @returns digits of any script, and nothing else, as `text.isdecimal()` */
export const isDecimal = (text: string): boolean => /^\p{Nd}+$/u.test(text);

/** @param digits of any script @returns as `int(digits)` */
export const wholeNumber = (digits: string): bigint => BigInt([...digits].map(valueOf).join(""));

/** Digits of a script stand in tens, from 0 on; some of these follow each other. */
function valueOf(digit: string) {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (isDecimal(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}
