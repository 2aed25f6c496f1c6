/** What a run adds up to, worked out once for each step: while it streams, only the new steps cost anything. Once its figures are exact, it is worked out anew. */

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
  const known: WeakMap<Recording, { version: number; steps: number; sums: T }> = new WeakMap();
  return (recording) => {
    const { version } = recording;
    let so = known.get(recording);
    if (!so || so.version !== version) known.set(recording, (so = { version, steps: 0, sums: begin() }));
    for (; so.steps < recording.frames.length; so.steps += 1) add(so.sums, recording, so.steps);
    return so.sums;
  };
}
