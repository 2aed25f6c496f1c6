/**
 * The game “Be the sampler”: a seed and a rule name five canvases, steps of recorded runs. Whoever opens the same link gets
 * the same ones. The score is how many cells with text are as the rule has them, and nothing else.
 */

import type { RuleName } from "./game-words.ts";
import { MersenneTwister } from "../../rules/mersenne-twister.ts";
import { agreementOf } from "./answers.ts";
import { CANVASES, STEPS } from "./game-address.ts";
import { budgetChoice, confidenceChoice, marginChoice } from "./would-keep.ts";
import { content, total } from "../../run/metrics.ts";
import type { Choice } from "./would-keep.ts";
import type { Recording } from "../../run/recording.ts";
import type { Game } from "./game-address.ts";

/** `row` is one of its frames, `text` has 1 for cells that count: they hold text, and more than an empty space */
export type Canvas = { run: string; recording: Recording; row: number; choice: Choice; text: Uint8Array };
/** `left` says whether the reader left out what the rule keeps */
export type Miss = { position: number; left: boolean };

/** The confidence rule's own default. */
export const LEAST = 0.9;
/** Below it a lead can be seen; above, the rule chooses among cells that are all certain. */
const CERTAIN = 0.99;
/** Of the cells with text, the rule keeps at least this share and leaves at least this share. */
const LEAST_SHARE = 0.2;

/** Runs of lessons, which the page may not list, and their titles there. */
export const LESSON_RUNS: Record<string, string> = {
  cold: "Lily, a cat and a red ball, colder",
  warm: "Lily, a cat and a red ball, warmer",
  forgets: "Lily, a cat and a red ball, without a memory",
};
/** By name; their order is part of what a seed means. All are of uniform diffusion, and nobody holds a word in them. */
export const RUNS = [
  ...["lily", "priya", "ending", "long", "sudoku", "nine", "race-uniform", "wrong"],
  ...Object.keys(LESSON_RUNS),
];

/** @returns all runs in the order of this game; `chance` in [0, 1) picks the step */
export function orderOf(seed: number): { run: string; chance: number }[] {
  const twister = new MersenneTwister().seed(seed);
  const chance = () => twister.next() / 2 ** 32;
  return RUNS.map((run) => ({ run, key: chance(), chance: chance() })).sort((a, b) => a.key - b.key);
}

/** @returns what the rule keeps there; null where it cannot be asked */
export function choiceAt({ frames, header }: Recording, row: number, rule: RuleName): Choice | null {
  const frame = frames[row];
  if (rule === "budget") return budgetChoice(frame, header);
  if (rule === "confidence") return confidenceChoice(frame, LEAST);
  return frame.step < STEPS ? marginChoice(frame, frame.step, STEPS) : null;
}

/** @returns the steps where there is something to choose, in order */
export function canvasesOf(run: string, recording: Recording, rule: RuleName): Canvas[] {
  return recording.frames.flatMap((frame, row) => {
    if (frame.step === 1 || recording.closesBlock(row)) return [];
    const choice = choiceAt(recording, row, rule);
    if (choice === null || (rule === "margin" && choice.edge > CERTAIN)) return [];
    const token = (position: number) => recording.tokens.get(frame.sampled_ids[position]) ?? "";
    const text = content(recording, row).map((one, position) => one & Number(/\S/.test(token(position))));
    const [words, stay] = [total(text), total(text.map((one, position) => one & choice.kept[position]))];
    const open = Math.min(stay, words - stay) >= LEAST_SHARE * words && words > 0;
    return open ? [{ run, recording, row, choice, text }] : [];
  });
}

/**
 * @param read null for a run that is not there
 * @returns five, of different runs
 * @throws {Error} too few of the runs are there
 */
export async function drawCanvases(
  { seed, rule }: Pick<Game, "seed" | "rule">,
  read: (run: string) => Promise<Recording | null>,
): Promise<Canvas[]> {
  const drawn: Canvas[] = [];
  for (const { run, chance } of orderOf(seed)) {
    const recording = await read(run);
    const canvases = recording === null ? [] : canvasesOf(run, recording, rule);
    if (canvases.length > 0) drawn.push(canvases[Math.floor(chance * canvases.length)]);
    if (drawn.length === CANVASES) return drawn;
  }
  throw new Error(`The game needs ${CANVASES} recorded runs, and only ${drawn.length} of those here serve.`);
}

/** @returns the share that anybody gets who keeps all words or none, whichever is better */
export function blindShare({ choice, text }: Canvas): number {
  const none = agreementOf(new Uint8Array(text.length), choice.kept, text).share;
  return Math.max(none, 1 - none);
}

/**
 * @param differing positions that one of them alone keeps
 * @returns the one whose figure is furthest from where the rule ends; null without any
 */
export function costliest(
  { figures, edge }: Choice,
  { reader, rule }: { reader: number[]; rule: number[] },
): Miss | null {
  const far = (position: number) => Math.abs(figures[position] - edge);
  const [first] = [...reader, ...rule].sort((a, b) => far(b) - far(a) || a - b);
  return first === undefined ? null : { position: first, left: rule.includes(first) };
}
