/** What the game of five canvases says: the rule, what came of each canvas, and the score. */

import { CANVASES, STEPS } from "../learn/game-address.js";
import { apart, counted, digits, entropyIn, percent } from "./units.js";

/** @typedef {import("../learn/game-address.js").RuleName} RuleName */
/** @typedef {import("../rules/would-keep.js").Choice} Choice */
/** @typedef {{ name: string, who: string, keeps: string, rule: string }} RuleWords `who` decides, and `keeps` says how: the sampler of the run kept, a rule that did not make it would keep */

/** @type {Record<RuleName, RuleWords>} */
export const RULE_WORDS = {
  budget: {
    name: "Budget",
    who: "the sampler",
    keeps: "kept",
    rule: "A word costs its uncertainty. The surest go in first, until the budget of the step is full. The last one may spill over.",
  },
  confidence: {
    name: "Confidence",
    who: "the rule",
    keeps: "would keep",
    rule: "Each word is judged alone. It stays if the most probable word of its cell is above a threshold.",
  },
  margin: {
    name: "Margin",
    who: "the rule",
    keeps: "would keep",
    rule: "What counts is the lead: how far the most probable word of a cell is ahead of the second. The clearest stay, as many as are due.",
  },
};

/** @param {string} sentence of words @returns {string} the same of a board, whose cells hold digits */
export const ofDigits = (sentence) => sentence.replaceAll("word", "digit").replaceAll("Word", "Digit");

/** @param {number} at which canvas, from 0 @param {RuleName} rule */
export const placeSentence = (at, rule) => `Canvas ${at + 1} of ${CANVASES} · ${RULE_WORDS[rule].name}`;

/**
 * @param {RuleName} rule
 * @param {Pick<Choice, "bound" | "kept">} choice
 * @param {Uint8Array} text 1 for cells that count
 * @param {number} step of its part
 */
export function askSentence(rule, { bound, kept }, text, step) {
  if (rule === "budget") return `The budget is ${digits(bound, 3)} nats. Which words did the sampler keep?`;
  if (rule === "confidence") return `The threshold is ${percent(bound)}. Which words would the confidence rule keep?`;
  const words = text.reduce((sum, one, position) => sum + (one & kept[position]), 0);
  return `If it had ${STEPS} steps, ${bound} of the ${kept.length} cells would be due at step ${step}, ${counted(words, "word")} among them. Which would the margin rule keep?`;
}

/**
 * @param {RuleName} rule
 * @param {Pick<Choice, "figures">} choice
 * @param {number} position
 * @returns {string} what the rule goes by there
 */
export function figureSentence(rule, { figures }, position) {
  const figure = figures[position];
  if (rule === "budget") return `it costs ${entropyIn(figure, "nats")}.`;
  if (rule === "confidence") return `the most probable word there has ${percent(figure)}.`;
  return `the most probable word there leads by ${digits(100 * figure, 3)} points.`;
}

/**
 * @param {RuleName} rule
 * @param {{ reader: number[], rule: number[] }} differing positions that one of them alone keeps
 * @param {number} words on the canvas
 */
export function agreementSentence(rule, differing, words) {
  const alike = words - differing.reader.length - differing.rule.length;
  return `You and ${RULE_WORDS[rule].who} agree on ${alike} of ${counted(words, "word")}: ${percent(alike / words)}.`;
}

/**
 * @param {RuleName} rule
 * @param {Choice} choice
 * @param {import("../learn/game.js").Miss} miss the costliest
 * @param {string} word that was drawn there, safe to show
 * @returns {string} which it is, and why the rule has it otherwise
 */
export function missSentence(rule, { figures, edge, bound }, { position, left }, word) {
  const begin = `Your costliest miss: you ${left ? "left out" : "kept"} “${word}”`;
  if (rule === "budget") {
    const [cost, last] = apart(figures[position], edge);
    const full = `the budget of ${entropyIn(bound, "nats")} was full`;
    return left
      ? `${begin}, which costs ${cost} nats. Words of up to ${last} nats went in before ${full}.`
      : `${begin}, which costs ${cost} nats. The last one that went in cost ${last} nats; then ${full}.`;
  }
  if (rule === "confidence") {
    const share = percent(figures[position]);
    return `${begin}. The most probable word there has ${share}; the rule keeps what has more than ${percent(bound)}.`;
  }
  const [lead, last] = apart(100 * figures[position], 100 * edge);
  return `${begin}. There the most probable word leads by ${lead} points; the last of those that were due leads by ${last}.`;
}

/** @param {number[]} shares of each canvas @param {number} blind what one gets on average who keeps all or none @returns {string[]} the result */
export function resultSentences(shares, blind) {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return [
    `On average you were right on ${percent(mean)} of the words of a canvas: ${percent(shares[0])} on the first, and ${percent(shares[shares.length - 1])} on the fifth.`,
    `Whoever keeps all words or none, whichever is better, gets ${percent(blind)}.`,
  ];
}

/** @param {number[]} shares in percent, as a link tells them */
export const challenge = (shares) =>
  `The link says that its sender was right on ${shares.map((share) => `${share}%`).join(", ")} of these canvases. They are the same ones.`;
