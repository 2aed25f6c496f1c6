import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { csvOf } from "../../dom/csv.ts";
import { guessColumns } from "./guess-table.ts";
import { forgetGuesses, games, guesses, keepGame, keepGuess } from "./guesses.ts";
import { comparison, gameWords, stopWords, summary } from "./guess-words.ts";
import type { Guess } from "./guess-words.ts";

const GUESS: Guess = {
  ...{ lesson: "01-noise", version: "a", part: 1, ask: "How often?", near: false, when: "2026-11-25T10:00:00Z" },
  ...{ guess: 60, answer: 33, unit: "readings", share: 0.55 },
};
const LIST = [{ name: "01-noise", title: "noise", level: "Tour", question: "" }];

beforeEach(forgetGuesses);

test("the first guess counts, until the lesson changes", () => {
  keepGuess(GUESS);
  keepGuess({ ...GUESS, guess: 33, share: 1, near: true });
  keepGuess({ ...GUESS, part: 2, guess: 5 });
  const numbers = () => guesses().map(({ guess }) => guess);
  assert.deepEqual(numbers(), [60, 5]);
  keepGuess({ ...GUESS, version: "b", guess: 40 });
  assert.deepEqual(numbers(), [5, 40]);
});

test("guesses and games are forgotten together", () => {
  keepGuess(GUESS);
  keepGame({ game: "7", rule: "budget", canvases: [], shares: [0.5, 1], when: GUESS.when });
  assert.deepEqual([guesses().length, games().length], [1, 1]);
  forgetGuesses();
  assert.deepEqual([guesses(), games()], [[], []]);
});

test("the file has a row for each guess and each canvas, and no spreadsheet runs what is in it", () => {
  const hostile = { ...GUESS, part: 2, ask: '=HYPERLINK("x")', guess: "@a", answer: "b", unit: undefined, near: true };
  const game = { game: "7", rule: "margin", canvases: [], shares: [0.5, 0.75], when: GUESS.when };
  const lines = csvOf(guessColumns("-Ada", LIST, [GUESS, hostile], [game])).split("\n");
  const columns = "name when lesson title version part question guess answer unit at gap common share near";
  assert.equal(lines[0], columns.replace(/\w+/g, '"$&"').replaceAll(" ", ","));
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

const NUMBER: any = { guess: 60, answer: 33, unit: "readings", share: 0.55, near: false };
const WORD: any = { guess: "“red”", answer: "“ball”", share: 0, near: false };
const CURVE: any = { guess: 0.634, answer: 0.26, unit: "nats", at: "step 6", share: 0.5, near: true };
const SET: any = { guess: 31, answer: 27, unit: "words", common: 23, share: 0.88, near: true };

test("a guess and its answer make a sentence", () => {
  assert.equal(comparison(NUMBER), "You: 60 readings. It was: 33 readings. That is 27 too high, and not close.");
  assert.equal(
    comparison({ ...NUMBER, guess: 30, near: true }),
    "You: 30 readings. It was: 33 readings. That is 3 too low, and close.",
  );
  assert.equal(comparison({ ...NUMBER, guess: 33, near: true }), "You: 33 readings. Exactly.");
  assert.equal(comparison(WORD), "You: “red”. It was: “ball”.");
  assert.equal(comparison({ ...WORD, guess: "“ball”", near: true }), "You: “ball”. Right.");
  assert.equal(comparison(SET), "You: 31 words. It was: 27 words. The same in both: 23.");
  assert.equal(
    comparison(CURVE),
    "Furthest off at step 6: 0.634 nats drawn, and it was 0.26 nats. Close at 50% of the points.",
  );
});

test("a stop says how well its guesses went", () => {
  assert.equal(stopWords([]), "");
  assert.equal(stopWords([NUMBER]), "you: 60 · it was: 33");
  assert.equal(stopWords([SET]), "23 of 27 words");
  assert.equal(stopWords([WORD]), "not right");
  assert.equal(stopWords([CURVE]), "close at 50% of the points");
  assert.equal(stopWords([NUMBER, CURVE]), "1 of 2 guesses close");
});

test("the path says how often the reader guessed, and the game how it went from its first canvas to its last", () => {
  assert.equal(summary([]), "You have not guessed yet.");
  assert.equal(summary([CURVE]), "You have guessed 1 time; 1 guess was close.");
  assert.equal(summary([CURVE, WORD, CURVE]), "You have guessed 3 times; 2 guesses were close.");
  const game: any = { rule: "budget", shares: [0.5, 0.6, 0.7, 0.8, 0.9] };
  assert.equal(gameWords(game), "The game, by the budget rule. Cells right on canvas 1: 50% · canvas 5: 90%.");
});
