/** What Python's functions of texts do where JavaScript's do something else: their lengths and digits differ. */

import { SPACE } from "../../../rules/python-text.ts";

const SPACES = new RegExp(`[${SPACE}]+`, "gu");

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
