/** Brings a run to the block that it branches off in, by what its parent recorded of the blocks before; `playground/engine/recorded.py` does the same. */

import { numbersFor } from "./canvas-seat.ts";
import type { Frame, Run } from "./run.ts";

/**
 * Draws the random numbers of the recorded steps, and leaves the recorded blocks to be read, one by one as the run did;
 * no pass is needed.
 *
 * @param run has not begun
 * @param recorded what it branches from
 * @returns the recorded frames before that block
 */
export function skip(run: Run, { frames }: { frames: Frame[] }): Frame[] {
  const { graphs, generator, manifest } = run;
  const { canvas_length: length, vocab_size: vocabulary } = manifest;
  const last = run.goal.branch?.block ?? 1;
  const before = frames.filter(({ block }) => block < last);
  return before.map((recorded) => {
    const frame = { ...recorded };
    if (frame.step === 1) {
      run.skipped.push(run.unread);
      run.block = frame.block;
      run.step = 0;
      generator.noise(length, vocabulary);
      run.turn();
    }
    const { draw, sampler } = run.spec.settings;
    numbersFor(graphs, generator, draw, length, vocabulary);
    generator.noise(length, vocabulary);
    generator.floats(manifest.samplers[sampler].uniforms * length);
    run.step = frame.step;
    run.turn();
    if (frame.stop_reason !== "") {
      run.unread = Array.from(run.way.standing(frame));
      run.written += Math.min(length, run.room);
      run.step = 0;
    }
    return frame;
  });
}
