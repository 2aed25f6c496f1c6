/**
 * The generator of pseudo-random words that torch's CPU generator and Python's `random` share: mt19937, by Matsumoto and
 * Nishimura (doi.org/10.1145/272991.272995).
 */

const SIZE = 624;
const SHIFT = 397;

export class MersenneTwister {
  /** Signed, as it is fastest. */
  #words = new Int32Array(SIZE);
  #at = SIZE;

  /** @param seed of which the low 32 bits count */
  seed(seed: number): this {
    const words = this.#words;
    words[0] = seed; // a typed array keeps the low 32 bits
    for (let at = 1; at < SIZE; at += 1) {
      const before = words[at - 1] ^ (words[at - 1] >>> 30);
      words[at] = Math.imul(before, 1812433253) + at;
    }
    this.#at = SIZE;
    return this;
  }

  /** @param key at least one word */
  seedByArray(key: Uint32Array): this {
    const words = this.seed(19650218).#words;
    let at = 1;
    const next = () => {
      at += 1;
      if (at < SIZE) return;
      words[0] = words[SIZE - 1];
      at = 1;
    };
    const before = () => words[at - 1] ^ (words[at - 1] >>> 30);
    for (let count = Math.max(SIZE, key.length), place = 0; count > 0; count -= 1, place = (place + 1) % key.length) {
      words[at] = (words[at] ^ Math.imul(before(), 1664525)) + key[place] + place;
      next();
    }
    for (let count = SIZE - 1; count > 0; count -= 1) {
      words[at] = (words[at] ^ Math.imul(before(), 1566083941)) - at;
      next();
    }
    words[0] = 0x80000000;
    return this;
  }

  /** @returns the next word, unsigned */
  next(): number {
    if (this.#at === SIZE) this.#refill();
    let word = this.#words[this.#at++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  /** @returns a copy of all that the next words depend on */
  state(): Int32Array {
    const state = new Int32Array(SIZE + 1);
    state.set(this.#words);
    state[SIZE] = this.#at;
    return state;
  }

  /** @param state as `state` gave it */
  restore(state: Int32Array) {
    this.#words.set(state.subarray(0, SIZE));
    this.#at = state[SIZE];
  }

  #refill() {
    const words = this.#words;
    for (let at = 0; at < SIZE; at += 1) {
      const next = at + 1 < SIZE ? at + 1 : 0;
      const far = at + SHIFT < SIZE ? at + SHIFT : at + SHIFT - SIZE;
      const mixed = (words[at] & 0x80000000) | (words[next] & 0x7fffffff);
      words[at] = words[far] ^ (mixed >>> 1) ^ (-(mixed & 1) & 0x9908b0df);
    }
    this.#at = 0;
  }
}
