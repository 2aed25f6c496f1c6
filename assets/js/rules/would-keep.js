/**
 * What a rule keeps at a recorded step, whichever sampler made the run: the budget as decision.js states it, confidence and
 * margin as playground/rules/samplers/ do, from the candidates that the trace holds. Cases keep the two languages equal.
 * It knows steps of uniform diffusion where nobody holds a position.
 */

import { boundOf, decisionOf, explanationOf } from "./decision.js";

/** @typedef {import("../run/recording.js").Frame} Frame */
/** @typedef {import("../run/recording.js").Header} Header */
/**
 * @typedef {object} Choice
 * @property {Uint8Array} kept 1 where the rule keeps the position
 * @property {Float32Array} figures by position: entropies in nats, or probabilities
 * @property {number} bound nats, a probability, or how many positions are due
 * @property {number} edge the figure of the last position that is kept
 */

/**
 * @param {Frame} frame
 * @param {Header} header
 * @returns {Choice | null} what the run's own sampler kept; null if it has no budget, or if its mask is not what the rule
 *   gives for the recorded entropies
 */
export function budgetChoice(frame, header) {
  const decision = explanationOf(header).cut === "running sum" ? decisionOf(frame, header) : null;
  const bound = boundOf(header);
  if (!decision?.agrees || bound === null) return null;
  const { figures, order, cut } = decision;
  return { kept: frame.accepted, figures, bound, edge: figures[order[cut - 1]] };
}

/**
 * @param {Pick<Frame, "top_probs" | "argmax_ids">} frame
 * @param {number} least probability
 * @returns {Choice} every position whose most probable token is above it; if there is none, the most confident one
 */
export function confidenceChoice(frame, least) {
  const figures = candidateFigures(frame, (first) => first);
  const bound = Math.fround(least);
  const kept = Uint8Array.from(figures, (own) => Number(own > bound));
  if (!kept.includes(1)) kept[figures.indexOf(Math.max(...figures))] = 1;
  return { kept, figures, bound: least, edge: Math.min(...figures.filter((_, position) => kept[position])) };
}

/**
 * @param {Pick<Frame, "top_probs" | "argmax_ids">} frame
 * @param {number} step of its block, counted from 1
 * @param {number} steps the most that the block may take, from `step` on
 * @returns {Choice} the positions with the clearest lead, as many as are due: step / steps of all, rounded up
 */
export function marginChoice(frame, step, steps) {
  const figures = candidateFigures(frame, (first, second) => first - second);
  const bound = Math.ceil((figures.length * step) / steps);
  const order = Array.from(figures.keys()).sort((a, b) => figures[b] - figures[a] || a - b);
  const kept = new Uint8Array(figures.length);
  for (const position of order.slice(0, bound)) kept[position] = 1;
  return { kept, figures, bound, edge: figures[order[bound - 1]] };
}

/** @param {Pick<Frame, "top_probs" | "argmax_ids">} frame @param {(first: number, second: number) => number} figure @returns {Float32Array} by position */
function candidateFigures({ top_probs: probs = new Float32Array(), argmax_ids }, figure) {
  const k = probs.length / argmax_ids.length;
  return Float32Array.from(argmax_ids, (_, position) => figure(probs[position * k], probs[position * k + 1]));
}
