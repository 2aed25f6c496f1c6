/** Where a run left the one that it branched from. */

import type { Recording } from "./recording.ts";

/** The last step that both share; step 0 is the noise of the block. */
export type Place = { block: number; step: number };

/** @returns how many of its steps come before the branch */
export const sharedSteps = ({ frames }: Recording, { block, step }: Place): number =>
  frames.filter((frame) => frame.block < block || (frame.block === block && frame.step <= step)).length;

/**
 * @param parent as it was recorded
 * @param place where it left the parent
 * @returns the first step before the branch, from 0, that came out differently when it was computed again
 */
export function differsAt(parent: Recording, branch: Recording, place: Place): number | null {
  const same = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    a.length === b.length && Array.prototype.every.call(a, (value, at) => value === b[at]);
  const shared = sharedSteps(branch, place);
  for (let at = 0; at < shared; at += 1) {
    const [before, after] = [parent.frames[at], branch.frames[at]];
    if (
      !before ||
      !same(before.input_ids, after.input_ids) ||
      !same(before.sampled_ids, after.sampled_ids) ||
      !same(before.argmax_ids, after.argmax_ids)
    )
      return at;
  }
  return null;
}

/**
 * @param recording of a branch that is being made
 * @returns how many of the steps before the branch, in its part, have been computed again; "" once all have
 */
export function rebuilding({ header, frames, live }: Recording): string {
  const place = header.spec.branch;
  const last = frames.at(-1);
  if (!place || !live || last === undefined) return "";
  const { block, step } = last;
  if (block > place.block || (block === place.block && step >= place.step)) return "";
  const part = place.block > 1 ? ` in part ${place.block}` : "";
  return `Computing the steps before the branch again: ${block === place.block ? step : 0} of ${place.step}${part} done. Stop ends it.`;
}

/**
 * @param runs in the order of the list
 * @param linkOf the parent is "" for a run that is no branch
 * @returns each run under the one that it branches from, where that is listed
 */
export function treeOf<T>(runs: T[], linkOf: (run: T) => [id: string, parent: string]): [run: T, depth: number][] {
  const ids = new Set(runs.map((run) => linkOf(run)[0]));
  const listed: [T, number][] = [];
  const put = (run: T, depth: number) => {
    if (listed.some(([other]) => other === run)) return; // whoever changed the store may have made a circle
    listed.push([run, depth]);
    for (const child of runs) if (linkOf(child)[1] === linkOf(run)[0]) put(child, depth + 1);
  };
  for (const run of runs) if (!ids.has(linkOf(run)[1])) put(run, 0);
  for (const run of runs) put(run, 0);
  return listed;
}
