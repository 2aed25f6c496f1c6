/** What a run adds up to, worked out once for each step: while it streams, only the new steps cost anything. */

/** @typedef {import("./recording.js").Recording} Recording */

/**
 * @template T
 * @param {() => T} begin before the first step
 * @param {(sums: T, recording: Recording, step: number) => void} add takes the steps in order, each once
 * @returns {(recording: Recording) => T} with every step that the run has by now
 */
export function growing(begin, add) {
  /** @type {WeakMap<Recording, { steps: number, sums: T }>} */
  const known = new WeakMap();
  return (recording) => {
    const so = known.get(recording) ?? { steps: 0, sums: begin() };
    known.set(recording, so);
    for (; so.steps < recording.frames.length; so.steps += 1) add(so.sums, recording, so.steps);
    return so.sums;
  };
}
