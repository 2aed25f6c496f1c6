/**
 * What panels count, as tables: the runs and the settings of a study, the marks of the map, and lanes. Names of figures
 * are those of `pg.compare`.
 */

import { mean, shareOf, wilson } from "../rules/intervals.ts";
import { figuresOf, timesOf } from "../run/lanes.ts";
import { changeOf } from "../run/study.ts";
import { marksOf } from "../run/table.ts";
import type { LaneActions } from "../player/actions.ts";
import type { Guest } from "../run/axis.ts";
import type { Mark } from "../run/marks.ts";
import type { StudyRequest } from "../run/study.ts";
import type { StudySetting } from "../run/study-settings.ts";

type Value = string | number | boolean | undefined;
/** Figures by name; `undefined` is one that there is none of. */
type Row = Record<string, Value>;
/** A column. */
export type Figures = { name: string; values: Value[] };

/** @returns all that a row names, in the order in which they first come */
const columnsOf = (rows: Row[]): Figures[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => ({ name, values: rows.map((row) => row[name]) }));

/** @returns a row for each run */
export const studyRuns = (request: StudyRequest, settings: StudySetting[]): Figures[] =>
  columnsOf(
    settings.flatMap(({ seeds, change, runs }) =>
      runs.map(({ result: { seed, sentence, passes, tokens, sureness, verdict, text }, right }) => ({
        ...changeOf(request, change),
        seed,
        seeds,
        passes: sentence === "" ? passes : undefined,
        tokens: sentence === "" ? tokens : undefined,
        sureness: sureness ?? undefined,
        right,
        right_means: meaningOf(request),
        verdict: verdict?.sentence ?? "",
        failed: sentence,
        text,
        prompt: request.spec.prompt.text,
      })),
    ),
  );

/** @returns a row for each setting */
export const studySettings = (request: StudyRequest, settings: StudySetting[]): Figures[] =>
  columnsOf(
    settings.map(({ seeds, change, finding }) => {
      const { right, cases } = shareOf(finding);
      const passes = [...finding.passes.values()];
      return {
        ...changeOf(request, change),
        seeds,
        runs: passes.length,
        passes: passes.length > 0 ? mean(passes) : undefined,
        ...shares(right, cases),
        right_means: meaningOf(request),
        prompt: request.spec.prompt.text,
      };
    }),
  );

/** @param marks of the map @returns a row for each */
export const mapMarks = (marks: Mark[]): Figures[] =>
  columnsOf(
    marks.map(({ settings, right, cases, passes, subject, yours }) => ({
      cases_are: subject,
      yours,
      passes,
      ...shares(right, cases),
      ...settings,
    })),
  );

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

/** @returns what counts as right */
const meaningOf = ({ measure: { kind, wanted } }: StudyRequest): string =>
  wanted === "" ? kind : `${kind}: ${wanted}`;

/** @returns with the 95% interval of the share */
function shares(right: number, cases: number): Row {
  if (cases === 0) return { right: 0, cases: 0, share: undefined, low: undefined, high: undefined };
  const [low, high] = wilson(right, cases);
  return { right, cases, share: right / cases, low, high };
}
