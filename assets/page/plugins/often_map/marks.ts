/** Marks of the map: what was measured at which settings, over many cases or many seeds. */

import { joined, mean } from "../../rules/intervals.ts";
import { belongs } from "../../rules/knobs.ts";
import { differences } from "../often/findings.ts";
import type { Interval } from "../../rules/intervals.ts";
import type { Finding } from "../often/findings.ts";
import type { Knob, Value } from "../../rules/knobs.ts";
import type { Card } from "../../run/card.ts";
import type { Result } from "../../run/study.ts";
import type { StudyRequest } from "../often/request.ts";

export type Settings = Record<string, Value>;
export interface Mark {
  /** All of them. */
  settings: Settings;
  right: number;
  /** At least 1. */
  cases: number;
  /** On average. */
  passes: number;
  /** What the cases are: a kind of prompts, or one prompt with many seeds. */
  subject: string;
  /** Was it measured here? */
  yours: boolean;
  /** By the number of the case, or by seed; null where only sums are known. */
  finding: Finding | null;
}
/** Of a sweep, with the settings that it varies. */
type Row = {
  share: number | null;
  passes: number;
  cases: number;
  each?: { passes: number[]; right: (boolean | null)[] };
} & Settings;
/** As `python -m playground sweep` writes it. */
export type Sweep = { kind: string; rows: Row[] };
type Study = { request: StudyRequest; results: Map<string, Result> };

/**
 * @param sweeps that come with the checkpoint
 * @param card of the checkpoint
 * @returns the kinds of prompts of which something was measured, the one that is most like the card's prompt first
 */
export function kindsOf(sweeps: Sweep[], { tasks }: Card): string[] {
  const count = (kind: string) => sweeps.reduce((sum, sweep) => sum + (sweep.kind === kind ? sweep.rows.length : 0), 0);
  const [like = ""] = tasks[0]?.task.split(/[ ,]/) ?? [];
  const rank = (kind: string) => (kind.startsWith(like) ? 1000 : 0) + count(kind);
  const kinds = new Set([...sweeps.map(({ kind }) => kind), ...tasks.map(({ task }) => task)]);
  return [...kinds].sort((a, b) => rank(b) - rank(a));
}

/**
 * @param shipped the checkpoint's own settings, for which the card's figures are
 * @returns one for each setting: where several were measured, the one with the most cases
 */
export function shippedMarks(kind: string, sweeps: Sweep[], { tasks }: Card, shipped: Settings, knobs: Knob[]): Mark[] {
  const rows = sweeps.flatMap((sweep) => (sweep.kind === kind ? sweep.rows : []));
  const swept = rows.flatMap(({ share, low: _low, high: _high, passes, cases, each, ...varied }) =>
    share === null
      ? []
      : [markOf({ settings: { ...shipped, ...varied }, right: Math.round(share * cases), cases, passes, each })],
  );
  const figures = tasks.flatMap(({ task, rows }) => (task === kind ? rows.filter(({ way }) => way === "uniform") : []));
  const printed = figures.map(({ right, cases, passes }) => markOf({ settings: shipped, right, cases, passes }));
  const marks: Map<string, Mark> = new Map();
  for (const mark of [...swept, ...printed]) {
    const key = settingKey(mark.settings, knobs);
    if (!(Number(marks.get(key)?.cases) >= mark.cases)) marks.set(key, mark);
  }
  return [...marks.values()];

  function markOf({
    each,
    ...figures
  }: Pick<Mark, "settings" | "right" | "cases" | "passes"> & Pick<Row, "each">): Mark {
    const right = each?.right.flatMap((value, at) => (value === null ? [] : [[at, value] as [number, boolean]]));
    const finding = each && right ? { passes: new Map(each.passes.entries()), right: new Map(right) } : null;
    return { ...figures, subject: kind, yours: false, finding };
  }
}

/**
 * @param study made here
 * @returns one for each of its settings at which a rule judged a text
 */
export function studyMarks({ request: { spec, vary, values }, results }: Study): Mark[] {
  return values.flatMap((value, change) => {
    const done = [...results.values()].filter((result) => result.change === change && result.verdict !== null);
    if (done.length === 0) return [];
    const typed = typeof spec.settings[vary] === "number" ? Number(value) : value;
    const right = new Map(done.map(({ seed, verdict }) => [seed, verdict?.right === true]));
    return [
      {
        settings: vary === "" ? spec.settings : { ...spec.settings, [vary]: typed },
        right: [...right.values()].filter(Boolean).length,
        cases: done.length,
        passes: mean(done.map(({ passes }) => passes)),
        subject: spec.prompt.text,
        yours: true,
        finding: { passes: new Map(done.map(({ seed, passes }) => [seed, passes])), right },
      },
    ];
  });
}

/** @returns the same for settings that make the same runs: those of another sampler do not count */
export const settingKey = (settings: Settings, knobs: Knob[]): string =>
  JSON.stringify(
    knobs.filter((knob) => belongs(knob, settings.sampler)).map(({ name, value }) => settings[name] ?? value),
  );

/** @returns of the second share minus the first: over the cases that both have, if it is known which these are */
export function gapOf(first: Mark, second: Mark): Interval {
  const shared =
    first.subject === second.subject && first.finding && second.finding
      ? differences(first.finding, second.finding).share
      : null;
  return shared ?? joined([first.right, first.cases], [second.right, second.cases]);
}

/** @returns does the interval of their difference leave out 0? */
export function apart(first: Mark, second: Mark): boolean {
  const [low, high] = gapOf(first, second);
  return low > 0 || high < 0;
}
