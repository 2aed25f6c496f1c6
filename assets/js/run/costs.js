/** What each pass of a run cost, by formula from the shape of its model; see `rules/cost.js`. */

import { autoregressivePass, denoiserPass, encoderPass, total } from "../rules/cost.js";
import { SHAPES } from "../rules/shapes.js";
import { wayOf } from "../rules/ways.js";
import { growing } from "./growing.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("../rules/cost.js").Shape} Shape */
/** @typedef {import("../rules/cost.js").Cost} Cost */

/** Bytes of a number, by the type of the weights. @type {Record<string, number>} */
const WIDTHS = { float32: 4, bfloat16: 2, float16: 2 };

/**
 * @typedef {object} StepCost of one step, as if the run had its passes for itself
 * @property {number} flops of the pass
 * @property {number} bytes
 * @property {Cost} pass by part
 * @property {Cost | null} encoder the encoder's pass just before it, if there was one
 */

/**
 * @param {Recording} recording
 * @returns {{ shape: Shape, width: number } | null} of its model; null if the page does not know it
 */
export function modelOf({ header }) {
  const shape = Object.hasOwn(SHAPES, header.model) ? SHAPES[header.model] : undefined;
  const width = WIDTHS[header.dtype];
  const same = shape && width && shape.vocabulary === header.vocab_size && shape.canvas === header.canvas_length;
  return same ? { shape, width } : null;
}

/**
 * @param {Recording} recording
 * @returns {StepCost[] | null} one for each step, the same list while it grows; null if the page does not know the shape of its model
 */
export const stepCosts = (recording) => (modelOf(recording) === null ? null : costsOf(recording));

const costsOf = growing(
  /** @returns {StepCost[]} */
  () => [],
  (costs, recording, at) => {
    const { shape, width } = /** @type {NonNullable<ReturnType<typeof modelOf>>} */ (modelOf(recording));
    const { header, frames } = recording;
    const promptLength = header.prompt_ids.length;
    const causal = wayOf(header).causal;
    const conditions = (header.settings.self_conditioning ?? "on") === "on";
    const { block, step } = frames[at];
    // Token after token, the encoder reads all of the prompt but its last token, which the first pass reads.
    const prefix = causal ? promptLength - 1 + at : promptLength + (block - 1) * shape.canvas;
    const { encoder_tokens: read = at === 0 ? prefix : step === 1 && !causal ? shape.canvas : 0 } = frames[at]; // older traces do not say
    const pass = causal
      ? autoregressivePass(shape, { prefix, width })
      : denoiserPass(shape, { prefix, width, conditioned: conditions && step > 1 });
    const encoder = read > 0 ? encoderPass(shape, { tokens: read, prefix: prefix - read, width }) : null;
    costs.push({ flops: total(pass.flops), bytes: total(pass.bytes), pass, encoder });
  },
);
