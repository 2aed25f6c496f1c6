/** Recordings made of a few steps by hand. For the tests only. */

import { Recording } from "../run/recording.js";
import { TOKENS, header } from "./fixtures.js";

/**
 * @typedef {object} Steps what matters of a step; the sampled canvas is the argmax canvas if it is not given
 * @property {number} [block] 1 by default
 * @property {number[]} argmax four ids, of `TOKENS`
 * @property {number[]} [sampled]
 * @property {number[]} [input] the argmax canvas if it is not given
 * @property {number[]} accepted
 * @property {number} [mean] entropy
 * @property {number} [read] tokens that the encoder read before it
 * @property {number} [temperature]
 * @property {string} [stopReason]
 * @property {string} [finishReason]
 */

/**
 * @param {Steps[]} steps numbered within their blocks
 * @param {object} [changes] to the header
 * @param {string} [label]
 */
export function recordingOf(steps, changes = {}, label = "RECORDED") {
  const recording = new Recording("run", label, header(changes));
  recording.tokens = new Map(Object.entries(TOKENS).map(([id, text]) => [Number(id), text]));
  for (const {
    block = 1,
    argmax,
    sampled = argmax,
    input = argmax,
    accepted,
    mean = 1,
    read,
    temperature = 1,
    stopReason = "",
    finishReason = "",
  } of steps) {
    const step = recording.frames.filter((frame) => frame.block === block).length + 1;
    recording.append({
      block,
      step,
      temperature,
      mean_entropy: mean,
      stable_for: 0,
      stopReason,
      finishReason,
      ...(read !== undefined && { encoder_tokens: read }),
      input_ids: Int32Array.from(input),
      sampled_ids: Int32Array.from(sampled),
      argmax_ids: Int32Array.from(argmax),
      entropy: new Float32Array(4),
      accepted: Uint8Array.from(accepted),
    });
  }
  return recording;
}
