/**
 * What a pass costs, by formula: operations and bytes. `playground/rules/cost.py` has the same formulas, says where they come
 * from, and its tests hold them against what torch counts.
 */

/**
 * @typedef {object} Shape what the formulas read of a model's configuration
 * @property {number} canvas
 * @property {number} vocabulary
 * @property {number} hidden
 * @property {number} intermediate
 * @property {number} expert intermediate size of an expert
 * @property {number} experts in each layer
 * @property {number} routed to how many of them each position goes
 * @property {number} heads
 * @property {number} window of the sliding layers
 * @property {{ count: number, sliding: boolean, size: number, keyHeads: number }[]} layers like layers together; `size` is that of a head
 */
/**
 * @typedef {object} Machine how fast a machine can be at best
 * @property {string} name
 * @property {number} bytesPerS between its memory and its processors
 * @property {number} flopsPerS in matrix products
 */
/** @typedef {{ flops: Record<string, number>, bytes: Record<string, number> }} Cost operations by part, bytes by kind; expectations need not be whole */

/** Norms of the hidden size in each layer. */
const NORMS = 7;

/** @param {Record<string, number>} parts */
export const total = (parts) => Object.values(parts).reduce((sum, part) => sum + part, 0);

/**
 * The shortest time that a pass can take: memory and processors work at the same time at best.
 *
 * @param {Cost} cost
 * @param {Machine} machine
 * @returns {{ seconds: number, limit: "memory" | "compute" }}
 */
export function roofline({ flops, bytes }, { bytesPerS, flopsPerS }) {
  const [memory, compute] = [total(bytes) / bytesPerS, total(flops) / flopsPerS];
  return memory >= compute ? { seconds: memory, limit: "memory" } : { seconds: compute, limit: "compute" };
}

/**
 * A pass of the denoiser over a canvas of each row.
 *
 * @param {Shape} shape
 * @param {{ positions?: number, prefix?: number, rows?: number, width?: number, conditioned?: boolean }} size `positions` of each row, after `prefix` tokens; `width` in bytes; does the pass get the logits of the one before?
 * @returns {Cost}
 */
export function denoiserPass(shape, { positions = shape.canvas, prefix = 0, rows = 1, width = 2, conditioned = true }) {
  const tokens = rows * positions;
  const table = shape.vocabulary * shape.hidden;
  const signal = 3 * shape.hidden * shape.intermediate;
  const { flops, bytes } = layers(shape, positions, prefix, rows, width);
  return {
    flops: {
      ...flops,
      "self-conditioning": 2 * tokens * (signal + (conditioned ? table : 0)),
      head: 2 * tokens * table,
    },
    bytes: {
      ...bytes,
      weights: bytes.weights + width * (signal + shape.hidden),
      embeddings: width * table * (conditioned ? 2 : 1),
      logits: 2 * width * tokens * shape.vocabulary,
    },
  };
}

/**
 * A pass that writes one token of each row.
 *
 * @param {Shape} shape
 * @param {{ prefix: number, rows?: number, width?: number }} size `prefix` leaves out the token that the pass reads
 * @returns {Cost}
 */
export function autoregressivePass(shape, { prefix, rows = 1, width = 2 }) {
  const table = shape.vocabulary * shape.hidden;
  const { flops, bytes } = layers(shape, 1, prefix, rows, width);
  return {
    flops: { ...flops, head: 2 * rows * table },
    bytes: { ...bytes, embeddings: width * table, logits: 2 * width * rows * shape.vocabulary },
  };
}

/**
 * The encoder's pass over new tokens of one row, before a block. It has no head.
 *
 * @param {Shape} shape
 * @param {{ tokens: number, prefix?: number, width?: number }} size
 * @returns {Cost}
 */
export const encoderPass = (shape, { tokens, prefix = 0, width = 2 }) => layers(shape, tokens, prefix, 1, width);

/**
 * How many experts so many positions reach, as expected if the router treats all alike.
 *
 * @param {number} experts
 * @param {number} routed
 * @param {number} tokens
 */
export const distinctExperts = (experts, routed, tokens) => experts * (1 - (1 - routed / experts) ** tokens);

/**
 * @param {Shape} shape
 * @param {number} positions of each row
 * @param {number} prefix
 * @param {number} rows
 * @param {number} width
 * @returns {Cost}
 */
function layers(shape, positions, prefix, rows, width) {
  const { hidden, intermediate, experts, routed, heads, window } = shape;
  const tokens = rows * positions;
  const flops = { projections: 0, attention: 0, mlp: 0, router: 0, experts: 0 };
  const held = { weights: hidden, experts: 0, cache: 0 };
  const expert = 3 * hidden * shape.expert;
  for (const { count, sliding, size, keyHeads } of shape.layers) {
    const [queries, keys] = [heads * size, keyHeads * size];
    const read = sliding ? Math.min(prefix, window - 1) : prefix;
    const projections = hidden * (2 * queries + (sliding ? 2 : 1) * keys);
    const [mlp, router] = [3 * hidden * intermediate, hidden * experts];
    flops.projections += count * 2 * tokens * projections;
    flops.attention += count * 4 * tokens * (read + positions) * queries;
    flops.mlp += count * 2 * tokens * mlp;
    flops.router += count * 2 * tokens * router;
    flops.experts += count * 2 * tokens * routed * expert;
    held.weights += count * (projections + mlp + router + NORMS * hidden + 2 * size + hidden + experts);
    held.experts += count * expert * distinctExperts(experts, routed, tokens);
    held.cache += count * 2 * rows * read * keys;
  }
  return { flops, bytes: { weights: width * held.weights, experts: width * held.experts, cache: width * held.cache } };
}
