/**
 * What a sampler decided at one step, by the rule that it declares: how the positions are ordered, and what is compared
 * with which bound.
 *
 * `playground/trace/budget.py` states the entropy budget too; the golden traces keep the two equal. The recorded mask
 * is what happened, and the figures explain it. `agrees` says whether they match: figures may have been rounded on the
 * wire, and a GPU adds up in another order.
 */

import { LOCKED } from "../run/status.ts";
import { wayOf } from "./ways.ts";
import type { Explanation, Frame, Header } from "../run/recording.ts";

export interface Decision {
  explanation: Explanation;
  /** By position: the figure that orders the positions, as the sampler takes it: a pin is certain. */
  figures: Float32Array;
  /** Positions, the first to be accepted first. */
  order: Uint16Array;
  /** Place of each position in `order`. */
  rank: Uint16Array;
  /**
   * Along `order`, what is compared with the bound: the sum of all figures before, the position's own figure, or its
   * place in the order.
   */
  held: Float32Array;
  /** How many positions are pinned, or an earlier step fixed for good; they come first. */
  settled: number;
  /** How many were accepted. */
  cut: number;
  /** Does the rule give exactly this mask for these figures and the bound? */
  agrees: boolean;
}

/** Where a header declares nothing. */
const ENTROPY_BOUND: Explanation = {
  label: "Entropy bound",
  rule: "Keeps the surest positions while the entropies of those before add up to at most a budget.",
  order: "entropy",
  falling: false,
  cut: "running sum",
  bound: "entropy_bound",
  least: 0,
  unit: "nats",
  accepted: "kept",
  rejected: "redrawn at random",
};

export const explanationOf = ({ explanation }: Pick<Header, "explanation">): Explanation => ({
  ...ENTROPY_BOUND,
  ...explanation,
});

/** @returns the bound of a run; null if its sampler has none */
export const boundOf = (header: Header): number | null => header.spec.settings[explanationOf(header).bound] ?? null;

/** @returns 1 where a token stays anyway: it is pinned, or an earlier step fixed it */
export const standing = ({ accepted, pinned, status }: Frame, header: Header): Uint8Array =>
  accepted.map((_, position) =>
    Number(pinned?.[position] || (wayOf(header).begins === "mask" && status[position] === LOCKED)),
  );

/** @returns null if nothing is ordered, or the frame lacks the figure that orders it */
export function decisionOf(frame: Frame, header: Header): Decision | null {
  const explanation = explanationOf(header);
  const figures = figureOf(frame, explanation.order);
  if (figures === undefined || explanation.cut === "draw") return null;
  const { accepted } = frame;
  const stands = standing(frame, header);
  const sign = explanation.falling ? -1 : 1;
  const bound = boundOf(header);
  // If no position is past the bound, the sampler itself chooses which one it takes: that one comes first.
  const limit = explanation.cut === "value" && bound !== null ? sign * Math.fround(bound) : Infinity;
  const none = figures.every((figure, position) => stands[position] === 1 || sign * figure >= limit);
  // Ties: accepted positions first, because rounding on the wire can make different figures equal; then by position.
  const order = Uint16Array.from(figures, (_, position) => position).sort(
    (a, b) =>
      stands[b] - stands[a] ||
      Number(none) * (accepted[b] - accepted[a]) ||
      sign * (figures[a] - figures[b]) ||
      accepted[b] - accepted[a] ||
      a - b,
  );
  const rank = new Uint16Array(order.length);
  order.forEach((position, at) => (rank[position] = at));
  const count = (mask: Uint8Array) => mask.reduce((sum, one) => sum + one, 0);
  const [cut, settled] = [count(accepted), count(stands)];
  const decision = {
    explanation,
    figures,
    order,
    rank,
    held: heldOf(explanation, figures, order),
    settled,
    cut,
    agrees: true,
  };
  const leading = order.subarray(0, cut).every((position) => accepted[position] === 1);
  decision.agrees = leading && cut === cutAt(decision, bound ?? cut);
  return decision;
}

/**
 * What another bound would accept at this step only; later steps would differ.
 *
 * @param bound for a rank, how many to accept
 * @returns how many positions, from the first in the order
 */
export function cutAt(decision: Decision, bound: number): number {
  const { explanation, settled, order } = decision;
  return Math.min(Math.max(passing(decision, bound), settled + explanation.least), order.length);
}

/** @returns how many are past the bound, or were fixed before */
function passing({ explanation: { cut, falling }, held, settled }: Decision, bound: number): number {
  const rounded = Math.fround(bound);
  const open = held.subarray(settled);
  if (cut === "running sum") return settled + open.filter((sum) => sum <= rounded).length;
  return settled + open.filter((own) => (falling && cut === "value" ? own > rounded : own < rounded)).length;
}

/** @returns by position */
function figureOf({ entropy, key, pinned }: Frame, order: string): Float32Array | undefined {
  if (order === "entropy") return pinned ? entropy.map((own, position) => (pinned[position] ? 0 : own)) : entropy;
  if (order === "place") return Float32Array.from(entropy, (_, position) => position);
  return key;
}

/**
 * Rounds sums as the sampler does on a CPU (it adds in double precision and keeps single precision), so that a sum very
 * close to the bound falls on the same side.
 */
function heldOf({ cut }: Explanation, figures: Float32Array, order: Uint16Array) {
  if (cut === "rank") return Float32Array.from(order, (_, at) => at);
  if (cut === "value") return Float32Array.from(order, (position) => figures[position]);
  let sum = 0;
  return Float32Array.from(order, (position) => {
    sum += figures[position];
    return Math.fround(sum) - figures[position];
  });
}
