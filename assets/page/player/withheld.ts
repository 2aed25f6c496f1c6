/** What is hidden, because the reader is to say it first, and which half of a step the cells may then show. */

import type { Half } from "../cells/appearance.ts";

export interface Withheld {
  /** What the step keeps. */
  decision: boolean;
  /** How long the runs are. */
  length: boolean;
  /** What the step before kept. */
  before?: boolean;
  /** Of the cells. */
  colours?: boolean;
}

/** The share of a slowly played step at which what was drawn gives way to what is kept. */
const DECIDED = 0.5;

/** @param share of the moment that is over, 0 .. 1 */
export function halfOf({ before, decision }: Withheld, share: number): Half {
  if (before) return "bare";
  if (decision) return "drawn";
  return share >= 1 ? "whole" : share < DECIDED ? "drawn" : "kept";
}
