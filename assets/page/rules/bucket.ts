/**
 * A sampler's choice as a bar that is open at its end: the budget is its rim, and each word is as wide as what is added up
 * of it. Where nothing is added up, it is the one figure against the bound, or the places against how many are due.
 */

import type { Decision } from "./decision.ts";

/** Cells side by side. */
export interface Piece {
  from: number;
  to: number;
  /** Of cells. */
  count: number;
  /**
   * As to the followed cell; `between` are those that were not kept and are surer than it, which are not drawn to
   * scale.
   */
  role: "before" | "followed" | "after" | "between";
  accepted: boolean;
}
/** `end` is how much of it is drawn */
type Bucket = { pieces: Piece[]; rim: number | null; end: number };

/**
 * @param bound as it was, or as it is supposed; for a rank, how many
 * @param position of the followed cell
 */
export function bucketOf(
  { explanation, figures, order, held, rank, cut }: Decision,
  bound: number | null,
  position: number,
): Bucket {
  const at = rank[position];
  const figure = figures[position];
  if (explanation.cut === "value") {
    const piece: Piece = {
      from: 0,
      to: Number.isFinite(figure) ? figure : Infinity,
      count: 1,
      role: "followed",
      accepted: at < cut,
    };
    return { pieces: [piece], rim: bound, end: endOf(bound, figure, explanation.unit === "probability") };
  }
  const counts = explanation.cut === "rank";
  const sum = (to: number) =>
    counts ? to : to === 0 ? 0 : to < order.length ? held[to] : held[to - 1] + figures[order[to - 1]];
  const rim = counts ? (bound ?? cut) : bound;
  const pieces: Piece[] = [];
  const add = (first: number, end: number, role: Piece["role"]) => {
    if (end > first)
      pieces.push({
        from: sum(first),
        to: sum(end),
        count: end - first,
        role,
        accepted: role !== "between" && first < cut,
      });
  };
  add(0, Math.min(at, cut), "before");
  add(cut, at, "between");
  add(at, at + 1, "followed");
  add(at + 1, cut, "after");
  const drawn = pieces.reduce((all, { from, to, role }) => all + (role === "between" ? 0 : to - from), 0);
  return { pieces, rim, end: counts ? order.length : endOf(rim, drawn, false) };
}

/** Both the rim and what is in the bucket have at least this share of the bar. */
const LEAST = 0.25;

/**
 * @param full how far the pieces go
 * @param share is it a probability?
 */
function endOf(rim: number | null, full: number, share: boolean) {
  if (share) return 1;
  const [low, high] = [Math.min(rim ?? full, full), Math.max(rim ?? full, full)];
  const end = Math.min(1.04 * high, low / LEAST || Infinity);
  return Number.isFinite(end) && end > 0 ? end : 1;
}
