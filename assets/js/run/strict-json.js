/**
 * Reads JSON of files from elsewhere, with the same rules as `playground/trace/strict_json.py`: both languages must accept the
 * same text and make the same values of it. So it may hold only what both can keep.
 */

import { MAX_BRACKETS, MAX_DEPTH } from "./description.js";

/**
 * @param {string} text
 * @returns {any}
 * @throws {Error} it is not JSON, has too many brackets, is nested too deeply, or holds a number that is too large or half of a
 *   character
 */
export function readJson(text) {
  let brackets = 0;
  for (let at = 0; at < text.length; at += 1) brackets += Number(text[at] === "[" || text[at] === "{");
  if (brackets > MAX_BRACKETS) throw new Error("too many brackets");
  const value = JSON.parse(text);
  check(value, 1);
  return value;
}

/**
 * @param {any} value
 * @param {number} depth
 */
function check(value, depth) {
  if (typeof value === "string" && !value.isWellFormed()) throw new Error("half of a character");
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Error("a number is too large");
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH) throw new Error("nested too deeply");
  if (!Array.isArray(value)) check(Object.keys(value), depth);
  for (const part of Object.values(value)) check(part, depth + 1);
}
