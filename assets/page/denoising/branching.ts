/** Where a run leaves another one; `playground/spec/run.py` and `trace/branching.py` have the same rules and sentences. */

import { counted } from "../words/units.ts";
import { PlaygroundError } from "./errors.ts";
import { isWhole, repr } from "./python-text.ts";
import type { Branch, Fields, RunSpec } from "./spec.ts";

/**
 * The spec of a run that goes on from a step of another one; `branch` in `playground/trace/branching.py` has the same
 * rule.
 *
 * @param block counted from 1
 * @param step the last one that both share; 0 shares only the canvas that the block begins with
 * @param more what is different from there on, and of a recorded run how many steps each block has
 * @throws {PlaygroundError} the run has no such step, or a branch cannot change this
 */
export function branchOf(
  parent: RunSpec,
  block: unknown,
  step: unknown,
  { changes = {}, steps }: { changes?: Partial<Fields>; steps?: number[] } = {},
): RunSpec {
  if (steps) checkStep(steps, block, step);
  const branch = checkedBranch(parent, block, step);
  const edits = parent.edits.filter((edit) => isLater(edit, branch.block, branch.step));
  return parent.replace({ start: null, noise: 0, noiseSeed: 0, keep: "free", edits, ...changes, branch });
}

/**
 * Checks that a recorded run has a step to branch from.
 *
 * @param steps of each of its blocks
 * @throws {PlaygroundError} it has not
 */
export function checkStep(steps: number[], block: unknown, step: unknown) {
  const [wanted, last] = checkedPlace(block, step);
  if (wanted > steps.length)
    throw new PlaygroundError(
      `There is no block ${wanted} to branch from; this run has ${counted(steps.length, "block")}.`,
    );
  if (last > steps[wanted - 1])
    throw new PlaygroundError(
      `There is no step ${last} in block ${wanted} to branch from; it has ${counted(steps[wanted - 1], "step")}.`,
    );
}

/** @throws {PlaygroundError} the step cannot be one of that run */
export function checkedBranch(parent: RunSpec, block: unknown, step: unknown): Branch {
  const place = checkedPlace(block, step);
  const most = parent.settings.max_denoising_steps;
  if (place[1] > most && !parent.causal)
    throw new PlaygroundError(
      `There is no step ${step} to branch from; a block of this run has at most ${most} steps.`,
    );
  if (parent.branch && isLater(parent.branch, ...place))
    throw new PlaygroundError(
      `Step ${step} of block ${block} comes before the run itself branched off; branch from the run that has this step.`,
    );
  return Object.freeze({ parent, block: place[0], step: place[1] });
}

function checkedPlace(block: unknown, step: unknown): [number, number] {
  for (const [name, value, least] of [
    ["block", block, 1],
    ["step", step, 0],
  ] as const)
    if (!isWhole(value) || Number(value) < least)
      throw new PlaygroundError(`The ${name} of a branch is ${repr(value)}; it must be a whole number from ${least}.`);
  return [Number(block), Number(step)];
}

/** @returns does the place come after this step? */
export const isLater = (place: { block: number; step: number }, block: number, step: number): boolean =>
  place.block > block || (place.block === block && place.step > step);
