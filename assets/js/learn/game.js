/**
 * The game “Be the sampler”: a seed and a rule name five canvases, steps of recorded runs. Whoever opens the same link gets
 * the same ones. The score is how many cells with text are as the rule has them, and nothing else.
 */

import { MersenneTwister } from "../denoising/mersenne-twister.js";
import { budgetChoice, confidenceChoice, marginChoice } from "../rules/would-keep.js";
import { content, total } from "../run/metrics.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../rules/would-keep.js").Choice} Choice */
/** @typedef {"budget" | "confidence" | "margin"} RuleName */
/** @typedef {{ seed: number, rule: RuleName, shares: number[] }} Game `shares` are percent right on each canvas, as an address tells them; empty before the end */
/** @typedef {{ recording: Recording, row: number, choice: Choice, text: Uint8Array }} Canvas `row` is one of its frames, `text` has 1 for cells that count */
/** @typedef {{ position: number, kept: boolean }} Miss `kept` says whether the rule keeps it, and the reader does not */

export const CANVASES = 5;
/** @type {RuleName[]} */
export const RULES = ["budget", "confidence", "margin"];
/** The confidence rule's own default. */
export const LEAST = 0.9;
/** The margin rule is asked as if it had so many steps: with many more, all that is due is certain, and there is nothing to choose. */
export const STEPS = 6;
export const MOST_SEED = 999_999;
/** Below it a lead can be seen; above, the rule chooses among cells that are all certain. */
const CERTAIN = 0.99;
/** Of the cells with text, the rule keeps at least this share and leaves at least this share. */
const LEAST_SHARE = 0.2;

/** Files of the runs, under the page's own; their order is part of what a seed means. All are of uniform diffusion, and nobody holds a word in them. */
export const RUNS = [
  ...["lily", "priya", "ending", "long", "sudoku", "nine", "race-uniform", "wrong"].map(
    (run) => `recorded/${run}.trace`,
  ),
  ...["cold", "warm", "forgets"].map((run) => `lessons/${run}.trace`),
];

/** @param {number} seed @returns {{ file: string, chance: number }[]} all runs in the order of this game; `chance` in [0, 1) picks the step */
export function orderOf(seed) {
  const twister = new MersenneTwister().seed(seed);
  const chance = () => twister.next() / 2 ** 32;
  return RUNS.map((file) => ({ file, key: chance(), chance: chance() }))
    .sort((a, b) => a.key - b.key)
    .map(({ file, chance }) => ({ file, chance }));
}

/** @param {Recording} recording @param {number} row @param {RuleName} rule @returns {Choice | null} what the rule keeps there; null where it cannot be asked */
export function choiceAt({ frames, header }, row, rule) {
  const frame = frames[row];
  if (rule === "budget") return budgetChoice(frame, header);
  if (rule === "confidence") return confidenceChoice(frame, LEAST);
  return frame.step < STEPS ? marginChoice(frame, frame.step, STEPS) : null;
}

/** @param {Recording} recording @param {RuleName} rule @returns {Canvas[]} the steps where there is something to choose, in order */
export function canvasesOf(recording, rule) {
  return recording.frames.flatMap((frame, row) => {
    if (frame.step === 1 || recording.closesBlock(row)) return [];
    const choice = choiceAt(recording, row, rule);
    if (choice === null || (rule === "margin" && choice.edge > CERTAIN)) return [];
    const text = content(recording, row);
    const [words, stay] = [total(text), total(text.map((one, position) => one & choice.kept[position]))];
    const open = Math.min(stay, words - stay) >= LEAST_SHARE * words && words > 0;
    return open ? [{ recording, row, choice, text }] : [];
  });
}

/**
 * @param {Game} game
 * @param {(file: string) => Promise<Recording | null>} read null for a file that is not there
 * @returns {Promise<Canvas[]>} five, of different runs
 * @throws {Error} too few of the runs are there
 */
export async function drawCanvases({ seed, rule }, read) {
  /** @type {Canvas[]} */
  const drawn = [];
  for (const { file, chance } of orderOf(seed)) {
    const recording = await read(file);
    const canvases = recording === null ? [] : canvasesOf(recording, rule);
    if (canvases.length > 0) drawn.push(canvases[Math.floor(chance * canvases.length)]);
    if (drawn.length === CANVASES) return drawn;
  }
  throw new Error(`The game needs ${CANVASES} recorded runs, and only ${drawn.length} of those here serve.`);
}

/** @param {Canvas} canvas @param {Uint8Array} chosen 1 where the reader keeps the cell @returns {number[]} the cells with text on which they differ */
export const missesOf = ({ choice, text }, chosen) =>
  Array.from(text.keys()).filter((position) => text[position] === 1 && chosen[position] !== choice.kept[position]);

/** @param {Canvas} canvas @param {Uint8Array} chosen @returns {number} share of the cells with text on which they agree */
export const shareOf = (canvas, chosen) => 1 - missesOf(canvas, chosen).length / total(canvas.text);

/** @param {Canvas} canvas @returns {number} the share that anybody gets who keeps all or none, whichever is better */
export const blindShare = (canvas) => {
  const none = shareOf(canvas, new Uint8Array(canvas.text.length));
  return Math.max(none, 1 - none);
};

/** @param {Canvas} canvas @param {Uint8Array} chosen @returns {Miss | null} that whose figure is furthest from where the rule ends; null without a miss */
export function costliest(canvas, chosen) {
  const { figures, edge } = canvas.choice;
  const far = (/** @type {number} */ position) => Math.abs(figures[position] - edge);
  const [first] = missesOf(canvas, chosen).sort((a, b) => far(b) - far(a) || a - b);
  return first === undefined ? null : { position: first, kept: canvas.choice.kept[first] === 1 };
}
