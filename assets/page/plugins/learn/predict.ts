/** What the page asks: which questions have an answer that is one number, what hides it, and what is said of it. */

import { cutAnswer, cutVerdict, guessVerdict, pressAnswer, pressVerdict } from "./answers.ts";
import { textOf } from "./text.ts";
import type { Recording } from "../../run/recording.ts";
import type { Verdict } from "./answers.ts";
import type { Choose, Cut, Draw, Guess, Keep, Mark, Press } from "./lesson.ts";

/** Has an answer that is one number: an option's index, a position, how many positions, or a number. */
export type Ask = Choose | Press | Cut | Guess;
/** Exercises, whose answer is more than that, are the others. */
export type Question = Ask | Draw | Keep | Mark;

export const isAsk = ({ form }: Question): boolean => ["choose", "press", "cut", "guess"].includes(form);

/** @returns would the canvas give the answer away? */
export const hides = (question: Question): boolean =>
  ["press", "keep", "mark"].includes(question.form) || (question.form === "cut" && question.bound === null);

export function verdictOf(prediction: Ask, recording: Recording, answer: number): Verdict {
  if (prediction.form === "press") return pressVerdict(recording, prediction, answer);
  if (prediction.form === "cut") return cutVerdict(recording, prediction, answer);
  if (prediction.form === "guess") return guessVerdict(prediction, answer);
  const { options } = prediction;
  const right = options.find((option) => option.right) as (typeof options)[0];
  const chosen = options[answer];
  return {
    guess: textOf(chosen.text),
    answer: textOf(right.text),
    share: Number(chosen.right),
    right: chosen.right,
    sentence: [chosen.right ? "Right." : `No: “${textOf(right.text)}”.`],
  };
}

/** @returns the cells that are the answer; of what asks for none, none */
export function cellsOf(prediction: Ask, recording: Recording): Iterable<number> {
  if (prediction.form === "press") return pressAnswer(recording, prediction);
  if (prediction.form !== "cut" || prediction.bound === null) return [];
  const { order, cut } = cutAnswer(recording, prediction);
  return order.subarray(0, cut);
}
