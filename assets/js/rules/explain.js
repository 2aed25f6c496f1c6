/** What the panels say in words; each sentence is a function of the figures that its panel draws. */

import { NAMES, NEWLY_LOCKED, RELAPSED } from "../run/status.js";
import { PER_NAT, apart, digits, entropyText } from "../words/units.js";

/** @typedef {import("../words/units.js").Unit} Unit */
/** @typedef {import("./budget.js").Budget} Budget */

/**
 * @param {Budget} budget
 * @param {Float32Array} entropy by position, nats
 * @param {number} bound nats
 * @param {Unit} unit
 * @returns {string} the rule with this step's numbers
 */
export function ruleSentence(budget, entropy, bound, unit) {
  const { order, before, cut, agrees } = budget;
  const all = order.length;
  const scale = PER_NAT[unit];
  if (!agrees) {
    return (
      `The sampler accepted ${cut} of ${all}. The entropies, as this page has them, do not add up to just that cut ` +
      `at a bound of ${entropyText(bound, unit)} ${unit}; what is shown is what the sampler did.`
    );
  }
  const [below, limit] = apart(before[cut - 1] * scale, bound * scale);
  const rest = cut < all ? apart(before[cut] * scale, bound * scale) : null;
  if (rest === null) {
    return `Before the last position the entropies sum to ${below} ≤ ${limit} ${unit}, within the bound: all ${all} accepted.`;
  }
  if (cut === 1) {
    return (
      `Nothing comes before the surest position, so it is always accepted; its own entropy is already ` +
      `${rest[0]} > ${rest[1]} ${unit}: 1 of ${all} accepted.`
    );
  }
  const own = (/** @type {number} */ at) => entropyText(entropy[order[at]], unit);
  const terms = cut === 2 ? "" : cut === 3 ? `${own(0)} + ${own(1)} = ` : `${own(0)} + … + ${own(cut - 2)} = `;
  return (
    `Before no. ${cut} the entropies sum to ${terms}${below} ≤ ${limit} ${unit}; ` +
    `before no. ${cut + 1} to ${rest[0]} > ${rest[1]}: ${cut} of ${all} accepted.`
  );
}

/**
 * @param {import("../run/recording.js").Recording} recording
 * @returns {boolean} did the sampler hold sums of entropies against a bound?
 */
export const isBudgeted = ({ header: { explanation: { order = "entropy", cut = "running sum" } = {} } }) =>
  order === "entropy" && cut === "running sum";

/**
 * @param {Partial<import("../run/recording.js").Explanation>} explanation
 * @param {Uint8Array} accepted
 * @returns {string} what another rule than the budget is, and what it came to at this step
 */
export function decisionSentence({ rule, accepted: kept, rejected }, accepted) {
  const count = accepted.reduce((sum, one) => sum + one, 0);
  return `${rule} At this step, of ${accepted.length} positions: ${count} ${kept}, ${accepted.length - count} ${rejected}.`;
}

/**
 * @param {number} cut what was accepted
 * @param {number} would be accepted with the other bound
 * @param {number} all
 * @param {string} bound the other bound, with its unit
 * @returns {string}
 */
export function whatIfSentence(cut, would, all, bound) {
  const more =
    would === cut ? "as many as it did" : `${Math.abs(would - cut)} ${would > cut ? "more" : "fewer"} than it did`;
  return `With a bound of ${bound} it would accept ${would} of ${all}, ${more}. This step only; later steps would differ.`;
}

/**
 * @param {Budget} budget
 * @param {import("../run/recording.js").Frame} frame
 * @param {number} position
 * @param {string} token its text, fit to be shown
 * @param {Unit} unit
 * @returns {string} one bar of the budget
 */
export function barSentence({ order, rank, before }, frame, position, token, unit) {
  const at = rank[position];
  const [entropy, sum] = [frame.entropy[position], before[at]].map((nats) => digits(nats * PER_NAT[unit], 3));
  return (
    `No. ${at + 1} of ${order.length}: position ${position} “${token}”, entropy ${entropy} ${unit}, ` +
    `before it ${sum}, ${NAMES[frame.status[position]]}`
  );
}

/**
 * @param {import("../run/recording.js").Recording} recording
 * @param {number} row
 * @returns {string} which rule ended the block of this step, or which may still end it
 */
export function endSentence(recording, row) {
  const { block, step, mean_entropy, stable_for, stopReason } = recording.frames[row];
  const {
    max_denoising_steps: most,
    stability_threshold: k,
    confidence_threshold: threshold,
  } = recording.header.settings;
  switch (stopReason) {
    case "stable-and-confident":
      return `Block ${block} ended at step ${step}: it was confident and stable.${ending(recording, row)}`;
    case "complete":
      return `Block ${block} ended at step ${step}: every position has its token.${ending(recording, row)}`;
    case "max-steps":
      return `Block ${block} ended at step ${step} because that is the most it may take.${ending(recording, row)}`;
    case "stopped":
      return `Block ${block} was stopped at step ${step}; its text is a draft.`;
  }
  if ((recording.header.way ?? "uniform") !== "uniform") return `Block ${block} goes on until every position has its token.`;
  if (threshold === 0) return `Block ${block} goes on to step ${most}: with a threshold of 0 it never ends early.`;
  const waits = mean_entropy < threshold ? "stable too" : stable_for >= k ? "confident too" : "both confident and stable";
  return `Block ${block} goes on until it is ${waits}, or to step ${most}.`;
}

/**
 * @param {import("../run/recording.js").Recording} recording
 * @param {number} row
 */
function ending(recording, row) {
  switch (recording.frames[row].finishReason) {
    case "end-of-text":
      return " The text is complete: it reached end-of-text.";
    case "max-new-tokens":
      return ` The text was cut at the length asked for, ${recording.header.settings.max_new_tokens} tokens.`;
  }
  return "";
}

/**
 * @param {import("../run/history.js").Moment[]} moments of one position in one block
 * @returns {string} when it was locked and lost again, and how often its argmax changed
 */
export function historySentence(moments) {
  const at = (/** @type {number} */ code) => moments.filter(({ status }) => status === code).map(({ step }) => step);
  const [locks, relapses] = [at(NEWLY_LOCKED), at(RELAPSED)];
  const revisions = moments.filter(({ argmax }, i) => i > 0 && argmax !== moments[i - 1].argmax).length;
  const locked = locks.length === 0 ? "Never accepted in this block so far" : `Newly locked at ${steps(locks)}`;
  const relapsed = relapses.length === 0 ? "" : `, relapsed at ${steps(relapses)}`;
  const changes =
    revisions === 0
      ? "its argmax never changed"
      : `its argmax changed ${revisions === 1 ? "once" : `${revisions} times`}`;
  return `${locked}${relapsed}; ${changes}.`;
}

/** @param {number[]} numbers */
function steps(numbers) {
  const named = numbers.length > 6 ? [...numbers.slice(0, 3), "…", ...numbers.slice(-2)] : numbers;
  return `step${numbers.length === 1 ? "" : "s"} ${named.join(", ")}`;
}
