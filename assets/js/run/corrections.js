/**
 * What happened to positions that were kept: which were reopened, and which were then kept again as another token. Pure
 * functions of a recording. Only text counts: neither padding nor anything past the end of the text.
 * `playground/trace/corrections.py` has the same rule; the golden traces check both.
 *
 * Blocks are separate. Masked and autoregressive writing have none of this, because what they keep stays.
 */

import { content } from "./metrics.js";
import { NEWLY_LOCKED, RELAPSED } from "./status.js";

/** @typedef {import("./recording.js").Recording} Recording */

/**
 * @typedef {object} Reopening a text position that was kept and no longer is. Steps are places in `frames`
 * @property {number} position
 * @property {number} kept since which step it had held that token
 * @property {number} reopened
 * @property {number} token which it held
 */

/**
 * @typedef {object} Correction a position that was kept, reopened, and kept again as another token, within one block
 * @property {number} position
 * @property {number} kept since which step it had held the first token
 * @property {number} reopened
 * @property {number} again the step that keeps it as the other token
 * @property {number} before the first token
 * @property {number} after the other token
 */

/**
 * @param {Recording} recording
 * @param {number} step
 * @returns {Reopening[]} what this step reopened, by position
 */
export function reopenings(recording, step) {
  return positionsOf(recording, step, RELAPSED).flatMap((position) => {
    const reopening = reopeningOf(recording, step, position);
    return reopening === null ? [] : [reopening];
  });
}

/**
 * @param {Recording} recording
 * @returns {number[]} the steps that reopened a text position, in order
 */
export const reopenedAt = (recording) =>
  recording.frames.flatMap((_, step) => (reopenings(recording, step).length > 0 ? [step] : []));

/**
 * @param {Recording} recording
 * @param {number} step
 * @returns {Correction[]} those that this step completes, by position
 */
export function correctionsAt(recording, step) {
  const { frames } = recording;
  return positionsOf(recording, step, NEWLY_LOCKED).flatMap((position) => {
    let reopened = step - 1;
    while (frames[reopened]?.block === frames[step].block && frames[reopened].status[position] !== RELAPSED) reopened -= 1;
    if (frames[reopened]?.block !== frames[step].block || !isText(recording, step, position)) return [];
    const reopening = reopeningOf(recording, reopened, position);
    const after = frames[step].sampled_ids[position];
    if (reopening === null || reopening.token === after) return [];
    return [{ position, kept: reopening.kept, reopened, again: step, before: reopening.token, after }];
  });
}

/**
 * @param {Recording} recording
 * @returns {Correction[]} in the order of the steps that keep the other token, then of positions
 */
export const corrections = (recording) => recording.frames.flatMap((_, step) => correctionsAt(recording, step));

/**
 * @param {Correction[]} list in order
 * @param {number} step that is shown
 * @returns {Correction | null} the first one that comes after that step, else the first of all; null if there is none
 */
export const nextCorrection = (list, step) => list.find(({ again }) => again > step) ?? list[0] ?? null;

/**
 * @param {Recording} recording
 * @param {number} step
 * @param {number} status
 * @returns {number[]} the positions that have this status at that step
 */
const positionsOf = ({ frames }, step, status) =>
  Array.from(frames[step]?.status ?? [], (code, position) => (code === status ? position : -1)).filter((at) => at !== -1);

/**
 * @param {Recording} recording
 * @param {number} step reopens the position
 * @param {number} position
 * @returns {Reopening | null} null if it held no text
 */
function reopeningOf(recording, step, position) {
  if (!isText(recording, step - 1, position)) return null;
  const { frames } = recording;
  const token = frames[step - 1].sampled_ids[position];
  let kept = step - 1;
  while (holds(frames[kept - 1], frames[step].block, position, token)) kept -= 1;
  return { position, kept, reopened: step, token };
}

/**
 * @param {Recording} recording
 * @param {number} step
 * @param {number} position
 * @returns {boolean} is its token at that step one of the text?
 */
function isText(recording, step, position) {
  const token = recording.frames[step].sampled_ids[position];
  return !recording.special.has(token) && content(recording, step)[position] === 1;
}

/**
 * @param {import("./recording.js").Frame | undefined} frame
 * @param {number} block
 * @param {number} position
 * @param {number} token
 * @returns {boolean} is the frame one of that block, and does it keep that token there?
 */
const holds = (frame, block, position, token) =>
  frame?.block === block && frame.accepted[position] === 1 && frame.sampled_ids[position] === token;
