/** What a rule of the reader's own answers at a step: a mask or a list of positions, in whatever array; anything else is refused. */

/** The most characters of what a rule returned that are shown. */
const MOST_SHOWN = 40;
/** What a mask may hold. */
const FLAGS: Set<unknown> = new Set([true, false, 1, 0, 1n, 0n]);
/** What it returned instead of a list, in words. */
const KINDS: Record<string, string> = {
  undefined: "nothing",
  null: "null",
  promise: "a promise",
  object: "an object",
  string: "a string",
  number: "a number",
  boolean: "a boolean",
};

/** @param length of the canvas @returns what `accept` may return, as the end of a sentence */
export const allowed = (length: number): string =>
  `a mask, which says true or false (1 or 0) for each of the ${length} positions, or a list of positions from 0 to ${length - 1}`;

/**
 * A list as long as the canvas that holds nothing but true and false, or 1 and 0, is a mask. Any other list is one of
 * positions. One that could only be a mask of another length is neither: nobody names the positions 0 and 1 again and
 * again.
 *
 * @param answer the entries of a list, or the type of what is none
 * @param length of the canvas
 * @returns 1 where the rule keeps what was drawn; or what is wrong, in a sentence
 */
export function maskOf({ entries, type }: { entries?: unknown; type?: unknown }, length: number): Uint8Array | string {
  const fault = (returned: string) => `The rule's accept returns ${returned}; it must return ${allowed(length)}.`;
  if (!Array.isArray(entries)) return fault((typeof type === "object" ? "" : KINDS[String(type)]) || "a value");
  const flags = entries.every((entry) => FLAGS.has(entry));
  if (flags && entries.length === length) return Uint8Array.from(entries, Number);
  const repeats = new Set(entries).size < entries.length;
  if (entries.some((entry) => typeof entry === "boolean") || (flags && repeats)) {
    const stray = entries.findIndex((entry) => !FLAGS.has(entry));
    const size = `a mask of ${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
    return fault(stray === -1 ? size : `${shown(entries[stray])} in a mask`);
  }
  const mask = new Uint8Array(length);
  for (const entry of entries) {
    const position = typeof entry === "bigint" ? Number(entry) : entry;
    if (!Number.isInteger(position) || Number(position) < 0 || Number(position) >= length)
      return fault(`${shown(entry)}${typeof entry === "string" ? ", a text," : ""} in its list`);
    mask[Number(position)] = 1;
  }
  return mask;
}

/** @param value from the rule; an object may have no text @param most characters */
export const shown = (value: unknown, most: number = MOST_SHOWN) =>
  (typeof value === "string" ? value : Object(value) === value ? "an object" : String(value))
    .slice(0, most)
    .toWellFormed();
