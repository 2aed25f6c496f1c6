/** Where a run leaves another one; `playground/spec/run.py` and `trace/branching.py` have the same rules and sentences. */

import { counted } from "../../../words/units.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import type { Branch } from "./spec.ts";

type Place = { block: number; step: number };

/**
 * Checks that a recorded run has a step to branch from.
 *
 * @param steps of each of its blocks
 * @throws {PlaygroundError} it has not
 */
export function checkStep(steps: number[], { block: wanted, step: last }: Place) {
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
export function checkBranch({ parent, block, step }: Branch) {
  const most = parent.settings.max_denoising_steps;
  if (step > most && !parent.causal)
    throw new PlaygroundError(
      `There is no step ${step} to branch from; a block of this run has at most ${most} steps.`,
    );
  if (parent.branch && isLater(parent.branch, block, step))
    throw new PlaygroundError(
      `Step ${step} of block ${block} comes before the run itself branched off; branch from the run that has this step.`,
    );
}

/** @returns does the place come after this step? */
export const isLater = (place: Place, block: number, step: number): boolean =>
  place.block > block || (place.block === block && place.step > step);
