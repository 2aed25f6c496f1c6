/** Where a run leaves another one; `playground/spec/run.py` and `trace/branching.py` have the same rules and sentences. */

import { counted } from "../words/units.js";
import { PlaygroundError } from "./errors.js";
import { isWhole, repr } from "./python-text.js";

/** @typedef {import("./spec.js").Branch} Branch */
/** @typedef {import("./spec.js").Fields} Fields */
/** @typedef {import("./spec.js").RunSpec} RunSpec */

/**
 * The spec of a run that goes on from a step of another one; `branch` in `playground/trace/branching.py` has the same rule.
 *
 * @param {RunSpec} parent
 * @param {unknown} block counted from 1
 * @param {unknown} step the last one that both share; 0 shares only the canvas that the block begins with
 * @param {{ changes?: Partial<Fields>, steps?: number[] }} [more] what is different from there on, and of a recorded run how
 *   many steps each block has
 * @returns {RunSpec}
 * @throws {PlaygroundError} the run has no such step, or a branch cannot change this
 */
export function branchOf(parent, block, step, { changes = {}, steps } = {}) {
  if (steps) checkStep(steps, block, step);
  const branch = checkedBranch(parent, block, step);
  const edits = parent.edits.filter((edit) => isLater(edit, branch.block, branch.step));
  return parent.replace({ start: null, noise: 0, noiseSeed: 0, keep: "free", edits, ...changes, branch });
}

/**
 * Checks that a recorded run has a step to branch from.
 *
 * @param {number[]} steps of each of its blocks
 * @param {unknown} block
 * @param {unknown} step
 * @throws {PlaygroundError} it has not
 */
export function checkStep(steps, block, step) {
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

/** @param {RunSpec} parent @param {unknown} block @param {unknown} step @returns {Branch} @throws {PlaygroundError} the step cannot be one of that run */
export function checkedBranch(parent, block, step) {
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

/** @param {unknown} block @param {unknown} step @returns {[number, number]} */
function checkedPlace(block, step) {
  for (const [name, value, least] of /** @type {const} */ ([
    ["block", block, 1],
    ["step", step, 0],
  ]))
    if (!isWhole(value) || Number(value) < least)
      throw new PlaygroundError(`The ${name} of a branch is ${repr(value)}; it must be a whole number from ${least}.`);
  return [Number(block), Number(step)];
}

/** @param {{ block: number, step: number }} place @param {number} block @param {number} step @returns {boolean} does the place come after this step? */
export const isLater = (place, block, step) => place.block > block || (place.block === block && place.step > step);
