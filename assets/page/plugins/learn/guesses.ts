/** What the reader guessed, kept by this browser and sent nowhere: a record for each question and each game. */

import { recall, remember } from "../../dom/memory.ts";
import type { Game, Guess } from "./guess-words.ts";

const [GUESSES, GAMES] = ["guesses", "games"];

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

export function forgetGuesses() {
  remember(GUESSES, []);
  remember(GAMES, []);
}
