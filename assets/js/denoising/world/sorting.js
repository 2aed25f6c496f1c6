/** Words or numbers to put in order, as `playground/world/sorting.py` reads and judges them. */

import { isDecimal, lengthOf, strip, wholeNumber } from "../../rules/python-text.js";

/** @typedef {import("./world.js").World} World */

/** @param {World} world @param {string} prompt @returns {string[] | null} what it asks to sort, at least two items */
export function readItems({ patterns }, prompt) {
  const match = patterns.sorting.whole(strip(prompt));
  const { order, listed } = match?.groups ?? {};
  if (!match || !(order || listed.includes(","))) return null;
  const bare = patterns.joined.replaced(
    patterns.introduction.replaced(listed, () => ""),
    () => " ",
  );
  const items = patterns.item.every(bare).map(([item]) => item);
  return items.length > 1 && items.every((item) => lengthOf(item) < 20) ? items : null;
}

/** @param {World} world @param {string[]} task @param {string} text @returns {string} why it is wrong; "" if it is right */
export function wrongInOrder({ patterns }, task, text) {
  const due = inOrder(task).map((item) => item.toLowerCase());
  let listed = patterns.numbered.replaced(text.slice(text.lastIndexOf(":") + 1), () => "");
  if (!due.includes("is") && !due.includes("are")) listed = patterns.led.replaced(listed, () => "");
  const items = patterns.item
    .every(listed)
    .map(([item]) => item.toLowerCase())
    .filter((item) => item !== "and");
  if (items.filter((item) => !due.includes(item)).length > due.length)
    return `The text is no list of these ${isDecimal(task[0]) ? "numbers" : "words"}.`;
  const count = (/** @type {string[]} */ all, /** @type {string} */ item) => all.filter((each) => each === item).length;
  for (const item of due) if (count(items, item) < count(due, item)) return `${capital(item)} is missing.`;
  for (const item of items)
    if (count(items, item) > count(due, item))
      return `${capital(item)} is there ${due.includes(item) ? "too often" : "but was not asked for"}.`;
  const at = items.findIndex((item, place) => item !== due[place]);
  return at < 0 ? "" : `${capital(due[at])} should come before ${items[at]}.`;
}

/** @param {string[]} task @returns {string[]} numbers by size, words by letters, in upper or lower case */
function inOrder(task) {
  const numbers = task.every(isDecimal);
  const keyed = task.map((item) => ({ item, key: numbers ? wholeNumber(item) : item.toLowerCase() }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

const capital = (/** @type {string} */ item) => item.charAt(0).toUpperCase() + item.slice(1);
