/** The blocks of a run: how many steps each took and why it ended; what the encoder has read so far. */

import { counted } from "../words/units.js";

/** @typedef {import("./recording.js").Recording} Recording */

/** @type {Record<string, string>} */
const REASONS = {
  "": "going on",
  "stable-and-confident": "stable and confident",
  complete: "every position has its token",
  "max-steps": "the most steps",
  stopped: "stopped",
};

/**
 * @typedef {object} Block
 * @property {number} block counted from 1
 * @property {number} first place of its first step in the run's frames
 * @property {number} last place of its last step
 * @property {string} steps
 * @property {string} reason why it ended
 */

/** @param {Recording} recording @returns {Block[]} in order */
export function blocksOf({ frames }) {
  /** @type {Block[]} */
  const blocks = [];
  frames.forEach(({ block, step, stopReason }, at) => {
    const known = blocks.at(-1);
    const first = known?.block === block ? known.first : at;
    const now = { block, first, last: at, steps: counted(step, "step"), reason: REASONS[stopReason] ?? stopReason };
    if (first === at) blocks.push(now);
    else blocks[blocks.length - 1] = now;
  });
  return blocks;
}

/**
 * @param {Recording} recording
 * @param {number} step
 * @param {string} part what a block is called
 * @returns {string} what is in the KV cache at this step, and that steps only read it
 */
export function cacheSentence({ frames, header }, step, part) {
  const prompt = header.prompt_ids.length;
  const { block } = frames[step];
  const committed = (block - 1) * header.canvas_length;
  const before = committed === 0 ? "" : ` and ${committed} of the ${part}s before it`;
  return (
    `The encoder has read the ${counted(prompt, "token")} of the prompt${before} once; every step of ${part} ${block} reads the KV cache ` +
    `of these ${counted(prompt + committed, "token")} and adds nothing to it.`
  );
}
