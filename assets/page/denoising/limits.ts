/** What a run and a study may take: the limits that a server has for its owner, in `playground/service/limits.py`. */

import { PlaygroundError } from "./errors.ts";
import { withCommas } from "./python-text.ts";
import type { Prompt, RunSpec } from "./spec.ts";

const MOST_POSITIONS = 540_000;
const MOST_TOKENS = 100_000;
const MOST_CHARACTERS = 100_000;

/** A run ends at its next step after this time. */
export const RUN_SECONDS = 3_600;
export const RUN_ENDED =
  "The run was ended after 3,600 seconds, the longest that a run may take here; its steps so far are kept.";

/** A study ends after this time. Its runs need no limit: as many as it can have are allowed. */
export const STUDY_SECONDS = 14_400;
export const STUDY_ENDED =
  "The study was ended after 14,400 seconds, the longest that one may take here; what is done stays.";

/**
 * @param canvas how many positions a canvas has
 * @throws {PlaygroundError} it may take more than a run may
 */
export function checkRun(spec: RunSpec, canvas: number) {
  const { tokens, passes } = spec.size(canvas);
  if (tokens > MOST_TOKENS)
    throw new PlaygroundError(
      `This run may write ${number(tokens)} tokens; a run may write at most ${number(MOST_TOKENS)} here. Lower max_new_tokens.`,
    );
  if (passes * canvas > MOST_POSITIONS)
    throw new PlaygroundError(
      `This run may take ${number(passes)} passes; a run may take at most ${number(Math.floor(MOST_POSITIONS / canvas))} here. ` +
        "Ask for fewer steps or a shorter text.",
    );
}

/** @throws {PlaygroundError} it is too long */
export function checkPrompt({ text, system }: Prompt) {
  const characters = [text, system].reduce((count, part) => count + [...part].length, 0);
  if (characters > MOST_CHARACTERS)
    throw new PlaygroundError(
      `The prompt has ${number(characters)} characters; it may have at most ${number(MOST_CHARACTERS)} here, including the ` +
        "system prompt.",
    );
}

const number = (value: number) => withCommas(String(value));
