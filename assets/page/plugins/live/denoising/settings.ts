/** The settings of one run, from the tables of a manifest; `playground/spec/settings.py` has the same rules. */

import { LEAST_TEMPERATURE } from "../../../rules/bounds.ts";
import { WAYS, broughtBy } from "../../../rules/ways.ts";
import { shown } from "../../../run/schema.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { withCommas } from "./values.ts";
import type { Knob, Manifest, Value } from "./manifest.ts";

/** Every setting of its sampler's table, by name, in the table's order. */
export type Settings = Readonly<Record<string, any>>;

/**
 * @param values from anywhere; what is not there has its knob's default
 * @throws {PlaygroundError} as `SamplerSettings` says it
 */
export function settingsOf(values: Record<string, unknown>, manifest: Manifest): Settings {
  const valueOf = (knob: Knob) => (has(values, knob.name) ? values[knob.name] : knob.value);
  const byName = new Map(manifest.knobs.map((knob) => [knob.name, knob]));
  const chosen = byName.get("sampler") as Knob;
  const sampler = String(checked(chosen, valueOf(chosen)));
  const { knobs: names, ways } = manifest.samplers[sampler];
  const table = manifest.knobs.filter(({ samplers }) => samplers.length === 0).map(({ name }) => name);
  table.splice(table.indexOf("sampler") + 1, 0, ...names);
  for (const name of Object.keys(values)) {
    if (!has(values, name) || table.includes(name)) continue;
    const others = byName.get(name)?.samplers;
    if (others)
      throw new PlaygroundError(
        `${name} is a setting of the sampler ${others.join(" or ")}; ${sampler} has ${names.join(", ") || "none of its own"}.`,
      );
    throw new PlaygroundError(`There is no setting called '${name}'; the settings are ${table.join(", ")}.`);
  }
  const settings: Record<string, any> = {};
  for (const name of table) {
    const knob = byName.get(name) as Knob;
    settings[name] = checked(knob, valueOf(knob));
  }
  const { t_min: last, t_max: first, way } = settings;
  if (last > first) throw new PlaygroundError(`t_min is ${last}, above t_max (${first}); it must be at most t_max.`);
  if (!ways.includes(way) && !WAYS[way].causal)
    throw new PlaygroundError(
      `The sampler ${sampler} works only in the way ${ways.join(" and ")}; the way here is ${way}.`,
    );
  if (settings.schedule === "exponential" && last < LEAST_TEMPERATURE)
    throw new PlaygroundError(`t_min is ${last}; the exponential schedule needs ${LEAST_TEMPERATURE} or more.`);
  return Object.freeze(settings);
}

/**
 * @param changes unless they are here, a new sampler's own settings get their defaults, and so do those of a new way
 * @throws {PlaygroundError} as `settingsOf`
 */
export function replaced(settings: Settings, changes: Record<string, unknown>, manifest: Manifest): Settings {
  const { sampler = settings.sampler } = changes;
  const dropped = sampler === settings.sampler ? [] : manifest.samplers[settings.sampler].knobs;
  const rest = Object.entries(settings).filter(([name]) => !dropped.includes(name));
  return settingsOf({ ...Object.fromEntries(rest), ...broughtBy(changes, settings), ...changes }, manifest);
}

export const has = (values: object, name: string): boolean =>
  Object.hasOwn(values, name) && (values as any)[name] !== undefined;

/**
 * @param value from anywhere
 * @throws {PlaygroundError}
 */
function checked(
  { name, minimum, maximum, whole, choices }: Pick<Knob, "name" | "minimum" | "maximum" | "whole" | "choices">,
  value: unknown,
): Value {
  const names = Object.keys(choices);
  if (names.length > 0) {
    if (typeof value === "string" && names.includes(value)) return value;
    const text = typeof value === "string" ? `'${value}'` : shown(value);
    throw new PlaygroundError(`${name} is ${text}; allowed are ${names.join(", ")}.`);
  }
  if (typeof value !== "number" || !(minimum <= value && value <= maximum) || (whole && !Number.isInteger(value))) {
    const [least, most] = [minimum, maximum].map(withCommas);
    throw new PlaygroundError(
      `${name} is ${shown(value)}; allowed is ${whole ? "a whole number" : "a number"} from ${least} to ${most}.`,
    );
  }
  return value + 0; // no -0
}
