/**
 * torch's generator of random numbers on a CPU: the same seed gives the same numbers. A step draws in the order of
 * `Randomness.draws` in `playground/engine/randomness.py`: what picks the tokens, then noise, then the sampler's own.
 */

import { MersenneTwister } from "../../../rules/mersenne-twister.ts";

export class TorchGenerator {
  #twister = new MersenneTwister();

  /** @param seed a whole number from 0 to 2 ** 53 - 1 */
  constructor(seed: number) {
    this.seed(seed);
  }

  /** Does what `manual_seed` does. */
  seed(seed: number) {
    this.#twister.seed(seed);
  }

  /** @returns a copy, which `restore` takes */
  state(): Int32Array {
    return this.#twister.state();
  }

  restore(state: Int32Array) {
    this.#twister.restore(state);
  }

  /**
   * @param vocabSize below 2 ** 28, from where on `random_` takes two words for a token
   * @returns uniform tokens, as `random_(0, vocabSize)`
   */
  noise(length: number, vocabSize: number): Int32Array {
    return Int32Array.from({ length }, () => this.#twister.next() % vocabSize);
  }

  /** @returns uniform in [0, 1), as `uniform_` of float64 */
  uniforms(length: number): Float64Array {
    const numbers = new Float64Array(length);
    for (let at = 0; at < length; at += 1) numbers[at] = this.#uniform();
    return numbers;
  }

  /** @returns uniform in [0, 1), as `uniform_` of float32 */
  floats(count: number): Float32Array {
    const numbers = new Float32Array(count);
    for (let at = 0; at < count; at += 1) numbers[at] = (this.#twister.next() & 0xffffff) * 2 ** -24;
    return numbers;
  }

  /** @returns Exponential(1), as `Randomness.exponentials` draws them on a CPU */
  exponentials(count: number): Float32Array {
    const numbers = new Float32Array(count);
    for (let at = 0; at < count; at += 1) numbers[at] = -Math.log1p(-this.#uniform());
    return numbers;
  }

  #uniform() {
    const high = this.#twister.next() & 0x1fffff;
    return (high * 2 ** 32 + this.#twister.next()) * 2 ** -53;
  }
}
