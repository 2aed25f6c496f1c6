/** What the reader guessed and read, kept by this browser and sent nowhere: a record for each question and each game. */

import { recall, remember } from "../../dom/memory.ts";
import type { At } from "./address.ts";
import type { Game, Guess } from "./guess-words.ts";

const [GUESSES, GAMES, READ, LAST] = ["guesses", "games", "lessons read", "lesson and part"];

/** @returns in the order in which they were made */
export const guesses = (): Guess[] => recall(GUESSES, []) as Guess[];

/** @returns in the order in which they were played */
export const games = (): Game[] => recall(GAMES, []) as Game[];

/** The first guess counts: later ones know the answer. A lesson that has changed asks anew. */
export function keepGuess(guess: Guess) {
  const same = ({ lesson, part, ask }: Guess) => lesson === guess.lesson && part === guess.part && ask === guess.ask;
  const before = guesses();
  if (before.some((earlier) => same(earlier) && earlier.version === guess.version)) return;
  remember(GUESSES, [...before.filter((earlier) => !same(earlier)), guess]);
}

/** @param game that is over */
export const keepGame = (game: Game) => remember(GAMES, [...games(), game]);

/** @returns the lessons that were read to their end, and the one that was open last, 0 for none; by their numbers */
export const progress = () => ({ read: recall(READ, []).map(Number), last: Number(recall(LAST, [0])[0]) });

/** @param ends is it the last part of its lesson? */
export function keepPlace({ lesson, part }: At, ends: boolean) {
  remember(LAST, [lesson, part]);
  if (ends) remember(READ, [...new Set([...recall(READ, []).map(String), String(lesson)])]);
}

export function forgetGuesses() {
  for (const name of [GUESSES, GAMES, READ, LAST]) remember(name, []);
}
