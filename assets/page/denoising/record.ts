/**
 * What one run has recorded, in the worker that computes it; `playground/trace/record.py` and `engine/recording.py` have the
 * same rules. `trace` works at any time, even after an interruption.
 */

import { Recording } from "../run/recording.ts";
import { filled } from "../run/header.ts";
import { RunTrace } from "./trace.ts";
import type { Step, Verdict } from "../run/recording.ts";
import type { Manifest } from "./manifest.ts";
import type { RunSpec } from "./spec.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** One step, with the names of `playground/trace/columns.py`; masks have a 1 where they hold, candidates lie k by k. */
export type StepFrame = Omit<Step, "stopReason" | "finishReason"> & { stop_reason: string; finish_reason: string };

/** The columns that say what a step decided; two runs in which these are equal came out the same. */
const DECIDED = ["input_ids", "sampled_ids", "argmax_ids", "accepted"] as const;

/**
 * @param spec of the run, meant for the model
 * @param software name -> version of what computes it
 * @returns the run's header, as `Header.to_dict` writes it
 */
export function headerOf(
  spec: RunSpec,
  promptIds: number[],
  manifest: Manifest,
  software: Record<string, string>,
): Record<string, any> {
  return {
    spec: spec.toDict(),
    device: "browser",
    dtype: "float32",
    canvas_length: manifest.canvas_length,
    vocab_size: manifest.vocab_size,
    eos_ids: manifest.eos_ids,
    pad_id: manifest.pad_id,
    special_ids: manifest.special_ids,
    prompt_ids: promptIds,
    software,
    explanation: explanationOf(spec, manifest),
    execution: "",
    only_top: 0,
    recorded_at: `${new Date().toISOString().slice(0, 19)}+00:00`,
    thought_marks: manifest.thought_marks,
    branch: spec.branch && { explanation: explanationOf(spec.branch.parent, manifest), differs: null },
    verdict: null,
    source: "",
    source_way: "uniform",
    seconds: 0,
  };
}

const explanationOf = ({ settings }: RunSpec, { samplers, ways }: Manifest) => ({
  ...samplers[settings.sampler].declaration,
  ...ways[settings.way].declaration,
});

export class RunRecord {
  recording: Recording;
  /** The place after which it branches off. */
  leaves: any[];
  /** One sentence for the reader about how the run was made, if it was not as usual. */
  notice = "";

  #seconds = 0;
  #ended = false;
  #differs: number | null = null;

  /**
   * @param header as `headerOf` makes it
   * @param recorded what the run recorded that this one branches from, to compare the steps they share
   */
  constructor(
    public header: Record<string, any>,
    public vocabulary: Vocabulary,
    public recorded: Recording | null = null,
  ) {
    this.recording = new Recording("", "LIVE", filled(header));
    const { branch } = header.spec;
    this.leaves = branch ? [branch.block, branch.step] : [0, 0];
  }

  /** Is the run over, by itself or because `end` said so? */
  get over() {
    return this.#ended || Boolean(this.recording.frames.at(-1)?.finishReason);
  }

  /** @param frame the next one */
  add({ stop_reason: stopReason, finish_reason: finishReason, ...figures }: StepFrame) {
    this.recording.append({ ...figures, stopReason, finishReason });
    this.#compare();
    this.#seconds += figures.seconds ?? 0; // and no step of a run with which this one takes turns
  }

  /** No more frames will come: the run was stopped, if it has not come to its end by itself. */
  end() {
    this.#ended = true;
  }

  /**
   * @param verdict on a text that came to its end
   * @returns everything up to the last frame
   */
  trace(verdict: Verdict | null = null): RunTrace {
    const { branch } = this.header;
    const header = {
      ...this.header,
      execution: "eager",
      branch: branch && { ...branch, differs: this.#differs },
      verdict,
      seconds: this.#seconds,
    };
    return new RunTrace(header, this.recording, this.vocabulary);
  }

  /** Notices the first step before the branch that is not what the parent's run recorded. */
  #compare() {
    const { recording, recorded, leaves } = this;
    const [at, frame] = [recording.frames.length, recording.frames[recording.frames.length - 1]];
    const shared = frame.block < leaves[0] || (frame.block === leaves[0] && frame.step <= leaves[1]);
    if (recorded === null || !shared || this.#differs !== null) return;
    const before = recorded.frames[at - 1];
    if (!before || DECIDED.some((name) => !equal(frame[name], before[name]))) this.#differs = at;
  }
}

const equal = (ours: ArrayLike<number>, theirs: ArrayLike<number>) =>
  ours.length === theirs.length && Array.prototype.every.call(ours, (value, at) => value === theirs[at]);
