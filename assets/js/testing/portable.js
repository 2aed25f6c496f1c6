/** What Python made for the scripts in `assets/js/denoising`; `tests/portable_golden` makes it. For the tests only. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** @param {string} name @returns {any} */
export const golden = (name) =>
  JSON.parse(readFileSync(new URL(`../../../tests/golden/portable/${name}.json`, import.meta.url), "utf8"));

/** @param {Int32Array | Float32Array | Float64Array} numbers @returns {{ first: number, sha256: string }} */
export const summary = (numbers) => ({
  first: numbers[0],
  sha256: createHash("sha256").update(new Uint8Array(numbers.buffer)).digest("hex"),
});
