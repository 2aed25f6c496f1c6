/** The thinking channel: separates thought from answer in an output. `playground/trace/thought.py` has the same rule. */

/** @typedef {{ open?: number, close?: number, label?: string }} Marks ids that open and close the channel; none without one */
/** @typedef {{ thought: boolean, ids: number[] }} Stretch */

/**
 * Splits the output into stretches, in order, without the marks.
 *
 * @param {number[]} ids of the output, complete or not
 * @param {number[]} promptIds a template may open the channel at the prompt's end
 * @param {Marks} marks
 * @param {boolean} [inside] does the output begin inside of the channel? By default the prompt says
 * @returns {{ stretches: Stretch[], inside: boolean }} and whether the channel is still open at their end
 */
export function stretchesOf(ids, promptIds, marks, inside = opened(promptIds, marks)) {
  /** @type {Stretch[]} */
  const stretches = [];
  for (const id of ids) {
    if (id === marks.open || id === marks.close) {
      inside = id === marks.open;
      continue;
    }
    const last = stretches.at(-1);
    if (last?.thought === inside) last.ids.push(id);
    else stretches.push({ thought: inside, ids: [id] });
  }
  return { stretches, inside };
}

/** @param {number[]} promptIds @param {Marks} marks */
function opened(promptIds, { open, close }) {
  const last = promptIds.findLast((id) => id === open || id === close);
  return last !== undefined && last === open;
}

/**
 * @param {string} text of a thought
 * @param {Marks} marks
 * @returns {string} without the channel's name, which follows the mark that opens it
 */
export function withoutLabel(text, { label = "" }) {
  const bare = text.trimStart();
  return label !== "" && bare.startsWith(label) ? bare.slice(label.length).trimStart() : text;
}
