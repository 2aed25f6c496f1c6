/** How settings are called where they differ. */

import { numberText } from "./units.ts";

/** Others go by their own name. */
const CALLED: Record<string, (value: any) => string> = {
  sampler: (value) => String(value),
  schedule: (value) => `${value} schedule`,
  way: (value) => String(value),
  entropy_bound: (value) => `bound ${value}`,
  max_denoising_steps: (value) => `at most ${value} steps`,
  max_new_tokens: (value) => `${numberText(Number(value))} tokens long`,
  t_max: (value) => `t_max ${value}`,
  t_min: (value) => `t_min ${value}`,
  confidence_threshold: (value) => (value === 0 ? "no early end" : `ends below ${value} nats`),
  stability_threshold: (value) => `stable for ${value}`,
  draw: (value) => `${value} draws`,
  self_conditioning: (value) => `self-conditioning ${value}`,
};

/**
 * @param name of a setting
 * @returns such as `bound 1`
 */
export const settingName = (name: string, value: unknown): string =>
  (CALLED[name] ?? ((any: unknown) => `${name.replaceAll("_", " ")} ${any}`))(value);
