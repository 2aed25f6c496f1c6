/** One cell through one step, in figures of the trace: what went in, what it might have been, the draw, and what went on. */

import { handAt } from "../rules/hand.js";
import { wayOf } from "../rules/ways.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./recording.js").Frame} Frame */

/** @typedef {{ id: number, share: number, nats: number, cool: number }} Candidate its probability, what it adds to the uncertainty, and its probability beside that of the first one before the temperature: 1 for the first */
/** @typedef {{ list: Candidate[], rest: { count: number, share: number, nats: number } }} Candidates the most probable ones, and all others together */
/** @typedef {"noise" | "mask" | "blank" | "start" | "kept" | "hand" | "before"} Origin why a token went in: chance, nothing yet, the text that the run started from, what the step before kept, a person, or the text so far */

/**
 * @param {Pick<Frame, "top_ids" | "top_probs" | "entropy" | "temperature">} frame
 * @param {number} position
 * @param {number} vocabulary how many tokens there are
 * @param {number} [shown] how many stand apart; the others are counted together
 * @returns {Candidates | null} null where none are recorded
 */
export function candidatesOf(
  { top_ids: ids, top_probs: probs, entropy, temperature },
  position,
  vocabulary,
  shown = 5,
) {
  if (!ids || !probs) return null;
  const k = ids.length / entropy.length;
  const count = Math.min(shown, k);
  const first = probs[position * k];
  const list = Array.from({ length: count }, (_, i) => {
    const share = probs[position * k + i];
    const cool = first > 0 && temperature > 0 ? (share / first) ** temperature : Number(i === 0);
    return { id: ids[position * k + i], share, nats: share > 0 ? Math.max(-share * Math.log(share), 0) : 0, cool };
  });
  const over = (/** @type {"share" | "nats"} */ name, /** @type {number} */ whole) =>
    Math.max(
      list.reduce((left, candidate) => left - candidate[name], whole),
      0,
    ); // rounding may leave less than nothing
  return { list, rest: { count: vocabulary - count, share: over("share", 1), nats: over("nats", entropy[position]) } };
}

/**
 * @param {Recording} recording
 * @param {number} step
 * @param {number} position
 * @returns {{ id: number, origin: Origin }}
 */
export function inputOf({ header, frames }, step, position) {
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
  return { id, origin: header.spec?.start?.[place] === id ? "start" : way.begins };
}

/**
 * @param {Recording} recording
 * @param {number} step
 * @returns {Frame | null} the step whose probabilities the model sees beside the canvas; null where it sees none
 */
export function memoryOf(recording, step) {
  const { self_conditioning: on, self_conditioning_scale: scale = 1 } = recording.headerAt(step).settings;
  const [before, { block }] = [recording.frames[step - 1], recording.frames[step]];
  const sees = on !== "off" && scale !== 0 && !wayOf(recording.header).causal;
  return sees && before?.block === block ? before : null;
}

/**
 * @param {Candidates | null} candidates
 * @param {number} id of the token that was drawn
 * @returns {[from: number, to: number] | null} which part of all probability it has; that of all others, if it is one of them
 */
export function drawnPart(candidates, id) {
  if (candidates === null) return null;
  let from = 0;
  for (const candidate of candidates.list) {
    if (candidate.id === id) return [from, from + candidate.share];
    from += candidate.share;
  }
  return [Math.min(from, 1), 1];
}

/**
 * @param {Recording} recording
 * @param {number} step
 * @param {number} position
 * @returns {{ to: "next" | "text" | "unknown", id: number, hand: boolean }} what goes into the next step, or into the text
 *   where this step is the last; unknown while that is to come
 */
export function outcomeOf({ header, frames }, step, position) {
  const [frame, next] = [frames[step], frames[step + 1]];
  if (frame.stopReason !== "" || (next && next.block !== frame.block)) {
    const standing = wayOf(header).standing(frame);
    return { to: "text", id: standing[position] ?? -1, hand: false };
  }
  if (!next) return { to: "unknown", id: frame.sampled_ids[position], hand: false };
  return { to: "next", id: next.input_ids[position], hand: next.edited?.[position] === 1 };
}
