/**
 * What a sampler decided at one step, by the rule that it declares: how the positions are ordered, and what is compared
 * with which bound.
 *
 * `playground/trace/budget.py` states the entropy budget too; the golden traces keep the two equal. The recorded mask
 * is what happened, and the figures explain it. `agrees` says whether they match: figures may have been rounded on the
 * wire, and a GPU adds up in another order.
 */

import { LOCKED } from "../run/status.js";
import { wayOf } from "./ways.js";

/** @typedef {import("../run/recording.js").Explanation} Explanation */
/** @typedef {import("../run/recording.js").Header} Header */
/** @typedef {import("../run/recording.js").Frame} Frame */

/**
 * @typedef {object} Decision
 * @property {Explanation} explanation
 * @property {Float32Array} figures by position: the figure that orders the positions, as the sampler takes it: a pin is certain
 * @property {Uint16Array} order positions, the first to be accepted first
 * @property {Uint16Array} rank place of each position in `order`
 * @property {Float32Array} held along `order`, what is compared with the bound: the sum of all figures before, the
 *   position's own figure, or its place in the order
 * @property {number} settled how many positions are pinned, or an earlier step fixed for good; they come first
 * @property {number} cut how many were accepted
 * @property {boolean} agrees does the rule give exactly this mask for these figures and the bound?
 */

/** Older traces declare nothing; all of them used the entropy bound. */
const ENTROPY_BOUND = {
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

/** @param {Pick<Header, "explanation">} header @returns {Explanation} */
export const explanationOf = ({ explanation }) => ({ ...ENTROPY_BOUND, ...explanation });

/** @param {Header} header @returns {number | null} the bound of a run; null if its sampler has none */
export const boundOf = (header) => header.settings[explanationOf(header).bound] ?? null;

/** @param {Frame} frame @param {Header} header @returns {Uint8Array} 1 where a token stays anyway: it is pinned, or an earlier step fixed it */
export const standing = ({ accepted, pinned, status }, header) =>
  accepted.map((_, position) =>
    Number(pinned?.[position] || (wayOf(header).begins === "mask" && status[position] === LOCKED)),
  );

/**
 * @param {Frame} frame
 * @param {Header} header
 * @returns {Decision | null} null if nothing is ordered, or the frame lacks the figure that orders it
 */
export function decisionOf(frame, header) {
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
  const count = (/** @type {Uint8Array} */ mask) => mask.reduce((sum, one) => sum + one, 0);
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
 * @param {Decision} decision
 * @param {number} bound for a rank, how many to accept
 * @returns {number} how many positions, from the first in the order
 */
export function cutAt(decision, bound) {
  const { explanation, settled, order } = decision;
  return Math.min(Math.max(passing(decision, bound), settled + explanation.least), order.length);
}

/**
 * @param {Decision} decision
 * @param {number} bound
 * @returns {number} how many are past the bound, or were fixed before
 */
function passing({ explanation: { cut, falling }, held, settled }, bound) {
  const rounded = Math.fround(bound);
  const open = held.subarray(settled);
  if (cut === "running sum") return settled + open.filter((sum) => sum <= rounded).length;
  return settled + open.filter((own) => (falling && cut === "value" ? own > rounded : own < rounded)).length;
}

/** @param {Frame} frame @param {string} order @returns {Float32Array | undefined} by position */
function figureOf({ entropy, key, pinned }, order) {
  if (order === "entropy") return pinned ? entropy.map((own, position) => (pinned[position] ? 0 : own)) : entropy;
  if (order === "place") return Float32Array.from(entropy, (_, position) => position);
  return key;
}

/**
 * Rounds sums as the sampler does on a CPU (it adds in double precision and keeps single precision), so that a sum very
 * close to the bound falls on the same side.
 *
 * @param {Explanation} explanation
 * @param {Float32Array} figures
 * @param {Uint16Array} order
 */
function heldOf({ cut }, figures, order) {
  if (cut === "rank") return Float32Array.from(order, (_, at) => at);
  if (cut === "value") return Float32Array.from(order, (position) => figures[position]);
  let sum = 0;
  return Float32Array.from(order, (position) => {
    sum += figures[position];
    return Math.fround(sum) - figures[position];
  });
}
