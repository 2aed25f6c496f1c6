/** Python's `random.Random(text)`, as far as it is the same in every version of Python: `random()` alone. */

import { sha512 } from "../../../../vendor/noble-sha2.min.js";
import { MersenneTwister } from "../../../rules/mersenne-twister.ts";

export class PythonRandom {
  #twister;

  constructor(seed: string) {
    this.#twister = new MersenneTwister().seedByArray(keyOf(seed));
  }

  /** @returns uniform in [0, 1) */
  random(): number {
    const high = this.#twister.next() >>> 5;
    return (high * 2 ** 26 + (this.#twister.next() >>> 6)) / 2 ** 53;
  }
}

/** @returns the text and its hash as one whole number: 32-bit words, the lowest first */
function keyOf(seed: string): Uint32Array {
  const text = new TextEncoder().encode(seed);
  const bytes = Uint8Array.of(...text, ...sha512(text)).reverse();
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  bytes.forEach((byte, at) => (words[at >> 2] |= byte << (8 * (at & 3))));
  return words.subarray(0, words.findLastIndex((word) => word !== 0) + 1);
}
