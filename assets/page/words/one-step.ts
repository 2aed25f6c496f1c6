/** One step in short phrases, each beside the figures that it is about. */

import { words } from "./terms.ts";
import { plainUnit } from "./units.ts";
import type { Mode } from "./terms.ts";
import type { Unit } from "./units.ts";

/**
 * Why a token went in: chance, nothing yet, the text that the run started from, what the step before kept, a person, or
 * the text so far.
 */
export type Origin = "noise" | "mask" | "blank" | "start" | "kept" | "hand" | "before";

/**
 * @param step its number in the part
 * @param remembers does the model see what it said at the step before?
 * @returns why the token went in
 */
export function inputPhrase(origin: Origin, step: number, remembers: boolean, terms: Mode): string {
  const kept = terms === "plain" ? "kept" : "accepted";
  const phrase = {
    noise: "noise",
    mask: "a mask",
    blank: "nothing yet",
    start: "your text",
    kept: `${kept} at ${step - 1}`,
    hand: "by hand",
    before: "all that is written before it",
  }[origin];
  return remembers ? `${phrase}, and a memory` : phrase;
}

/**
 * @param step how tokens are drawn; does a person hold the token; does the rule itself draw what goes on, and is that
 * what went in?
 */
export function drawPhrase({
  draw,
  hand,
  chance,
  stays,
}: {
  draw?: string;
  hand: boolean;
  chance: boolean;
  stays: boolean;
}): string {
  if (hand) return "none: held by hand";
  if (chance && stays) return "left as it was, or drawn again";
  return draw === "greedy" ? "none: the most probable one" : "one token, at random";
}

export const unsurePhrase = (unit: Unit) => `add up ${plainUnit(unit) === "bits" ? "−p log₂ p" : "−p ln p"}`;

/**
 * @param causal does each pass write one token from what stands before it?
 * @param count of positions
 * @returns what the sampler does with the figures
 */
export function choicePhrase(
  { cut, order }: { cut: string; order: string },
  causal: boolean,
  count: number,
  terms: Mode,
): [title: string, aside: string] {
  if (causal) return ["One after the other", "the next place in reading order"];
  if (cut === "draw") return ["Chance decides", "nothing is sorted"];
  const all = `all ${count}`;
  const by = order === "entropy" ? words(terms).uncertainty : order;
  if (cut === "running sum")
    return ["Sort and add up", order === "entropy" ? `${all}, the surest first` : `${all}, by ${by}`];
  return [
    cut === "value" ? "Sort and compare" : "Sort and count",
    order === "place" ? `${all}, in reading order` : `${all}, by ${by}`,
  ];
}

/**
 * @param known of the step, of the position and of the way of writing
 * @returns where the token goes
 */
export function whitherSentence(
  { to, id, hand }: { to: "next" | "text" | "unknown"; id: number; hand: boolean },
  {
    step,
    accepted,
    begins,
    sticky,
  }: { step: number; accepted: boolean; begins: "noise" | "mask" | "blank"; sticky: boolean },
  terms: Mode,
): string {
  const next = `step ${step + 1}`;
  if (to === "unknown") return "The next step has not come yet.";
  if (to === "text")
    return `The ${words(terms).part} ${id < 0 ? "ended before this place" : "ends with this token here"}.`;
  if (hand) return `Put there by hand before ${next}.`;
  if (accepted) return sticky ? `It stays, and goes into ${next}.` : `It goes into ${next} as it is.`;
  if (begins === "noise") return `Noise, drawn by chance, goes into ${next}.`;
  return begins === "mask" ? `A mask goes into ${next}.` : "It comes later.";
}
