/** What the parts of a step do to all of its cells, in a sentence each. */

import { explanationOf } from "../rules/decision.ts";
import { namesOf } from "../rules/way-words.ts";
import { wayOf } from "../rules/ways.ts";
import { words } from "../words/terms.ts";
import { memoryOf } from "./one-step.ts";
import type { Mode } from "../words/terms.ts";
import type { Recording } from "./recording.ts";

/** @returns of the six parts, in order */
export function partSentences(recording: Recording, step: number, terms: Mode): string[] {
  const { accepted } = recording.frames[step];
  const header = recording.headerAt(step);
  const way = wayOf(header);
  const { causal, begins } = way;
  const count = accepted.reduce((sum, one) => sum + one, 0);
  const [kept, , rest] = namesOf(way, terms);
  const memory = memoryOf(recording, step) === null ? "" : ", and a memory of the step before";
  const { cut, rule, rejected } = explanationOf(header);
  const left = accepted.length - count;
  const be = (number: number) => (number === 1 ? "1 is" : `${number} are`);
  if (causal)
    return [
      "All that is written so far.",
      "One pass gives those of the next token alone.",
      header.spec.settings.draw === "greedy" ? "The most probable token is taken." : "One token, at random.",
      "One number. The rule does not ask for it.",
      "What is written stays, whatever comes.",
      `${be(count)} written.`,
    ];
  return [
    `${begins === "mask" ? "Masks" : "Noise"}, and what was ${kept}${memory}.`,
    `One pass reads all ${accepted.length} cells at once. Dark: unsure.`,
    header.spec.settings.draw === "greedy"
      ? "The most probable token of each cell."
      : "One token for each cell, at random.",
    "One number for each cell.",
    cut === "draw" ? rule : `${kept[0].toUpperCase()}${kept.slice(1)} are the cells over the blue line.`,
    `${be(count)} ${cut === "draw" ? "left or drawn" : kept}. ${be(left)} ${cut === "draw" ? rejected : rest}.`,
  ];
}

/**
 * @param token of the followed cell, safe to show
 * @param chosen did the reader choose it?
 * @returns which cell it is
 */
export const followedSentence = (token: string, chosen: boolean, terms: Mode): string =>
  chosen
    ? `The line follows “${token}”.`
    : `The line follows “${token}”, the last that is ${words(terms).kept}. Press a cell to follow another one.`;
