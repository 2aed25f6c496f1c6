/** What the command line calls in a headless browser: traces go in and a film comes out, both in base64. */

import { base64Of, bytesOf } from "../../../dom/base64.ts";
import { readTrace } from "../../../run/trace.ts";
import { film } from "../film.ts";
import type { Kind } from "../film.ts";
import type { Shape } from "../scene.ts";

/** @param payload `step` of a picture, counted from 1 over the whole run; null for a telling one */
export async function make(
  {
    runs,
    kind,
    step,
    ...options
  }: {
    runs: { name: string; trace: string }[];
    kind: Kind;
    step: number | null;
    theme: "light" | "dark";
    shape: Shape;
    speed: number;
    scale: number;
  },
  progress: (done: number, all: number) => void,
): Promise<string> {
  const recordings = await Promise.all(runs.map(({ name, trace }) => readTrace(bytesOf(trace), name, Infinity)));
  const [first] = recordings;
  const moment = first.momentOf(step === null ? first.middle : step - 1);
  const blob = await film(recordings, kind, { ...options, moment }, { progress, signal: new AbortController().signal });
  return base64Of(blob);
}
