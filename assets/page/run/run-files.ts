/** Reads any file that holds runs: a trace, or what a plugin reads. */

import { readTrace } from "./trace.ts";
import type { Recording } from "./recording.ts";

/** A run, and a file that holds it alone. */
export type ReadRun = { recording: Recording; file: Uint8Array<ArrayBuffer> };
/** Reads files that are no traces. */
export type Reader = (file: Uint8Array<ArrayBuffer>, name: string) => Promise<ReadRun[]>;

export const isTrace = (file: Uint8Array) => file[0] === 0x1f && file[1] === 0x8b;

/**
 * @param name what messages call it
 * @param maxMib the largest size that a trace may unpack to
 * @param reader reads what is no trace; null where nothing does
 * @throws {TraceError}
 */
export async function readRuns(
  file: Uint8Array<ArrayBuffer>,
  name: string,
  maxMib?: number,
  reader: Reader | null = null,
): Promise<ReadRun[]> {
  if (reader !== null && !isTrace(file)) return reader(file, name);
  return [{ recording: await readTrace(file, name, maxMib), file }];
}
