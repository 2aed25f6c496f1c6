/**
 * Judges the text of a run by the rule of what its prompt asks for, as `small_world/judge.py` does. Stories and functions
 * need Python's rules: nothing is said of them here.
 */

import { cut, longerThan, onOneLine } from "./python-text.ts";
import { conflictsOf, puzzleIn, readGrid, understand } from "../../../rules/sudoku.ts";
import { kindOf } from "./world/kinds.ts";
import { readFunction, readStory } from "./world/requests.ts";
import { unread } from "./world/unread.ts";
import type { Puzzle } from "../../../rules/sudoku.ts";
import type { Verdict } from "../../../run/recording.ts";
import type { World } from "./world/world.ts";

/** Longer prompts and texts are not judged. */
export const MOST_CHARACTERS = 20_000;
const LONGEST_SENTENCE = 200;

/** @returns null if no rule here knows all that the prompt asks for, or one of them is far too long */
export function judge(world: World, prompt: string, text: string): Verdict | null {
  if (longerThan(prompt, MOST_CHARACTERS) || longerThan(text, MOST_CHARACTERS)) return null;
  const understood = understand(prompt);
  const verdict = (task: string, fault: string, right: string) => {
    const sentence = cut(onOneLine(fault === "" ? right : `wrong: ${fault}`), LONGEST_SENTENCE);
    return { task, right: fault === "", sentence, rule: world.tables.rule };
  };
  const puzzle = puzzleIn(understood);
  if (puzzle) return verdict("Sudoku", faultOfGrid(puzzle, text), "solved");
  if (unread(world, prompt).length > 0 || readFunction(world, understood) || readStory(world, understood)) return null;
  const kind = kindOf(world, understood);
  if (!kind || kind.name === "outside") return null; // a refusal is neither right nor wrong
  return verdict(kind.name, clause(kind.fault(world, kind.task, text)), world.tables.kinds[kind.name].right);
}

/** @returns as the end of another one */
const clause = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");

/** @returns what is wrong with a solution; "" if nothing is */
function faultOfGrid({ size, clues }: Puzzle, text: string): string {
  const impossible = conflictsOf(clues, size).sentence;
  if (impossible) return `the puzzle itself has ${impossible}`;
  const answer = readGrid(text);
  if (answer?.size !== size) return `not a grid of ${size} rows of ${size} digits`;
  const broken = conflictsOf(answer.clues, size).sentence;
  if (broken) return broken;
  const changed = clues.filter((clue, cell) => clue && clue !== answer.clues[cell]).length;
  if (changed > 0) return `${changed} of the clues ${changed === 1 ? "was" : "were"} changed`;
  const empty = answer.clues.filter((digit) => digit === 0).length;
  return empty > 0 ? `${empty} ${empty === 1 ? "cell is" : "cells are"} empty` : "";
}
