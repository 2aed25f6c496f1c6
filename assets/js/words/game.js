/** What the game of five canvases says: the rule, each canvas's result, and the score. */

import { apart, counted, digits, entropyIn, percent } from "./units.js";

/** @typedef {import("../learn/game.js").RuleName} RuleName */
/** @typedef {import("../learn/game.js").Miss} Miss */
/** @typedef {import("../rules/would-keep.js").Choice} Choice */
/** @typedef {{ name: string, who: string, keeps: string, rule: string, ask: (choice: Pick<Choice, "bound" | "kept">, words: number) => string }} RuleWords `who` decides, and `keeps` is what it does: a sampler that made the run kept, any other rule would keep */

/** @type {Record<RuleName, RuleWords>} */
export const RULE_WORDS = {
  budget: {
    name: "Budget",
    who: "the sampler",
    keeps: "kept",
    rule: "A word costs its uncertainty. The surest go in first, until the budget of the step is full; the last one may spill over.",
    ask: ({ bound }) => `The budget is ${digits(bound, 3)} nats. Which words did the sampler keep?`,
  },
  confidence: {
    name: "Confidence",
    who: "the rule",
    keeps: "would keep",
    rule: "Each word is judged alone: it stays if the most probable word of its cell is probable enough.",
    ask: ({ bound }) => `The threshold is ${percent(bound)}. Which words would the confidence rule keep?`,
  },
  margin: {
    name: "Margin",
    who: "the rule",
    keeps: "would keep",
    rule: "What counts is the lead: how far the most probable word of a cell is ahead of the second. The clearest stay, as many as are due.",
    ask: (_, words) => `${counted(words, "word")} are due. Which would the margin rule keep?`,
  },
};

/** @param {Choice["kept"]} kept @param {Uint8Array} text @returns {number} how many words are kept */
export const keptWords = (kept, text) => text.reduce((sum, one, position) => sum + (one & kept[position]), 0);

/**
 * @param {RuleName} rule
 * @param {number} alike cells with text on which they agree
 * @param {number} words all of them
 */
export const agreement = (rule, alike, words) =>
  `You and ${RULE_WORDS[rule].who} agree on ${alike} of ${counted(words, "word")}: ${percent(alike / words)}.`;

/**
 * @param {RuleName} rule
 * @param {Choice} choice
 * @param {Miss} miss the costliest
 * @param {string} word that was drawn there, safe to show
 * @returns {string} which it is, and why the rule has it otherwise
 */
export function missSentence(rule, { figures, edge, bound }, { position, kept }, word) {
  const begin = `Your costliest miss: you ${kept ? "left out" : "kept"} “${word}”`;
  if (rule === "budget") {
    const [cost, last] = apart(figures[position], edge);
    const full = `the budget of ${entropyIn(bound, "nats")} was full`;
    return kept
      ? `${begin}, which costs ${cost} nats. Words of up to ${last} nats went in before ${full}.`
      : `${begin}, which costs ${cost} nats. The last one that went in cost ${last} nats; then ${full}.`;
  }
  const share = percent(figures[position]);
  if (rule === "confidence")
    return `${begin}. The most probable word there has ${share}; the rule keeps what is above ${percent(bound)}.`;
  const [lead, last] = apart(100 * figures[position], 100 * edge);
  return `${begin}. There the first choice leads by ${lead} points; the last of those that were due leads by ${last}.`;
}

/** @param {number[]} shares of each canvas @param {number} blind what one gets on average who keeps all or none @returns {string[]} the result in sentences */
export function resultSentences(shares, blind) {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return [
    `You were right on ${percent(mean)} of the words of a canvas, on average: ${percent(shares[0])} on the first, with its colours, and ${percent(shares[shares.length - 1])} on the fifth, without.`,
    `Whoever keeps all words or none, whichever is better, gets ${percent(blind)}.`,
  ];
}

/** @param {number[]} shares in percent, as a link tells them @returns {string} */
export const challenge = (shares) =>
  `Whoever sent you this link was right on ${shares.map((share) => `${share}%`).join(", ")} of these five canvases.`;
