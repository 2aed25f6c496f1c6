/** What is special about a step, in words: a self-correction, a token that is reopened, why the part ends. */

import { boardAt, findingsOf, placeName } from "../rules/board.ts";
import { wayOf } from "../rules/ways.ts";
import { cellText } from "../words/glyphs.ts";
import { words } from "../words/terms.ts";
import { entropyIn, numberText, plainUnit } from "../words/units.ts";
import { correctionsAt, reopeningsAt } from "./corrections.ts";
import { canvasOf } from "./recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Layer, Recording } from "./recording.ts";

/**
 * The unit of entropies, which words, which canvas is shown ("sampled" by default), whether it stays untold how long
 * the run is, and whether no figure of the uncertainty is given yet.
 */
export type Taste = { unit: Unit; terms: Mode; layer?: Layer; endless?: boolean; newcomer?: boolean };

/** @returns empty where nothing is special */
export const specialSentence = (recording: Recording, step: number, taste: Taste): string =>
  [
    corrected(recording, step, taste),
    reopened(recording, step, taste),
    wrong(recording, step, taste),
    recording.header.source ? "" : ending(recording, step, taste),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");

function corrected(recording: Recording, step: number, { terms }: Taste) {
  const corrected = correctionsAt(recording, step);
  if (corrected.length === 0) return "";
  const { frames } = recording;
  const { kept, reopened, before, after } = longest(corrected);
  const number = (at: number) => frames[at].step;
  const token = quoted(recording, before);
  const more = corrected.length - 1;
  const others = more === 0 ? "" : `; ${more} more ${more === 1 ? "is" : "are"} corrected too`;
  return terms === "plain"
    ? `${token} was kept at ${number(kept)}, reopened at ${number(reopened)}, is now ${quoted(recording, after)}${others}.`
    : `${token} was locked at ${number(kept)}, relapsed at ${number(reopened)}, is now locked as ${quoted(recording, after)}${others}.`;
}

function reopened(recording: Recording, step: number, { terms }: Taste) {
  const reopened = reopeningsAt(recording, step);
  if (reopened.length === 0) return "";
  const { frames } = recording;
  const { kept, token } = longest(reopened);
  const [first, last] = [frames[kept].step, frames[step - 1].step];
  const during =
    first === last ? `at ${first}` : last === first + 1 ? `at ${first} and ${last}` : `from ${first} to ${last}`;
  const more = reopened.length - 1;
  if (terms === "terms") {
    const others = more === 0 ? "" : `, as ${more === 1 ? "has" : "have"} ${more} more`;
    return `${quoted(recording, token)} was locked ${during}; now it has relapsed${others}.`;
  }
  const others = more === 0 ? "" : `, and so ${more === 1 ? "is" : "are"} ${more} more`;
  return `${quoted(recording, token)} was kept ${during}; now it is reopened${others}.`;
}

/** @returns what is wrong so far on a Sudoku board; empty if nothing is, or where the verdict stands beside it */
function wrong(recording: Recording, step: number, { layer = "sampled" }: Taste): string {
  const board = boardAt(recording, step);
  const judged = recording.verdict !== null && step === recording.frames.length - 1;
  if (board === null || judged) return "";
  const frame = recording.frames[step];
  const kept = frame.step > 1 ? recording.frames[step - 1].accepted : null;
  // The rest of what went in is noise, and ahead of a writer nothing stands yet.
  const drawn = (position: number) =>
    layer === "input" ? kept?.[position] === 1 : !wayOf(recording.header).causal || frame.accepted[position] === 1;
  const { sentence, miscopied } = findingsOf(board, canvasOf(frame, layer), recording.tokens, drawn);
  const [first] = miscopied;
  const clue = first === undefined ? "" : `the ${board.clues[first]} in ${placeName(board, first)} is miscopied`;
  const wrong = [sentence, clue].filter(Boolean).join(", and ");
  return wrong && `Wrong so far: ${wrong}, says the rule, not the model.`;
}

/** @returns why the part ends here; empty if it does not */
function ending({ frames, header }: Recording, step: number, { unit, terms, newcomer }: Taste): string {
  const { stopReason, finishReason, accepted } = frames[step];
  const { max_denoising_steps: most, stability_threshold: k, max_new_tokens: length } = header.spec.settings;
  const cut =
    finishReason === "max-new-tokens"
      ? ` The text is cut at the length asked for, ${numberText(Number(length))} tokens.`
      : "";
  const done = finishReason === "" ? `This ${words(terms).part} is done` : "Done";
  switch (stopReason) {
    case "stable-and-confident": {
      const stable = k === 0 ? "" : `the ${words(terms).argmax} no longer changes and `;
      const mean = newcomer
        ? "the model is sure enough"
        : `the mean ${words(terms).uncertainty} of all ${numberText(accepted.length)} positions is below ${entropyIn(header.spec.settings.confidence_threshold, plainUnit(unit))}`;
      return `${done}: ${stable}${mean}.${cut}`;
    }
    case "complete":
      return `${done}: every position has its token.${cut}`;
    case "max-steps":
      return `It ends here because ${most} step${most === 1 ? " is" : "s are"} the most it may take.${cut}`;
    case "stopped":
      return "It was stopped here, so the text is a draft.";
  }
  return "";
}

/**
 * @param places at least one
 * @returns the one that had been kept longest; of equals the first
 */
const longest = <T extends { kept: number; reopened: number }>(places: T[]): T =>
  places.reduce((best, one) => (one.reopened - one.kept > best.reopened - best.kept ? one : best));

const quoted = (recording: Recording, id: number) => `“${cellText(recording.tokens.get(id) ?? "")}”`;
