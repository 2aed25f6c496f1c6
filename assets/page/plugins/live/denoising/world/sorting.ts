/** Words or numbers to put in order, as `small_world/sorting.py` reads and judges them. */

import { strip } from "../../../../rules/python-text.ts";
import { isDecimal, lengthOf, wholeNumber } from "../python-text.ts";
import type { World } from "./world.ts";

/** Falling: the largest, or the last of the alphabet, first. */
type Listed = { items: string[]; falling: boolean };

/** @returns what it asks to sort, at least two items */
export function readItems({ patterns }: World, prompt: string): Listed | null {
  const match = patterns.sorting.whole(strip(prompt));
  const { order, listed } = match?.groups ?? {};
  if (!match || !(order || listed.includes(","))) return null;
  const bare = patterns.joined.replaced(
    patterns.introduction.replaced(listed, () => ""),
    () => " ",
  );
  const items = patterns.item.every(bare).map(([item]) => item);
  if (items.length < 2 || items.some((item) => lengthOf(item) >= 20)) return null;
  return { items, falling: patterns.falling.every(order ?? "").length > 0 };
}

/** @returns why it is wrong; "" if it is right */
export function wrongInOrder({ patterns }: World, task: Listed, text: string): string {
  const due = inOrder(task).map((item) => item.toLowerCase());
  let listed = patterns.numbered.replaced(text.slice(text.lastIndexOf(":") + 1), () => "");
  if (!due.includes("is") && !due.includes("are")) listed = patterns.led.replaced(listed, () => "");
  const items = patterns.item
    .every(listed)
    .map(([item]) => item.toLowerCase())
    .filter((item) => item !== "and");
  if (items.filter((item) => !due.includes(item)).length > due.length)
    return `The text is no list of these ${isDecimal(task.items[0]) ? "numbers" : "words"}.`;
  const count = (all: string[], item: string) => all.filter((each) => each === item).length;
  for (const item of due) if (count(items, item) < count(due, item)) return `${capital(item)} is missing.`;
  for (const item of items)
    if (count(items, item) > count(due, item))
      return `${capital(item)} is there ${due.includes(item) ? "too often" : "but was not asked for"}.`;
  const at = items.findIndex((item, place) => item !== due[place]);
  return at < 0 ? "" : `${capital(due[at])} should come before ${items[at]}.`;
}

/** @returns numbers by size, words by letters, in upper or lower case */
function inOrder({ items, falling }: Listed): string[] {
  const numbers = items.every(isDecimal);
  const sign = falling ? -1 : 1;
  const keyed = items.map((item) => ({ item, key: numbers ? wholeNumber(item) : item.toLowerCase() }));
  return keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0)).map(({ item }) => item);
}

const capital = (item: string) => item.charAt(0).toUpperCase() + item.slice(1);
