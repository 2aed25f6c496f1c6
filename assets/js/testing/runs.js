/** Recorded runs as the frames of an engine, for the tests of what keeps them. For the tests only. */

import { readFileSync } from "node:fs";
import { RunRecord } from "../denoising/record.js";
import { RunTrace } from "../denoising/trace.js";
import { COLUMNS } from "../run/columns.js";
import { Recording } from "../run/recording.js";
import { filled } from "../run/header.js";
import { readTrace } from "../run/trace.js";
import { golden } from "./portable.js";
import { modelVocabulary } from "./vocabulary.js";

/** @typedef {import("../denoising/record.js").StepFrame} StepFrame */
/** @typedef {import("../denoising/vocabulary.js").Vocabulary} Vocabulary */

const FOLDER = new URL("../../../tests/golden/", import.meta.url);

/** @param {URL} file of a trace @returns {Promise<Recording>} */
export const recordingIn = (file) => readTrace(new Uint8Array(readFileSync(file)), "run");

/** @param {Recording} recording @returns {StepFrame[]} */
export const framesOf = ({ frames }) =>
  frames.map(({ stopReason, finishReason, status: _, ...figures }) => ({
    ...figures,
    stop_reason: stopReason,
    finish_reason: finishReason,
  }));

/** @param {string} name of a golden trace @returns {Promise<{ recording: Recording, frames: StepFrame[] }>} */
export async function goldenRun(name) {
  const recording = await recordingIn(new URL(`${name}.trace`, FOLDER));
  return { recording, frames: framesOf(recording) };
}

/**
 * A run that `tests/portable_golden/messages.py` makes by hand.
 *
 * @param {string} [way] of writing
 * @returns {{ header: any, frames: StepFrame[], messages: string[], result: any }} with what Python made of it
 */
export function runByHand(way = "uniform") {
  const { header, frames, ...made } = golden("messages")["by hand"][way];
  const arrays = { bool: Uint8Array, int32: Int32Array, float32: Float32Array };
  for (const frame of frames)
    for (const { name, dtype } of COLUMNS)
      if (Array.isArray(frame[name])) frame[name] = new arrays[dtype](frame[name].map(Number));
  return { header, frames, ...made };
}

/**
 * @param {Recording} recording of another checkpoint than the one that comes with the playground
 * @returns {Vocabulary} its tokens, as far as they are known
 */
export const vocabularyOf = (recording) =>
  /** @type {any} */ ({
    textsOf: (/** @type {number[]} */ ids) => ids.map((id) => recording.tokens.get(id)),
    decode: (/** @type {number[]} */ ids) => recording.join(ids).replaceAll("▁", " "),
  });

/**
 * @param {any} header
 * @param {StepFrame[]} frames
 * @param {Vocabulary} [vocabulary]
 * @returns {RunTrace} with all that the header says, the time included
 */
export function traceOf(header, frames, vocabulary = modelVocabulary()) {
  const recording = new Recording("", "LIVE", filled(header));
  for (const { stop_reason: stopReason, finish_reason: finishReason, ...figures } of frames)
    recording.append({ ...figures, stopReason, finishReason });
  return new RunTrace(header, recording, vocabulary);
}

/** @param {any} header @param {StepFrame[]} frames @param {Recording | null} [recorded] @returns {RunRecord} */
export function recordOf(header, frames, recorded) {
  const record = new RunRecord(header, modelVocabulary(), recorded);
  for (const frame of frames) record.add(frame);
  return record;
}
