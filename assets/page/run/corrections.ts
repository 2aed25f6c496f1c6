/**
 * What happened to positions that were kept: which were reopened, and which were then kept again as another token. Pure
 * functions of a recording. Only text counts: neither padding nor anything past the end of the text.
 * `playground/trace/corrections.py` has the same rule; the golden traces check both.
 *
 * Blocks are separate. Masked and autoregressive writing have none of this, because what they keep stays.
 */

import { growing } from "./growing.ts";
import { content } from "./metrics.ts";
import { LOCKED, NEWLY_LOCKED, RELAPSED } from "./status.ts";
import type { Recording } from "./recording.ts";

/** A text position that was kept and no longer is. Steps are places in `frames`. */
interface Reopening {
  position: number;
  /** Since which step it had held that token. */
  kept: number;
  reopened: number;
  /** Which it held. */
  token: number;
}

/** A position that was kept, reopened, and kept again as another token, within one block. */
export interface Correction {
  position: number;
  /** Since which step it had held the first token. */
  kept: number;
  reopened: number;
  /** The step that keeps it as the other token. */
  again: number;
  /** The first token. */
  before: number;
  /** The other token. */
  after: number;
}

/** In order, and by step. */
type Listed<T> = { all: T[]; at: T[][] };

/** Of the steps so far. */
interface Sums {
  reopenings: Listed<Reopening>;
  corrections: Listed<Correction>;
  /** That reopened a text position. */
  steps: number[];
  /** 1 where the last step holds text */
  text: Uint8Array;
  /** Which step each position holds its token. */
  since: Uint32Array;
  /** Of each position in this block; null also where it held no text. */
  latest: (Reopening | null)[];
}

const sumsOf = growing(
  (): Sums => ({
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
    const reopened: Reopening[] = (sums.reopenings.at[step] = []);
    const corrected: Correction[] = (sums.corrections.at[step] = []);
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

/** @returns what this step reopened, by position */
export const reopeningsAt = (recording: Recording, step: number): Reopening[] =>
  sumsOf(recording).reopenings.at[step] ?? [];

/** @returns in the order of the steps that reopened, then of positions */
export const reopenings = (recording: Recording): Reopening[] => sumsOf(recording).reopenings.all;

/** @returns the steps that reopened a text position, in order */
export const reopenedAt = (recording: Recording): number[] => sumsOf(recording).steps;

/** @returns those that this step completes, by position */
export const correctionsAt = (recording: Recording, step: number): Correction[] =>
  sumsOf(recording).corrections.at[step] ?? [];

/** @returns in the order of the steps that keep the other token, then of positions */
export const corrections = (recording: Recording): Correction[] => sumsOf(recording).corrections.all;

/**
 * @param list in order
 * @param step that is shown
 * @returns the first one that comes after that step, else the first of all; null if there is none
 */
export const nextCorrection = (list: Correction[], step: number): Correction | null =>
  list.find(({ again }) => again > step) ?? list[0] ?? null;

/** @returns 1 where the sampled token is one of the text */
function textAt(recording: Recording, step: number): Uint8Array {
  const text = content(recording, step);
  recording.frames[step].sampled_ids.forEach((id, position) => {
    if (recording.special.has(id)) text[position] = 0;
  });
  return text;
}
