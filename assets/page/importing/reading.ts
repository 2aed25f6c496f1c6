/** Reads any file that holds runs: a trace, or what another program wrote about its steps. */

import { readTrace } from "../run/trace.ts";
import type { Recording } from "../run/recording.ts";
import type { ReadRun } from "./frames.ts";

/**
 * @param name what messages call it
 * @param maxMib the largest size that a trace may unpack to
 * @throws {TraceError}
 */
export async function readRuns(file: Uint8Array<ArrayBuffer>, name: string, maxMib?: number): Promise<ReadRun[]> {
  if (file[0] === 0x1f && file[1] === 0x8b) return [{ recording: await readTrace(file, name, maxMib), file }];
  const { readFrames } = await import("./frames.ts");
  return readFrames(file, name);
}

/**
 * @param file with one run
 * @throws {TraceError}
 */
export async function readRun(...file: Parameters<typeof readRuns>): Promise<Recording> {
  const [{ recording }] = await readRuns(...file);
  return recording;
}
