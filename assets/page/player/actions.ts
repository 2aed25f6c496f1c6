/** What the page does for panels. Where it cannot, as in a file, a panel has none of it. */

import type { Listening } from "../dom/elements.ts";
import type { Machine } from "../rules/cost.ts";
import type { Guest } from "../run/axis.ts";
import type { StepCost } from "../run/costs.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { Taste } from "./panel.ts";

export interface LaneActions {
  /** The lanes with what each shows now, the first one first; empty for one run alone. */
  shown: () => { recording: Recording; letter: string; title: string; moment?: Moment }[];
  /** What stands beside them and is no run. */
  guest?: () => Guest | null;
  /** Makes lanes; an exported page cannot. */
  adding?: Adding;
}
export interface Adding {
  /** What can be added with one press. */
  offers: [kind: string, name: string, hint: string][];
  /** What can be chosen for one more lane. */
  choices: () => Choice[];
  add: (kind: string, value?: string) => void;
  /** Fills a place with what begins a race. */
  race: (place: HTMLElement) => void;
  /** Fills a place below the figures with what plugins offer. */
  more: (place: HTMLElement, listening: Listening) => void;
  /** Adds a lane from a trace file. */
  file: (file: File) => void;
  /** Makes all lanes again. */
  again: (alone: boolean) => void;
}
/** A setting, and what it may be instead. */
export type Choice = { kind: string; others: [value: string, means: string][] };

/** A run that is shown, and what its steps cost; null where the shape of its model is not known. */
export type LaneCosts = { recording: Recording; letter: string; costs: StepCost[] | null };

/** What stands in the Cost panel beside the passes knows of it. */
export interface CostsShown extends Listening {
  lanes: () => LaneCosts[];
  /** Loads Plotly; null if the page has none. */
  plotly: (() => Promise<any>) | null;
  /** Says how fast the machine is at best, for what passes take there. */
  know: (machine: Machine | null) => void;
}

/** What stands below the steps of the chosen position knows. */
export interface PositionShown extends Listening {
  /** What is shown; `listen` tells of each picture. */
  now: () => { recording: Recording; step: number; chosen: number | null; taste: Taste };
}
