/**
 * What a step did, counted over the text: padding and fillers are easy, and would make any run look almost finished. Of a
 * Sudoku its cells are counted.
 */

import { boardAt } from "../rules/board.ts";
import { content, total } from "./metrics.ts";
import { NEWLY_LOCKED } from "./status.ts";
import type { Recording } from "./recording.ts";

export interface Counts {
  /** What is counted. */
  noun: "token" | "cell";
  /** Of the text, as the best guess has it. */
  all: number;
  kept: number;
  /** How many of the kept were not kept at the step before. */
  fresh: number;
  /** Positions that are kept too, but hold padding, fillers, or the line breaks of a Sudoku. */
  others: number;
  /** How many of these hold fillers. */
  fillers: number;
}

export function countsOf(recording: Recording, step: number): Counts {
  const { accepted, status, argmax_ids } = recording.frames[step];
  const board = boardAt(recording, step);
  const counted = board ? at(board.positions, accepted.length) : content(recording, step);
  const kept = total(counted.map((one, position) => one & accepted[position]));
  return {
    noun: board ? "cell" : "token",
    all: total(counted),
    kept,
    fresh: total(counted.map((one, position) => one & Number(status[position] === NEWLY_LOCKED))),
    others: total(accepted) - kept,
    fillers: total(
      accepted.map((one, position) => one & Number(recording.emptiness(argmax_ids[position]) === "filler")),
    ),
  };
}

/** @param length of the canvas */
function at(positions: number[], length: number) {
  const there = new Uint8Array(length);
  for (const position of positions) there[position] = 1;
  return there;
}
