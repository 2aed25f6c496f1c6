/** What many runs of one prompt are asked for, and what an engine is sent for that. */

import { requestOf } from "../../run/spec.ts";
import type { Knob, Value } from "../../rules/knobs.ts";
import type { RunSpec } from "../../run/spec.ts";
import type { Study } from "../../run/study.ts";

/** The most runs of one request, as public servers allow them; more are asked for by pressing again. */
export const MOST_FRESH = 64;

/** What is found out. */
export interface StudyRequest {
  /** Its first run. */
  spec: RunSpec;
  /** How many, from that of the first run on. */
  seeds: number;
  /** The name of a setting, or "". */
  vary: string;
  /** That it takes, as they were typed; one empty text where nothing varies. */
  values: string[];
  /** What counts as right. */
  measure: { kind: string; wanted: string };
}
/** @returns what differs in a setting, from 0; what is no number stays as it was typed, and an engine refuses it */
export function changeOf({ spec, vary, values }: StudyRequest, at: number): Record<string, Value> {
  if (vary === "") return {};
  const number = typeof spec.settings[vary] === "number" ? Number(values[at]) : NaN;
  return { [vary]: Number.isFinite(number) ? number : values[at] };
}

export const studyOf = (request: StudyRequest, knobs: Knob[]): Study => ({
  spec: requestOf(request.spec, knobs),
  seeds: request.seeds,
  changes: request.values.map((_, at) => changeOf(request, at)),
});
