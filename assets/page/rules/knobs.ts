/** The settings that a run has, as the page is told of them. */

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
}
