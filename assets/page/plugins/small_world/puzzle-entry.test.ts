import assert from "node:assert/strict";
import { test } from "node:test";
import { puzzleOf } from "../../rules/sudoku.ts";
import { judge, promptOf, readPuzzle, typed } from "./puzzle-entry.ts";

const FOUR = [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2];
const NINE = "4....1.........9..1.82.5...9175..36.2..1...7.8.3.7.1..761..4.9...4.....5..9..8643";

test("a pasted puzzle is read in any usual form", () => {
  for (const text of [
    "1000003004000002",
    "1...\n..3.\n.4..\n...2",
    "1 . . . . . 3 . . 4 . . . . . 2",
    "1,0,0,0\n0,0,3,0\r\n0,4,0,0\n0,0,0,2\n",
    "[[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]",
    "1 . | . .\n. . | 3 .\n----+----\n. 4 | . .\n. . | . 2",
    "1.│..\n..│3.\n──┼──\n.4│..\n..│.2",
  ]) {
    assert.deepEqual(readPuzzle(text), { size: 4, clues: FOUR }, text);
  }
  assert.equal(readPuzzle(NINE)?.size, 9);
  assert.equal(readPuzzle(NINE.replaceAll(".", "0"))?.clues.join(""), NINE.replaceAll(".", "0"));
  for (const text of ["", "hello", "12345", "5000003004000002", "0".repeat(16), "<b>"])
    assert.equal(readPuzzle(text), null, text);
});

test("the prompt of a puzzle is read as that puzzle", () => {
  assert.equal(promptOf({ size: 4, clues: FOUR }), "Solve this Sudoku:\n1...\n..3.\n.4..\n...2");
  const nine = readPuzzle(NINE) as any;
  assert.deepEqual(puzzleOf(promptOf(nine)), nine);
  const puzzle = { size: 6, clues: [6, ...Array(35).fill(0)] } as any;
  assert.deepEqual(puzzleOf(promptOf(puzzle)), puzzle);
});

test("an entry is judged in one sentence", () => {
  const judged = (clues: number[]) => judge({ size: 4, clues });
  assert.deepEqual(judged(FOUR), { cells: new Set(), sentence: "4 clues.", usable: true });
  assert.equal(judged(FOUR.with(0, 0).with(6, 0).with(9, 0)).sentence, "1 clue.");
  const clash = judged(FOUR.with(2, 1));
  assert.deepEqual(
    [[...clash.cells], clash.sentence, clash.usable],
    [[0, 2], "Two 1s in row 1: such a puzzle has no solution.", true],
  );
  assert.equal(judged(Array(16).fill(0)).usable, false);
});

test("digits of the board are entered; 0, a space and a point clear; all else means nothing", () => {
  assert.deepEqual(
    ["1", "4", "0", " ", ".", "5", "x", "", "12", "٣"].map((key) => typed(key, 4)),
    [1, 4, 0, 0, 0, null, null, null, null, null],
  );
  assert.equal(typed("9", 9), 9);
});
