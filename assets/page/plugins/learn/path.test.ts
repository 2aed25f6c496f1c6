import assert from "node:assert/strict";
import { test } from "node:test";
import { goesOn, levelsOf, stopsOf } from "./path.ts";
import type { Game, Guess } from "./guess-words.ts";
import type { Progress } from "./path.ts";

const LIST = [
  { name: "01-one", title: "One", level: "First", question: "Why?" },
  { name: "04-four", title: "Four", level: "First" },
  { name: "02-two", title: "Two", level: "Then" },
];
const NOTHING: Progress = { guesses: [], games: [], read: [], last: 0 };
const guessOf = (share: number, near: boolean) =>
  ({ lesson: "01-one", guess: 60, answer: 33, share, near }) as unknown as Guess;

/** @returns what the stops say, level by level */
const linesOf = (progress: Partial<Progress>, plays = false) =>
  stopsOf(LIST, { ...NOTHING, ...progress }, plays).map(({ stops }) =>
    stops.map(({ title, read, answer, here }) => [title, read ? "read" : "", answer, here].filter(Boolean).join(", ")),
  );

test("a stranger begins at the first stop, and the game ends the first level", () => {
  const [first, then] = stopsOf(LIST, NOTHING, true);
  assert.deepEqual([first.level, then.level], ["First", "Then"]);
  const stops = first.stops.map(({ lesson, question }) => `${lesson} ${question}`);
  assert.deepEqual(stops, ["1 Why?", "4 undefined", "0 Five canvases. What stays?"]);
  assert.deepEqual(linesOf({}), [["One, begin here", "Four"], ["Two"]]);
});

test("a stop says what was guessed there, and the game how its last canvases went", () => {
  assert.deepEqual(linesOf({ guesses: [guessOf(0.55, false)] })[0][0], "One, you: 60 · it was: 33, begin here");
  const guesses = [guessOf(0.5, false), guessOf(1, true)];
  assert.deepEqual(linesOf({ guesses })[0][0], "One, 1 of 2 guesses close, begin here");
  const [{ stops }] = stopsOf(LIST, { ...NOTHING, guesses }, true);
  assert.deepEqual([stops[0].shares, stops[2].shares], [[0.5, 1], []]);
  const games = [[0.25], [0.5, 1]].map((shares) => ({ shares }) as unknown as Game);
  assert.deepEqual(stopsOf(LIST, { ...NOTHING, games }, true)[0].stops[2].shares, [0.5, 1]);
});

test("the reader goes on at the first lesson from the last one on that was not read to its end", () => {
  assert.deepEqual(linesOf({ last: 1 }), [["One, you are here", "Four"], ["Two"]]);
  assert.deepEqual(linesOf({ read: [1, 4], last: 4 }), [["One, read", "Four, read"], ["Two, you are here"]]);
  assert.deepEqual(linesOf({ read: [2], last: 2 }), [["One, you are here", "Four"], ["Two, read"]]);
  const next = (read: number[], last: number) => goesOn(LIST, { ...NOTHING, read, last })?.name;
  assert.deepEqual([next([], 0), next([1], 4), next([1, 4], 4)], ["01-one", "04-four", "02-two"]);
  assert.equal(next([4, 2], 2), "01-one", "the order of the path, not of the numbers");
  assert.equal(next([1, 2, 4], 4), undefined);
  assert.equal(levelsOf(LIST.map((entry) => ({ ...entry, level: "" }))).length, 1, "without levels there is one");
  assert.deepEqual(linesOf({ read: [1, 2, 4] }), [["One, read", "Four, read"], ["Two, read"]]);
});
