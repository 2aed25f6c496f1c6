/** Attention as the server sends it: (layers, heads, keys) weights of one position. */

/**
 * @typedef {object} Seen
 * @property {Int32Array} ids all tokens, the most probable one first
 * @property {Float32Array} probs
 * @property {string[]} texts of the first of them
 * @property {string[]} keys the texts of what can be looked at
 * @property {number} prefix how many of them the encoder has read; the others are the canvas
 * @property {number} layers
 * @property {number} heads
 * @property {Float32Array} attention
 * @property {Float32Array | null} causal the encoder's; null where there is none
 * @property {boolean} compiled was the step's pass compiled, so that an eager one shows where it looks?
 */

/** @param {any} answer of the server @returns {Seen} */
export function unpacked(answer) {
  const { texts, keys, prefix, layers, heads, compiled } = answer;
  const bytes = (/** @type {string} */ packed) =>
    Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)).buffer;
  const halves = (/** @type {string} */ packed) => Float32Array.from(new Uint16Array(bytes(packed)), half);
  return {
    texts,
    keys,
    prefix,
    layers,
    heads,
    compiled,
    ids: new Int32Array(bytes(answer.ids)),
    probs: new Float32Array(bytes(answer.probs)),
    attention: halves(answer.attention),
    causal: answer.causal === "" ? null : halves(answer.causal),
  };
}

/** @param {number} bits of a float16 that is not negative @returns {number} */
export function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * @param {Float32Array} weights (layers, heads, keys)
 * @param {{ layers: number, heads: number, keys: string[] }} shape
 * @param {number} layer -1 for the mean over all
 * @param {number} head -1 for the mean over all
 * @returns {Float32Array} by key
 */
export function meanOf(weights, { layers, heads, keys }, layer, head) {
  const mean = new Float32Array(keys.length);
  let count = 0;
  for (let l = 0; l < layers; l += 1) {
    for (let h = 0; h < heads; h += 1) {
      if ((layer !== -1 && l !== layer) || (head !== -1 && h !== head)) continue;
      count += 1;
      const first = (l * heads + h) * keys.length;
      for (let key = 0; key < keys.length; key += 1) mean[key] += weights[first + key];
    }
  }
  return mean.map((sum) => sum / count);
}

/**
 * @param {Float32Array} weights by key
 * @param {number} prefix
 * @returns {{ read: number, canvas: number, best: number }} shares of what the encoder has read and of the canvas; the key with the largest weight
 */
export function shares(weights, prefix) {
  const all = weights.reduce((sum, one) => sum + one, 0) || 1;
  const read = weights.subarray(0, prefix).reduce((sum, one) => sum + one, 0) / all;
  return { read, canvas: 1 - read, best: weights.indexOf(Math.max(...weights)) };
}
