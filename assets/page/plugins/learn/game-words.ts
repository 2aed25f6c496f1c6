/** What the game of five canvases says: the rule, what came of each canvas, and the score. */

import { apart, counted, digits, entropyIn, percent } from "../../words/units.ts";

export type RuleName = "budget" | "confidence" | "margin";
/** `who` decides, and `keeps` says how: the sampler of the run kept, a rule that did not make it would keep */
type RuleWords = { name: string; who: string; keeps: string; rule: string };

export const RULE_WORDS: Record<RuleName, RuleWords> = {
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

/** @param sentence of words @returns the same of a board, whose cells hold digits */
export const ofDigits = (sentence: string): string => sentence.replaceAll("word", "digit").replaceAll("Word", "Digit");

/** @param at which canvas, from 0 @param canvases of the game */
export const placeSentence = (at: number, canvases: number, rule: RuleName) =>
  `Canvas ${at + 1} of ${canvases} · ${RULE_WORDS[rule].name}`;

/**
 * @param text 1 for cells that count
 * @param step of its part
 * @param steps that the margin rule is asked for
 */
export function askSentence(
  rule: RuleName,
  { bound, kept: keeps }: { bound: number; kept: Uint8Array },
  text: Uint8Array,
  step: number,
  steps: number,
) {
  if (rule === "budget") return `The budget is ${digits(bound, 3)} nats. Which words did the sampler keep?`;
  if (rule === "confidence") return `The threshold is ${percent(bound)}. Which words would the confidence rule keep?`;
  const words = text.reduce((sum, one, position) => sum + (one & keeps[position]), 0);
  return `If it had ${steps} steps, ${bound} of the ${keeps.length} cells would be due at step ${step}, ${counted(words, "word")} among them. Which would the margin rule keep?`;
}

/** @returns what the rule goes by there */
export function figureSentence(rule: RuleName, { figures }: { figures: ArrayLike<number> }, position: number): string {
  const figure = figures[position];
  if (rule === "budget") return `it costs ${entropyIn(figure, "nats")}.`;
  if (rule === "confidence") return `the most probable word there has ${percent(figure)}.`;
  return `the most probable word there leads by ${digits(100 * figure, 3)} points.`;
}

/**
 * @param differing positions that one of them alone keeps
 * @param words on the canvas
 */
export function agreementSentence(rule: RuleName, differing: { reader: number[]; rule: number[] }, words: number) {
  const alike = words - differing.reader.length - differing.rule.length;
  return `You and ${RULE_WORDS[rule].who} agree on ${alike} of ${counted(words, "word")}: ${percent(alike / words)}.`;
}

/**
 * @param miss the costliest
 * @param word that was drawn there, safe to show
 * @returns which it is, and why the rule has it otherwise
 */
export function missSentence(
  rule: RuleName,
  { figures, edge, bound }: { figures: ArrayLike<number>; edge: number; bound: number },
  { position, left }: { position: number; left: boolean },
  word: string,
): string {
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

/** @param shares of each canvas @param blind what one gets on average who keeps all or none @returns the result */
export function resultSentences(shares: number[], blind: number): string[] {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return [
    `On average you were right on ${percent(mean)} of the words of a canvas: ${percent(shares[0])} on the first, and ${percent(shares[shares.length - 1])} on the fifth.`,
    `Whoever keeps all words or none, whichever is better, gets ${percent(blind)}.`,
  ];
}

/** @param shares in percent, as a link tells them */
export const challenge = (shares: number[]) =>
  `The link says that its sender was right on ${shares.map((share) => `${share}%`).join(", ")} of these canvases. They are the same ones.`;
