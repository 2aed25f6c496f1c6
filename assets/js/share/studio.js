/** What the command line calls in a headless browser: traces go in and a film comes out, both in base64. */

import { readTrace } from "../run/trace.js";
import { base64Of, bytesOf } from "./base64.js";
import { film } from "./film.js";

/**
 * @param {{ runs: { name: string, trace: string }[], kind: import("./film.js").Kind, step: number | null, theme: "light" | "dark", shape: import("./scene.js").Shape, speed: number, scale: number }} payload
 *   `step` of a picture, counted from 1 over the whole run; null for a telling one
 * @param {(done: number, all: number) => void} progress
 * @returns {Promise<string>}
 */
export async function make({ runs, kind, step, ...options }, progress) {
  const recordings = await Promise.all(runs.map(({ name, trace }) => readTrace(bytesOf(trace), name, Infinity)));
  const [first] = recordings;
  const moment = first.momentOf(step === null ? first.middle : step - 1);
  const blob = await film(recordings, kind, { ...options, moment }, { progress, signal: new AbortController().signal });
  return base64Of(blob);
}
