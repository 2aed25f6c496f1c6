import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { puzzleOf } from "../rules/sudoku.ts";
import { blake2b } from "./blake2b.ts";
import { isHeldOut, requestedPuzzle, solutions } from "./puzzles.ts";

const GOLDEN = new URL("../../../tests/golden/judging/puzzles.json", import.meta.url);
const { grids, requests, digests } = JSON.parse(await readFile(GOLDEN, "utf8"));
const cellsOf = (text: string) => [...text].map((cell) => (cell === "." ? 0 : Number(cell)));

test("a digest is that of Python, of no bytes up to a whole block", () => {
  for (const { bytes, size, digest } of digests) assert.equal(blake2b(Uint8Array.from(bytes), size), BigInt(digest));
  assert.throws(() => blake2b(new Uint8Array(129), 8), /more than one block/);
});

test("a puzzle has the solutions that Python finds, and a grid stands on the same side of the split", () => {
  for (const { puzzle, count, solved, heldOut } of grids) {
    const grids = solutions(cellsOf(puzzle), 2);
    assert.equal(grids.length, count, puzzle);
    if (count !== 1) continue;
    assert.equal(grids[0].join(""), solved);
    assert.equal(isHeldOut(grids[0]), heldOut);
  }
});

test("what nobody can draw is refused in the same words", () => {
  for (const { request, refused } of requests) assert.deepEqual(requestedPuzzle(request), { refused });
});

test("a puzzle of each size has as many clues as asked for, one solution, and one that training has not seen", () => {
  for (const request of ["4 4", "4 15", "6 10", "6 35", "9 26", "9 30", "9 80"]) {
    const answer = requestedPuzzle(request);
    if ("refused" in answer) {
      assert.match(answer.refused, /was found; try again/);
      continue;
    }
    const [size, clues] = request.split(" ").map(Number);
    const puzzle = puzzleOf(`Solve this Sudoku:\n${answer.puzzle}`);
    assert.equal(puzzle?.size, size);
    assert.equal(puzzle?.clues.filter(Boolean).length, clues);
    const solved = solutions((puzzle as any).clues, 2);
    assert.equal(solved.length, 1);
    assert.ok(isHeldOut(solved[0]));
  }
});
