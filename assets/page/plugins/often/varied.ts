/** In what lanes differ. */

import { samePrompt } from "../../run/spec.ts";
import { fieldsOf } from "../../run/steering.ts";
import type { Recording } from "../../run/recording.ts";
import type { RunSpec } from "../../run/spec.ts";

/**
 * @returns the one setting in which they differ, from the first lane's value on; null if they differ in more, or in
 * something else than a setting or the seed
 */
export function variedBy(lanes: Recording[]): { name: string; values: (number | string)[] } | null {
  if (lanes.length < 2) return null;
  const specs = lanes.map(({ header }) => header.spec);
  const alike = (of: (spec: RunSpec) => unknown) =>
    new Set(specs.map((spec) => JSON.stringify(of(spec) ?? ""))).size === 1;
  if (!specs.every(({ prompt }) => samePrompt(prompt, specs[0].prompt))) return null;
  if (!alike((spec) => [spec.model, spec.revision, fieldsOf(spec), spec.branch])) return null;
  const differing = Object.keys(specs[0].settings).filter((key) => !alike(({ settings }) => settings[key]));
  const name = differing.includes("way") ? "way" : differing.length === 1 ? differing[0] : "";
  const values = [...new Set(specs.map(({ settings }) => settings[name]))];
  return name === "" || values.length < lanes.length ? null : { name, values };
}
