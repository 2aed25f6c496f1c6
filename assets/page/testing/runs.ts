/** Recorded runs as the frames of an engine, for the tests of what keeps them. For the tests only. */

import { readFileSync } from "node:fs";
import { RunRecord } from "../denoising/record.ts";
import { RunTrace } from "../denoising/trace.ts";
import { COLUMNS } from "../run/columns.ts";
import { Recording } from "../run/recording.ts";
import { filled } from "../run/header.ts";
import { readTrace } from "../run/trace.ts";
import { golden } from "./portable.ts";
import { modelVocabulary } from "./vocabulary.ts";
import type { StepFrame } from "../denoising/record.ts";
import type { Vocabulary } from "../denoising/vocabulary.ts";

const FOLDER = new URL("../../../tests/golden/", import.meta.url);

/** @param file of a trace */
export const recordingIn = (file: URL): Promise<Recording> => readTrace(new Uint8Array(readFileSync(file)), "run");

export const framesOf = ({ frames }: Recording): StepFrame[] =>
  frames.map(({ stopReason, finishReason, status: _, ...figures }) => ({
    ...figures,
    stop_reason: stopReason,
    finish_reason: finishReason,
  }));

/** @param name of a golden trace */
export async function goldenRun(name: string): Promise<{ recording: Recording; frames: StepFrame[] }> {
  const recording = await recordingIn(new URL(`${name}.trace`, FOLDER));
  return { recording, frames: framesOf(recording) };
}

/**
 * A run that `tests/portable_golden/messages.py` makes by hand.
 *
 * @param way of writing
 * @returns with what Python made of it
 */
export function runByHand(way: string = "uniform"): {
  header: any;
  frames: StepFrame[];
  messages: string[];
  result: any;
} {
  const { header, frames, ...made } = golden("messages")["by hand"][way];
  const arrays = { bool: Uint8Array, int32: Int32Array, float32: Float32Array };
  for (const frame of frames)
    for (const { name, dtype } of COLUMNS)
      if (Array.isArray(frame[name])) frame[name] = new arrays[dtype](frame[name].map(Number));
  return { header, frames, ...made };
}

/**
 * @param recording of another checkpoint than the one that comes with the playground
 * @returns its tokens, as far as they are known
 */
export const vocabularyOf = (recording: Recording): Vocabulary =>
  ({
    textsOf: (ids: number[]) => ids.map((id) => recording.tokens.get(id)),
    decode: (ids: number[]) => recording.join(ids).replaceAll("▁", " "),
  }) as any;

/** @returns with all that the header says, the time included */
export function traceOf(header: any, frames: StepFrame[], vocabulary: Vocabulary = modelVocabulary()): RunTrace {
  const recording = new Recording("", "LIVE", filled(header));
  for (const { stop_reason: stopReason, finish_reason: finishReason, ...figures } of frames)
    recording.append({ ...figures, stopReason, finishReason });
  return new RunTrace(header, recording, vocabulary);
}

export function recordOf(header: any, frames: StepFrame[], recorded?: Recording | null): RunRecord {
  const record = new RunRecord(header, modelVocabulary(), recorded);
  for (const frame of frames) record.add(frame);
  return record;
}
