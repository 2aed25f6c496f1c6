/** A study: the same run with many seeds, at each change of its settings; `Study.of_seeds` in Python has the same rules. */

import { MOST_SEEDS } from "../../../rules/bounds.ts";
import { shown } from "../../../run/schema.ts";
import { MAX_SEED } from "../../../run/spec-schema.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { replaced } from "./settings.ts";
import { RunSpec } from "./spec.ts";
import type { Study } from "../../../run/study.ts";
import type { Manifest } from "./manifest.ts";

/**
 * @returns what to run: every change with the first seed, then with the second, so that a stopped study compares
 * @throws {PlaygroundError} the spec, a change or the number of seeds is not allowed
 */
export function specsOf({ spec: values, seeds, changes }: Study, manifest: Manifest): RunSpec[] {
  const spec = RunSpec.of(values, manifest);
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > MOST_SEEDS)
    throw new PlaygroundError(`seeds is ${shown(seeds)}; allowed is a whole number from 1 to ${MOST_SEEDS}.`);
  if (spec.seed > MAX_SEED - seeds + 1)
    throw new PlaygroundError(`The last of ${seeds} seeds from ${spec.seed} on is above ${MAX_SEED}, the largest one.`);
  const settings = changes.map((change) => replaced(spec.settings, change, manifest));
  return Array.from({ length: seeds }, (_, number) => number).flatMap((number) =>
    settings.map((each) => spec.replace({ seed: spec.seed + number, settings: each })),
  );
}
