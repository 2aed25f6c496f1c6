/**
 * What steers a run, for a model: texts become pins and starts, which are checked, and become tokens of a block.
 * `playground/engine/steering.py` has the same rules and says the same sentences.
 */

import { WAYS } from "../../../rules/ways.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { strip } from "../../../rules/python-text.ts";
import { withCommas } from "./values.ts";
import { noiseOfEdit, noised } from "./steering.ts";
import type { Manifest } from "./manifest.ts";
import type { RunSpec } from "./spec.ts";
import type { Edit } from "./steering.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Place -> token id. */
type Tokens = ReadonlyMap<number, number>;

/**
 * @returns its token ids as part of what the model writes
 * @throws {PlaygroundError} the model has no token for something in it
 */
export function tokensOf(text: string, vocabulary: Vocabulary): number[] {
  const { unk_id: unknown } = vocabulary.manifest;
  const lacks = (some: string) => vocabulary.encode(some).includes(unknown);
  if (lacks(text)) {
    const strange = [...new Set(text)].find(lacks) ?? text;
    throw new PlaygroundError(`This model has no token for '${strange}'; write it in other characters.`);
  }
  return vocabulary.encode(text);
}

/**
 * @returns the canvases that a run starts from to work on it: its tokens, its end, padding up to whole canvases
 * @throws {PlaygroundError} it is empty, or the model has no token for something in it
 */
export function startOf(text: string, vocabulary: Vocabulary): number[] {
  if (strip(text) === "") throw new PlaygroundError("The text to start from is empty; write some text.");
  const { canvas_length: length, blank, eos_ids } = vocabulary.manifest;
  const ids = [...tokensOf(text, vocabulary), ...eos_ids.slice(0, 1)];
  return [...ids, ...Array(Math.ceil(ids.length / length) * length - ids.length).fill(blank)];
}

/**
 * What is kept of the text that a run or the one that it branches from starts with: all of it up to its end, without
 * what noise has replaced; nothing if `keep` is "free". Its end is kept even if noise has replaced it.
 */
function textOf(spec: RunSpec, manifest: Manifest): Tokens {
  const [root] = spec.chain;
  if (root.start === null || root.keep === "free") return NONE;
  const text = texts.get(root) ?? leftByNoise(root, root.start, manifest);
  texts.set(root, text);
  return text;
}

const NONE: Tokens = new Map();
/** Each step asks. */
const texts: WeakMap<RunSpec, Tokens> = new WeakMap();

function leftByNoise(
  { noise, noiseSeed }: RunSpec,
  start: readonly number[],
  { vocab_size, eos_ids }: Manifest,
): Tokens {
  const end = start.findIndex((token) => eos_ids.includes(token));
  const replaced = noised(start.length, noise, noiseSeed, vocab_size);
  const text = [...start.slice(0, end === -1 ? start.length : end + 1).entries()];
  return new Map(text.filter(([at, token]) => replaced[at] === null || eos_ids.includes(token)));
}

/** @returns what is held: the pins, and the person's own text if it is held; by place */
export function held(spec: RunSpec, manifest: Manifest): Tokens {
  const text = spec.chain[0].keep === "held" ? textOf(spec, manifest) : NONE;
  return new Map([...new Map([...text, ...spec.pins])].sort(([a], [b]) => a - b));
}

/** @returns what is favoured at the start of its block */
export const favoured = (spec: RunSpec, manifest: Manifest): Tokens =>
  spec.chain[0].keep === "favoured" ? textOf(spec, manifest) : NONE;

/**
 * @param block from 1
 * @param length of a canvas
 * @returns the token of each position of the block; -1 where none is
 */
export const inBlock = (tokens: Tokens, block: number, length: number): Int32Array =>
  Int32Array.from({ length }, (_, position) => tokens.get((block - 1) * length + position) ?? -1);

/**
 * @param block from 1
 * @param noise uniform tokens, one for each position
 * @returns the block's first canvas without its pins
 */
export function blockStart(
  { start, settings, noise: share, noiseSeed }: RunSpec,
  block: number,
  noise: Int32Array,
  manifest: Manifest,
): Int32Array {
  const first = (block - 1) * noise.length;
  if (start === null || first >= start.length) return noise.map(insteadIn(settings.way, manifest));
  const replaced = noised(start.length, share, noiseSeed, manifest.vocab_size);
  const instead = insteadIn(settings.way, manifest);
  return noise.map((_, position) => {
    const token = replaced[first + position];
    return token === null ? start[first + position] : instead(token);
  });
}

/** @returns what the way puts where nothing is accepted, from a uniform token */
function insteadIn(way: string, { mask_id, blank }: Manifest): (noise: number) => number {
  const { begins } = WAYS[way];
  return (noise) => (begins === "noise" ? noise : begins === "mask" ? mask_id : blank);
}

/** @returns the one just before the step */
export const editOf = ({ edits }: RunSpec, block: number, step: number): Edit | undefined =>
  edits.find((edit) => edit.block === block && edit.step === step);

/** @returns position -> the token that the edit puts there */
export function cellsOf({ seed, settings }: RunSpec, edit: Edit, manifest: Manifest): Map<number, number> {
  const instead = insteadIn(settings.way, manifest);
  return new Map(
    edit.cells.map(([at, token]) => [at, token ?? instead(noiseOfEdit(seed, edit, at, manifest.vocab_size))]),
  );
}

/** @returns is there an edit in this block after this step? */
export const awaitsEdit = ({ edits }: RunSpec, block: number, step: number): boolean =>
  edits.some((edit) => edit.block === block && edit.step > step);

/**
 * Refuses what a run of this model cannot start from, hold or change.
 *
 * @throws {PlaygroundError} one sentence that says what cannot be and what could
 */
export function checkSteering(spec: RunSpec, manifest: Manifest) {
  const { canvas_length: length } = manifest;
  const { start, settings } = spec;
  const most = settings.max_new_tokens;
  const blocks = Math.ceil(most / length);
  if (spec.causal) {
    if (start !== null)
      throw new PlaygroundError(
        "Autoregressive writing starts with a blank canvas; only diffusion can start from tokens.",
      );
    if (spec.pins.length > 0)
      throw new PlaygroundError(
        "Autoregressive writing cannot see a pin before it gets there; uniform or masked diffusion can hold it.",
      );
    if (spec.edits.length > 0)
      throw new PlaygroundError(
        "Autoregressive writing never goes back to a cell; uniform or masked diffusion can edit it.",
      );
  }
  if (start !== null) {
    if (start.length % length !== 0)
      throw new PlaygroundError(
        `The start has ${start.length} tokens; this model's canvas has ${length}, so it must have ${length} or a multiple of it.`,
      );
    if (start.length > blocks * length)
      throw new PlaygroundError(
        `The start fills ${start.length / length} blocks; with a length of ${withCommas(most)} tokens the run writes ${blocks}. ` +
          `Make it longer than ${withCommas(start.length - length)}, or the start shorter.`,
      );
    checkKnown(Math.max(...start), "The start holds", manifest);
  }
  checkPins(spec, manifest);
  for (const edit of spec.edits) checkEdit(spec, edit, blocks, manifest);
}

function checkPins({ pins, settings }: RunSpec, manifest: Manifest) {
  const most = settings.max_new_tokens;
  let ended: number | null = null;
  for (const [place, token] of pins) {
    if (place >= most)
      throw new PlaygroundError(
        `A pin is at place ${place}, outside the text: with a length of ${withCommas(most)} tokens, places go from 0 to ` +
          `${withCommas(most - 1)}. Pin it there, or make the text longer.`,
      );
    checkKnown(token, `The pin at place ${place} holds`, manifest);
    if (token === manifest.mask_id)
      throw new PlaygroundError(
        `The pin at place ${place} holds the mask token, which stands for nothing; pin another one.`,
      );
    if (ended !== null)
      throw new PlaygroundError(
        `A pin is at place ${place}, but the text ends with the pin at place ${ended}; pin it before that.`,
      );
    if (manifest.eos_ids.includes(token)) ended = place;
  }
}

function checkEdit(spec: RunSpec, { block, step, cells }: Edit, blocks: number, manifest: Manifest) {
  const { max_denoising_steps: steps } = spec.settings;
  const { canvas_length: length } = manifest;
  if (block > blocks || step > steps)
    throw new PlaygroundError(
      `An edit is at step ${step} of block ${block}; this run has up to ${steps} steps in ${blocks} ` +
        `${blocks === 1 ? "block" : "blocks"}.`,
    );
  const pinned = inBlock(held(spec, manifest), block, length);
  for (const [position, token] of cells) {
    if (position >= length)
      throw new PlaygroundError(
        `An edit changes position ${position}; positions of a block go from 0 to ${length - 1}.`,
      );
    if (pinned[position] >= 0)
      throw new PlaygroundError(`An edit changes position ${position}, which is pinned; take the pin away first.`);
    if (token !== null) checkKnown(token, `An edit puts at position ${position}`, manifest);
  }
}

function checkKnown(token: number, holder: string, { vocab_size: size }: Manifest) {
  if (token >= size) throw new PlaygroundError(`${holder} token ${token}; this model's last token is ${size - 1}.`);
}
