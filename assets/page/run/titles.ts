/** Titles for the library of runs: what was asked for, and what sets a run apart from others with the same prompt. */

import { puzzleOf } from "../rules/sudoku.ts";
import { wayOf } from "../rules/ways.ts";
import { settingName } from "../words/settings.ts";
import { modelName } from "./sentences.ts";

type Header = Pick<import("./recording.ts").Header, "spec" | "source_way">;
/** `passes` is null while it is not known */
export type Run = { header: Header; passes: number | null };
/** `differs` is empty for the only run of a prompt */
type Title = { name: string; differs: string };

/** A longer prompt is cut at the end of a word. */
const MOST = 60;

/** @returns one for each run */
export function titlesOf(runs: Run[]): Title[] {
  const groups = new Map(
    [...grouped(runs, ({ header }) => header.spec.prompt.text)].map(([prompt, alike]) => [prompt, groupOf(alike)]),
  );
  return runs.map((run) => {
    const { text } = run.header.spec.prompt;
    return { name: promptName(text), differs: difference(run, groups.get(text) as Group) };
  });
}

/** @returns in one line */
export function promptName(prompt: string): string {
  const lines = prompt.trim().split("\n");
  const size = lines[0] === "Solve this Sudoku:" ? puzzleOf(prompt)?.size : undefined;
  if (size !== undefined) return `Sudoku ${size}×${size}, ${lines[1]}`;
  const [first] = lines;
  if (first.length <= MOST) return first + (lines.length > 1 ? " …" : "");
  const cut = first.slice(0, MOST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MOST / 2)).trimEnd()} …`;
}

/** All runs of a prompt. */
interface Group {
  size: number;
  /** That differ between them. */
  settings: string[];
  /** Do these differ? */
  models: boolean;
  ways: boolean;
  seeds: boolean;
  /** By everything that was asked for. */
  same: Map<string, Run[]>;
}

function groupOf(alike: Run[]): Group {
  const differing = (of: (header: Header) => unknown) => new Set(alike.map(({ header }) => of(header))).size > 1;
  const keys = [...new Set(alike.flatMap(({ header }) => Object.keys(header.spec.settings)))];
  return {
    size: alike.length,
    settings: keys.filter((key) => differing(({ spec }) => spec.settings[key])),
    models: differing(({ spec }) => `${spec.model} ${spec.revision}`),
    ways: differing(wayOf),
    seeds: differing(({ spec }) => spec.seed),
    same: grouped(alike, ({ header }) => everything(header)),
  };
}

/** @param group of its prompt */
function difference(run: Run, group: Group) {
  if (group.size === 1) return "";
  const { header } = run;
  const settings = group.settings
    .filter((key) => key in header.spec.settings)
    .map((key) => settingName(key, header.spec.settings[key]));
  const parts = [
    ...(group.models ? [modelName(header.spec.model)] : []),
    ...(group.ways && !("way" in header.spec.settings) ? [wayOf(header).name] : []),
    ...settings,
    ...(group.seeds ? [`seed ${header.spec.seed}`] : []),
  ];
  if (settings.length > 0 && run.passes !== null) parts.push(`${run.passes} pass${run.passes === 1 ? "" : "es"}`);
  const same = group.same.get(everything(header)) ?? [];
  if (same.length > 1) parts.push(`run ${same.indexOf(run) + 1} of ${same.length}`);
  return parts.join(", ");
}

/** @returns the same for runs that were asked for the same, of the same model */
function everything(header: Header): string {
  const { seed, model, revision, settings } = header.spec;
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([seed, model, revision, wayOf(header).name, sorted]);
}

function grouped(runs: Run[], of: (run: Run) => string): Map<string, Run[]> {
  const groups: Map<string, Run[]> = new Map();
  for (const run of runs) {
    const group = groups.get(of(run));
    if (group) group.push(run);
    else groups.set(of(run), [run]);
  }
  return groups;
}
