/** Sums and differences of two numbers, as `small_world/sums.py` reads and judges them. */

import { strip, stripOf } from "../../../../rules/python-text.ts";
import { isDecimal, lengthOf, wholeNumber } from "../python-text.ts";
import type { World } from "./world.ts";

/** The numbers to add; the second is negative where it is to be taken away. */
type Sum = [bigint, bigint];

/** @returns the two numbers that it asks to add or to subtract */
export function readSum({ patterns }: World, prompt: string): Sum | null {
  for (const name of ["sum", "minus", "from", "between"]) {
    const match = patterns[name].whole(strip(prompt));
    if (!match) continue;
    let [a, b] = match.slice(1).filter(Boolean).map(wholeNumber);
    if (name === "sum") return [a, b];
    if (name === "from" || (name === "between" && a < b)) [a, b] = [b, a];
    return a >= b && b > 0n ? [a, -b] : null;
  }
  return null;
}

/** @returns why it is wrong; "" if it is right */
export function wrongInSum({ patterns }: World, [a, b]: Sum, text: string): string {
  const bare = patterns.marks.replaced(text, () => "");
  const read = (digits: string[]) => digits.filter((each) => lengthOf(each) < 20).map(wholeNumber);
  const numbers = read(bare.match(/\p{Nd}+/gu) ?? []);
  let results = read(patterns.result.every(bare).map((match) => match[1]));
  if (patterns.columns.whole(bare) || isDecimal(stripOf(bare, " .!\n"))) results = numbers.slice(-1);
  const [first, second] = numbers;
  const taken = b < 0n ? -b : b;
  const same = (first === a && second === taken) || (first === taken && second === a);
  if (results.length > 0 && numbers.length === 3 && !same)
    return `The text has ${first} and ${second}, not ${a} and ${taken}.`;
  if (results.at(-1) === a + b || numbers.at(-1) === a + b) return "";
  if (results.length === 0) return "The text holds no result.";
  return `${a} ${b < 0n ? "-" : "+"} ${taken} is ${a + b}, not ${results.at(-1)}.`;
}
