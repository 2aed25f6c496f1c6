/** What a run from elsewhere does not tell of a step. Nothing of it is ever shown: views ask for `header.source` first. */

/**
 * @param {ArrayLike<number>} canvas the only one that is told
 */
export const untold = (canvas) => ({
  temperature: NaN,
  mean_entropy: NaN,
  stable_for: 0,
  input_ids: new Int32Array(canvas.length),
  sampled_ids: Int32Array.from(canvas),
  accepted: new Uint8Array(canvas.length),
  entropy: new Float32Array(canvas.length).fill(NaN),
});
