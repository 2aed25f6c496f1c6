/** The runs of a study, setting by setting, with what was judged of them, and what each setting shows. */

import { changeName } from "./sentences.ts";
import type { Finding } from "./findings.ts";
import type { Result } from "../../run/study.ts";
import type { StudyRequest } from "./request.ts";

interface Made {
  request: StudyRequest | null;
  /** On the seeds that all settings have. */
  results: Map<string, Result>;
  /** On fresh seeds, by setting. */
  fresh: Map<number, Map<string, Result>>;
}
/** `right` is undefined where nothing judges it. */
export type StudyRun = { result: Result; right: boolean | undefined };
export interface StudySetting {
  seeds: "same" | "fresh";
  /** From 0. */
  change: number;
  /** "" where nothing varies. */
  name: string;
  /** By seed. */
  runs: StudyRun[];
  finding: Finding;
}

export const resultsOf = ({ results, fresh }: Made): Result[] =>
  [results, ...fresh.values()].flatMap((results) => [...results.values()]);

/** @param right by name of the result */
export function settingsOf({ request, results, fresh }: Made, right: Map<string, boolean>) {
  const { vary, values } = request ?? { vary: "", values: [] };
  const settingOf = (seeds: StudySetting["seeds"], change: number, results: Iterable<Result>): StudySetting => {
    const ordered = [...results].sort((one, next) => one.seed - next.seed);
    const runs = ordered.map((result) => ({ result, right: right.get(result.name) }));
    return { seeds, change, name: vary && changeName(vary, values[change]), runs, finding: findingOf(runs) };
  };
  const resultsAt = (at: number) => [...results.values()].filter(({ change }) => change === at);
  return {
    same: values.map((_, at) => settingOf("same", at, resultsAt(at))),
    fresh: [...fresh].map(([change, results]) => settingOf("fresh", change, results.values())),
  };
}

/** @returns without those that failed */
function findingOf(runs: StudyRun[]): Finding {
  const done = runs.filter(({ result }) => result.sentence === "");
  return {
    passes: new Map(done.map(({ result: { seed, passes } }) => [seed, passes])),
    right: new Map(done.flatMap(({ result: { seed }, right }) => (right === undefined ? [] : [[seed, right]]))),
  };
}
