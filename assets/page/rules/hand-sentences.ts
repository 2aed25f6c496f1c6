/** What a person's hand is to a position, in words: a name, a sentence, and a sentence about all of a step. */

import { PER_NAT, apart, counted, entropyIn, plainUnit } from "../words/units.ts";
import { handAt, handled } from "./hand.ts";
import { namesOf } from "./way-words.ts";
import type { Frame } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Handled } from "./hand.ts";
import type { Way } from "./ways.ts";

const NAMES = {
  "": "",
  held: "pinned by hand",
  favoured: "your own word, favoured",
  "gave way": "your own word, which gave way",
  edited: "changed by hand before this step",
  moved: "moved by what steers the run",
};

/** @returns the position's status, and what a person's hand is to it; what stands whatever the rule says is kept */
export function statusName(frame: Frame, position: number, way: Way, mode: Mode = "plain"): string {
  const hand = handAt(frame, position);
  const stands = hand === "held" || hand === "favoured";
  return [NAMES[hand], stands ? "" : namesOf(way, mode)[frame.status[position]]].filter(Boolean).join(", ");
}

/**
 * @param figures the model's best token, safe to show, "" if it is not recorded; the margin in nats
 * @returns why a favoured token stands, or gave way; "" where none is
 */
export function favouredSentence(
  frame: Handled,
  position: number,
  { best, margin, unit }: { best: string; margin: number; unit: Unit },
): string {
  const lead = frame.lead?.[position] ?? -1;
  if (lead < 0) return "";
  if (lead === 0) return "Your own word, favoured: the model itself likes it best.";
  const [ahead, limit] = apart(lead * PER_NAT[unit], margin * PER_NAT[unit]);
  const distance = `the model's best${best && `, “${best}”,`} is ahead by ${ahead} ${unit}`;
  return handAt(frame, position) === "favoured"
    ? `Your own word, favoured: ${distance}; up to ${limit} yours stands.`
    : `Your own word, which gave way: ${distance}, more than the margin of ${limit}, so the sampler decides.`;
}

/**
 * @param frame of a run that favours a text
 * @param margin in nats
 */
export function ownTextSentence(frame: Handled, margin: number, unit: Unit): string {
  const [stand, gave] = [handled(frame, "favoured"), handled(frame, "gave way")];
  const all = stand + gave === 1 ? "The only token" : `All ${stand} tokens`;
  if (stand + gave === 0) return "No token of your text is favoured in this part.";
  if (gave === 0)
    return `${all} of your text ${stand === 1 ? "stands" : "stand"}: the model is surer of another by at most ${entropyIn(margin, plainUnit(unit))}.`;
  return `${stand} of the ${counted(stand + gave, "token")} of your text ${stand === 1 ? "stands" : "stand"}; ${gave} ${gave === 1 ? "gives" : "give"} way: the model is surer of another by more than ${entropyIn(margin, plainUnit(unit))}.`;
}

/**
 * @param budget as the reader calls it; "" for a rule without one
 * @returns what stands whatever the rule says, to go after another sentence; "" if nothing does
 */
export function standSentence(frame: Handled, budget: string): string {
  const [held, favoured] = [handled(frame, "held"), handled(frame, "favoured")];
  const count = held + favoured;
  if (count === 0) return "";
  const names = held === 0 ? "favoured" : favoured === 0 ? "pinned" : "pinned or favoured";
  const [are, take] = count === 1 ? ["is", "takes"] : ["are", "take"];
  const tail = budget === "" ? ", whatever the rule says" : ` and ${take} nothing of the ${budget}`;
  return ` ${count} of them ${are} ${names}${tail}.`;
}
