/**
 * Reads JSON of files from elsewhere, with the same rules as `playground/trace/strict_json.py`: both languages must accept the
 * same text and make the same values of it. So it may hold only what both can keep.
 */

import { MAX_BRACKETS, MAX_DEPTH } from "./description.ts";

/**
 * @throws {Error} it is not JSON, has too many brackets or a field twice, is nested too deeply, or holds a number that
 * is too large or half of a character
 */
export function readJson(text: string): any {
  const bare = text
    .replaceAll("\\\\", "")
    .replaceAll('\\"', "")
    .split('"')
    .filter((_, at) => at % 2 === 0)
    .join(""); // all but the texts
  const count = (mark: string) => bare.split(mark).length - 1;
  if (count("[") + count("{") > MAX_BRACKETS) throw new Error("too many brackets");
  const value = JSON.parse(text);
  if (fields(value, 1) !== count(":")) throw new Error("a field that is there twice");
  return value;
}

/** Counts the fields of all objects, and checks their depth, the numbers and the texts. */
function fields(value: any, depth: number): number {
  if (typeof value === "string" && !value.isWellFormed()) throw new Error("half of a character");
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Error("a number is too large");
  if (typeof value !== "object" || value === null) return 0;
  if (depth > MAX_DEPTH) throw new Error("nested too deeply");
  const names = Array.isArray(value) ? [] : Object.keys(value);
  for (const name of names) fields(name, depth);
  return Object.values<any>(value).reduce<number>((count, part) => count + fields(part, depth + 1), names.length);
}
