/** What people in a hall said to a question, as figures: how often each choice or word was meant, or a histogram of numbers. */

import { canvasOf } from "../../run/recording.ts";
import { plainText, tokenText } from "../../words/glyphs.ts";
import type { Ask } from "../learn/predict.ts";
import type { Bars, Press } from "../learn/lesson.ts";
import type { Recording } from "../../run/recording.ts";

/** `votes` are in order, of the run that is asked about. */
export type Poll = { prediction: Ask; recording: Recording; votes: number[] };

const BINS = 14;
const MOST_WORDS = 6;

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** @returns a bar for each choice, or for each cell that was pressed most often; null where numbers were said */
export function barsFor({ prediction, recording, votes }: Poll): Bars | null {
  if (prediction.form !== "choose" && prediction.form !== "press") return null;
  const chosen = prediction.form === "choose";
  const answers = chosen ? [...prediction.options.keys()] : [...new Set(votes)];
  const rows = answers.map((answer) => {
    const value = votes.filter((vote) => vote === answer).length;
    const text = chosen ? prediction.options[answer].text : [cellOf(recording, prediction, answer)];
    return { text, value, figure: String(value), interval: [] };
  });
  if (!chosen) rows.sort((one, two) => two.value - one.value).splice(MOST_WORDS);
  return { kind: "bars", label: [rows.length < answers.length ? "Answers; the most frequent" : "Answers"], rows };
}

function cellOf(recording: Recording, { row }: Press, position: number): string {
  const token = canvasOf(recording.frames[row], "sampled")[position];
  return token === undefined ? "no cell" : `“${plainText(tokenText(recording, token))}” at position ${position}`;
}

/** @returns what lies at the ends of a histogram, and its columns, each up to `to` and not with it */
export function histogramOf({ prediction, recording, votes }: Poll) {
  const guessed = prediction.form === "guess";
  const [from, to] = guessed ? [prediction.from, prediction.to] : [0, recording.header.canvas_length];
  const width = (to - from) / BINS;
  const binOf = (vote: number) => Math.min(Math.floor((vote - from) / width), BINS - 1);
  const columns = Array.from({ length: BINS }, (_, at) => ({
    from: from + at * width,
    to: from + (at + 1) * width,
    count: votes.filter((vote) => binOf(vote) === at).length,
  }));
  return { from, to, unit: guessed ? prediction.unit : "positions", columns };
}

/**
 * @param passes so far, while the run plays; null where it does not
 * @param right how many are; null before the answer is known
 */
export function countSentence(votes: number[], passes: number | null, right: number | null): string {
  const sentence = `${counted(votes.length, "answer")}.`;
  if (right !== null) return `${sentence} ${right} of them ${right === 1 ? "is" : "are"} right.`;
  if (passes === null) return sentence;
  return `${sentence} ${votes.filter((vote) => vote >= passes).length} can still be right.`;
}

/** @returns how far the run is that is shown, where its passes were guessed; else null */
export function passesGuessed(prediction: Ask, recording: Recording | null, moment: number): number | null {
  if (prediction.form !== "guess" || prediction.answer !== recording?.frames.length) return null;
  const { step = 0, noise = true } = recording.moments[moment] ?? {};
  return noise ? step : step + 1;
}
