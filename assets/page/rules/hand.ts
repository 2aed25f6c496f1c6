/** What a person's hand is to a position at a step, as the engine recorded it. */

import type { Explanation, Frame } from "../run/recording.ts";
import type { Decision } from "./decision.ts";

export type Hand = "" | "held" | "favoured" | "gave way" | "edited" | "moved";
export type Handled = Pick<Frame, "pinned" | "edited" | "lead" | "moved">;

/** In nats: a cell that is moved so far had at most half of its chance on what is left. */
export const MOVED = Math.LN2;

/**
 * @returns held: a token that stays. favoured: one of the own text that stands, because no other leads by more than the
 * margin. gave way: one that another leads by more. edited: changed just before the step.
 * moved: its distribution is, by what processes the logits
 */
export function handAt({ pinned, edited, lead, moved }: Handled, position: number): Hand {
  const favoured = (lead?.[position] ?? -1) >= 0;
  if (pinned?.[position]) return favoured ? "favoured" : "held";
  if (favoured) return "gave way";
  if (edited?.[position]) return "edited";
  return (moved?.[position] ?? 0) >= MOVED ? "moved" : "";
}

/** @param frame the first of its block @returns before its pass, which decides what gives way and what is moved */
export function handBefore(frame: Handled, position: number): Hand {
  const hand = handAt(frame, position);
  return hand === "gave way" ? "favoured" : hand === "moved" ? "" : hand;
}

/** @returns how many of its positions are that */
export function handled(frame: Handled, hand: Hand): number {
  const { length } = frame.lead ?? frame.pinned ?? frame.edited ?? [];
  return Array.from({ length }, (_, position) => handAt(frame, position)).filter((each) => each === hand).length;
}

/** @param spec of a run, as a trace has it @returns what its positions may be, since its first step */
export function handsOf(spec: any): Set<Hand> {
  const hands: Set<Hand> = new Set();
  for (let part = spec; part; part = part.branch?.parent) {
    if (part.pins || part.keep === "held") hands.add("held");
    if (part.keep === "favoured") hands.add("favoured").add("gave way");
    if (Object.keys(part.processors ?? {}).length > 0) hands.add("moved");
    if (part.edits) hands.add("edited");
  }
  return hands;
}

/** The rule for a favoured text, as a sampler would declare it. */
const FAVOURING: Explanation = {
  label: "Your own text",
  rule: "A favoured token stands while no other leads by more than the margin.",
  order: "lead of another token",
  falling: false,
  cut: "value",
  bound: "favour_margin",
  least: 0,
  unit: "nats",
  accepted: "stand",
  rejected: "give way",
};

/** @returns on the favoured tokens alone, the smallest lead first; null for a run that favours none */
export function leadDecision(frame: Handled & Pick<Frame, "lead">): Decision | null {
  const { lead } = frame;
  if (lead === undefined) return null;
  const order = Uint16Array.from(lead.keys())
    .filter((position) => lead[position] >= 0)
    .sort((a, b) => lead[a] - lead[b] || a - b);
  const rank = new Uint16Array(lead.length);
  order.forEach((position, at) => (rank[position] = at));
  return {
    explanation: FAVOURING,
    figures: lead,
    order,
    rank,
    held: Float32Array.from(order, (position) => lead[position]),
    settled: 0,
    cut: handled(frame, "favoured"),
    agrees: true,
  };
}
