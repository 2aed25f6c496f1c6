/** Titles for the library of runs: what was asked for, and what sets a run apart from others with the same prompt. */

import { puzzleOf } from "../rules/sudoku.js";
import { wayOf } from "../rules/ways.js";
import { modelName } from "./sentences.js";
import { numberText } from "./units.js";

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
  max_new_tokens: (value) => `${numberText(Number(value))} tokens long`,
  t_max: (value) => `t_max ${value}`,
  t_min: (value) => `t_min ${value}`,
  confidence_threshold: (value) => (value === 0 ? "no early end" : `ends below ${value} nats`),
  stability_threshold: (value) => `stable for ${value}`,
  draw: (value) => `${value} draws`,
  self_conditioning: (value) => `self-conditioning ${value}`,
};

/**
 * @param {string} name of a setting
 * @param {unknown} value
 * @returns {string} such as `bound 1`
 */
export const settingName = (name, value) =>
  (CALLED[name] ?? ((/** @type {unknown} */ any) => `${name.replaceAll("_", " ")} ${any}`))(value);

/** @param {Run[]} runs @returns {Title[]} one for each run */
export function titlesOf(runs) {
  const groups = new Map(
    [...grouped(runs, ({ header }) => header.prompt)].map(([prompt, alike]) => [prompt, groupOf(alike)]),
  );
  return runs.map((run) => {
    const { prompt } = run.header;
    return { name: promptName(prompt), differs: difference(run, /** @type {Group} */ (groups.get(prompt))) };
  });
}

/** @param {string} prompt @returns {string} in one line */
export function promptName(prompt) {
  const lines = prompt.trim().split("\n");
  const size = lines[0] === "Solve this Sudoku:" ? puzzleOf(prompt)?.size : undefined;
  if (size !== undefined) return `Sudoku ${size}×${size}, ${lines[1]}`;
  const [first] = lines;
  if (first.length <= MOST) return first + (lines.length > 1 ? " …" : "");
  const cut = first.slice(0, MOST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MOST / 2)).trimEnd()} …`;
}

/** Letters that are written from the right, and marks that turn the direction of what follows. */
const TURNS = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

/** @param {string} text @returns {string} in quotation marks, within which it keeps its direction for itself */
export const quoted = (text) => (TURNS.test(text) ? `“\u2068${text}\u2069”` : `“${text}”`);

/**
 * @typedef {object} Group all runs of a prompt
 * @property {number} size
 * @property {string[]} settings that differ between them
 * @property {boolean} models do these differ?
 * @property {boolean} ways
 * @property {boolean} seeds
 * @property {Map<string, Run[]>} same by everything that was asked for
 */

/** @param {Run[]} alike @returns {Group} */
function groupOf(alike) {
  const differing = (/** @type {(header: Header) => unknown} */ of) =>
    new Set(alike.map(({ header }) => of(header))).size > 1;
  const keys = [...new Set(alike.flatMap(({ header }) => Object.keys(header.settings)))];
  return {
    size: alike.length,
    settings: keys.filter((key) => differing(({ settings }) => settings[key])),
    models: differing(({ model, revision }) => `${model} ${revision}`),
    ways: differing(wayOf),
    seeds: differing(({ seed }) => seed),
    same: grouped(alike, ({ header }) => everything(header)),
  };
}

/** @param {Run} run @param {Group} group of its prompt */
function difference(run, group) {
  if (group.size === 1) return "";
  const { header } = run;
  const settings = group.settings
    .filter((key) => key in header.settings)
    .map((key) => settingName(key, header.settings[key]));
  const parts = [
    ...(group.models ? [modelName(header.model)] : []),
    ...(group.ways && !("way" in header.settings) ? [wayOf(header).name] : []),
    ...settings,
    ...(group.seeds ? [`seed ${header.seed}`] : []),
  ];
  if (settings.length > 0 && run.passes !== null) parts.push(`${run.passes} pass${run.passes === 1 ? "" : "es"}`);
  const same = group.same.get(everything(header)) ?? [];
  if (same.length > 1) parts.push(`run ${same.indexOf(run) + 1} of ${same.length}`);
  return parts.join(", ");
}

/** @param {Header} header @returns {string} the same for runs that were asked for the same, of the same model */
const everything = ({ seed, model, revision, way, settings }) =>
  JSON.stringify([
    seed,
    model,
    revision,
    wayOf({ way }).name,
    Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/** @param {Run[]} runs @param {(run: Run) => string} of @returns {Map<string, Run[]>} */
function grouped(runs, of) {
  /** @type {Map<string, Run[]>} */
  const groups = new Map();
  for (const run of runs) {
    const group = groups.get(of(run));
    if (group) group.push(run);
    else groups.set(of(run), [run]);
  }
  return groups;
}
