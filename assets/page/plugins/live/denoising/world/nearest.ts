/** The known words that are nearest to one that is new, as `small_world/nearest.py` finds them. */

import type { World } from "./world.ts";

const MOST = 2;
const SHORTEST = 4;
const LONGER = 7;
const LONGEST = 24;

/** @returns at most three known words; none if none is near */
export function nearest({ meaning, names, trained }: World, word: string): string[] {
  const known = trained ?? new Set();
  const lower = word.toLowerCase();
  for (const singular of [lower, ...singulars(lower)]) {
    const like = meaning.get(singular);
    if (like) return like.filter((name) => known.has(name));
    if (known.has(singular)) return [names.get(singular) ?? singular];
  }
  const { length } = [...lower];
  if (length < SHORTEST || length > LONGEST) return [];
  const most = length < LONGER ? 1 : 2;
  return [...known]
    .filter((near) => near[0] === lower[0] && Math.abs(near.length - lower.length) <= most && near.length >= SHORTEST)
    .map((near) => [slips(lower, near), near] as [number, string])
    .filter(([count]) => count <= most)
    .sort(([a, near], [b, further]) => a - b || (near < further ? -1 : 1))
    .slice(0, MOST)
    .map(([, near]) => names.get(near) ?? near);
}

/** @returns what a word may be the plural of */
const singulars = (lower: string): string[] =>
  [
    ["ies", "y"],
    ["es", ""],
    ["s", ""],
  ]
    .filter(([end]) => lower.endsWith(end))
    .map(([end, singular]) => lower.slice(0, -end.length) + singular);

/** @returns letters that are too many, missing, or changed places; one for another is two */
function slips(a: string, b: string): number {
  let before: number[] = [];
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const last = before;
    before = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const steps = [before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 2)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(last[j - 2] + 1);
      row.push(Math.min(...steps));
    }
  }
  return row[b.length];
}
