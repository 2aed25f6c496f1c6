/** Why a position is kept or not, in one or two short sentences. The figures behind them are in `rules/explain.js`. */

import { cutAt } from "../rules/decision.js";
import { amount, decisionSentence, ruleSentence, scaleOf } from "../rules/explain.js";
import { apart } from "./units.js";
import { words } from "./terms.js";

/** @typedef {import("../rules/decision.js").Decision} Decision */
/** @typedef {import("./special.js").Taste} Taste */

/**
 * @param {Decision | null} decision null if the sampler orders nothing
 * @param {{ explanation: import("../rules/decision.js").Explanation, accepted: Uint8Array, bound: number | null }} step
 * @param {{ position: number, token: string } | null} chosen its token safe to show
 * @param {string} others how many of those kept are no text, and what they are; empty if all are text
 * @param {Taste} taste
 * @returns {string}
 */
export function whySentence(decision, { explanation, accepted, bound }, chosen, others, { unit, terms }) {
  if (decision === null) return decisionSentence(explanation, accepted);
  if (!decision.agrees) return ruleSentence(decision, bound, unit);
  const { cut } = decision;
  const kept = terms === "plain" ? "kept" : "accepted";
  const [count, are] = [cut === 0 ? "none" : cut, cut === 1 ? "is" : "are"];
  const all = others !== "" && cut > 0 ? `, ${others}` : "";
  const sentence =
    explanation.cut === "rank"
      ? `${explanation.rule} By now ${count} ${are} ${explanation.accepted}${all}.`
      : `${ruleOf(explanation, bound, { unit, terms }, kept)}: ${count} ${are}${all}.`;
  return chosen === null ? sentence : `${sentence} ${placeSentence(decision, chosen, bound, unit)}`;
}

/**
 * @param {import("../rules/decision.js").Explanation} explanation
 * @param {number | null} bound
 * @param {Taste} taste
 * @param {string} kept
 */
function ruleOf(explanation, bound, { unit, terms }, kept) {
  const { order, falling } = explanation;
  const figure = order === "entropy" ? words(terms).uncertainty : order;
  const limit = amount(bound ?? 0, explanation, unit);
  if (explanation.cut === "value")
    return `A position is ${kept} if its ${figure} is ${falling ? "above" : "below"} ${limit}`;
  return `A position is ${kept} while ${order === "entropy" ? "those surer than it" : "those before it"} add up to at most ${limit}`;
}

/**
 * @param {Decision} decision
 * @param {{ position: number, token: string }} chosen
 * @param {number | null} bound
 * @param {import("./units.js").Unit} unit
 */
function placeSentence({ explanation, figures, held, rank }, { position, token }, bound, unit) {
  const at = rank[position];
  const scale = scaleOf(explanation, unit);
  const figure = (/** @type {number} */ value) =>
    bound === null ? amount(value, explanation, unit) : apart(value * scale, bound * scale)[0];
  if (explanation.order === "place") return `“${token}” comes ${ordinal(at + 1)}.`;
  if (explanation.cut !== "running sum")
    return `“${token}” has ${figure(figures[position])}; it comes ${ordinal(at + 1)}.`;
  if (at === 0) return `“${token}” is the surest: nothing comes before it.`;
  return `Before “${token}” they add up to ${figure(held[at])}; it comes ${ordinal(at + 1)}.`;
}

/**
 * @param {Decision} decision
 * @param {number} bound the other bound; for a rank, how many
 * @param {Taste} taste
 * @returns {string} what this step would have done with it
 */
export function supposedSentence(decision, bound, { unit, terms }) {
  const { explanation, order, figures, cut } = decision;
  const would = cutAt(decision, bound);
  const rank = explanation.cut === "rank";
  const place = rank
    ? `a quota of ${would}`
    : `${withArticle(boundName(explanation, terms))} of ${amount(bound, explanation, unit)}`;
  const keep = terms === "plain" ? "keep" : "accept";
  const count = would === cut ? `${would} positions, as it did` : `${would} instead of ${cut} positions`;
  const last =
    rank && would > 0 ? ` The last of them has ${amount(figures[order[would - 1]], explanation, unit)}.` : "";
  return `With ${place} this step would ${keep} ${count}.${last}`;
}

/**
 * @param {import("../rules/decision.js").Explanation} explanation
 * @param {import("./terms.js").Mode} terms
 * @returns {string} what the page calls that which another value is supposed for
 */
export function boundName({ cut, order }, terms) {
  if (cut === "rank") return "quota";
  return cut === "running sum" && order === "entropy" ? words(terms).budget : "bound";
}

/** @param {string} noun */
const withArticle = (noun) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** @param {number} number from 1 @returns {string} such as `102nd` */
export function ordinal(number) {
  const ten = number % 100;
  const ending = ten > 10 && ten < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}
