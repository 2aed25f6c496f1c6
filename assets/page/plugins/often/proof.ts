/** What many seeds say of the lanes of a race. */

import { wayOf } from "../../rules/ways.ts";
import { LETTERS } from "../../run/lane-sentences.ts";
import { samePrompt } from "../../run/spec.ts";
import type { Recording } from "../../run/recording.ts";
import type { Result } from "../../run/study.ts";
import type { StudyRequest } from "./request.ts";

/** What has arrived of one. */
export type Study = { request: StudyRequest; results: Map<string, Result> };

/**
 * @param lanes of a race
 * @param studies that were made on this page
 * @returns how many of many seeds of just this prompt were right in each way; "" where no study has found that out
 */
export function proofOf(lanes: Recording[], studies: Study[]): string {
  const [first] = lanes;
  const study = studies.findLast(
    ({ request: { spec, vary } }) => vary === "way" && samePrompt(spec.prompt, first.header.spec.prompt),
  );
  const counts = lanes.map(({ header }) => {
    const change = study?.request.values.indexOf(wayOf(header).name);
    const judged = [...(study?.results.values() ?? [])].filter(
      (each) => each.change === change && each.verdict !== null,
    );
    return { right: judged.filter(({ verdict }) => verdict?.right).length, all: judged.length };
  });
  if (counts.some(({ all }) => all === 0)) return "";
  return `Of many seeds made here this many were right: ${counts.map(({ right, all }, at) => `${LETTERS[at]} ${right} of ${all}`).join(", ")}.`;
}
