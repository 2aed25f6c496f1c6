/** The runs and the settings of a study as tables. Names of figures are those of `pg.study`. */

import { columnsOf } from "../../panels/figures.ts";
import { mean, wilson } from "../../rules/intervals.ts";
import { shareOf } from "./findings.ts";
import { changeOf } from "./request.ts";
import type { Figures, Row } from "../../panels/figures.ts";
import type { StudyRequest } from "./request.ts";
import type { StudySetting } from "./settings.ts";

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

/** @returns what counts as right */
const meaningOf = ({ measure: { kind, wanted } }: StudyRequest): string =>
  wanted === "" ? kind : `${kind}: ${wanted}`;

/** @returns with the 95% interval of the share */
export function shares(right: number, cases: number): Row {
  if (cases === 0) return { right: 0, cases: 0, share: undefined, low: undefined, high: undefined };
  const [low, high] = wilson(right, cases);
  return { right, cases, share: right / cases, low, high };
}
