/** What each pass of a run cost, by formula from the shape of its model; see `rules/cost.ts`. */

import { autoregressivePass, denoiserPass, encoderPass, total } from "../rules/cost.ts";
import { SHAPES } from "../rules/shapes.ts";
import { wayOf } from "../rules/ways.ts";
import { growing } from "./growing.ts";
import type { Cost, Shape } from "../rules/cost.ts";
import type { Recording } from "./recording.ts";

/** Bytes of a number, by the type of the weights. */
const WIDTHS: Record<string, number> = { float32: 4, bfloat16: 2, float16: 2 };

/** Of one step, as if the run had its passes for itself. */
export interface StepCost {
  /** Of its passes. */
  flops: number;
  bytes: number;
  /** By part, of the first of them: those that are added differ from it by their prompt alone. */
  pass: Cost;
  /** The encoder's pass just before it, if there was one. */
  encoder: Cost | null;
}

/** @returns of its model; null if the page does not know it */
export function modelOf({ header }: Recording): { shape: Shape; width: number } | null {
  const shape = Object.hasOwn(SHAPES, header.spec.model) ? SHAPES[header.spec.model] : undefined;
  const width = WIDTHS[header.dtype];
  const same = shape && width && shape.vocabulary === header.vocab_size && shape.canvas === header.canvas_length;
  return same ? { shape, width } : null;
}

/** @returns one for each step, the same list while it grows; null if the page does not know the shape of its model */
export const stepCosts = (recording: Recording): StepCost[] | null =>
  modelOf(recording) === null ? null : costsOf(recording);

const costsOf = growing(
  (): StepCost[] => [],
  (costs, recording, at) => {
    const { shape, width } = modelOf(recording) as NonNullable<ReturnType<typeof modelOf>>;
    const { header, frames } = recording;
    const promptLength = header.prompt_ids.length;
    const causal = wayOf(header).causal;
    const conditions = (header.spec.settings.self_conditioning ?? "on") === "on";
    const { block, step } = frames[at];
    // Token after token, the encoder reads all of the prompt but its last token, which the first pass reads.
    const prefix = causal ? promptLength - 1 + at : promptLength + (block - 1) * shape.canvas;
    const { encoder_tokens: read = at === 0 ? prefix : step === 1 && !causal ? shape.canvas : 0 } = frames[at]; // a trace may not say
    const pass = causal
      ? autoregressivePass(shape, { prefix, width })
      : denoiserPass(shape, { prefix, width, conditioned: conditions && step > 1 });
    const encoder = read > 0 ? encoderPass(shape, { tokens: read, prefix: prefix - read, width }) : null;
    const { passes = 1 } = frames[at];
    costs.push({ flops: passes * total(pass.flops), bytes: passes * total(pass.bytes), pass, encoder });
  },
);
