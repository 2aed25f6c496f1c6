/**
 * What a pass costs, by formula: operations and bytes. `playground/rules/cost.py` has the same formulas, says where they come
 * from, and its tests hold them against what torch counts.
 */

/** What the formulas read of a model's configuration. */
export interface Shape {
  canvas: number;
  vocabulary: number;
  hidden: number;
  intermediate: number;
  /** Intermediate size of an expert. */
  expert: number;
  /** In each layer. */
  experts: number;
  /** To how many of them each position goes. */
  routed: number;
  heads: number;
  /** Of the sliding layers. */
  window: number;
  /** Like layers together; `size` is that of a head. */
  layers: { count: number; sliding: boolean; size: number; keyHeads: number }[];
}
/** How fast a machine can be at best. */
export interface Machine {
  name: string;
  /** Between its memory and its processors. */
  bytesPerS: number;
  /** In matrix products. */
  flopsPerS: number;
}
/** Operations by part, bytes by kind; expectations need not be whole. */
export type Cost = { flops: Record<string, number>; bytes: Record<string, number> };

/** Norms of the hidden size in each layer. */
const NORMS = 7;

export const total = (parts: Record<string, number>) => Object.values(parts).reduce((sum, part) => sum + part, 0);

/** The shortest time that a pass can take: memory and processors work at the same time at best. */
export function roofline(
  { flops, bytes }: Cost,
  { bytesPerS, flopsPerS }: Machine,
): { seconds: number; limit: "memory" | "compute" } {
  const [memory, compute] = [total(bytes) / bytesPerS, total(flops) / flopsPerS];
  return memory >= compute ? { seconds: memory, limit: "memory" } : { seconds: compute, limit: "compute" };
}

/**
 * A pass of the denoiser over a canvas of each row.
 *
 * @param size `positions` of each row, after `prefix` tokens; `width` in bytes; does the pass get the logits of the one
 * before?
 */
export function denoiserPass(
  shape: Shape,
  {
    positions = shape.canvas,
    prefix = 0,
    rows = 1,
    width = 2,
    conditioned = true,
  }: { positions?: number; prefix?: number; rows?: number; width?: number; conditioned?: boolean },
): Cost {
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
 * @param size `prefix` leaves out the token that the pass reads
 */
export function autoregressivePass(
  shape: Shape,
  { prefix, rows = 1, width = 2 }: { prefix: number; rows?: number; width?: number },
): Cost {
  const table = shape.vocabulary * shape.hidden;
  const { flops, bytes } = layers(shape, 1, prefix, rows, width);
  return {
    flops: { ...flops, head: 2 * rows * table },
    bytes: { ...bytes, embeddings: width * table, logits: 2 * width * rows * shape.vocabulary },
  };
}

/** The encoder's pass over new tokens of one row, before a block. It has no head. */
export const encoderPass = (
  shape: Shape,
  { tokens, prefix = 0, width = 2 }: { tokens: number; prefix?: number; width?: number },
): Cost => layers(shape, tokens, prefix, 1, width);

/** How many experts so many positions reach, as expected if the router treats all alike. */
export const distinctExperts = (experts: number, routed: number, tokens: number) =>
  experts * (1 - (1 - routed / experts) ** tokens);

/** @param positions of each row */
function layers(shape: Shape, positions: number, prefix: number, rows: number, width: number): Cost {
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
