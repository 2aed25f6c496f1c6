/** Recordings made of a few steps by hand. For the tests only. */

import { Recording } from "../run/recording.ts";
import { TOKENS, header } from "./fixtures.ts";

/** What matters of a step; the sampled canvas is the argmax canvas if it is not given. */
interface Steps {
  /** 1 by default */
  block?: number;
  /** Four ids, of `TOKENS`. */
  argmax: number[];
  sampled?: number[];
  /** The argmax canvas if it is not given. */
  input?: number[];
  accepted: number[];
  /** Entropy. */
  mean?: number;
  /** Tokens that the encoder read before it. */
  read?: number;
  temperature?: number;
  stopReason?: string;
  finishReason?: string;
}

/**
 * @param steps numbered within their blocks
 * @param changes to the header
 */
export function recordingOf(steps: Steps[], changes: object = {}, label: string = "RECORDED") {
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
