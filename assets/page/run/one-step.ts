/** One cell through one step, in figures of the trace: what went in, what it might have been, the draw, and what went on. */

import { handAt } from "../rules/hand.ts";
import { wayOf } from "../rules/ways.ts";
import type { Origin } from "../words/one-step.ts";
import type { Frame, Recording } from "./recording.ts";

/**
 * Its probability, what it adds to the uncertainty, and its probability beside that of the first one before the
 * temperature: 1 for the first.
 */
type Candidate = { id: number; share: number; nats: number; cool: number };
/** The most probable ones, and all others together. */
export type Candidates = { list: Candidate[]; rest: { count: number; share: number; nats: number } };
/**
 * @param vocabulary how many tokens there are
 * @param shown how many stand apart; the others are counted together
 * @returns null where none are recorded
 */
export function candidatesOf(
  {
    top_ids: ids,
    top_probs: probs,
    entropy,
    temperature,
  }: Pick<Frame, "top_ids" | "top_probs" | "entropy" | "temperature">,
  position: number,
  vocabulary: number,
  shown: number = 5,
): Candidates | null {
  if (!ids || !probs) return null;
  const k = ids.length / entropy.length;
  const count = Math.min(shown, k);
  const first = probs[position * k];
  const list = Array.from({ length: count }, (_, i) => {
    const share = probs[position * k + i];
    const cool = first > 0 && temperature > 0 ? (share / first) ** temperature : Number(i === 0);
    return { id: ids[position * k + i], share, nats: share > 0 ? Math.max(-share * Math.log(share), 0) : 0, cool };
  });
  const over = (name: "share" | "nats", whole: number) =>
    Math.max(
      list.reduce((left, candidate) => left - candidate[name], whole),
      0,
    ); // rounding may leave less than nothing
  return { list, rest: { count: vocabulary - count, share: over("share", 1), nats: over("nats", entropy[position]) } };
}

export function inputOf({ header, frames }: Recording, step: number, position: number): { id: number; origin: Origin } {
  const frame = frames[step];
  const id = frame.input_ids[position];
  const way = wayOf(header);
  const hand = handAt(frame, position);
  if (hand === "held" || hand === "edited") return { id, origin: "hand" };
  if (way.causal) return { id, origin: "before" };
  const before = frames[step - 1];
  if (frame.step > 1 && before?.block === frame.block)
    return { id, origin: before.accepted[position] === 1 ? "kept" : way.begins };
  const place = (frame.block - 1) * header.canvas_length + position;
  return { id, origin: header.spec.start?.[place] === id ? "start" : way.begins };
}

/** @returns the step whose probabilities the model sees beside the canvas; null where it sees none */
export function memoryOf(recording: Recording, step: number): Frame | null {
  const { self_conditioning: on, self_conditioning_scale: scale = 1 } = recording.headerAt(step).spec.settings;
  const [before, { block }] = [recording.frames[step - 1], recording.frames[step]];
  const sees = on !== "off" && scale !== 0 && !wayOf(recording.header).causal;
  return sees && before?.block === block ? before : null;
}

/**
 * @param id of the token that was drawn
 * @returns which part of all probability it has; that of all others, if it is one of them
 */
export function drawnPart(candidates: Candidates | null, id: number): [from: number, to: number] | null {
  if (candidates === null) return null;
  let from = 0;
  for (const candidate of candidates.list) {
    if (candidate.id === id) return [from, from + candidate.share];
    from += candidate.share;
  }
  return [Math.min(from, 1), 1];
}

/**
 * @returns what goes into the next step, or into the text where this step is the last; unknown while that is to come
 */
export function outcomeOf(
  { header, frames }: Recording,
  step: number,
  position: number,
): { to: "next" | "text" | "unknown"; id: number; hand: boolean } {
  const [frame, next] = [frames[step], frames[step + 1]];
  if (frame.stopReason !== "" || (next && next.block !== frame.block)) {
    const standing = wayOf(header).standing(frame);
    return { to: "text", id: standing[position] ?? -1, hand: false };
  }
  if (!next) return { to: "unknown", id: frame.sampled_ids[position], hand: false };
  return { to: "next", id: next.input_ids[position], hand: next.edited?.[position] === 1 };
}
