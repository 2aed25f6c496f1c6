/** Sums of two numbers, as `playground/world/sums.py` reads and judges them. */

import { isDecimal, lengthOf, strip, stripOf, wholeNumber } from "../../rules/python-text.js";

/** @typedef {import("./world.js").World} World */
/** @typedef {[bigint, bigint]} Sum */

/** @param {World} world @param {string} prompt @returns {Sum | null} the two numbers that it asks to add */
export function readSum({ patterns }, prompt) {
  const match = patterns.sum.whole(strip(prompt));
  return match && /** @type {Sum} */ (match.slice(1).filter(Boolean).map(wholeNumber));
}

/** @param {World} world @param {Sum} task @param {string} text @returns {string} why it is wrong; "" if it is right */
export function wrongInSum({ patterns }, [a, b], text) {
  const bare = patterns.marks.replaced(text, () => "");
  const read = (/** @type {string[]} */ digits) => digits.filter((each) => lengthOf(each) < 20).map(wholeNumber);
  const numbers = read(bare.match(/\p{Nd}+/gu) ?? []);
  let results = read(patterns.result.every(bare).map((match) => match[1]));
  if (patterns.columns.whole(bare) || isDecimal(stripOf(bare, " .!\n"))) results = numbers.slice(-1);
  const [first, second] = numbers;
  const same = (first === a && second === b) || (first === b && second === a);
  if (results.length > 0 && numbers.length === 3 && !same)
    return `The text adds ${first} and ${second}, not ${a} and ${b}.`;
  if (results.at(-1) === a + b || numbers.at(-1) === a + b) return "";
  return results.length > 0 ? `${a} + ${b} is ${a + b}, not ${results.at(-1)}.` : "The text holds no sum.";
}
