/** Small JSON from a sentence, as `small_world/records.py` reads and judges it. */

import { strip } from "../../../../rules/python-text.ts";
import { wholeNumber } from "../python-text.ts";
import type { World } from "./world.ts";

type Record = { name: string; age: number | null; has: string };

/** More digits than Python reads. */
const MOST_DIGITS = 4300;

/** @returns what it asks to write as JSON */
export function readRecord({ patterns }: World, prompt: string): Record | null {
  const sentence = patterns.json.whole(strip(prompt))?.groups?.said;
  if (sentence === undefined) return null;
  const [thing, age, named, word] = ["thing", "age", "named", "word"].map((name) => patterns[name].first(sentence));
  if (!thing || !word) return null;
  return {
    name: named ? named[1] : word[0],
    age: age && Number(wholeNumber(age[0])),
    has: (thing.groups?.thing as string).toLowerCase(),
  };
}

/** @returns why it is wrong; "" if it is right */
export function wrongInRecord(task: Record, text: string): string {
  let value;
  try {
    value = JSON.parse(unfenced(text).replace(LITERAL, plain));
  } catch {
    return "The text is not JSON.";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "The text is not a JSON object.";
  for (const key of ["name", "age"] as const) {
    if (task[key] === null) continue;
    if (!Object.hasOwn(value, key)) return `The key "${key}" is missing.`;
    if (value[key] !== task[key]) return `The value of "${key}" should be ${JSON.stringify(task[key])}.`;
  }
  const bare = task.has.slice(task.has.indexOf(" ") + 1);
  return Object.values(value).some((each) => each === task.has || each === bare) ? "" : `No value is "${task.has}".`;
}

const LITERAL = /"(?:[^"\\]|\\.)*"|(-?(?:0|[1-9]\d*))(\.\d+)?([eE][+-]?\d+)?|-?Infinity|NaN/gs;

/**
 * One text or number of JSON. Numbers that are not whole become null, for no value may be one: JavaScript cannot tell
 * 7.0 from 7. Python takes numbers that are none, too.
 */
function plain(literal: string, digits?: string, fraction?: string, exponent?: string) {
  if (literal.startsWith('"')) return literal;
  if (digits === undefined || fraction !== undefined || exponent !== undefined) return "null";
  if (digits.length > MOST_DIGITS) throw new SyntaxError("too many digits");
  return literal;
}

/** @returns what stands in its one code block; without a block, or with several, all of it */
function unfenced(text: string): string {
  const parts = text.split("```");
  if (parts.length !== 3) return text;
  const line = parts[1].indexOf("\n"); // the first line names the language
  return (line < 0 ? "" : parts[1].slice(line + 1)) || text;
}
