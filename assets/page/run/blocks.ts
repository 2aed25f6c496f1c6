/** The blocks of a run: how many steps each took and why it ended; what the encoder has read so far. */

import { counted } from "../words/units.ts";
import type { Recording } from "./recording.ts";

const REASONS: Record<string, string> = {
  "": "going on",
  "stable-and-confident": "stable and confident",
  complete: "every position has its token",
  "max-steps": "the most steps",
  stopped: "stopped",
};

interface Block {
  /** counted from 1 */
  block: number;
  /** Place of its first step in the run's frames. */
  first: number;
  /** Place of its last step. */
  last: number;
  steps: string;
  /** Why it ended. */
  reason: string;
}

/** @returns in order */
export function blocksOf({ frames }: Recording): Block[] {
  const blocks: Block[] = [];
  frames.forEach(({ block, step, stopReason }, at) => {
    const known = blocks.at(-1);
    const first = known?.block === block ? known.first : at;
    const now = { block, first, last: at, steps: counted(step, "step"), reason: REASONS[stopReason] ?? stopReason };
    if (first === at) blocks.push(now);
    else blocks[blocks.length - 1] = now;
  });
  return blocks;
}

/**
 * @param part what a block is called
 * @returns what is in the KV cache at this step, and that steps only read it
 */
export function cacheSentence({ frames, header }: Recording, step: number, part: string): string {
  const prompt = header.prompt_ids.length;
  const { block } = frames[step];
  const committed = (block - 1) * header.canvas_length;
  const before = committed === 0 ? "" : ` and ${committed} of the ${part}s before it`;
  return (
    `The encoder has read the ${counted(prompt, "token")} of the prompt${before} once; every step of ${part} ${block} reads the KV cache ` +
    `of these ${counted(prompt + committed, "token")} and adds nothing to it.`
  );
}
