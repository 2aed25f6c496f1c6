/** What the reader guessed, kept by this browser and sent nowhere: a record for each question and each game. */

import { recall, remember } from "../dom/memory.js";

/**
 * @typedef {object} Outcome a guess beside the answer
 * @property {string | number} guess
 * @property {string | number} answer
 * @property {string} [unit] of both, where they are numbers
 * @property {string} [at] the place of both, such as “step 6”
 * @property {number} [common] where both are how many things were chosen: how many of these are the same
 * @property {number} share from 0, nothing right, to 1
 */
/**
 * @typedef {Outcome & { lesson: string, version: string, part: number, ask: string, near: boolean, when: string }} Guess
 * of a lesson by the name of its file; `version` says which figures answered, `when` is an ISO date, and `near` says
 * whether the lesson took it as right
 */
/** @typedef {{ game: string, rule: string, canvases: unknown[], shares: number[], when: string }} Game `shares` of cells right, canvas by canvas */

const [GUESSES, GAMES] = ["guesses", "games"];

/** @returns {Guess[]} in the order in which they were made */
export const guesses = () => /** @type {Guess[]} */ (recall(GUESSES, []));

/** @returns {Game[]} in the order in which they were played */
export const games = () => /** @type {Game[]} */ (recall(GAMES, []));

/** The first guess counts: later ones know the answer. A lesson that has changed asks anew. @param {Guess} guess */
export function keepGuess(guess) {
  const same = (/** @type {Guess} */ { lesson, part, ask }) =>
    lesson === guess.lesson && part === guess.part && ask === guess.ask;
  const before = guesses();
  if (before.some((earlier) => same(earlier) && earlier.version === guess.version)) return;
  remember(GUESSES, [...before.filter((earlier) => !same(earlier)), guess]);
}

/** @param {Game} game that is over */
export const keepGame = (game) => remember(GAMES, [...games(), game]);

export function forgetGuesses() {
  remember(GUESSES, []);
  remember(GAMES, []);
}
