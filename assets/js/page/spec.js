/** Run specs, as the server takes them, from runs as the form, addresses and the library have them. */

import { readSteering } from "./steering.js";

/** @typedef {import("./address.js").Knob} Knob */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("../engine/server.js").Spec} Spec */

/** Of `RunSpec`; an address without a version is of version 1. */
export const SPEC_VERSION = 1;

/**
 * @param {Pick<OwnRun, "prompt" | "system" | "thinking" | "seed" | "settings" | "steering" | "branch">} run
 * @param {Knob[]} knobs
 * @param {boolean} [pictured] does it have the picture that is sent along?
 * @returns {Spec} with the settings of its own sampler only
 */
export function specFrom({ prompt, system, thinking, seed, settings, steering = "", branch }, knobs, pictured = false) {
  const own = knobs.filter(({ samplers }) => samplers.length === 0 || samplers.includes(String(settings.sampler)));
  const number = (/** @type {import("./address.js").Value} */ value) => (Number.isNaN(value) ? null : value);
  return {
    version: SPEC_VERSION,
    prompt: /** @type {any} */ ({ text: prompt, system, thinking, ...(!pictured && { image_sha256: "" }) }),
    settings: Object.fromEntries(own.map(({ name }) => [name, number(settings[name])])),
    seed: /** @type {number} */ (number(seed)),
    ...readSteering(steering),
    ...(branch && { branch: { parent: branch.parent, block: branch.block, step: branch.step } }),
  };
}
