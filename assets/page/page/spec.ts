/** Run specs, as the server takes them and addresses have them, from runs as the form, addresses and the library have them. */

import { OWN_RULE } from "../rules/own-rule.ts";
import { readSteering, steeringOf } from "../run/steering.ts";
import type { Spec } from "../engine/server.ts";
import type { Knob, Value } from "../rules/knobs.ts";
import type { OwnRun } from "../run/request.ts";

/** Of `RunSpec`; an address without a version is of version 1. */
export const SPEC_VERSION = 1;
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/**
 * @param pictured does it have the picture that is sent along?
 * @returns with the settings of its own sampler only
 */
export function specFrom(
  {
    prompt,
    system,
    thinking,
    seed,
    settings,
    steering = "",
    branch,
    source = "",
    model = "",
  }: Pick<OwnRun, "prompt" | "system" | "thinking" | "seed" | "settings" | "steering" | "branch"> & {
    source?: string;
    model?: string;
  },
  knobs: Knob[],
  pictured: boolean = false,
): Spec {
  const applicable = knobs.filter(
    ({ samplers }) => samplers.length === 0 || samplers.includes(String(settings.sampler)),
  );
  const number = (value: Value) => (Number.isNaN(value) ? null : value);
  return {
    version: SPEC_VERSION,
    ...(model && { model }),
    prompt: { text: prompt, system, thinking, ...(!pictured && { image_sha256: "" }) } as any,
    settings: Object.fromEntries(applicable.map(({ name }) => [name, number(settings[name])])),
    ...(settings.sampler === OWN_RULE && { sampler_source: source }),
    seed: number(seed) as number,
    ...readSteering(steering),
    ...(branch && { branch: { parent: branch.parent, block: branch.block, step: branch.step } }),
  };
}

/**
 * What of a spec differs from the defaults, which is a spec too. Runs that it branches from have its prompt, and do
 * without
 * the model. `playground/doors/link.py` has the same rule; the cases in tests/golden/rules keep both equal.
 *
 * @param spec whole, or shortened already
 * @returns its fields always in the same order
 */
export function shortened(
  { version, model, revision, sampler_source, prompt: { text, system, thinking }, ...spec }: any,
  knobs: Knob[],
): any {
  return {
    ...nonEmpty({ version, model, revision, sampler_source }),
    prompt: { text, ...nonEmpty({ system, thinking }) },
    ...changes(spec, knobs),
  };
}

function changes({ seed, settings = {}, branch, ...spec }: any, knobs: Knob[]): any {
  const others = knobs.filter(({ name, value }) => (settings[name] ?? value) !== value);
  const place = branch && { parent: changes(branch.parent, knobs), block: branch.block, step: branch.step };
  return {
    seed,
    ...(others.length > 0 && { settings: Object.fromEntries(others.map(({ name }) => [name, settings[name]])) }),
    ...readSteering(steeringOf(spec)),
    ...nonEmpty({ branch: place }),
  };
}

/** @returns those that say something */
const nonEmpty = (values: Record<string, any>): Record<string, any> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));
