/** What Python made for the scripts in `assets/js/denoising`; `tests/portable_golden` makes it. For the tests only. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** What JSON has no number for. @type {Record<string, number>} */
const MARKS = { $NaN: NaN, $Infinity: Infinity, "$-Infinity": -Infinity };

/** @param {string} name @returns {any} */
export const golden = (name) =>
  JSON.parse(
    readFileSync(new URL(`../../../tests/golden/portable/${name}.json`, import.meta.url), "utf8"),
    (_, value) => (typeof value === "string" ? (MARKS[value] ?? value) : value),
  );

/** @param {Int32Array | Float32Array | Float64Array} numbers @returns {{ first: number, sha256: string }} */
export const summary = (numbers) => ({
  first: numbers[0],
  sha256: createHash("sha256").update(new Uint8Array(numbers.buffer)).digest("hex"),
});

/** @param {() => any} make @returns {any} what it returns, or the sentence that refuses it */
export function refusedOr(make) {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Error) || error.constructor.name !== "PlaygroundError") throw error;
    return { refused: error.message };
  }
}
