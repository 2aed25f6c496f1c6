/** What the opening says: three captions, and what happened to the cell on which it rests. */

import { cellText } from "../../words/glyphs.ts";

/** Steps of a run, and what its tokens are. */
type Steps = { frames: { step: number }[]; tokens: Map<number, string> };
/** Rows of the frames in which a token was kept, reopened and kept again, and the tokens before and after. */
type Correction = { kept: number; reopened: number; again: number; before: number; after: number };

export const HEADINGS = [
  "It starts as noise.",
  "It reads all of it at once, and keeps what it is sure of.",
  "It takes a word back.",
];

const READS =
  "Kept words turn to ink, with a blue line. The darker the colour, the less sure it is. What is not kept becomes noise again.";

export const SKIP = "Skip";
export const YOURS = "or touch anything: it stops where it is, and the page is yours";

/**
 * @param step that is shown; the noise is -1
 * @returns what stands below each heading
 */
export const captionsAt = (
  recording: Steps & { header: { canvas_length: number } },
  correction: Correction,
  step: number,
): string[] => [
  `${recording.header.canvas_length} words and pieces of words, drawn by chance. They mean nothing yet.`,
  READS,
  taleOf(recording, correction, step),
];

/**
 * @param step that is shown: what comes later is not told
 * @returns such as `“ball” was kept at step 3, thrown back at step 5, and is now “dark”.`
 */
export function taleOf(
  { frames, tokens }: Steps,
  { kept: since, reopened, again, before, after }: Correction,
  step: number,
): string {
  const quoted = (id: number) => `“${cellText(tokens.get(id) ?? "")}”`;
  const was = `${quoted(before)} was kept at step ${frames[since].step}`;
  if (step < reopened) return `${was}.`;
  const back = `${step < again ? " and" : ","} thrown back at step ${frames[reopened].step}`;
  return `${was}${back}${step < again ? "" : `, and is now ${quoted(after)}`}.`;
}
