/** Recorded runs as the frames of an engine, for the tests of what keeps them. For the tests only. */

import { readFileSync } from "node:fs";
import { Recorder } from "../denoising/recorder.ts";
import { COLUMNS } from "../../../run/columns.ts";
import { readTrace } from "../../../run/trace.ts";
import { WireReader } from "../../../run/wire.ts";
import { golden } from "./portable.ts";
import { modelVocabulary } from "./vocabulary.ts";
import type { Frame } from "../denoising/run.ts";
import type { Vocabulary } from "../denoising/vocabulary.ts";
import type { Recording } from "../../../run/recording.ts";

const FOLDER = new URL("../../../../../tests/golden/", import.meta.url);

/** @param file of a trace */
export const recordingIn = (file: URL): Promise<Recording> => readTrace(new Uint8Array(readFileSync(file)), "run");

export const framesOf = ({ frames }: Recording): Frame[] =>
  frames.map(({ stopReason, finishReason, status: _, ...figures }) => ({
    ...figures,
    stop_reason: stopReason,
    finish_reason: finishReason,
  }));

/** @param name of a golden trace */
export async function goldenRun(name: string): Promise<{ recording: Recording; frames: Frame[] }> {
  const recording = await recordingIn(new URL(`${name}.trace`, FOLDER));
  return { recording, frames: framesOf(recording) };
}

/**
 * A run that `tests/plugins/live/portable_golden/results.py` makes by hand.
 *
 * @param way of writing
 * @returns with what Python says of its end
 */
export function runByHand(way: string = "uniform"): { header: any; frames: Frame[]; result: any } {
  const { header, frames, result } = golden("results")["by hand"][way];
  const arrays = { bool: Uint8Array, int32: Int32Array, float32: Float32Array };
  for (const frame of frames)
    for (const { name, dtype } of COLUMNS)
      if (Array.isArray(frame[name])) frame[name] = new arrays[dtype](frame[name].map(Number));
  return { header, frames, result };
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

/** @returns what a worker has of a run after these steps */
export function recordOf(
  header: any,
  frames: Frame[],
  { parent = null, vocabulary = modelVocabulary() }: { parent?: any; vocabulary?: Vocabulary } = {},
): Recorder {
  const recorder = new Recorder("run", 0, null as any, header, vocabulary, parent);
  recorder.start();
  for (const frame of frames) recorder.add(frame);
  return recorder;
}

/** @returns what the page has of a run of which a worker has said all that */
export function heard(messages: any[]): Recording {
  const reader = new WireReader("run");
  for (const message of messages) reader.read(message);
  return reader.recording as Recording;
}
