/** What lanes count, as a table. Names of figures are those of `pg.compare`. */

import { figuresOf, timesOf } from "../run/lanes.ts";
import { marksOf } from "../run/marks.ts";
import type { LaneActions } from "../player/actions.ts";
import type { Guest } from "../run/axis.ts";

type Value = string | number | boolean | undefined;
/** Figures by name; `undefined` is one that there is none of. */
export type Row = Record<string, Value>;
/** A column. */
export type Figures = { name: string; values: Value[] };

/** @returns all that a row names, in the order in which they first come */
export const columnsOf = (rows: Row[]): Figures[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => ({ name, values: rows.map((row) => row[name]) }));

/**
 * @param guest what stands beside them and is no run
 * @returns a row for each; what a run that goes on has counted so far is no figure yet
 */
export function laneFigures(lanes: ReturnType<LaneActions["shown"]>, guest: Guest | null): Figures[] {
  const recordings = lanes.map(({ recording }) => recording);
  const times = timesOf(recordings);
  const marks = marksOf(recordings);
  const rows = lanes.map(({ recording, letter, title }, at) => {
    const { header, text } = recording;
    const figures = figuresOf(recording);
    const { stopped, verdict, live } = figures;
    const counted = !live && figures.passes !== 0;
    const figure = (value: number) => (counted && !Number.isNaN(value) ? value : undefined);
    return {
      lane: letter,
      title,
      ...Object.fromEntries(marks.map(([name, , of]) => [name, of(recording)])),
      passes: figure(figures.passes),
      encoder_passes: figure(figures.encoderPasses),
      tokens: figure(figures.tokens),
      tokens_per_pass: figure(figures.perPass),
      seconds: figure(times[at].seconds),
      seconds_note: times[at].note,
      mean_entropy: figure(figures.meanEntropy),
      relapses: figure(figures.reopened),
      changed_tokens: figure(figures.changed),
      stop_reason: stopped === "untold" ? "" : stopped,
      right: verdict?.right,
      verdict: verdict?.sentence ?? "",
      text,
      prompt: header.source ? "" : header.spec.prompt.text,
    };
  });
  if (guest === null) return columnsOf(rows);
  const { tokens, seconds, timed, stopped } = guest.figures;
  const known = (value: number) => (Number.isNaN(value) ? undefined : value);
  const theirs = {
    lane: guest.letter,
    title: guest.title,
    tokens: known(tokens),
    seconds: known(seconds),
    stop_reason: stopped,
  };
  return columnsOf([...rows, { ...theirs, seconds_note: timed }]);
}
