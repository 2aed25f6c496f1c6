/** A race on a Sudoku that is drawn for it, among the offers of Compare. */

import { puzzleOf } from "../../rules/sudoku.ts";
import { filled } from "../../ui/filled.ts";
import { Pill } from "../../ui/pill.tsx";
import { promptOf } from "./puzzle-entry.ts";
import type { CompareContext } from "../../page/places.ts";

/** What is drawn: masked diffusion is ahead there, and no way gets all of them right. */
const EXAMPLE = "9 30";
const HINT = "Draw a Sudoku that none of the three ways always gets right, and race on it";

export function compare(place: HTMLElement, context: CompareContext) {
  const { engine, say } = context.page;
  const draw = async () => {
    const { puzzle, refused } = await engine.call("puzzle", EXAMPLE);
    const drawn = puzzle && puzzleOf(puzzle);
    if (drawn) await context.race(promptOf(drawn));
    else say(refused);
  };
  return filled(place, context, () => (
    <Pill data-race="example" hint={HINT} onClick={() => draw().catch(say)}>
      race a new 9×9 with 30 clues
    </Pill>
  ));
}
