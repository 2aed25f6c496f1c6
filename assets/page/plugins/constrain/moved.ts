/** Which cells a constraint decided at a step, and by how much it moved them. */

import { MOVED } from "../../rules/hand.ts";
import { flowText } from "../../words/glyphs.ts";

export interface MovedCell {
  position: number;
  text: string;
  nats: number;
}

/**
 * @param moved in nats, of each position
 * @param texts of the tokens of the step's best guess
 * @returns the decided cells, the most moved one first
 */
export function decidedCells(moved: ArrayLike<number>, texts: string[]): MovedCell[] {
  return Array.from(moved, (nats, position) => ({ position, nats, text: flowText(texts[position] ?? "") }))
    .filter(({ nats }) => nats >= MOVED)
    .sort((first, second) => second.nats - first.nats || first.position - second.position);
}

/** @param moved in nats, of each position; undefined for a run that nothing moves */
export function movedSentence(moved: ArrayLike<number> | undefined, step: number): string {
  if (step < 0) return "The noise is before any pass: nothing is moved yet.";
  if (moved === undefined) return "Nothing moves the model's distributions in this run.";
  const all = Array.from(moved);
  const decided = all.filter((nats) => nats >= MOVED).length;
  const sum = all.reduce((before, nats) => before + nats, 0);
  return (
    `At this step ${decided} of ${all.length} cells are moved by ${MOVED.toFixed(2)} nats or more from what the model ` +
    `alone gives. All cells together are moved by ${sum.toFixed(1)} nats.`
  );
}
