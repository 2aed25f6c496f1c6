/**
 * What a rule keeps at a recorded step, whichever sampler made the run: the budget as rules/decision.ts states it, confidence
 * and margin as playground/rules/samplers/ do, from the candidates that the trace holds. Cases keep the two languages equal.
 * It knows steps of uniform diffusion where nobody holds a position.
 */

import { boundOf, decisionOf, explanationOf } from "../../rules/decision.ts";
import type { Frame, Header } from "../../run/recording.ts";

export interface Choice {
  /** 1 where the rule keeps the position */
  kept: Uint8Array;
  /** By position: entropies in nats, or probabilities. */
  figures: Float32Array;
  /** Nats, a probability, or how many positions are due. */
  bound: number;
  /** The figure of the last position that is kept. */
  edge: number;
}

/**
 * @returns what the run's own sampler kept; null if it has no budget, or if its mask is not what the rule gives for the
 * recorded entropies
 */
export function budgetChoice(frame: Frame, header: Header): Choice | null {
  const decision = explanationOf(header).cut === "running sum" ? decisionOf(frame, header) : null;
  const bound = boundOf(header);
  if (!decision?.agrees || bound === null) return null;
  const { figures, order, cut } = decision;
  return { kept: frame.accepted, figures, bound, edge: figures[order[cut - 1]] };
}

/**
 * @param least probability
 * @returns every position whose most probable token is above it; if there is none, the most confident one
 */
export function confidenceChoice(frame: Pick<Frame, "top_probs" | "argmax_ids">, least: number): Choice {
  const figures = candidateFigures(frame, (first) => first);
  const bound = Math.fround(least);
  const mask = Uint8Array.from(figures, (own) => Number(own > bound));
  if (!mask.includes(1)) mask[figures.indexOf(Math.max(...figures))] = 1;
  return { kept: mask, figures, bound: least, edge: Math.min(...figures.filter((_, position) => mask[position])) };
}

/**
 * @param step of its block, counted from 1
 * @param steps the most that the block may take, from `step` on
 * @returns the positions with the clearest lead, as many as are due: step / steps of all, rounded up
 */
export function marginChoice(frame: Pick<Frame, "top_probs" | "argmax_ids">, step: number, steps: number): Choice {
  const figures = candidateFigures(frame, (first, second) => first - second);
  const bound = Math.ceil((figures.length * step) / steps);
  const order = Array.from(figures.keys()).sort((a, b) => figures[b] - figures[a] || a - b);
  const mask = new Uint8Array(figures.length);
  for (const position of order.slice(0, bound)) mask[position] = 1;
  return { kept: mask, figures, bound, edge: figures[order[bound - 1]] };
}

/** @returns by position */
function candidateFigures(
  { top_probs: probs = new Float32Array(), argmax_ids }: Pick<Frame, "top_probs" | "argmax_ids">,
  figure: (first: number, second: number) => number,
): Float32Array {
  const k = probs.length / argmax_ids.length;
  return Float32Array.from(argmax_ids, (_, position) => figure(probs[position * k], probs[position * k + 1]));
}
