/** The settings that a run has, as the page is told of them. */

import { digits } from "../words/units.ts";

/** Of a setting. */
export type Value = number | string;
/** A setting, as playground/rules/knobs.py declares it and playground/server/page.py writes it. */
export interface Knob {
  name: string;
  label: string;
  unit: string;
  help: string;
  /** Lowest and highest value, and the step between. */
  slider: [number, number, number];
  /** Does the slider give small values more room? */
  logarithmic: boolean;
  /** Its default. */
  value: Value;
  minimum: number;
  maximum: number;
  whole: boolean;
  /** What it may be, and what that means; empty for a number. */
  choices: Record<string, string>;
  /** To which it belongs; empty for a setting of every run. */
  samplers: string[];
  /** Of the choices, samplers that the reader writes: the `sampler_source` of a spec is the text of one. */
  written?: string[];
}

/** @param samplers that the reader writes, and what each means */
export const withWritten = <K extends Pick<Knob, "name" | "choices">>(
  knobs: K[],
  samplers: Record<string, string>,
): K[] =>
  knobs.map((knob) =>
    knob.name === "sampler"
      ? { ...knob, choices: { ...knob.choices, ...samplers }, written: Object.keys(samplers) }
      : knob,
  );

/** @returns does a run with this sampler have the setting? */
export const belongs = ({ samplers }: Pick<Knob, "samplers">, sampler: unknown): boolean =>
  samplers.length === 0 || samplers.includes(String(sampler));

type Bounds = Pick<Knob, "label" | "minimum" | "maximum" | "whole">;

/** @param value an emptied field is not a number @returns what is wrong with it, in one sentence; "" if nothing is */
export function problemOf({ label, minimum, maximum, whole }: Bounds, value: Value): string {
  if (typeof value === "string") return "";
  if (value >= minimum && value <= maximum && (!whole || Number.isInteger(value))) return "";
  return `${label}: allowed is a ${whole ? "whole " : ""}number from ${digits(minimum, 16)} to ${digits(maximum, 16)}.`;
}

/** @returns any seed, short enough to be read out */
export const anySeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;

/** @returns does the reader write this sampler? */
export const isWritten = (sampler: unknown, knobs: Knob[]): boolean =>
  knobs.some(({ name, written }) => name === "sampler" && written?.includes(String(sampler)));
