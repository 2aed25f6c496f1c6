/** Run specs, as the server takes them and addresses have them, from runs as the form, addresses and the library have them. */

import { OWN_RULE } from "../rules/own-rule.js";
import { readSteering, steeringOf } from "./steering.js";

/** @typedef {import("./address.js").Knob} Knob */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("../engine/server.js").Spec} Spec */

/** Of `RunSpec`; an address without a version is of version 1. */
export const SPEC_VERSION = 1;
export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/**
 * @param {Pick<OwnRun, "prompt" | "system" | "thinking" | "seed" | "settings" | "steering" | "branch"> & { source?: string, model?: string }} run
 * @param {Knob[]} knobs
 * @param {boolean} [pictured] does it have the picture that is sent along?
 * @returns {Spec} with the settings of its own sampler only
 */
export function specFrom(
  { prompt, system, thinking, seed, settings, steering = "", branch, source = "", model = "" },
  knobs,
  pictured = false,
) {
  const applicable = knobs.filter(
    ({ samplers }) => samplers.length === 0 || samplers.includes(String(settings.sampler)),
  );
  const number = (/** @type {import("./address.js").Value} */ value) => (Number.isNaN(value) ? null : value);
  return {
    version: SPEC_VERSION,
    ...(model && { model }),
    prompt: /** @type {any} */ ({ text: prompt, system, thinking, ...(!pictured && { image_sha256: "" }) }),
    settings: Object.fromEntries(applicable.map(({ name }) => [name, number(settings[name])])),
    ...(settings.sampler === OWN_RULE && { sampler_source: source }),
    seed: /** @type {number} */ (number(seed)),
    ...readSteering(steering),
    ...(branch && { branch: { parent: branch.parent, block: branch.block, step: branch.step } }),
  };
}

/**
 * What of a spec differs from the defaults, which is a spec too. Runs that it branches from have its prompt, and do without
 * the model. `playground/doors/link.py` has the same rule; the cases in tests/golden/rules keep both equal.
 *
 * @param {any} spec whole, or shortened already
 * @param {Knob[]} knobs
 * @returns {any} its fields always in the same order
 */
export function shortened(
  { version, model, revision, sampler_source, prompt: { text, system, thinking }, ...spec },
  knobs,
) {
  return {
    ...nonEmpty({ version, model, revision, sampler_source }),
    prompt: { text, ...nonEmpty({ system, thinking }) },
    ...changes(spec, knobs),
  };
}

/** @param {any} spec @param {Knob[]} knobs @returns {any} */
function changes({ seed, settings = {}, branch, ...spec }, knobs) {
  const others = knobs.filter(({ name, value }) => (settings[name] ?? value) !== value);
  const place = branch && { parent: changes(branch.parent, knobs), block: branch.block, step: branch.step };
  return {
    seed,
    ...(others.length > 0 && { settings: Object.fromEntries(others.map(({ name }) => [name, settings[name]])) }),
    ...readSteering(steeringOf(spec)),
    ...nonEmpty({ branch: place }),
  };
}

/** @param {Record<string, any>} values @returns {Record<string, any>} those that say something */
const nonEmpty = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));
