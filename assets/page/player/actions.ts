/** What the page does for panels. Where it cannot, as in a file, a panel has none of it. */

import type { Listening } from "../dom/elements.ts";
import type { Machine } from "../rules/cost.ts";
import type { Knob } from "../rules/knobs.ts";
import type { Guest } from "../run/axis.ts";
import type { StepCost } from "../run/costs.ts";
import type { Settings, Sweep } from "../run/marks.ts";
import type { Known } from "../run/prompt-words.ts";
import type { Card } from "../run/race.ts";
import type { Moment, Recording } from "../run/recording.ts";
import type { RunSpec } from "../run/spec.ts";
import type { StudyRequest } from "../run/study.ts";
import type { Result } from "../run/study.ts";
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
  pairs: PairActions;
  /** Fills a place with what begins a race. */
  race: (place: HTMLElement) => void;
  /** Adds a lane from a trace file. */
  file: (file: File) => void;
  /** Makes all lanes again. */
  again: (alone: boolean) => void;
}
/** A setting, and what it may be instead. */
export type Choice = { kind: string; others: [value: string, means: string][] };

export interface PairActions {
  /** Of the run that is shown; null if it cannot be made again. */
  prompt: () => string | null;
  /** Words by kind, of the model of that run; empty for one whose words are not known. */
  known: () => Promise<Known>;
  /** Makes the run of this prompt beside it. */
  pair: (prompt: string) => void;
  /** Asks for a word to put into the chosen cell. */
  push: () => void;
}

/** Studies as panels follow them; "change" says that something has arrived or ended. */
export interface Studies extends EventTarget {
  readonly request: StudyRequest | null;
  /** What an address asks for, until it is made. */
  readonly offered: StudyRequest | null;
  /** What counts as right. */
  measure: StudyRequest["measure"];
  /** By number and change, such as "3 0". */
  readonly results: Map<string, Result>;
  /** All that were made, the last one last; each with what has arrived. */
  readonly all: { request: StudyRequest; results: Map<string, Result> }[];
  /** Results on fresh seeds, by number; one map for each change that was checked. */
  readonly fresh: Map<number, Map<string, Result>>;
  /** The change whose fresh seeds are going on; null for the study itself. */
  readonly checking: number | null;
  /** What went wrong. */
  readonly sentence: string;
  readonly busy: boolean;
  /** What it waits for; "" while it goes on. */
  readonly waiting: string;
  /** How many runs are asked for now, and how many have arrived. */
  readonly total: number;
  readonly arrived: number;
  /** Makes what was offered. */
  make(): void;
  ask(seeds: number, vary: string, values: string, settings?: Settings): void;
  /** Runs one of the settings with seeds that no run of the study had. */
  check(change: number, seeds: number): void;
  /** Puts one of the settings into the form. */
  adopt(change: number): void;
  /** Ends it; what is done stays. */
  stop(): void;
  /** Shows the run of a result. */
  open(result: Result): void;
}

/** What the page does for what makes many runs. */
export interface OftenActions {
  studies: () => Promise<Studies>;
  knobs: Knob[];
  /** The checkpoint's own settings; null until they are known. */
  shipped: () => Settings | null;
  /** What came with the model; the card of another model than the embedded one is empty. */
  measured: (prompt: string) => Promise<{ card: Card | Record<string, never>; sweeps: Sweep[] }>;
  /** Does a rule judge the texts of such runs, where they are made? */
  judges: (run: RunSpec) => Promise<boolean>;
  /** Puts settings into the form. */
  adopt: (settings: Settings) => void;
}

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
