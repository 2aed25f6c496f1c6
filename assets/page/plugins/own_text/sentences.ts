/** What the sheet for the reader's own text says: what to do, how much room is left, and what the model writes. */

import { counted } from "../../words/units.ts";
import type { Choice } from "../../run/gaps.ts";

/** By what is done with the text. */
export const HINTS = {
  template:
    "____(12) leaves 12 tokens to the model; of ____(2-6) each length is tried, and the surest text is taken; ____ at the end lets it write on. Everything else is held. Spaces at the beginning of a line are kept, so code keeps its indentation.",
  start:
    "The run starts from this text instead of noise. At each position chance decides, with probability t, whether a random token takes its place. Spaces at the beginning of a line are kept.",
};

/** It goes well with the model that comes with the playground. */
export const EXAMPLE = {
  prompt: "Write a story about Lily, a cat and a red ball.",
  text: "Lily had a nice red ____(1-3) and a happy ____(1). ____",
};

/**
 * @param lengths of the text, for each choice that it leaves open
 * @returns how much room is left
 */
export function roomSentence(lengths: number[], most: number): string {
  const [least, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const range = least === longest ? `${longest}` : `${least} to ${longest}`;
  if (longest > most) return `${range} tokens; there is room for ${most}.`;
  return `${range} of ${most} tokens; ${least === longest ? "" : "at least "}${most - longest} left.`;
}

/** @returns what the model writes */
export function gapWords(choices: Choice[], open: boolean): string {
  const free = choices.map(({ parts }) => parts.reduce((sum, { gap = 0 }) => sum + gap, 0));
  const [least, most] = [Math.min(...free), Math.max(...free)];
  const count = least < most ? `${least} to ${most} tokens` : counted(most, "token");
  const between = most > 0 ? [`${count} between`] : [];
  return [...between, ...(open ? ["whatever comes after"] : [])].join(" and ") || "nothing";
}
