/** The settings of one run, from the tables of a manifest; `playground/spec/settings.py` has the same rules. */

import { PlaygroundError } from "./errors.js";
import { byCodePoint, cut, general, isWhole, repr, withCommas } from "./python-text.js";

/** @typedef {import("./manifest.js").Knob} Knob */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").Value} Value */
/** @typedef {Readonly<Record<string, any>>} Settings every setting of its sampler's table, by name, in the table's order */

export const MAX_SEED = Number.MAX_SAFE_INTEGER;

/** The lowest temperature of the first step, and the lowest t_min of the exponential schedule. */
const LEAST_TEMPERATURE = 0.001;
const SEED = { minimum: 0, maximum: MAX_SEED, whole: true, choices: {} };

/**
 * @param {Record<string, unknown>} values from anywhere; what is not there has its knob's default
 * @param {Manifest} manifest
 * @returns {Settings}
 * @throws {PlaygroundError} as `SamplerSettings` says it
 */
export function settingsOf(values, manifest) {
  const valueOf = (/** @type {Knob} */ knob) => (has(values, knob.name) ? values[knob.name] : knob.value);
  const byName = new Map(manifest.knobs.map((knob) => [knob.name, knob]));
  const chosen = /** @type {Knob} */ (byName.get("sampler"));
  const sampler = String(checked(chosen, valueOf(chosen)));
  const { knobs: names, ways } = manifest.samplers[sampler];
  const table = manifest.knobs.filter(({ samplers }) => samplers.length === 0).map(({ name }) => name);
  table.splice(table.indexOf("sampler") + 1, 0, ...names);
  for (const name of Object.keys(values).sort(byCodePoint)) {
    if (!has(values, name) || table.includes(name)) continue;
    const others = byName.get(name)?.samplers;
    if (others)
      throw new PlaygroundError(
        `${name} is a setting of the sampler ${others.join(" or ")}; ${sampler} has ${names.join(", ") || "none of its own"}.`,
      );
    throw new PlaygroundError(`There is no setting called ${repr(name)}; the settings are ${table.join(", ")}.`);
  }
  /** @type {Record<string, any>} */
  const settings = {};
  for (const name of table) {
    const knob = /** @type {Knob} */ (byName.get(name));
    settings[name] = checked(knob, valueOf(knob));
  }
  const { t_min: last, t_max: first, way } = settings;
  if (last > first)
    throw new PlaygroundError(`t_min is ${general(last)}, above t_max (${general(first)}); it must be at most t_max.`);
  if (!ways.includes(way) && !manifest.ways[way].causal)
    throw new PlaygroundError(
      `The sampler ${sampler} works only in the way ${ways.join(" and ")}; the way here is ${way}.`,
    );
  if (settings.schedule === "exponential" && last < LEAST_TEMPERATURE)
    throw new PlaygroundError(
      `t_min is ${general(last)}; the exponential schedule needs ${general(LEAST_TEMPERATURE)} or more.`,
    );
  return Object.freeze(settings);
}

/**
 * @param {Settings} settings
 * @param {Record<string, unknown>} changes a new sampler's own settings get their defaults unless they are here
 * @param {Manifest} manifest
 * @returns {Settings}
 * @throws {PlaygroundError} as `settingsOf`
 */
export function replaced(settings, changes, manifest) {
  const dropped =
    (changes.sampler ?? settings.sampler) === settings.sampler ? [] : manifest.samplers[settings.sampler].knobs;
  const rest = Object.entries(settings).filter(([name]) => !dropped.includes(name));
  return settingsOf({ ...Object.fromEntries(rest), ...changes }, manifest);
}

/**
 * @param {Settings} settings
 * @param {string} way of writing, with its defaults; the same settings if they have it already
 * @param {Manifest} manifest
 * @returns {Settings}
 * @throws {PlaygroundError} there is no such way, or the sampler does not work with it
 */
export function inWay(settings, way, manifest) {
  checked(/** @type {Knob} */ (manifest.knobs.find(({ name }) => name === "way")), way);
  return way === settings.way ? settings : replaced(settings, { way, ...manifest.ways[way].defaults }, manifest);
}

/** @param {unknown} seed @returns {number} @throws {PlaygroundError} it is no whole number from 0 to MAX_SEED */
export const checkedSeed = (seed) => Number(checked({ ...SEED, name: "seed" }, seed));

/** @param {object} values @param {string} name @returns {boolean} */
export const has = (values, name) => Object.hasOwn(values, name) && /** @type {any} */ (values)[name] !== undefined;

/**
 * @param {Pick<Knob, "name" | "minimum" | "maximum" | "whole" | "choices">} knob
 * @param {unknown} value from anywhere
 * @returns {Value}
 * @throws {PlaygroundError}
 */
function checked({ name, minimum, maximum, whole, choices }, value) {
  const names = Object.keys(choices);
  if (names.length > 0) {
    if (typeof value === "string" && names.includes(value)) return value;
    throw new PlaygroundError(`${name} is ${repr(value)}; allowed are ${names.join(", ")}.`);
  }
  const [least, most] = [minimum, maximum].map((bound) => withCommas(general(bound, 16)));
  const allowed = `allowed is ${whole ? "a whole number" : "a number"} from ${least} to ${most}`;
  if (typeof value !== "number") throw new PlaygroundError(`${name} is ${cut(repr(value), 40)}; ${allowed}.`);
  if (!(minimum <= value && value <= maximum) || (whole && !isWhole(value))) {
    const shown = isWhole(value) ? String(value) : general(value);
    throw new PlaygroundError(`${name} is ${cut(shown, 40)}; ${allowed}.`);
  }
  return value + 0; // no -0
}
