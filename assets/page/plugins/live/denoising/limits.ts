/** What a run and a study may take: the limits that a server has for its owner. `limits-table.ts` has them. */

import { PlaygroundError } from "../../../engine/errors.ts";
import { LIMITS } from "./limits-table.ts";
import { withCommas } from "./values.ts";
import type { Prompt, RunSpec } from "./spec.ts";

/** A run ends at its next step after this time. */
export const RUN_SECONDS = LIMITS.run_seconds.limit;
export const RUN_ENDED = sentenceOf("run_seconds");

/** A study ends after this time. Its runs need no limit: as many as it can have are allowed. */
export const STUDY_SECONDS = LIMITS.study_seconds.limit;
export const STUDY_ENDED = sentenceOf("study_seconds");

/**
 * @param canvas how many positions a canvas has
 * @throws {PlaygroundError} it may take more than a run may
 */
export function checkRun(spec: RunSpec, canvas: number) {
  const { tokens, passes } = spec.size(canvas);
  const { limit } = LIMITS.run_positions;
  if (tokens > LIMITS.run_tokens.limit) throw new PlaygroundError(sentenceOf("run_tokens", { tokens }));
  if (passes * canvas > limit)
    throw new PlaygroundError(sentenceOf("run_positions", { passes, most: Math.floor(limit / canvas) }));
}

/** @throws {PlaygroundError} it is too long */
export function checkPrompt({ text, system }: Prompt) {
  const characters = [text, system].reduce((count, part) => count + [...part].length, 0);
  if (characters > LIMITS.prompt_characters.limit)
    throw new PlaygroundError(sentenceOf("prompt_characters", { characters }));
}

/** @param numbers of the case, by name */
function sentenceOf(name: string, numbers: Record<string, number> = {}): string {
  const { limit, sentence } = LIMITS[name];
  const values: Record<string, number> = { limit, ...numbers };
  return sentence.replace(/\{(\w+):,\}/g, (_, part) => withCommas(values[part]));
}
