/** Attention as the server sends it: (layers, heads, keys) weights of one position. */

import { bytesOf, halvesIn } from "../../dom/base64.ts";

export interface Seen {
  /** All tokens, the most probable one first. */
  ids: Int32Array;
  probs: Float32Array;
  /** Of the first of them. */
  texts: string[];
  /** The texts of what can be looked at. */
  keys: string[];
  /** How many of them the encoder has read; the others are the canvas. */
  prefix: number;
  layers: number;
  heads: number;
  attention: Float32Array;
  /** The encoder's; null where there is none. */
  causal: Float32Array | null;
  /** Was the step's pass compiled, so that an eager one shows where it looks? */
  compiled: boolean;
}

/** @param answer of the server, or of the engine in this browser, which packs nothing */
export function unpacked(answer: any): Seen {
  if (ArrayBuffer.isView(answer.ids)) return answer;
  const { texts, keys, prefix, layers, heads, compiled } = answer;
  const bytes = (packed: string) => bytesOf(packed).buffer;
  const halves = (packed: string) => halvesIn(bytes(packed));
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

/**
 * @param weights (layers, heads, keys)
 * @param layer -1 for the mean over all
 * @param head -1 for the mean over all
 * @returns by key
 */
export function meanOf(
  weights: Float32Array,
  { layers, heads, keys }: { layers: number; heads: number; keys: string[] },
  layer: number,
  head: number,
): Float32Array {
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
 * @param weights by key
 * @returns shares of what the encoder has read and of the canvas; the key with the largest weight
 */
export function shares(weights: Float32Array, prefix: number): { read: number; canvas: number; best: number } {
  const all = weights.reduce((sum, one) => sum + one, 0) || 1;
  const read = weights.subarray(0, prefix).reduce((sum, one) => sum + one, 0) / all;
  return { read, canvas: 1 - read, best: weights.indexOf(Math.max(...weights)) };
}
