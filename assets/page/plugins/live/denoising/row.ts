/** One run, checked and encoded, ready to be denoised; `playground/engine/row.py` and `models.py` have the same rules. */

import { WAYS } from "../../../rules/ways.ts";
import { checkStep } from "./branching.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { checkSteering } from "./held-tokens.ts";
import { withCommas } from "./values.ts";
import type { Manifest } from "./manifest.ts";
import type { RunSpec } from "./spec.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * @param steps how many each block of the recorded run has that the spec branches from, if there is one
 * @returns the spec with the name of the model, and the encoded prompt
 * @throws {PlaygroundError} the run does not fit the model
 */
export function rowOf(
  requested: RunSpec,
  vocabulary: Vocabulary,
  steps?: number[],
): { spec: RunSpec; promptIds: number[] } {
  const { manifest } = vocabulary;
  const spec = requested.meantFor(manifest.name, manifest.revision);
  const promptIds = vocabulary.promptIds(spec.prompt);
  if (steps && spec.branch) checkStep(steps, spec.branch);
  for (const run of spec.chain) {
    const { way } = run.settings;
    if (WAYS[way].begins === "mask" && manifest.mask_id < 0)
      throw new PlaygroundError(`way is '${way}', but this checkpoint has no mask token; choose another way.`);
    checkSteering(run, manifest);
    checkFits(promptIds.length, run.settings.max_new_tokens, manifest);
    checkWritten(run, manifest.canvas_length);
  }
  return { spec, promptIds };
}

/**
 * Refuses a prompt that leaves no room for the text.
 *
 * @param prompt tokens
 * @param most tokens of the text
 */
function checkFits(prompt: number, most: number, { canvas_length: length, longest }: Manifest) {
  const room = longest - Math.ceil(most / length) * length;
  if (room < 1)
    throw new PlaygroundError(
      `max_new_tokens is ${withCommas(most)}; this checkpoint takes at most ${withCommas(Math.floor((longest - 1) / length) * length)} ` +
        `with its context of ${withCommas(longest)} tokens.`,
    );
  if (prompt > room)
    throw new PlaygroundError(
      `The prompt is ${withCommas(prompt)} tokens long; with ${withCommas(most)} new tokens this checkpoint takes at most ` +
        `${withCommas(room)}.`,
    );
}

/** Checks that a branch leaves the pins of the blocks before it as they are. @param length of a canvas */
function checkWritten({ branch, pins }: RunSpec, length: number) {
  if (branch === null) return;
  const written = (branch.block - 1) * length;
  const early = (some: RunSpec["pins"]) => new Map(some.filter(([place]) => place < written));
  const [ours, theirs] = [early(pins), early(branch.parent.pins)];
  const changed = [...ours.keys(), ...theirs.keys()].filter((place) => ours.get(place) !== theirs.get(place));
  if (changed.length > 0)
    throw new PlaygroundError(
      `The branch changes the pin at place ${Math.min(...changed)}, which is written already: the branch is in block ` +
        `${branch.block}, whose places begin at ${written}.`,
    );
}
