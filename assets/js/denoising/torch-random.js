/**
 * torch's generator of random numbers on a CPU: the same seed gives the same numbers. A step draws in the order of
 * `Randomness.draws` in `playground/engine/randomness.py`: what picks the tokens, then noise, then the sampler's own.
 */

import { MersenneTwister } from "./mersenne-twister.js";

export class TorchGenerator {
  #twister = new MersenneTwister();

  /** @param {number} seed a whole number from 0 to 2 ** 53 - 1 */
  constructor(seed) {
    this.seed(seed);
  }

  /** Does what `manual_seed` does. @param {number} seed */
  seed(seed) {
    this.#twister.seed(seed);
  }

  /** @returns {Int32Array} a copy, which `restore` takes */
  state() {
    return this.#twister.state();
  }

  /** @param {Int32Array} state */
  restore(state) {
    this.#twister.restore(state);
  }

  /**
   * @param {number} length
   * @param {number} vocabSize below 2 ** 28, from where on `random_` takes two words for a token
   * @returns {Int32Array} uniform tokens, as `random_(0, vocabSize)`
   */
  noise(length, vocabSize) {
    return Int32Array.from({ length }, () => this.#twister.next() % vocabSize);
  }

  /** @param {number} length @returns {Float64Array} uniform in [0, 1), as `uniform_` of float64 */
  uniforms(length) {
    const numbers = new Float64Array(length);
    for (let at = 0; at < length; at += 1) numbers[at] = this.#uniform();
    return numbers;
  }

  /** @param {number} count @returns {Float32Array} uniform in [0, 1), as `uniform_` of float32 */
  floats(count) {
    const numbers = new Float32Array(count);
    for (let at = 0; at < count; at += 1) numbers[at] = (this.#twister.next() & 0xffffff) * 2 ** -24;
    return numbers;
  }

  /** @param {number} count @returns {Float32Array} Exponential(1), as `Randomness.exponentials` draws them on a CPU */
  exponentials(count) {
    const numbers = new Float32Array(count);
    for (let at = 0; at < count; at += 1) numbers[at] = -Math.log1p(-this.#uniform());
    return numbers;
  }

  #uniform() {
    const high = this.#twister.next() & 0x1fffff;
    return (high * 2 ** 32 + this.#twister.next()) * 2 ** -53;
  }
}
