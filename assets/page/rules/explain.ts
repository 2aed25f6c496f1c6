/** The panels' sentences. Each depends only on the figures that its panel draws. */

import { NAMES, NEWLY_LOCKED, RELAPSED } from "../run/status.ts";
import { PER_NAT, apart, digits, plainUnit } from "../words/units.ts";
import { wayOf } from "./ways.ts";
import type { Moment } from "../run/history.ts";
import type { Explanation, Frame, Recording } from "../run/recording.ts";
import type { Unit } from "../words/units.ts";
import type { Decision } from "./decision.ts";

/** @returns the rule with this step's numbers */
export function ruleSentence(decision: Decision, bound: number | null, unit: Unit): string {
  const { explanation, cut, agrees, order } = decision;
  if (!agrees) {
    const at = bound === null ? "" : ` at a bound of ${amount(bound, explanation, plainUnit(unit))}`;
    return (
      `The sampler accepted ${cut} of ${order.length}. Its figures, as this page has them (${explanation.order}), do not come ` +
      `to just that cut${at}; what is shown is what the sampler did.`
    );
  }
  if (explanation.cut === "running sum") return sumSentence(decision, bound ?? 0, unit);
  const stood = decision.settled > 0 ? ` ${decision.settled} of them stood already.` : "";
  const sentence = bound === null ? rankSentence(decision, unit) : valueSentence(decision, bound, unit);
  return `${explanation.rule} ${sentence}${stood}`;
}

/** @param decision that compared sums of figures with its bound */
function sumSentence({ figures, order, held, cut, explanation }: Decision, bound: number, unit: Unit) {
  const all = order.length;
  const scale = scaleOf(explanation, unit);
  const unitName = unitOf(explanation, unit);
  const sums = explanation.order === "entropy" ? "entropies" : "figures";
  const [below, limit] = apart(held[cut - 1] * scale, bound * scale);
  const rest = cut < all ? apart(held[cut] * scale, bound * scale) : null;
  if (rest === null) {
    return `Before the last position the ${sums} sum to ${below} ≤ ${limit}${unitName}, within the bound: all ${all} accepted.`;
  }
  if (cut === 1) {
    return (
      `Nothing comes before the surest position, so it is always accepted; its own ${explanation.order} is already ` +
      `${rest[0]} > ${rest[1]}${unitName}: 1 of ${all} accepted.`
    );
  }
  const term = (at: number) => digits(figures[order[at]] * scale, 3);
  const terms = cut === 2 ? "" : cut === 3 ? `${term(0)} + ${term(1)} = ` : `${term(0)} + … + ${term(cut - 2)} = `;
  return (
    `Before no. ${cut} the ${sums} sum to ${terms}${below} ≤ ${limit}${unitName}; ` +
    `before no. ${cut + 1} to ${rest[0]} > ${rest[1]}: ${cut} of ${all} accepted.`
  );
}

/** @param decision that compared each figure with its bound */
function valueSentence({ explanation, figures, order, settled, cut }: Decision, bound: number, unit: Unit) {
  const all = order.length;
  const scale = scaleOf(explanation, unit);
  const [is, isNot] = explanation.falling ? [">", "≤"] : ["<", "≥"];
  const against = (at: number) => apart(figures[order[at]] * scale, bound * scale);
  const first = figures[order[settled]];
  const outcome = `${cut} of ${all} ${explanation.accepted}.`;
  if (explanation.falling ? first <= Math.fround(bound) : first >= Math.fround(bound)) {
    const anyway = cut > settled ? ", so the rule takes one all the same" : "";
    return `None is past the bound of ${amount(bound, explanation, plainUnit(unit))}${anyway}: ${outcome}`;
  }
  const [last, limit] = against(cut - 1);
  const kept = `No. ${cut} has a ${explanation.order} of ${last} ${is} ${limit}${unitOf(explanation, unit)}`;
  if (cut === all) return `${kept}: all ${all} ${explanation.accepted}.`;
  const [next, again] = against(cut);
  return `${kept}, no. ${cut + 1} of ${next} ${isNot} ${again}: ${outcome}`;
}

/** @param decision that accepted as many as were due */
function rankSentence({ explanation, figures, order, cut }: Decision, unit: Unit) {
  const first = `In the order of ${explanation.order}, the first ${cut} of ${order.length} are ${explanation.accepted}`;
  if (explanation.order === "place" || cut === 0 || cut === order.length) return `${first}.`;
  const [last, next] = [figures[order[cut - 1]], figures[order[cut]]].map(
    (figure) => figure * scaleOf(explanation, unit),
  );
  return `${first}: the last of them has ${apart(last, next)[0]}, the next one ${apart(last, next)[1]}${unitOf(explanation, unit)}.`;
}

/**
 * @param unit that the reader prefers for entropies
 * @returns the figure with its unit; a probability has none
 */
export function amount(figure: number, explanation: Pick<Explanation, "unit">, unit: Unit): string {
  return `${digits(figure * scaleOf(explanation, unit), 3)}${unitOf(explanation, unit)}`;
}

export const scaleOf = (explanation: Pick<Explanation, "unit">, unit: Unit) =>
  explanation.unit === "nats" ? PER_NAT[unit] : 1;

const unitOf = (explanation: Pick<Explanation, "unit">, unit: Unit) => (explanation.unit === "nats" ? ` ${unit}` : "");

/** @returns a rule that orders nothing, and its outcome at this step */
export function decisionSentence(
  { rule, accepted: kept, rejected }: Pick<Explanation, "rule" | "accepted" | "rejected">,
  accepted: Uint8Array,
): string {
  const count = accepted.reduce((sum, one) => sum + one, 0);
  const sentence = /[.!?]$/.test(rule) ? rule : `It ${rule}.`; // a way of writing leaves out the subject
  return `${sentence} At this step, of ${accepted.length} positions: ${count} ${kept}, ${accepted.length - count} ${rejected}.`;
}

/**
 * @param token its text, safe to show
 * @param names of the statuses, by code
 * @returns one bar of the chart
 */
export function barSentence(
  { explanation, figures, order, rank, held }: Decision,
  frame: Frame,
  position: number,
  token: string,
  unit: Unit,
  names: string[] = NAMES,
): string {
  const at = rank[position];
  const before =
    explanation.cut === "running sum" ? `, before it ${digits(held[at] * scaleOf(explanation, unit), 3)}` : "";
  return (
    `No. ${at + 1} of ${order.length}: position ${position} “${token}”, ${explanation.order} ` +
    `${amount(figures[position], explanation, unit)}${before}, ${names[frame.status[position]]}`
  );
}

/**
 * @param part what the page calls a block
 * @returns which rule ended the block of this step, or which may still end it
 */
export function endSentence(recording: Recording, step: number, part: string): string {
  const name = `${part[0].toUpperCase()}${part.slice(1)}`;
  const { block, step: number, mean_entropy, stable_for, stopReason } = recording.frames[step];
  const { settings } = recording.headerAt(step).spec;
  const { max_denoising_steps: most, stability_threshold: k, confidence_threshold: threshold } = settings;
  switch (stopReason) {
    case "stable-and-confident":
      return `${name} ${block} ended at step ${number}: it was confident and stable.${ending(recording, step)}`;
    case "complete":
      return `${name} ${block} ended at step ${number}: every position has its token.${ending(recording, step)}`;
    case "max-steps":
      return `${name} ${block} ended at step ${number} because that is the most it may take.${ending(recording, step)}`;
    case "stopped":
      return `${name} ${block} was stopped at step ${number}; its text is a draft.`;
  }
  if (wayOf(recording.header).sticky) return `${name} ${block} goes on until every position has its token.`;
  if (threshold === 0) return `${name} ${block} goes on to step ${most}: with a threshold of 0 it never ends early.`;
  const waits =
    mean_entropy < threshold ? "stable too" : stable_for >= k ? "confident too" : "both confident and stable";
  return `${name} ${block} goes on until it is ${waits}, or to step ${most}.`;
}

function ending(recording: Recording, step: number) {
  switch (recording.frames[step].finishReason) {
    case "end-of-text":
      return " The text is complete: it reached end-of-text.";
    case "max-new-tokens":
      return ` The text was cut at the length asked for, ${recording.header.spec.settings.max_new_tokens} tokens.`;
  }
  return "";
}

/**
 * @param moments of one position in one block
 * @param part what the page calls a block
 * @returns when it was locked and when it relapsed, and how often its argmax changed
 */
export function historySentence(moments: Moment[], part: string): string {
  const at = (code: number) => moments.filter(({ status }) => status === code).map(({ step }) => step);
  const [locks, relapses] = [at(NEWLY_LOCKED), at(RELAPSED)];
  const revisions = moments.filter(({ argmax }, i) => i > 0 && argmax !== moments[i - 1].argmax).length;
  const locked = locks.length === 0 ? `Never accepted in this ${part} so far` : `Newly locked at ${steps(locks)}`;
  const relapsed = relapses.length === 0 ? "" : `, relapsed at ${steps(relapses)}`;
  const changes =
    revisions === 0
      ? "its argmax never changed"
      : `its argmax changed ${revisions === 1 ? "once" : `${revisions} times`}`;
  return `${locked}${relapsed}; ${changes}.`;
}

function steps(numbers: number[]) {
  const named = numbers.length > 6 ? [...numbers.slice(0, 3), "…", ...numbers.slice(-2)] : numbers;
  return `step${numbers.length === 1 ? "" : "s"} ${named.join(", ")}`;
}
