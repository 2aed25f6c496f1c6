import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { boardOf, cellName, clueSentence, findingsOf } from "./board.ts";

const PUZZLES = [
  "1...\n..3.\n.4..\n...2",
  ".32.5.\n1.6...\n3....2\n.61...\n.....5\n....3.",
  "4....1...\n......9..\n1.82.5...\n9175..36.\n2..1...7.\n8.3.7.1..\n761..4.9.\n..4.....5\n..9..8643",
];
/** Ids 30 to 39 are digits, 40 is a line break, 41 a gap. */
const TOKENS = new Map([
  ...Array.from({ length: 10 }, (_, digit) => [30 + digit, String(digit)] as const),
  ...(["\n", "."].map((text, at) => [40 + at, text]) as [number, string][]),
  ...(["cat", "12"].map((text, at) => [50 + at, text]) as [number, string][]),
]);
const idsOf = (text: string) => [...text].map((sign) => (sign === "\n" ? 40 : sign === "." ? 41 : 30 + Number(sign)));

const headerOf = (puzzle: string, changes: object = {}) =>
  header({
    prompt: `Solve this Sudoku:\n${puzzle}`,
    prompt_ids: [9, 8, 7, ...idsOf(puzzle), 6],
    canvas_length: 128,
    ...changes,
  });
const run = (head: any) => ({ header: head, tokens: TOKENS, frames: [] }) as any;

for (const puzzle of PUZZLES)
  test(`${puzzle.indexOf("\n")} rows: every cell has the position of its digit in the text, and no other position is one`, () => {
    const board = boardOf(headerOf(puzzle));
    const signs = puzzle.replaceAll("\n", "");
    assert.equal(board?.size, puzzle.indexOf("\n"));
    assert.equal(board?.positions.map((position) => puzzle[position]).join(""), signs);
    assert.equal(board?.clues.map((digit) => digit || ".").join(""), signs);
    const named = [...Array(128).keys()].filter((position) => cellName(run(headerOf(puzzle)), position) !== "");
    assert.deepEqual(named, board?.positions);
  });

test("cells are named by row and column from 1", () => {
  const names = [0, 5, 6, 7, 40, 41].map((position) => cellName(run(headerOf(PUZZLES[1])), position));
  assert.deepEqual(names, ["row 1, column 1", "row 1, column 6", "", "row 2, column 1", "row 6, column 6", ""]);
});

test("a canvas that is too short, another prompt, and tokens that do not stand for a cell each make no board", () => {
  const [four] = PUZZLES;
  const free = `Please: ${four.replaceAll("\n", "").replaceAll(".", "0")} thanks`;
  assert.equal(boardOf(headerOf(four, { prompt: free }))?.size, 4, "the model reads it in the usual form");
  assert.equal(boardOf(headerOf(four, { canvas_length: 18 })), null);
  assert.ok(boardOf(headerOf(four, { canvas_length: 19 })));
  assert.equal(boardOf(headerOf(four, { prompt: "Write a story about a cat." })), null);
  const ids = idsOf(four);
  assert.equal(boardOf(headerOf(four, { prompt_ids: ids.slice(1) })), null, "one is missing");
  assert.equal(boardOf(headerOf(four, { prompt_ids: ids.with(0, 41) })), null, "a clue and a gap are one token");
  assert.equal(boardOf(headerOf(four, { prompt_ids: ids.with(5, 99) })), null, "two gaps are different tokens");
});

test("conflicts and miscopied clues come from the digits that count; words, numbers too large and noise say nothing but that they are no clue", () => {
  const board = boardOf(headerOf(PUZZLES[0])) as any;
  const ids = idsOf("1324\n4131\n2413\n3142");
  const plain = findingsOf(board, ids, TOKENS);
  assert.deepEqual(
    [[...plain.conflicts].sort((a, b) => a - b), plain.sentence, plain.miscopied],
    [[0, 5, 7, 13], "two 1s in row 2", []],
  );
  const changed = ids.with(0, 32).with(1, 50).with(2, 51).with(3, 39); // 2, cat, 12 and 9
  const { conflicts, miscopied } = findingsOf(board, changed, TOKENS);
  assert.deepEqual([conflicts.has(0), [1, 2, 3].some((cell) => conflicts.has(cell)), miscopied], [true, false, [0]]);
  const unseen = findingsOf(board, changed, TOKENS, (position) => position > 7);
  assert.deepEqual([unseen.conflicts.size, unseen.sentence, unseen.miscopied], [0, "", []]);
  assert.deepEqual(
    findingsOf(board, Array(19).fill(50), TOKENS).miscopied,
    [0, 6, 9, 15],
    "a word in the place of a clue",
  );
});

test("a clue says what the puzzle gives, kept or miscopied", () => {
  const board = run(headerOf(PUZZLES[0]));
  assert.equal(clueSentence(board, 0, 31), "The puzzle gives this 1.");
  assert.equal(clueSentence(board, 0, 34), "Miscopied: the puzzle gives a 1 here.");
  assert.deepEqual([clueSentence(board, 1, 31), clueSentence(board, 4, 31)], ["", ""]);
});
