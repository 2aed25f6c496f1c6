/**
 * Several runs under one clock. A moment counts what a run has done: its noise, then each pass; a run that has ended
 * stays at its end. `playground/trace/comparison.py` and `playground/trace/divergence.py` have the same figures and rule.
 */

import { wayOf } from "../rules/ways.ts";
import { corrections, reopenings } from "./corrections.ts";
import { canvasOf, passesOf } from "./recording.ts";
import type { Timed } from "./axis.ts";
import type { Header, Layer, Moment, Recording, Verdict } from "./recording.ts";

/** The most runs side by side. */
export const MOST_LANES = 4;

/**
 * @param moment of the clock
 * @returns what the run shows then; none before its first step has come
 */
export const momentIn = ({ moments }: Recording, moment: number): Moment | undefined =>
  moments[Math.min(moment, moments.length - 1)];

/** @returns moments of the longest */
export const momentsOf = (lanes: Timed[]): number => Math.max(0, ...lanes.map(({ moments }) => moments.length));

/** @returns why their canvases cannot be compared, position by position; "" if they can */
export function incomparable(first: Recording, second: Recording): string {
  const [header, secondHeader] = [first.header, second.header];
  if (header.source || secondHeader.source) return "only the text of the steps is recorded";
  if (header.canvas_length !== secondHeader.canvas_length)
    return `the canvases have ${header.canvas_length} and ${secondHeader.canvas_length} positions`;
  if (wayOf(header).causal !== wayOf(secondHeader).causal) return "only one of them writes token after token";
  if (header.vocab_size !== secondHeader.vocab_size)
    return `the vocabularies have ${header.vocab_size} and ${secondHeader.vocab_size} tokens`;
  for (const [id, text] of first.tokens)
    if ((second.tokens.get(id) ?? text) !== text) return "the same token ids stand for different texts";
  return "";
}

/**
 * @param second can be compared with it
 * @param moment of the first
 * @param beside the other's moment; the same number by default
 * @returns 1 at each position where they differ
 */
export function differing(
  first: Recording,
  second: Recording,
  moment: number,
  layer: Layer,
  beside: number = moment,
): Uint8Array {
  const [canvas, secondCanvas] = [canvasAt(first, moment, layer), canvasAt(second, beside, layer)];
  return Uint8Array.from({ length: first.header.canvas_length }, (_, position) =>
    Number(canvas?.[position] !== secondCanvas?.[position]),
  );
}

/** @param at the moment of the clock */
function canvasAt(recording: Recording, at: number, layer: Layer) {
  const moment = momentIn(recording, at);
  if (moment === undefined) return undefined;
  const frame = recording.frames[moment.step];
  return moment.noise ? frame.input_ids : canvasOf(frame, layer);
}

/** @param marks of the same positions @returns 1 where one of them has 1 */
export const anyOf = (marks: Uint8Array[]): Uint8Array =>
  Uint8Array.from(marks[0] ?? [], (_, position) => Number(marks.some((one) => one[position])));

/**
 * @param places the moment of each lane then
 * @param end how many ticks there are
 * @returns at how many positions another lane's sampled canvas differs from the first, by tick, as far as all lanes
 * that can be compared have come
 */
export function differences(lanes: Recording[], places: (tick: number) => number[], end: number): number[] {
  const [first, ...others] = lanes;
  const compared = others.filter((other) => incomparable(first, other) === "");
  const counts: number[] = [];
  for (let tick = 0; tick < end && compared.length > 0; tick += 1) {
    const at = places(tick);
    if ([first, ...compared].some((lane) => lane.live && at[lanes.indexOf(lane)] >= lane.moments.length)) break;
    const marks = compared.map((lane) => differing(first, lane, at[0], "sampled", at[lanes.indexOf(lane)]));
    counts.push(anyOf(marks).reduce((sum, one) => sum + one, 0));
  }
  return counts;
}

/** The moment up to which two runs are known to be the same, so that runs that grow are not compared again. */
const alike: WeakMap<Recording, WeakMap<Recording, number>> = new WeakMap();

/**
 * @param second can be compared with it
 * @returns where their sampled canvases first differ, step 0 being a block's noise; `position` is null where only one
 * of them has this step; null if they never do
 */
export function parting(
  first: Recording,
  second: Recording,
): { moment: number; block: number; step: number; position: number | null } | null {
  const lanes = [first, second];
  const end = momentsOf(lanes);
  const known = alike.get(first) ?? new WeakMap();
  alike.set(first, known);
  for (let moment = known.get(second) ?? 0; moment < end; moment += 1) {
    known.set(second, moment);
    if (lanes.some(({ moments, live }) => moment >= moments.length && live)) return null; // it may come yet
    const places = lanes.flatMap((lane) => (moment < lane.moments.length ? [placeOf(lane, moment)] : []));
    const [place, next = null] = places.sort((a, b) => a.block - b.block || a.step - b.step);
    if (next === null || place.block !== next.block) {
      // One run has gone on to its next block, or has ended: the step is the other's. What follows noise is step 1.
      return { moment, block: place.block, step: Math.max(place.step, 1), position: null };
    }
    const position = differing(first, second, moment, "sampled").indexOf(1);
    if (position !== -1) return { moment, block: place.block, step: place.step, position };
  }
  return null;
}

export function placeOf({ moments, frames }: Recording, moment: number): { block: number; step: number } {
  const { step, noise } = moments[moment];
  return { block: frames[step].block, step: noise ? 0 : frames[step].step };
}

/**
 * @param tick of the clock that is shown
 * @param places the moment of each lane then; by default all count alike
 * @param end how many ticks there are
 * @returns the next tick at which a position of another lane begins to differ from the first; -1 if there is none
 */
export function nextDifference(
  lanes: Recording[],
  tick: number,
  places: (tick: number) => number[] = (at) => lanes.map(() => at),
  end: number = momentsOf(lanes),
): number {
  const [first] = lanes;
  const compared = lanes.map((other) => other !== first && incomparable(first, other) === "");
  for (let at = tick + 1; at < end; at += 1) {
    const [before, now] = [places(at - 1), places(at)];
    for (const [lane, recording] of lanes.entries()) {
      if (!compared[lane]) continue;
      const [then, next] = [before, now].map((own) => differing(first, recording, own[0], "sampled", own[lane]));
      if (next.some((differs, position) => differs && !then[position])) return at;
    }
  }
  return -1;
}

/**
 * Seconds are compared only if the same machine took all of them in the same way. `times` in
 * `playground/trace/comparison.py` has the same rule.
 *
 * @returns of each; or NaN, and why its seconds cannot stand beside the others'
 */
export function timesOf(runs: Pick<Recording, "header" | "seconds" | "live">[]): { seconds: number; note: string }[] {
  const untimed = runs.map(untimedOf);
  const different = unlike(runs.filter((_, at) => untimed[at] === "").map(({ header }) => header));
  return runs.map(({ seconds }, at) => {
    const note = untimed[at] || different;
    return { seconds: note === "" ? seconds : NaN, note };
  });
}

/** @returns why it has no seconds of its own; "" if it has */
function untimedOf({ header, seconds, live }: Pick<Recording, "header" | "seconds" | "live">): string {
  const { rows, pass_kind: kind } = header;
  if (live) return "goes on";
  if (!rows) return "not known how its passes were run";
  if (rows > 1) return `shared passes, ${rows} rows`; // the time of a shared pass is nobody's own
  if (kind === "partly compiled") return kind; // which of them were is not the same in another run
  return seconds ? "" : "not timed";
}

/** @returns the first thing in which they were not timed alike; "" if there is none */
function unlike(headers: Header[]): string {
  const facts = headers.map(
    (header) =>
      ({
        device: header.device,
        passes: header.pass_kind ?? "",
        precision: header.dtype,
        ...header.software,
      }) as Record<string, string>,
  );
  for (const name of new Set(facts.flatMap((named) => Object.keys(named)))) {
    const values = new Set(facts.map((named) => named[name] ?? "not recorded"));
    if (values.size > 1) return `not the same ${name}: ${[...values].join(", ")}`;
  }
  return "";
}

/** Of a run; NaN where the trace does not say. */
export interface Figures {
  passes: number;
  encoderPasses: number;
  /** Of the text, its end included, padding and fillers not. */
  tokens: number;
  perPass: number;
  reopened: number;
  changed: number;
  /** Nats, over all steps and positions. */
  meanEntropy: number;
  /** Does it still go on? */
  live: boolean;
  /** Why; "untold" for a run from elsewhere. */
  stopped: string;
  verdict: Verdict | null;
  /** Did the model only say what it knows? */
  refused: boolean;
}

export function figuresOf(recording: Recording): Figures {
  const { frames, header } = recording;
  const hasSteps = !header.source; // else only texts are, and how often they came
  const passes = hasSteps ? passesOf(frames) : NaN;
  const tokens = !hasSteps ? NaN : recording.textTokens;
  const read = frames.some(({ encoder_tokens: count }) => count !== undefined);
  return {
    passes,
    encoderPasses: read ? frames.filter(({ encoder_tokens: count = 0 }) => count > 0).length : NaN,
    tokens,
    perPass: tokens / passes,
    reopened: hasSteps ? reopenings(recording).length : NaN,
    changed: hasSteps ? corrections(recording).length : NaN,
    meanEntropy: frames.reduce((sum, { mean_entropy: mean }) => sum + mean, 0) / (hasSteps ? frames.length : NaN),
    live: recording.live,
    stopped: hasSteps ? (frames.at(-1)?.stopReason ?? "") : "untold",
    verdict: recording.verdict,
    refused: recording.refused,
  };
}
