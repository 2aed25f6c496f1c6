import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { csvOf } from "../../dom/csv.ts";
import { guessColumns } from "./guess-table.ts";
import { forgetGuesses, games, guesses, keepGame, keepGuess } from "./guesses.ts";
import { goesOn, levelsOf } from "./path.ts";
import type { Guess } from "./guess-words.ts";

const GUESS: Guess = {
  ...{ lesson: "01-noise", version: "a", part: 1, ask: "How often?", near: false, when: "2026-11-25T10:00:00Z" },
  ...{ guess: 60, answer: 33, unit: "readings", share: 0.55 },
};
const LIST = [
  ["01-noise", "Tour"],
  ["04-budget", "Tour"],
  ["11-step", "More"],
  ["03-sure", "More"],
].map(([name, level]) => ({ name, level, title: name.slice(3), question: "" }));

beforeEach(forgetGuesses);

test("the first guess counts, until the lesson changes", () => {
  keepGuess(GUESS);
  keepGuess({ ...GUESS, guess: 33, share: 1, near: true });
  keepGuess({ ...GUESS, part: 2, guess: 5 });
  assert.deepEqual(
    guesses().map(({ guess }) => guess),
    [60, 5],
  );
  keepGuess({ ...GUESS, version: "b", guess: 40 });
  assert.deepEqual(
    guesses().map(({ guess }) => guess),
    [5, 40],
  );
});

test("guesses and games are forgotten together", () => {
  keepGuess(GUESS);
  keepGame({ game: "7", rule: "budget", canvases: [], shares: [0.5, 1], when: GUESS.when });
  assert.deepEqual([guesses().length, games().length], [1, 1]);
  forgetGuesses();
  assert.deepEqual([guesses(), games()], [[], []]);
});

test("the path goes on where the reader is, then to the next that is open, then to one that was passed over", () => {
  const next = (read: number[], last: number) => goesOn(LIST, { guesses: [], games: [], read, last })?.name;
  assert.equal(next([], 0), "01-noise");
  assert.equal(next([1], 4), "04-budget");
  assert.equal(next([1, 4], 4), "11-step"); // the order of the path, not of the numbers
  assert.equal(next([4, 11, 3], 3), "01-noise");
  assert.equal(next([1, 4, 11, 3], 3), undefined);
});

test("lessons of one level stand together; without levels there is one", () => {
  assert.deepEqual(
    levelsOf(LIST).map((level) => level.map(({ name }) => name)),
    [
      ["01-noise", "04-budget"],
      ["11-step", "03-sure"],
    ],
  );
  assert.equal(levelsOf(LIST.map((entry) => ({ ...entry, level: "" }))).length, 1);
});

test("the file has a row for each guess and each canvas, and no spreadsheet runs what is in it", () => {
  const hostile = { ...GUESS, part: 2, ask: '=HYPERLINK("x")', guess: "@a", answer: "b", unit: undefined, near: true };
  const game = { game: "7", rule: "margin", canvases: [], shares: [0.5, 0.75], when: GUESS.when };
  const lines = csvOf(guessColumns("-Ada", LIST, [GUESS, hostile], [game])).split("\n");
  assert.equal(
    lines[0],
    '"name","when","lesson","title","version","part","question","guess","answer","unit","at","gap","common","share","near"',
  );
  assert.equal(
    lines[1],
    `"'-Ada","${GUESS.when}","01-noise","noise","a",1,"How often?",60,33,"readings",,27,,0.55,False`,
  );
  assert.equal(
    lines[2],
    `"'-Ada","${GUESS.when}","01-noise","noise","a",2,"'=HYPERLINK(""x"")","'@a","b",,,,,0.55,True`,
  );
  assert.equal(lines[4], `"'-Ada","${GUESS.when}","game","margin","7",2,,,,,,,,0.75,`);
});
