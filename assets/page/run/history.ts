/** One position through the steps of a block. */

import type { Recording } from "./recording.ts";

/** One position at one step. */
export interface Moment {
  /** Place of the step in the run's frames. */
  at: number;
  /** Its number in the block. */
  step: number;
  input: number;
  sampled: number;
  argmax: number;
  /** Nats. */
  entropy: number;
  status: number;
}

/**
 * @param step any step of the block
 * @returns every recorded step of that block, in order
 */
export function historyOf({ frames }: Recording, step: number, position: number): Moment[] {
  const { block } = frames[step];
  let first = step;
  while (first > 0 && frames[first - 1].block === block) first -= 1;
  const moments: Moment[] = [];
  for (let at = first; frames[at]?.block === block; at += 1) {
    const { step, input_ids, sampled_ids, argmax_ids, entropy, status } = frames[at];
    moments.push({
      at,
      step,
      input: input_ids[position],
      sampled: sampled_ids[position],
      argmax: argmax_ids[position],
      entropy: entropy[position],
      status: status[position],
    });
  }
  return moments;
}
