/** What is said of the reader's guesses. */

import { counted, digits, percent } from "./units.js";

/** @typedef {import("../learn/guesses.js").Guess} Guess */
/** @typedef {import("../learn/guesses.js").Game} Game */

/** @param {string | number} value @param {string} [unit] */
const written = (value, unit = "") => (typeof value === "number" ? `${digits(value, 3)} ${unit}`.trim() : value);

/** @param {Guess} guess @returns {string} it and the answer, in a sentence */
export function comparison({ guess, answer, unit, at, common, share, near }) {
  const [theirs, was] = [written(guess, unit), written(answer, unit)];
  if (at !== undefined) return `Furthest off at ${at}: ${theirs} drawn, and it was ${was}. ${closeAt(share)}.`;
  if (typeof guess === "string" || typeof answer === "string")
    return `You: ${theirs}. ${near ? "Right." : `It was: ${was}.`}`;
  if (common !== undefined) return `You: ${theirs}. It was: ${was}. The same in both: ${common}.`;
  if (guess === answer) return `You: ${theirs}. Exactly.`;
  const gap = `${digits(Math.abs(guess - answer), 3)} too ${guess > answer ? "high" : "low"}`;
  return `You: ${theirs}. It was: ${was}. That is ${gap}, ${near ? "and close" : "and not close"}.`;
}

/** @param {number} share of the points of a curve */
const closeAt = (share) => `Close at ${percent(share)} of the points`;

/** @param {Guess[]} guesses at one stop @returns {string} how well they went; "" for none */
export function stopWords(guesses) {
  if (guesses.length === 0) return "";
  if (guesses.length > 1) return `${nearOf(guesses)} of ${guesses.length} guesses close`;
  const [{ guess, answer, unit, at, common, near, share }] = guesses;
  if (at !== undefined) return closeAt(share).toLowerCase();
  if (typeof guess === "string" || typeof answer === "string") return near ? "right" : "not right";
  if (common !== undefined) return `${common} of ${written(answer, unit)}`;
  return `you: ${written(guess)} · it was: ${written(answer)}`;
}

/** @param {Guess[]} guesses @returns {string} */
export function summary(guesses) {
  if (guesses.length === 0) return "You have not guessed yet.";
  const near = nearOf(guesses);
  return `You have guessed ${counted(guesses.length, "time")}; ${counted(near, "guess").replace(/guesss$/, "guesses")} ${near === 1 ? "was" : "were"} close.`;
}

/** @param {Guess[]} guesses */
const nearOf = (guesses) => guesses.filter(({ near }) => near).length;

/** @param {Game} game @returns {string} the share of cells right on its first and on its last canvas */
export function gameFigures({ shares }) {
  return `canvas 1: ${percent(shares[0])} · canvas ${shares.length}: ${percent(shares[shares.length - 1])}`;
}

/** @param {Game} game @returns {string} the same, in sentences */
export const gameWords = (game) =>
  `The game, by the ${game.rule} rule. Cells right on ${gameFigures(game)}. Only the first showed its colours.`;
