/** What Python made for the scripts in `denoising/`; `tests/plugins/live/portable_golden` makes it. For the tests only. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** What JSON has no number for. */
const MARKS: Record<string, number> = { $NaN: NaN, $Infinity: Infinity, "$-Infinity": -Infinity };

export const golden = (name: string): any =>
  JSON.parse(
    readFileSync(new URL(`../../../../../tests/plugins/live/golden/${name}.json`, import.meta.url), "utf8"),
    (_, value) => (typeof value === "string" ? (MARKS[value] ?? value) : value),
  );

export const summary = (numbers: Int32Array | Float32Array | Float64Array): { first: number; sha256: string } => ({
  first: numbers[0],
  sha256: createHash("sha256").update(new Uint8Array(numbers.buffer)).digest("hex"),
});

/** @returns what it returns, or the sentence that refuses it */
export function refusedOr(make: () => any): any {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Error) || error.constructor.name !== "PlaygroundError") throw error;
    return { refused: error.message };
  }
}
