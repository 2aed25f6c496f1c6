/**
 * What a run from elsewhere does not tell of a step. None of it is ever shown: views ask whether a recording is `bare`,
 * and where it is not, they ask for `header.source` before they show the temperature, the stability or what went in.
 */

/** Stands for a token that is not known. */
export const UNKNOWN = -1;

/** @param canvas that is told */
export const unrecorded = (canvas: ArrayLike<number>) => ({
  temperature: NaN,
  mean_entropy: NaN,
  stable_for: 0,
  input_ids: new Int32Array(canvas.length).fill(UNKNOWN),
  sampled_ids: Int32Array.from(canvas),
  accepted: new Uint8Array(canvas.length),
  entropy: new Float32Array(canvas.length).fill(NaN),
});
