/** Titles for the library of runs: what was asked for, and what sets a run apart from others with the same prompt. */

import { puzzleOf } from "../rules/sudoku.js";
import { modelName } from "./sentences.js";

/** @typedef {Pick<import("../run/recording.js").Header, "prompt" | "seed" | "settings" | "model" | "revision" | "way">} Header */
/** @typedef {{ header: Header, passes: number | null }} Run `passes` is null while it is not known */
/** @typedef {{ name: string, differs: string }} Title `differs` is empty for the only run of a prompt */

/** A longer prompt is cut at the end of a word. */
const MOST = 60;

/** How a setting is called where it differs; others go by their own name. @type {Record<string, (value: any) => string>} */
const CALLED = {
  sampler: (value) => String(value),
  schedule: (value) => `${value} schedule`,
  way: (value) => String(value),
  entropy_bound: (value) => `bound ${value}`,
  max_denoising_steps: (value) => `at most ${value} steps`,
  max_new_tokens: (value) => `${value} tokens long`,
  t_max: (value) => `t_max ${value}`,
  t_min: (value) => `t_min ${value}`,
  confidence_threshold: (value) => (value === 0 ? "no early end" : `ends below ${value} nats`),
  stability_threshold: (value) => `stable for ${value}`,
  draw: (value) => `${value} draws`,
};

/**
 * @param {Run[]} runs
 * @returns {Title[]} one for each run
 */
export const titlesOf = (runs) =>
  runs.map((run) => {
    const alike = runs.filter(({ header }) => header.prompt === run.header.prompt);
    return { name: promptName(run.header.prompt), differs: difference(run, alike) };
  });

/**
 * @param {string} prompt
 * @returns {string} in one line
 */
export function promptName(prompt) {
  const lines = prompt.trim().split("\n");
  const size = lines[0] === "Solve this Sudoku:" ? puzzleOf(prompt)?.size : undefined;
  if (size !== undefined) return `Sudoku ${size}×${size}, ${lines[1]}`;
  const [first] = lines;
  if (first.length <= MOST) return first + (lines.length > 1 ? " …" : "");
  const cut = first.slice(0, MOST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MOST / 2)).trimEnd()} …`;
}

/**
 * @param {Run} run
 * @param {Run[]} alike all runs of its prompt, itself among them
 */
function difference(run, alike) {
  if (alike.length === 1) return "";
  const differing = (/** @type {(header: Header) => unknown} */ of) => new Set(alike.map(({ header }) => of(header))).size > 1;
  const { header } = run;
  const keys = [...new Set(alike.flatMap((other) => Object.keys(other.header.settings)))];
  const settings = keys
    .filter((key) => key in header.settings && differing(({ settings }) => settings[key]))
    .map((key) => (CALLED[key] ?? ((/** @type {unknown} */ value) => `${key.replaceAll("_", " ")} ${value}`))(header.settings[key]));
  const parts = [
    ...(differing(({ model, revision }) => `${model} ${revision}`) ? [modelName(header.model)] : []),
    ...(differing(({ way = "uniform" }) => way) && !("way" in header.settings) ? [header.way ?? "uniform"] : []),
    ...settings,
    ...(differing(({ seed }) => seed) ? [`seed ${header.seed}`] : []),
  ];
  if (settings.length > 0 && run.passes !== null) parts.push(`${run.passes} pass${run.passes === 1 ? "" : "es"}`);
  const same = alike.filter((other) => equal(other.header, header));
  if (same.length > 1) parts.push(`run ${same.indexOf(run) + 1} of ${same.length}`);
  return parts.join(", ");
}

/**
 * @param {Header} a
 * @param {Header} b
 * @returns {boolean} were both asked for the same, of the same model?
 */
const equal = (a, b) =>
  a.seed === b.seed && a.model === b.model && a.revision === b.revision && (a.way ?? "uniform") === (b.way ?? "uniform") &&
  Object.keys({ ...a.settings, ...b.settings }).every((key) => a.settings[key] === b.settings[key]);
