/** What is said of the reader's guesses. */

import { counted, digits, percent } from "../../words/units.ts";

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

const written = (value: string | number, unit: string = "") =>
  typeof value === "number" ? `${digits(value, 3)} ${unit}`.trim() : value;

/** @returns it and the answer, in a sentence */
export function comparison({ guess, answer, unit, at, common, share, near }: Guess): string {
  const [theirs, was] = [written(guess, unit), written(answer, unit)];
  if (at !== undefined) return `Furthest off at ${at}: ${theirs} drawn, and it was ${was}. ${closeAt(share)}.`;
  if (typeof guess === "string" || typeof answer === "string")
    return `You: ${theirs}. ${near ? "Right." : `It was: ${was}.`}`;
  if (common !== undefined) return `You: ${theirs}. It was: ${was}. The same in both: ${common}.`;
  if (guess === answer) return `You: ${theirs}. Exactly.`;
  const gap = `${digits(Math.abs(guess - answer), 3)} too ${guess > answer ? "high" : "low"}`;
  return `You: ${theirs}. It was: ${was}. That is ${gap}, ${near ? "and close" : "and not close"}.`;
}

/** @param share of the points of a curve */
const closeAt = (share: number) => `Close at ${percent(share)} of the points`;

/** @param guesses at one stop @returns how well they went; "" for none */
export function stopWords(guesses: Guess[]): string {
  if (guesses.length === 0) return "";
  if (guesses.length > 1) return `${nearOf(guesses)} of ${guesses.length} guesses close`;
  const [{ guess, answer, unit, at, common, near, share }] = guesses;
  if (at !== undefined) return closeAt(share).toLowerCase();
  if (typeof guess === "string" || typeof answer === "string") return near ? "right" : "not right";
  if (common !== undefined) return `${common} of ${written(answer, unit)}`;
  return `you: ${written(guess)} · it was: ${written(answer)}`;
}

export function summary(guesses: Guess[]): string {
  if (guesses.length === 0) return "You have not guessed yet.";
  const near = nearOf(guesses);
  return `You have guessed ${counted(guesses.length, "time")}; ${counted(near, "guess").replace(/guesss$/, "guesses")} ${near === 1 ? "was" : "were"} close.`;
}

const nearOf = (guesses: Guess[]) => guesses.filter(({ near }) => near).length;

/** @returns the share of cells right on its first and on its last canvas */
export function gameFigures({ shares }: Game): string {
  return `canvas 1: ${percent(shares[0])} · canvas ${shares.length}: ${percent(shares[shares.length - 1])}`;
}

/** @returns the same, in sentences */
export const gameWords = (game: Game): string =>
  `The game, by the ${game.rule} rule. Cells right on ${gameFigures(game)}.`;
