/** What a compiled lesson holds: `playground/plugins/learn/` writes it from Markdown and traces, and the page only plays it. */

import type { Recording } from "../../run/recording.ts";

/** Of a run, a step (a row of its frames) or a cell. */
export type Place = { run: string; row?: number; noise?: boolean; position?: number };
/** What words name: something in a run, or something on the page. */
export type Ref = Place | { named: string };
/** Of a text. */
export type Piece =
  | string
  | { strong: Piece[] }
  | { em: Piece[] }
  | { code: string }
  | { href: string; text: Piece[] }
  | { ref: Ref; text: Piece[] };
/** What the page shows. */
type Show = Partial<Place> & {
  beside?: string[];
  layer?: string;
  panel?: string;
  colour?: string;
  unit?: string;
  cells?: string;
  hide?: boolean;
};
export type Words = { kind: "text"; text: Piece[] } | { kind: "list"; items: Piece[][] };
type Question = { kind: "predict"; ask: Piece[]; because: Piece[] };
/** `length` says whether it asks how long a run is */
export type Choose = Question & { form: "choose"; length: boolean; options: { text: Piece[]; right: boolean }[] };
export type Press = Question & { form: "press"; run: string; row: number; rule: string; among: number[] };
export type Cut = Question & { form: "cut"; run: string; row: number; bound: number | null };
export type Guess = Question & {
  form: "guess";
  length: boolean;
  answer: number;
  unit: string;
  from: number;
  to: number;
  near: number;
};
/** Of a curve; `label` is what stands below it, and a step of a run has its place. */
type Point = { label: string; value: number } & Partial<Place>;
export type Draw = Question & {
  form: "draw";
  length: boolean;
  points: Point[];
  axis: { name: string; unit: string };
  unit: string;
  top: number;
  near: number;
};
/** `hidden`: what words cost is not shown while the reader paints */
export type Keep = Question & { form: "keep"; run: string; row: number; hidden: boolean };
/**
 * Natural logarithms of probabilities, for each token of the text that the run starts from: of what stands there, and
 * of the original token.
 */
export type Mark = Question & { form: "mark"; run: string; standing: number[]; original: number[] };
export type Try = { kind: "try"; knob: string; value: number | string; say: Piece[] };
type Forward = { kind: "forward"; run: string };
export type Large = { kind: "large"; run: string; say: Piece[] };
export type Bars = {
  kind: "bars";
  label: Piece[];
  rows: { text: Piece[]; value: number; figure: string; interval: number[] }[];
};
/** Shares of what a position looks at: all that was read before the canvas, and each position on it. */
type Weights = { read: number; canvas: number[] };
export type Attention = {
  kind: "attention";
  run: string;
  row: number;
  position: number;
  both: Weights;
  causal: Weights;
};
/** One cell's probabilities at the temperature `at`: the logarithms of all of them, the most probable first. */
export type Temperature = {
  kind: "temperature";
  run: string;
  row: number;
  position: number;
  at: number;
  logs: number[];
};
/** What a cell might be if `word` goes in, the most probable tokens first; `token` is drawn. */
export type Swapped = {
  word: string;
  tokens: string[];
  shares: number[];
  entropy: number;
  token: string;
  accepted: boolean;
};
/** The word that went in comes first. */
export type Swap = { kind: "swap"; run: string; row: number; position: number; words: Swapped[] };
/** What one cell remembers of the step before. */
export type Memory = { kind: "memory"; run: string; row: number; position: number };
export type Block =
  | Words
  | Choose
  | Press
  | Cut
  | Guess
  | Draw
  | Keep
  | Mark
  | Try
  | Forward
  | Large
  | Bars
  | Attention
  | Temperature
  | Memory
  | Swap;
export type Part = { show: Show; blocks: Block[] };
/** `version` differs where anything else does */
export type Lesson = {
  title: string;
  parts: Part[];
  sources: Piece[][];
  runs: Record<string, { title: string; file: string }>;
  version?: string;
  problem?: string;
};

/**
 * What a part shows: its own, and what the parts before it left as it is. What is hidden is hidden in its own part
 * only.
 */
export function shownAt({ parts }: Lesson, part: number): Show {
  let shown: Show = {};
  for (const { show } of parts.slice(0, part + 1)) {
    const place =
      show.run === undefined
        ? {}
        : { row: undefined, noise: undefined, position: undefined, beside: undefined, cells: undefined };
    shown = { ...shown, panel: undefined, ...place, ...show, hide: show.hide ?? false };
  }
  return shown;
}

/**
 * A part before the question must not tell the answer either.
 *
 * @returns is the reader still to say, here or in a later part, how long the runs are that are shown here?
 */
export function lengthAsked(lesson: Lesson, part: number, answered: (part: number) => boolean): boolean {
  const runs = (at: number) => {
    const { run, beside } = shownAt(lesson, at);
    return JSON.stringify([run, beside]);
  };
  return lesson.parts.some(
    ({ blocks }, at) =>
      at >= part &&
      !answered(at) &&
      blocks.some((block) => "length" in block && block.length) &&
      runs(at) === runs(part),
  );
}

/**
 * @param place without a row it is the run at a telling step
 * @returns its moment
 */
export function momentAt(recording: Recording, { row, noise = false }: Pick<Place, "row" | "noise">): number {
  if (row === undefined) return recording.momentOf(recording.middle);
  return recording.moments.findIndex((moment) => moment.step === row && moment.noise === noise);
}
