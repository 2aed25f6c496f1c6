/** What a run adds up to, worked out once for each step: while it streams, only the new steps cost anything. */

import type { Recording } from "./recording.ts";

/**
 * @param begin before the first step
 * @param add takes the steps in order, each once
 * @returns with every step that the run has by now
 */
export function growing<T>(
  begin: () => T,
  add: (sums: T, recording: Recording, step: number) => void,
): (recording: Recording) => T {
  const known: WeakMap<Recording, { steps: number; sums: T }> = new WeakMap();
  return (recording) => {
    const so = known.get(recording) ?? { steps: 0, sums: begin() };
    known.set(recording, so);
    for (; so.steps < recording.frames.length; so.steps += 1) add(so.sums, recording, so.steps);
    return so.sums;
  };
}
