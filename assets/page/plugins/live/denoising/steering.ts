/**
 * What a person holds, changes or starts from in a run: pins, edits, noise in a start, texts with gaps. A place counts
 * positions over all blocks, from 0. `playground/spec/steering.py` has the same rules and says the same sentences.
 */

import { MOST_GAP, MOST_GAPS, MOST_LENGTHS, USUAL_GAP } from "../../../rules/bounds.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { PythonRandom } from "./python-random.ts";
import { strip, stripEnd } from "../../../rules/python-text.ts";
import { cut } from "./python-text.ts";
import { withCommas } from "./values.ts";
import type * as json from "../../../run/spec-schema.ts";

export type Pin = readonly [place: number, token: number];
/** Null is noise. */
export type Edit = Readonly<{
  block: number;
  step: number;
  cells: readonly (readonly [position: number, token: number | null])[];
}>;
/** Text, or how many tokens a gap has; does the model write on after the last part? */
type Template = { parts: (string | number)[]; open: boolean };

const GAP = /_{4,}(?:\((\p{Nd}*)\))?/gu;
const RANGE = /(?<!_)(_{4,})\((\p{Nd}*)-(\p{Nd}*)\)/gu;
/** A length with more digits is refused without reading it. */
const DIGITS = 9;
/** The most characters of a gap that a message repeats. */
const SHOWN = 40;

/**
 * Checks what becomes of a start's tokens.
 *
 * @throws {PlaygroundError}
 */
export function checkOfStart({ start, noise, keep }: { start: readonly number[] | null; noise: number; keep: string }) {
  if (start?.length === 0)
    throw new PlaygroundError("The start of a run must be a list of token ids: whole numbers from 0.");
  if (start !== null) return;
  if (noise !== 0)
    throw new PlaygroundError(`noise is ${noise}, but there is no start to put it into; give the text to start from.`);
  if (keep !== "free")
    throw new PlaygroundError(`keep is '${keep}', but there is no start to keep; give the text to start from.`);
}

/** @returns by place @throws {PlaygroundError} a place is pinned twice, as "3" and as "03" */
export function checkedPins(values: Record<string, number>): readonly Pin[] {
  const pins = Object.entries(values).map(([place, token]) => [Number(place), token] as const);
  pins.sort(([a], [b]) => a - b);
  const twice = pins.find(([place], at) => place === pins[at + 1]?.[0]);
  if (twice) throw new PlaygroundError(`Place ${twice[0]} is pinned twice; a place can hold one token.`);
  return pins;
}

/** @returns by block and step @throws {PlaygroundError} one of them changes nothing, or two are at one step */
export function checkedEdits(values: json.Edit[]): readonly Edit[] {
  const edits = values.map(({ block, step, cells }) => {
    const changed = [...new Map(Object.entries(cells).map(([position, token]) => [Number(position), token]))];
    changed.sort(([a], [b]) => a - b);
    if (changed.length === 0)
      throw new PlaygroundError("An edit must say which cells become what: positions from 0, and token ids or noise.");
    return Object.freeze({ block, step, cells: changed });
  });
  edits.sort((a, b) => a.block - b.block || a.step - b.step);
  const twice = edits.find(({ block, step }, at) => block === edits[at + 1]?.block && step === edits[at + 1].step);
  if (twice)
    throw new PlaygroundError(`Two edits are at step ${twice.step} of block ${twice.block}; put their cells into one.`);
  return edits;
}

/** @returns ready for JSON */
export const editValues = ({
  block,
  step,
  cells,
}: Edit): { block: number; step: number; cells: Record<string, number | null> } => ({
  block,
  step,
  cells: Object.fromEntries(cells),
});

/**
 * The forward process at time `share`: each token becomes a uniform one with that chance. The same seed gives nested
 * noise.
 *
 * @param length of the start
 * @returns for each place the token that replaces it, or null where it stays
 */
export function noised(length: number, share: number, seed: number, vocabSize: number): (number | null)[] {
  const rng = new PythonRandom(`noise ${seed}`);
  return Array.from({ length }, () => {
    const [chance, token] = [rng.random(), Math.floor(rng.random() * vocabSize)];
    return chance < share ? token : null;
  });
}

/**
 * @param seed of the run
 * @returns the token that noise puts into one cell of an edit
 */
export const noiseOfEdit = (seed: number, { block, step }: Edit, position: number, vocabSize: number): number =>
  Math.floor(new PythonRandom(`edit ${seed} ${block} ${step} ${position}`).random() * vocabSize);

/**
 * Spaces before a gap are left to the model, but for those that begin a line.
 *
 * @param text with gaps or without
 * @throws {PlaygroundError} the text is empty, has too many gaps, or a gap's length is not allowed
 */
export function readTemplate(text: string): Template {
  const [range] = text.matchAll(RANGE);
  if (range)
    throw new PlaygroundError(
      `A gap is ${short(range[0])}; a run has one length for each gap, such as ____(${USUAL_GAP}).`,
    );
  const gaps = [...text.matchAll(GAP)];
  if (gaps.length > MOST_GAPS)
    throw new PlaygroundError(`The text has ${withCommas(gaps.length)} gaps; it may have at most ${MOST_GAPS}.`);
  const parts: (string | number)[] = [];
  const end = stripEnd(text).length;
  let [at, open] = [0, false];
  for (const gap of gaps) {
    const before = text.slice(at, gap.index);
    // The model's words begin with their space; at the beginning of a line spaces are indentation.
    const line = text.slice(text.lastIndexOf("\n", gap.index - 1) + 1, gap.index);
    parts.push(strip(line) === "" ? before : stripEnd(before, / /));
    at = gap.index + gap[0].length;
    if (gap[1] === undefined && at === end) {
      [open, at] = [true, text.length];
      break;
    }
    const length = gap[1] === undefined ? USUAL_GAP : lengthOf(gap[1]);
    if (length < 1 || length > MOST_GAP)
      throw new PlaygroundError(
        `A gap is ${short(gap[0])}; its length must be a number of tokens from 1 to ${withCommas(MOST_GAP)}.`,
      );
    parts.push(length);
  }
  const some = [...parts, text.slice(at)].filter((part) => part !== "");
  if (some.length === 0 && !open)
    throw new PlaygroundError(
      "The template is empty; write a text, and ____(12) where the model should write 12 tokens.",
    );
  return { parts: some, open };
}

/**
 * @param text with gaps
 * @returns the texts that it stands for: one for each combination of the lengths that its gaps may have
 * @throws {PlaygroundError} a range is not one, or there are too many combinations
 */
export function lengthsOf(text: string): string[] {
  let texts: string[] = [""];
  let [at, count] = [0, 1];
  for (const gap of text.matchAll(RANGE)) {
    const [low, high] = gap.slice(2).map(lengthOf);
    if (low < 1 || high < low || high > MOST_GAP)
      throw new PlaygroundError(
        `A gap is ${short(gap[0])}; its lengths must be two numbers of tokens from 1 to ${withCommas(MOST_GAP)}, ` +
          "the smaller one first, such as ____(2-6).",
      );
    count *= high - low + 1;
    if (count > MOST_LENGTHS)
      throw new PlaygroundError(
        `The gaps can have ${withCommas(count)} combinations of lengths; at most ${MOST_LENGTHS} are tried.`,
      );
    const before = text.slice(at, gap.index);
    const gaps = Array.from({ length: high - low + 1 }, (_, more) => `${before}${gap[1]}(${low + more})`);
    texts = texts.flatMap((begun) => gaps.map((piece) => begun + piece));
    at = gap.index + gap[0].length;
  }
  return texts.map((begun) => begun + text.slice(at));
}

/** @param digits of any script @returns 0 if there are none, or too many */
function lengthOf(digits: string): number {
  const chars = [...digits];
  return chars.length > DIGITS ? 0 : chars.reduce((sum, char) => 10 * sum + digitOf(char), 0);
}

/** @param char a decimal digit; each script has its ten in a row */
function digitOf(char: string): number {
  let below = 0;
  for (let code = Number(char.codePointAt(0)); /\p{Nd}/u.test(String.fromCodePoint(code - 1)); code -= 1) below += 1;
  return below % 10;
}

const short = (gap: string) => cut(gap, SHOWN);
