import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PuzzleList } from "./puzzles.ts";

const puzzles = JSON.parse(await readFile(new URL("../../../../portable/puzzles.json", import.meta.url), "utf8"));
const drawn = (list: PuzzleList, request: string) => (list.draw(request) as { puzzle: string }).puzzle;

test("a puzzle of each size has as many clues as asked for, from one that Python has drawn", () => {
  for (const request of ["4 4", "4 5", "4 15", "6 10", "6 35", "9 26", "9 30", "9 80"]) {
    const [size, clues] = request.split(" ").map(Number);
    const puzzle = drawn(new PuzzleList(puzzles), request);
    assert.match(puzzle, new RegExp(`^([.1-${size}]{${size}}\n){${size - 1}}[.1-${size}]{${size}}$`));
    const cells = puzzle.replaceAll("\n", "");
    assert.equal(cells.replaceAll(".", "").length, clues);
    const fits = (known: string) =>
      [...known].every((cell, at) =>
        (cell < "a" ? cell : [".", String("_abcdefghi".indexOf(cell))]).includes(cells[at]),
      );
    assert.ok(puzzles.sizes[size].puzzles.some(fits), puzzle);
  }
});

test("none comes again before all have been shown, and another page begins with another", () => {
  const list = new PuzzleList(puzzles);
  const all = puzzles.sizes[6].puzzles.map(() => drawn(list, "6 10"));
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.includes(drawn(list, "6 10")));
  assert.notDeepEqual(
    all,
    all.map((_: string, at: number, { length }: string[]) => (at < length ? drawn(list, "6 10") : "")),
  );
});

test("anything else is refused in the words of Python", () => {
  for (const request of [
    "",
    "9",
    "9 3a",
    "9 030",
    "5 10",
    "9 30 ",
    "９ 30",
    "4 3",
    "4 16",
    "6 9",
    "6 36",
    "9 25",
    "9 81",
  ])
    assert.deepEqual(new PuzzleList(puzzles).draw(request), { refused: puzzles.refused });
});
