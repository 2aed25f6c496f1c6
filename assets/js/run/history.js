/** One position through the steps of a block. */

/**
 * @typedef {object} Moment one position at one step
 * @property {number} at place of the step in the run's frames
 * @property {number} step its number in the block
 * @property {number} input
 * @property {number} sampled
 * @property {number} argmax
 * @property {number} entropy nats
 * @property {number} status
 */

/**
 * @param {import("./recording.js").Recording} recording
 * @param {number} step any step of the block
 * @param {number} position
 * @returns {Moment[]} every recorded step of that block, in order
 */
export function historyOf({ frames }, step, position) {
  const { block } = frames[step];
  let first = step;
  while (first > 0 && frames[first - 1].block === block) first -= 1;
  /** @type {Moment[]} */
  const moments = [];
  for (let at = first; frames[at]?.block === block; at += 1) {
    const { step, input_ids, sampled_ids, argmax_ids, entropy, status } = frames[at];
    moments.push({
      at,
      step,
      input: input_ids[position],
      sampled: sampled_ids[position],
      argmax: argmax_ids[position],
      entropy: entropy[position],
      status: status[position],
    });
  }
  return moments;
}
