/** Why a position is kept or not, in one or two short sentences. The figures behind them are in `rules/explain.ts`. */

import { words } from "../words/terms.ts";
import { apart } from "../words/units.ts";
import { cutAt } from "./decision.ts";
import { amount, decisionSentence, ruleSentence, scaleOf } from "./explain.ts";
import type { Explanation } from "../run/recording.ts";
import type { Taste } from "../run/special.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { Decision } from "./decision.ts";

/**
 * @param decision null if the sampler orders nothing
 * @param chosen its token safe to show
 * @param others how many of those kept are no text, and what they are; empty if all are text
 */
export function whySentence(
  decision: Decision | null,
  { explanation, accepted, bound }: { explanation: Explanation; accepted: Uint8Array; bound: number | null },
  chosen: { position: number; token: string } | null,
  others: string,
  { unit, terms }: Taste,
): string {
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

function ruleOf(explanation: Explanation, bound: number | null, { unit, terms }: Taste, kept: string) {
  const { order, falling } = explanation;
  const figure = order === "entropy" ? words(terms).uncertainty : order;
  const limit = amount(bound ?? 0, explanation, unit);
  if (explanation.cut === "value")
    return `A position is ${kept} if its ${figure} is ${falling ? "above" : "below"} ${limit}`;
  return `A position is ${kept} while ${order === "entropy" ? "those surer than it" : "those before it"} add up to at most ${limit}`;
}

function placeSentence(
  { explanation, figures, held, rank }: Decision,
  { position, token }: { position: number; token: string },
  bound: number | null,
  unit: Unit,
) {
  const at = rank[position];
  const scale = scaleOf(explanation, unit);
  const figure = (value: number) =>
    bound === null ? amount(value, explanation, unit) : apart(value * scale, bound * scale)[0];
  if (explanation.order === "place") return `“${token}” comes ${ordinal(at + 1)}.`;
  if (explanation.cut !== "running sum")
    return `“${token}” has ${figure(figures[position])}; it comes ${ordinal(at + 1)}.`;
  if (at === 0) return `“${token}” is the surest: nothing comes before it.`;
  return `Before “${token}” they add up to ${figure(held[at])}; it comes ${ordinal(at + 1)}.`;
}

/**
 * @param bound the other bound; for a rank, how many
 * @returns what this step would have done with it
 */
export function supposedSentence(decision: Decision, bound: number, { unit, terms }: Taste): string {
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

/** @returns what the page calls that which another value is supposed for */
export function boundName({ cut, order }: Explanation, terms: Mode): string {
  if (cut === "rank") return "quota";
  return cut === "running sum" && order === "entropy" ? words(terms).budget : "bound";
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** @param number from 1 @returns such as `102nd` */
export function ordinal(number: number): string {
  const ten = number % 100;
  const ending = ten > 10 && ten < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}
