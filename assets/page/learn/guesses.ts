/** What the reader guessed, kept by this browser and sent nowhere: a record for each question and each game. */

import { recall, remember } from "../dom/memory.ts";

/** A guess beside the answer. */
export interface Outcome {
  guess: string | number;
  answer: string | number;
  /** Of both, where they are numbers. */
  unit?: string;
  /** The place of both, such as “step 6”. */
  at?: string;
  /** Where both are how many things were chosen: how many of these are the same. */
  common?: number;
  /** From 0, nothing right, to 1. */
  share: number;
}
/**
 * Of a lesson by the name of its file; `version` says which figures answered, `when` is an ISO date, and `near` says
 * whether the lesson took it as right.
 */
export type Guess = Outcome & {
  lesson: string;
  version: string;
  part: number;
  ask: string;
  near: boolean;
  when: string;
};
/** `shares` of cells right, canvas by canvas */
export type Game = { game: string; rule: string; canvases: unknown[]; shares: number[]; when: string };

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
