/** What counts as right in the texts of a study, and which are. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { isWritten } from "../../rules/knobs.ts";
import { Judge, MEASURES, hasRule } from "./measures.ts";
import { SCRIPT } from "./pattern.ts";
import { resultsOf } from "./settings.ts";
import type { TrayContext } from "../../page/places.ts";
import type { Studies } from "./studies.ts";
import type { Recording } from "../../run/recording.ts";
import type { RunSpec } from "../../run/spec.ts";
import type { StudyRequest } from "./request.ts";

export type Measure = StudyRequest["measure"];

const [RULE, WORDS] = MEASURES.map(([kind]): Measure => ({ kind, wanted: "" }));

type Judging = Pick<TrayContext["page"], "engine" | "served" | "table">;

/** @returns does a rule judge the texts of such runs, where they are made? */
async function judges({ engine, served, table }: Judging, { prompt, settings }: RunSpec): Promise<boolean> {
  const about = await engine.call("about_prompt", prompt.text);
  return about?.judged === undefined || hasRule(about, served && !isWritten(settings.sampler, table));
}

/**
 * @param run of the study, or whose study is offered
 * @returns what counts as right, never a rule where none judges such a run; is there one? Until that is known, as of the last
 */
export function useMeasure(page: Judging, studies: Studies, run: RunSpec): { measure: Measure; ruled: boolean } {
  const ruled = useSignal(true);
  useEffect(() => {
    let current = true;
    const judged = judges(page, run).catch(() => true); // the results themselves will say so
    judged.then((is) => current && (ruled.value = is));
    return () => void (current = false);
  }, [run.prompt.text, run.settings.sampler]);
  const measure = !ruled.value && studies.measure.kind === RULE.kind ? WORDS : studies.measure;
  useLayoutEffect(() => void (studies.measure = measure));
  return { measure, ruled: ruled.value };
}

/**
 * @param recording that others may agree with
 * @param shown is judged again where one of these is another one
 * @returns which results are right, by name, and what is wrong with the measure
 */
export function useJudged(studies: Studies, measure: Measure, recording: Recording, shown: unknown[]) {
  const judged = useSignal({ right: new Map<string, boolean>(), sentence: "" });
  const judge = useMemo(() => {
    const script = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
    return new Judge(() => new Worker(script));
  }, []);
  useEffect(() => {
    let current = true;
    const results = new Map(resultsOf(studies).map((result) => [result.name, result]));
    const answer = judge.judge(results, { ...measure, reference: Uint32Array.from(recording.tokenIds) });
    answer.then((answer) => current && (judged.value = answer));
    return () => void (current = false);
  }, [measure, ...shown]);
  return judged.value;
}
