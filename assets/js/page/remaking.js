/** A run that an address describes, and the run that this page made of it. */

import { sameRun } from "./address.js";

/** @typedef {import("./address.js").OwnRun} OwnRun */

/**
 * @param {OwnRun} asked
 * @param {OwnRun} run
 * @param {import("./address.js").Knob[]} knobs
 * @returns {boolean} are prompt, seed and settings the same, whatever the model, and whether or not it was stopped?
 */
export function sameMaking(asked, run, knobs) {
  const bare = (/** @type {OwnRun} */ one) => ({ ...one, stopped: undefined, model: "", revision: "", source: "" });
  return sameRun(bare(asked), bare(run), knobs);
}

/**
 * @param {OwnRun} asked
 * @param {OwnRun} run
 * @returns {string} why the run may differ from the one that was asked for; "" if there is no reason
 */
export function otherwise({ model, revision, source }, run) {
  if (model + revision !== "" && (model !== run.model || revision !== run.revision)) {
    return `The address was made with ${named({ model, revision })}; here runs ${named(run)}, so that the run may differ.`;
  }
  const other = source !== "" && run.source !== "" && source !== run.source;
  return other ? "The address was made with other code of this sampler, so that the run may differ." : "";
}

/** @param {{ model: string, revision: string }} which */
const named = ({ model, revision }) => `the model ${model.slice(0, 80) || "without a name"}${revision && `, revision ${revision.slice(0, 40)}`}`;
