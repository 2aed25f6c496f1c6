/**
 * The entropy budget of one step, recomputed from its entropies: what the sampler added up, and where it cut.
 *
 * `playground/trace/budget.py` states the same rule; the golden traces hold both to it. The recorded mask is what
 * happened; the sums explain it. Where the two differ (entropies that came rounded over the wire, a GPU's order of
 * adding up, another sampler) `agrees` says so.
 */

/** @typedef {import("../run/recording.js").Frame} Frame */

/**
 * @typedef {object} Budget
 * @property {Uint16Array} order positions, surest first
 * @property {Uint16Array} rank place of each position in `order`
 * @property {Float32Array} before along `order`: the sum of the entropies that come before a position's own, in nats
 * @property {number} cut how many were accepted: the first ones of `order`
 * @property {boolean} agrees is that just what the rule gives for these entropies and the bound?
 */

/**
 * @param {Frame} frame
 * @param {number} bound in nats
 * @returns {Budget}
 */
export function budgetOf({ entropy, accepted }, bound) {
  const order = orderOf(entropy, accepted);
  const before = sumsBefore(entropy, order);
  let cut = 0;
  for (const kept of accepted) cut += kept;
  const leading = order.subarray(0, cut).every((position) => accepted[position] === 1);
  const rank = new Uint16Array(order.length);
  order.forEach((position, at) => (rank[position] = at));
  return { order, rank, before, cut, agrees: leading && cut === cutAt(before, bound) };
}

/**
 * What another bound would accept at this step alone; later steps would differ.
 *
 * @param {Float32Array} before
 * @param {number} bound in nats
 * @returns {number} how many positions, the surest first
 */
export function cutAt(before, bound) {
  const rounded = Math.fround(bound);
  let cut = 0;
  for (const sum of before) if (sum <= rounded) cut += 1;
  return cut;
}

/**
 * Equal entropies: accepted ones first, as rounding on the wire may make equal what the sampler told apart; then by position.
 *
 * @param {Float32Array} entropy
 * @param {Uint8Array} accepted
 */
function orderOf(entropy, accepted) {
  const order = Uint16Array.from(entropy, (_, position) => position);
  return order.sort((a, b) => entropy[a] - entropy[b] || accepted[b] - accepted[a] || a - b);
}

/**
 * Rounded where the sampler's sums are on a CPU (added up in double precision, kept in single), so that a position whose
 * sum lies within a rounding of the bound falls on the sampler's side.
 *
 * @param {Float32Array} entropy
 * @param {Uint16Array} order
 */
function sumsBefore(entropy, order) {
  let sum = 0;
  return Float32Array.from(order, (position) => {
    sum += entropy[position];
    return Math.fround(sum) - entropy[position];
  });
}
