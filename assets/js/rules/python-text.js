/** What Python's functions of texts do where JavaScript's do something else: their spaces, digits and lengths differ. */

const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANK = new RegExp(`[${SPACE}]`, "u");
const SPACES = new RegExp(`[${SPACE}]+`, "gu");

/** @param {string} text @returns {string} without the spaces at both ends, as `text.strip()` */
export const strip = (text) => stripEnd(stripStart(text, BLANK), BLANK);

/** @param {string} text @param {string} characters @returns {string} without these at both ends, as `text.strip(characters)` */
export function stripOf(text, characters) {
  const some = { test: (/** @type {string} */ unit) => characters.includes(unit) };
  return stripEnd(stripStart(text, some), some);
}

/** @typedef {{ test: (unit: string) => boolean }} Some which units of a text, such as an expression for one */

/** @param {string} text @param {Some} [some] spaces, unless said otherwise @returns {string} as `text.rstrip()`; an expression for the end would try every run of them */
export function stripEnd(text, some = BLANK) {
  let end = text.length;
  while (end > 0 && some.test(text[end - 1])) end--;
  return text.slice(0, end);
}

/** @param {string} text @param {Some} some */
function stripStart(text, some) {
  let start = 0;
  while (start < text.length && some.test(text[start])) start++;
  return text.slice(start);
}

/** @param {string} text @returns {string} each run of spaces, lines among them, as one */
export const onOneLine = (text) => text.replace(SPACES, " ");

/** @param {string} text @returns {number} how many characters it has; those beyond 16 bits count once */
export function lengthOf(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** @param {string} text @param {number} most @returns {boolean} has it more characters? */
export const longerThan = (text, most) => text.length > most && lengthOf(text) > most;

/** @param {string} text @param {number} most @returns {string} the text, cut to so many characters with a "…" at the end */
export const cut = (text, most) => (longerThan(text, most) ? `${[...text].slice(0, most - 1).join("")}…` : text);

/** @param {string} text @returns {boolean} digits of any script, and nothing else, as `text.isdecimal()` */
export const isDecimal = (text) => /^\p{Nd}+$/u.test(text);

/** @param {string} digits of any script @returns {bigint} as `int(digits)` */
export const wholeNumber = (digits) => BigInt([...digits].map(valueOf).join(""));

/** Digits of a script stand in tens, from 0 on; some of these follow each other. @param {string} digit */
function valueOf(digit) {
  const code = /** @type {number} */ (digit.codePointAt(0));
  let first = code;
  while (isDecimal(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}
