/** Reads any file that holds a run: a trace, or what another program wrote about its steps. */

import { readTrace } from "./trace.js";

/**
 * @param {Uint8Array<ArrayBuffer>} file
 * @param {string} name what messages call it
 * @param {number} [maxMib] the largest size that a trace may unpack to
 * @returns {Promise<import("./recording.js").Recording>}
 * @throws {import("./trace.js").TraceError}
 */
export async function readRun(file, name, maxMib) {
  if (file[0] === 0x1f && file[1] === 0x8b) return readTrace(file, name, maxMib);
  const { readFrames } = await import("../importing/frames.js");
  return readFrames(file, name);
}
