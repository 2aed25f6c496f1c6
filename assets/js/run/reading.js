/** Reads any file that holds runs: a trace, or what another program wrote about its steps. */

import { readTrace } from "./trace.js";

/**
 * @param {Uint8Array<ArrayBuffer>} file
 * @param {string} name what messages call it
 * @param {number} [maxMib] the largest size that a trace may unpack to
 * @returns {Promise<import("../importing/frames.js").ReadRun[]>}
 * @throws {import("./trace.js").TraceError}
 */
export async function readRuns(file, name, maxMib) {
  if (file[0] === 0x1f && file[1] === 0x8b) return [{ recording: await readTrace(file, name, maxMib), file }];
  const { readFrames } = await import("../importing/frames.js");
  return readFrames(file, name);
}

/**
 * @param {Parameters<typeof readRuns>} file with one run
 * @returns {Promise<import("./recording.js").Recording>}
 * @throws {import("./trace.js").TraceError}
 */
export async function readRun(...file) {
  const [{ recording }] = await readRuns(...file);
  return recording;
}
