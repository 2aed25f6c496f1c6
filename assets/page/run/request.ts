/** What a run is made from, and many runs of one prompt. */

import type { Value } from "../rules/knobs.ts";

/** One of the server's, by the name of its file. */
export type RecordedRun = { kind: "recorded"; name: string };
/** All that it takes to make a run again. */
export interface OwnRun {
  kind: "own";
  prompt: string;
  system: string;
  thinking: boolean;
  seed: number;
  /** One for each knob; those of other samplers are at their defaults. */
  settings: Record<string, Value>;
  model: string;
  revision: string;
  /** Hash of the sampler's code; "" where it is not known. */
  source: string;
  /** What a person holds, changes or starts from in it; see steering.js. */
  steering?: string;
  /**
   * Where it goes on from another run: the server's name of that run, if it is known, its spec, and the last step that
   * they share.
   */
  branch?: { run: string; parent: object; block: number; step: number };
  /** The pass after which the reader stopped it; missing for a run that ended by itself. */
  stopped?: number;
}
/** What is found out. */
export interface StudyRequest {
  run: OwnRun;
  /** From that of the run on. */
  seeds: number;
  /** The name of a setting, or "". */
  vary: string;
  /** That it takes, as they were typed; one empty text where nothing varies. */
  values: string[];
  /** What counts as right. */
  measure: { kind: string; wanted: string };
}
