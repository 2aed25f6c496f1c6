/**
 * What panels count, as tables: the runs and the settings of a study, the marks of the map, and lanes. Names of figures
 * are those of `pg.compare`.
 */

import { mean, shareOf, wilson } from "../rules/intervals.js";
import { figuresOf, timesOf } from "../run/lanes.js";
import { marksOf } from "./table.js";

/** @typedef {import("../run/study.js").Result} Result */
/** @typedef {import("../rules/intervals.js").Finding} Finding */
/** @typedef {import("../page/studies.js").StudyRequest} StudyRequest */
/** @typedef {string | number | boolean | undefined} Value */
/** @typedef {Record<string, Value>} Row figures by name; `undefined` is one that there is none of */
/** @typedef {{ name: string, values: Value[] }} Figures a column */
/** @typedef {{ seeds: string, change: number, result: Result, right: boolean | undefined }} StudyRun of a study, with the "same" seeds at each setting or "fresh" ones, and whether it was judged right */
/** @typedef {{ seeds: string, change: number, finding: Finding }} StudySetting */

/** @param {Row[]} rows @returns {Figures[]} all that a row names, in the order in which they first come */
const columnsOf = (rows) =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => ({ name, values: rows.map((row) => row[name]) }));

/** @param {StudyRequest} request @param {StudyRun[]} runs @returns {Figures[]} a row for each run */
export const studyRuns = (request, runs) =>
  columnsOf(
    runs.map(({ seeds, change, result, right }) => {
      const { seed, sentence, passes, tokens, sureness, verdict, text } = result;
      const done = sentence === "";
      return {
        ...whatVaries(request, change),
        seed,
        seeds,
        passes: done ? passes : undefined,
        tokens: done ? tokens : undefined,
        sureness: sureness ?? undefined,
        right,
        right_means: meaningOf(request),
        verdict: verdict?.sentence ?? "",
        failed: sentence,
        text,
        prompt: request.run.prompt,
      };
    }),
  );

/** @param {StudyRequest} request @param {StudySetting[]} settings @returns {Figures[]} a row for each setting */
export const studySettings = (request, settings) =>
  columnsOf(
    settings.map(({ seeds, change, finding }) => {
      const { right, cases } = shareOf(finding);
      const passes = [...finding.passes.values()];
      return {
        ...whatVaries(request, change),
        seeds,
        runs: passes.length,
        passes: passes.length > 0 ? mean(passes) : undefined,
        ...shares(right, cases),
        right_means: meaningOf(request),
        prompt: request.run.prompt,
      };
    }),
  );

/** @param {import("../run/marks.js").Mark[]} marks of the map @returns {Figures[]} a row for each */
export const mapMarks = (marks) =>
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
 * @param {ReturnType<import("../panels/lanes.js").LaneActions["shown"]>} lanes
 * @param {import("../run/axis.js").Guest | null} guest what stands beside them and is no run
 * @returns {Figures[]} a row for each; what a run that goes on has counted so far is no figure yet
 */
export function laneFigures(lanes, guest) {
  const recordings = lanes.map(({ recording }) => recording);
  const times = timesOf(recordings);
  const marks = marksOf(recordings);
  const rows = lanes.map(({ recording, letter, title }, at) => {
    const { header, text } = recording;
    const figures = figuresOf(recording);
    const { stopped, verdict, live } = figures;
    const counted = !live && figures.passes !== 0;
    const figure = (/** @type {number} */ value) => (counted && !Number.isNaN(value) ? value : undefined);
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
      prompt: header.source ? "" : header.prompt,
    };
  });
  if (guest === null) return columnsOf(rows);
  const { tokens, seconds, stopped } = guest.figures;
  const known = (/** @type {number} */ value) => (Number.isNaN(value) ? undefined : value);
  const theirs = {
    lane: "R",
    title: guest.title,
    tokens: known(tokens),
    seconds: known(seconds),
    stop_reason: stopped,
  };
  return columnsOf([...rows, { ...theirs, seconds_note: "on arrival" }]);
}

/** @param {StudyRequest} request @param {number} change @returns {Row} the setting that varies; empty if none does */
function whatVaries({ run, vary, values }, change) {
  if (vary === "") return {};
  return { [vary]: typeof run.settings[vary] === "number" ? Number(values[change]) : values[change] };
}

/** @param {StudyRequest} request @returns {string} what counts as right */
const meaningOf = ({ measure: { kind, wanted } }) => (wanted === "" ? kind : `${kind}: ${wanted}`);

/** @param {number} right @param {number} cases @returns {Row} with the 95% interval of the share */
function shares(right, cases) {
  if (cases === 0) return { right: 0, cases: 0, share: undefined, low: undefined, high: undefined };
  const [low, high] = wilson(right, cases);
  return { right, cases, share: right / cases, low, high };
}
