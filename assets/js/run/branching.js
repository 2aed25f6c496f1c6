/** Where a run left the one that it branched from. */

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {{ block: number, step: number }} Place the last step that both share; step 0 is the noise of the block */

/**
 * @param {import("./recording.js").Header} header
 * @returns {object} the whole description of the run; traces of version 1 have it only in parts
 */
export function specOf(header) {
  const { spec, model, revision, prompt, system = "", thinking = false, settings, seed } = header;
  if (spec?.version) return spec;
  return {
    version: 1,
    model,
    revision,
    prompt: { text: prompt, system, thinking, image_sha256: header.image_sha256 ?? "" },
    settings,
    sampler_source: "",
    seed,
    start: null,
  };
}

/** @param {Recording} recording @param {Place} place @returns {number} how many of its steps come before the branch */
export const sharedSteps = ({ frames }, { block, step }) =>
  frames.filter((frame) => frame.block < block || (frame.block === block && frame.step <= step)).length;

/**
 * @param {Recording} parent as it was recorded
 * @param {Recording} branch
 * @param {Place} place where it left the parent
 * @returns {number | null} the first step before the branch, from 0, that came out differently when it was computed again
 */
export function differsAt(parent, branch, place) {
  const same = (/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) =>
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
 * @param {Recording} recording of a branch that is being made
 * @returns {string} how many of the steps before the branch, in its part, have been computed again; "" once all have
 */
export function rebuilding({ header, frames, live }) {
  const place = header.spec?.branch;
  const last = frames.at(-1);
  if (!place || !live || last === undefined) return "";
  const { block, step } = last;
  if (block > place.block || (block === place.block && step >= place.step)) return "";
  const part = place.block > 1 ? ` in part ${place.block}` : "";
  return `Computing the steps before the branch again: ${block === place.block ? step : 0} of ${place.step}${part} done. Stop ends it.`;
}

/**
 * @template T
 * @param {T[]} runs in the order of the list
 * @param {(run: T) => string} idOf
 * @param {(run: T) => string} parentOf "" for a run that is no branch
 * @returns {[run: T, depth: number][]} each run under the one that it branches from, where that is listed
 */
export function treeOf(runs, idOf, parentOf) {
  const ids = new Set(runs.map(idOf));
  /** @type {[T, number][]} */
  const listed = [];
  const put = (/** @type {T} */ run, /** @type {number} */ depth) => {
    if (listed.some(([other]) => other === run)) return; // whoever changed the store may have made a circle
    listed.push([run, depth]);
    for (const child of runs) if (parentOf(child) === idOf(run)) put(child, depth + 1);
  };
  for (const run of runs) if (!ids.has(parentOf(run))) put(run, 0);
  for (const run of runs) put(run, 0);
  return listed;
}
