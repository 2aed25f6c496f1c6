/** What a person's hand is to a position, in words: a name, a sentence, and a sentence about all of a step. */

import { handAt, handled } from "../rules/hand.js";
import { namesOf } from "./terms.js";
import { PER_NAT, apart, counted, entropyIn, plainUnit } from "./units.js";

/** @typedef {import("../rules/hand.js").Handled} Handled */
/** @typedef {import("./units.js").Unit} Unit */

const NAMES = {
  "": "",
  held: "pinned by hand",
  favoured: "your own word, favoured",
  "gave way": "your own word, which gave way",
  edited: "changed by hand before this step",
};

/**
 * @param {import("../run/recording.js").Frame} frame
 * @param {number} position
 * @param {string} [way] of writing, as a trace's header has it
 * @param {import("./terms.js").Mode} [mode]
 * @returns {string} the position's status, and what a person's hand is to it; what stands whatever the rule says is kept
 */
export function statusName(frame, position, way, mode = "plain") {
  const hand = handAt(frame, position);
  const stands = hand === "held" || hand === "favoured";
  return [NAMES[hand], stands ? "" : namesOf(way, mode)[frame.status[position]]].filter(Boolean).join(", ");
}

/**
 * @param {Handled} frame
 * @param {number} position
 * @param {{ best: string, margin: number, unit: Unit }} figures the model's best token, safe to show, "" if it is not
 *   recorded; the margin in nats
 * @returns {string} why a favoured token stands, or gave way; "" where none is
 */
export function favouredSentence(frame, position, { best, margin, unit }) {
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
 * @param {Handled} frame of a run that favours a text
 * @param {number} margin in nats
 * @param {Unit} unit
 * @returns {string}
 */
export function ownTextSentence(frame, margin, unit) {
  const [stand, gave] = [handled(frame, "favoured"), handled(frame, "gave way")];
  const all = stand + gave === 1 ? "The only token" : `All ${stand} tokens`;
  if (stand + gave === 0) return "No token of your text is favoured in this part.";
  if (gave === 0)
    return `${all} of your text ${stand === 1 ? "stands" : "stand"}: the model is surer of another by at most ${entropyIn(margin, plainUnit(unit))}.`;
  return `${stand} of the ${counted(stand + gave, "token")} of your text ${stand === 1 ? "stands" : "stand"}; ${gave} ${gave === 1 ? "gives" : "give"} way: the model is surer of another by more than ${entropyIn(margin, plainUnit(unit))}.`;
}

/**
 * @param {Handled} frame
 * @param {string} budget as the reader calls it; "" for a rule without one
 * @returns {string} what stands whatever the rule says, to go after another sentence; "" if nothing does
 */
export function standSentence(frame, budget) {
  const [held, favoured] = [handled(frame, "held"), handled(frame, "favoured")];
  const count = held + favoured;
  if (count === 0) return "";
  const names = held === 0 ? "favoured" : favoured === 0 ? "pinned" : "pinned or favoured";
  const [are, take] = count === 1 ? ["is", "takes"] : ["are", "take"];
  const tail = budget === "" ? ", whatever the rule says" : ` and ${take} nothing of the ${budget}`;
  return ` ${count} of them ${are} ${names}${tail}.`;
}
