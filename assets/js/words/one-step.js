/** One step in short phrases, each beside the figures that it is about. */

import { namesOf, words } from "./terms.js";
import { plainUnit } from "./units.js";

/** @typedef {import("./terms.js").Mode} Mode */
/** @typedef {import("../run/one-step.js").Origin} Origin */
/** @typedef {import("../rules/decision.js").Explanation} Explanation */

/**
 * @param {Origin} origin
 * @param {number} step its number in the part
 * @param {boolean} remembers does the model see what it said at the step before?
 * @param {Mode} terms
 * @returns {string} why the token went in
 */
export function inputPhrase(origin, step, remembers, terms) {
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
 * @param {{ draw?: string, hand: boolean, chance: boolean, stays: boolean }} step how tokens are drawn; does a person hold
 *   the token; does the rule itself draw what goes on, and is that what went in?
 * @returns {string}
 */
export function drawPhrase({ draw, hand, chance, stays }) {
  if (hand) return "none: held by hand";
  if (chance && stays) return "left as it was, or drawn again";
  return draw === "greedy" ? "none: the most probable one" : "one token, at random";
}

/** @param {import("./units.js").Unit} unit */
export const unsurePhrase = (unit) => `add up ${plainUnit(unit) === "bits" ? "−p log₂ p" : "−p ln p"}`;

/**
 * @param {Explanation} explanation
 * @param {boolean} causal does each pass write one token from what stands before it?
 * @param {number} count of positions
 * @param {Mode} terms
 * @returns {[title: string, aside: string]} what the sampler does with the figures
 */
export function choicePhrase({ cut, order }, causal, count, terms) {
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
 * @param {import("../run/recording.js").Frame} frame
 * @param {number} position
 * @param {{ way?: string }} header
 * @param {Mode} terms
 * @returns {string} what became of the position
 */
export const outcomePhrase = ({ status }, position, { way }, terms) => namesOf(way, terms)[status[position]];

/**
 * @param {{ to: "next" | "text" | "unknown", id: number, hand: boolean }} outcome
 * @param {{ step: number, accepted: boolean, begins: import("../rules/ways.js").Way["begins"], sticky: boolean }} known of
 *   the step, of the position and of the way of writing
 * @param {Mode} terms
 * @returns {string} where the token goes
 */
export function whitherSentence({ to, id, hand }, { step, accepted, begins, sticky }, terms) {
  const next = `step ${step + 1}`;
  if (to === "unknown") return "The next step has not come yet.";
  if (to === "text")
    return `The ${words(terms).part} ${id < 0 ? "ended before this place" : "ends with this token here"}.`;
  if (hand) return `Put there by hand before ${next}.`;
  if (accepted) return sticky ? `It stays, and goes into ${next}.` : `It goes into ${next} as it is.`;
  if (begins === "noise") return `Noise, drawn by chance, goes into ${next}.`;
  return begins === "mask" ? `A mask goes into ${next}.` : "It comes later.";
}
