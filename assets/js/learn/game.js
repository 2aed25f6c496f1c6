/**
 * The game “Be the sampler”: a seed and a rule name five canvases, steps of recorded runs. Whoever opens the same link gets
 * the same ones. The score is how many cells with text are as the rule has them, and nothing else.
 */

import { MersenneTwister } from "../denoising/mersenne-twister.js";
import { agreementOf } from "./answers.js";
import { CANVASES, STEPS } from "./game-address.js";
import { budgetChoice, confidenceChoice, marginChoice } from "../rules/would-keep.js";
import { content, total } from "../run/metrics.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../rules/would-keep.js").Choice} Choice */
/** @typedef {import("./game-address.js").RuleName} RuleName */
/** @typedef {{ run: string, recording: Recording, row: number, choice: Choice, text: Uint8Array }} Canvas `row` is one of its frames, `text` has 1 for cells that count: they hold text, and more than an empty space */
/** @typedef {{ position: number, left: boolean }} Miss `left` says whether the reader left out what the rule keeps */

/** The confidence rule's own default. */
export const LEAST = 0.9;
/** Below it a lead can be seen; above, the rule chooses among cells that are all certain. */
const CERTAIN = 0.99;
/** Of the cells with text, the rule keeps at least this share and leaves at least this share. */
const LEAST_SHARE = 0.2;

/** Runs of lessons, which the page may not list, and their titles there. @type {Record<string, string>} */
export const LESSON_RUNS = {
  cold: "Lily, a cat and a red ball, colder",
  warm: "Lily, a cat and a red ball, warmer",
  forgets: "Lily, a cat and a red ball, without a memory",
};
/** By name; their order is part of what a seed means. All are of uniform diffusion, and nobody holds a word in them. */
export const RUNS = [
  ...["lily", "priya", "ending", "long", "sudoku", "nine", "race-uniform", "wrong"],
  ...Object.keys(LESSON_RUNS),
];

/** @param {number} seed @returns {{ run: string, chance: number }[]} all runs in the order of this game; `chance` in [0, 1) picks the step */
export function orderOf(seed) {
  const twister = new MersenneTwister().seed(seed);
  const chance = () => twister.next() / 2 ** 32;
  return RUNS.map((run) => ({ run, key: chance(), chance: chance() })).sort((a, b) => a.key - b.key);
}

/** @param {Recording} recording @param {number} row @param {RuleName} rule @returns {Choice | null} what the rule keeps there; null where it cannot be asked */
export function choiceAt({ frames, header }, row, rule) {
  const frame = frames[row];
  if (rule === "budget") return budgetChoice(frame, header);
  if (rule === "confidence") return confidenceChoice(frame, LEAST);
  return frame.step < STEPS ? marginChoice(frame, frame.step, STEPS) : null;
}

/** @param {string} run @param {Recording} recording @param {RuleName} rule @returns {Canvas[]} the steps where there is something to choose, in order */
export function canvasesOf(run, recording, rule) {
  return recording.frames.flatMap((frame, row) => {
    if (frame.step === 1 || recording.closesBlock(row)) return [];
    const choice = choiceAt(recording, row, rule);
    if (choice === null || (rule === "margin" && choice.edge > CERTAIN)) return [];
    const token = (/** @type {number} */ position) => recording.tokens.get(frame.sampled_ids[position]) ?? "";
    const text = content(recording, row).map((one, position) => one & Number(/\S/.test(token(position))));
    const [words, stay] = [total(text), total(text.map((one, position) => one & choice.kept[position]))];
    const open = Math.min(stay, words - stay) >= LEAST_SHARE * words && words > 0;
    return open ? [{ run, recording, row, choice, text }] : [];
  });
}

/**
 * @param {Pick<import("./game-address.js").Game, "seed" | "rule">} game
 * @param {(run: string) => Promise<Recording | null>} read null for a run that is not there
 * @returns {Promise<Canvas[]>} five, of different runs
 * @throws {Error} too few of the runs are there
 */
export async function drawCanvases({ seed, rule }, read) {
  /** @type {Canvas[]} */
  const drawn = [];
  for (const { run, chance } of orderOf(seed)) {
    const recording = await read(run);
    const canvases = recording === null ? [] : canvasesOf(run, recording, rule);
    if (canvases.length > 0) drawn.push(canvases[Math.floor(chance * canvases.length)]);
    if (drawn.length === CANVASES) return drawn;
  }
  throw new Error(`The game needs ${CANVASES} recorded runs, and only ${drawn.length} of those here serve.`);
}

/** @param {Canvas} canvas @returns {number} the share that anybody gets who keeps all words or none, whichever is better */
export function blindShare({ choice, text }) {
  const none = agreementOf(new Uint8Array(text.length), choice.kept, text).share;
  return Math.max(none, 1 - none);
}

/**
 * @param {Choice} choice
 * @param {{ reader: number[], rule: number[] }} differing positions that one of them alone keeps
 * @returns {Miss | null} the one whose figure is furthest from where the rule ends; null without any
 */
export function costliest({ figures, edge }, { reader, rule }) {
  const far = (/** @type {number} */ position) => Math.abs(figures[position] - edge);
  const [first] = [...reader, ...rule].sort((a, b) => far(b) - far(a) || a - b);
  return first === undefined ? null : { position: first, left: rule.includes(first) };
}
