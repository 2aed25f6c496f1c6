/**
 * What happened to positions that were kept: which were reopened, and which were then kept again as another token. Pure
 * functions of a recording. Only text counts: neither padding nor anything past the end of the text.
 * `playground/trace/corrections.py` has the same rule; the golden traces check both.
 *
 * Blocks are separate. Masked and autoregressive writing have none of this, because what they keep stays.
 */

import { growing } from "./growing.js";
import { content } from "./metrics.js";
import { LOCKED, NEWLY_LOCKED, RELAPSED } from "./status.js";

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
 * @template T
 * @typedef {{ all: T[], at: T[][] }} Listed in order, and by step
 */

/**
 * @typedef {object} Sums of the steps so far
 * @property {Listed<Reopening>} reopenings
 * @property {Listed<Correction>} corrections
 * @property {number[]} steps that reopened a text position
 * @property {Uint8Array} text 1 where the last step holds text
 * @property {Uint32Array} since which step each position holds its token
 * @property {(Reopening | null)[]} latest of each position in this block; null also where it held no text
 */

const sumsOf = growing(
  /** @returns {Sums} */
  () => ({
    reopenings: { all: [], at: [] },
    corrections: { all: [], at: [] },
    steps: [],
    text: new Uint8Array(),
    since: new Uint32Array(),
    latest: [],
  }),
  (sums, recording, step) => {
    const { block, status, sampled_ids: tokens } = recording.frames[step];
    const before = recording.frames[step - 1];
    if (before?.block !== block)
      Object.assign(sums, { since: new Uint32Array(status.length), latest: new Array(status.length).fill(null) });
    const { text: held, since, latest } = sums;
    const text = (sums.text = textAt(recording, step));
    /** @type {Reopening[]} */
    const reopened = (sums.reopenings.at[step] = []);
    /** @type {Correction[]} */
    const corrected = (sums.corrections.at[step] = []);
    status.forEach((code, position) => {
      const was = latest[position];
      const after = tokens[position];
      if (code === RELAPSED) {
        const reopening = { position, kept: since[position], reopened: step, token: before.sampled_ids[position] };
        latest[position] = held[position] === 1 ? reopening : null;
        if (held[position] === 1) reopened.push(reopening);
      } else if (code === NEWLY_LOCKED && was !== null && text[position] === 1 && was.token !== after) {
        corrected.push({ position, kept: was.kept, reopened: was.reopened, again: step, before: was.token, after });
      }
      if (code !== LOCKED || after !== before.sampled_ids[position]) since[position] = step;
    });
    sums.reopenings.all.push(...reopened);
    sums.corrections.all.push(...corrected);
    if (reopened.length > 0) sums.steps.push(step);
  },
);

/** @param {Recording} recording @param {number} step @returns {Reopening[]} what this step reopened, by position */
export const reopeningsAt = (recording, step) => sumsOf(recording).reopenings.at[step] ?? [];

/** @param {Recording} recording @returns {Reopening[]} in the order of the steps that reopened, then of positions */
export const reopenings = (recording) => sumsOf(recording).reopenings.all;

/** @param {Recording} recording @returns {number[]} the steps that reopened a text position, in order */
export const reopenedAt = (recording) => sumsOf(recording).steps;

/**
 * @param {Recording} recording
 * @param {number} step
 * @returns {Correction[]} those that this step completes, by position
 */
export const correctionsAt = (recording, step) => sumsOf(recording).corrections.at[step] ?? [];

/**
 * @param {Recording} recording
 * @returns {Correction[]} in the order of the steps that keep the other token, then of positions
 */
export const corrections = (recording) => sumsOf(recording).corrections.all;

/**
 * @param {Correction[]} list in order
 * @param {number} step that is shown
 * @returns {Correction | null} the first one that comes after that step, else the first of all; null if there is none
 */
export const nextCorrection = (list, step) => list.find(({ again }) => again > step) ?? list[0] ?? null;

/**
 * @param {Recording} recording
 * @param {number} step
 * @returns {Uint8Array} 1 where the sampled token is one of the text
 */
const textAt = (recording, step) =>
  content(recording, step).map(
    (one, position) => one & Number(!recording.special.has(recording.frames[step].sampled_ids[position])),
  );
