/**
 * Figures derived from a recording: pure functions of (recording, step).
 *
 * `playground/trace/metrics.py` has the same rules; the golden traces check both. Blocks are separate: the first step
 * of a block has no step before it.
 */

import { growing } from "./growing.ts";
import { canvasOf } from "./recording.ts";
import { NEWLY_LOCKED } from "./status.ts";
import type { Frame, Recording } from "./recording.ts";

/**
 * Positions with text: before the first end-of-text of the step's argmax canvas, and neither padding nor a filler. Only
 * these count as progress, because the others are easy and would make any run look almost finished.
 *
 * @returns 1 for content
 */
export function content(recording: Recording, step: number): Uint8Array {
  const { eos, frames } = recording;
  const { argmax_ids: ids } = frames[step];
  const held = new Uint8Array(ids.length);
  for (let at = 0; at < ids.length && !eos.has(ids[at]); at += 1)
    held[at] = Number(recording.emptiness(ids[at]) === "");
  return held;
}

/** @returns which share of the content positions is accepted at this step; NaN if there is no content */
export function acceptedShare(recording: Recording, step: number): number {
  const held = content(recording, step);
  const { accepted } = recording.frames[step];
  return total(held.map((one, position) => one & accepted[position])) / total(held);
}

/** @returns 1 where the argmax differs from that of the step before */
export const revised = (recording: Recording, step: number): Uint8Array => differs(recording, step, "argmax");

/** @returns 1 where the sampled token differs from that of the step before */
export const changed = (recording: Recording, step: number): Uint8Array => differs(recording, step, "sampled");

/** @returns how often the argmax has changed in this block, up to and including this step */
export const revisions = (recording: Recording, step: number): Uint32Array => revisionsOf(recording)[step];

const revisionsOf = growing(
  (): Uint32Array[] => [],
  (counts, recording, step) => {
    const before = precededBy(recording.frames, step) ? counts[step - 1] : [];
    counts.push(Uint32Array.from(revised(recording, step), (flag, position) => (before[position] ?? 0) + flag));
  },
);

/** @returns the step of the last lock in this block, up to and including this step; 0 if there was none */
export const lockSteps = (recording: Recording, step: number): Uint32Array => lockStepsOf(recording)[step];

const lockStepsOf = growing(
  (): Uint32Array[] => [],
  (steps, { frames }, at) => {
    const { status, step } = frames[at];
    const before = precededBy(frames, at) ? steps[at - 1] : [];
    steps.push(Uint32Array.from(status, (code, position) => (code === NEWLY_LOCKED ? step : (before[position] ?? 0))));
  },
);

/** @returns the probability of that token; NaN if it is not among the recorded candidates, or none are recorded */
export function probabilityOf({ top_ids, top_probs, argmax_ids }: Frame, position: number, id: number): number {
  if (!top_ids || !top_probs) return NaN;
  const k = top_ids.length / argmax_ids.length;
  for (let i = position * k; i < (position + 1) * k; i += 1) if (top_ids[i] === id) return top_probs[i];
  return NaN;
}

/** @returns how many are set */
export const total = (flags: Uint8Array): number => flags.reduce((sum, flag) => sum + flag, 0);

function differs({ frames }: Recording, step: number, layer: "argmax" | "sampled") {
  const now = canvasOf(frames[step], layer);
  if (!precededBy(frames, step)) return new Uint8Array(now.length);
  const before = canvasOf(frames[step - 1], layer);
  return Uint8Array.from(now, (id, position) => Number(id !== before[position]));
}

/** @returns does the block have a step before this one? */
const precededBy = (frames: Frame[], step: number): boolean =>
  step > 0 && frames[step - 1].block === frames[step].block;
