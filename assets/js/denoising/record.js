/**
 * What one run has recorded, in the worker that computes it; `playground/trace/record.py` and `engine/recording.py` have the
 * same rules. `trace` works at any time, even after an interruption.
 */

import { Recording } from "../run/recording.js";
import { filled } from "../run/header.js";
import { RunTrace } from "./trace.js";

/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./spec.js").RunSpec} RunSpec */
/** @typedef {import("./vocabulary.js").Vocabulary} Vocabulary */

/**
 * One step, with the names of `playground/trace/columns.py`; masks have a 1 where they hold, candidates lie k by k.
 *
 * @typedef {Omit<import("../run/recording.js").Step, "stopReason" | "finishReason"> & { stop_reason: string, finish_reason: string }} StepFrame
 */

/** The columns that say what a step decided; two runs in which these are equal came out the same. */
const DECIDED = /** @type {const} */ (["input_ids", "sampled_ids", "argmax_ids", "accepted"]);

/**
 * @param {RunSpec} spec of the run, meant for the model
 * @param {number[]} promptIds
 * @param {Manifest} manifest
 * @param {Record<string, string>} software name -> version of what computes it
 * @returns {Record<string, any>} the run's header, as `Header.to_dict` writes it
 */
export function headerOf(spec, promptIds, manifest, software) {
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

/** @param {RunSpec} spec @param {Manifest} manifest */
const explanationOf = ({ settings }, { samplers, ways }) => ({
  ...samplers[settings.sampler].declaration,
  ...ways[settings.way].declaration,
});

export class RunRecord {
  #seconds = 0;
  #ended = false;
  /** @type {number | null} */
  #differs = null;

  /**
   * @param {Record<string, any>} header as `headerOf` makes it
   * @param {Vocabulary} vocabulary
   * @param {Recording | null} [recorded] what the run recorded that this one branches from, to compare the steps they share
   */
  constructor(header, vocabulary, recorded = null) {
    this.header = header;
    this.vocabulary = vocabulary;
    this.recorded = recorded;
    this.recording = new Recording("", "LIVE", filled(header));
    const { branch } = header.spec;
    /** The place after which it branches off. */
    this.leaves = branch ? [branch.block, branch.step] : [0, 0];
    /** One sentence for the reader about how the run was made, if it was not as usual. */
    this.notice = "";
  }

  /** Is the run over, by itself or because `end` said so? */
  get over() {
    return this.#ended || Boolean(this.recording.frames.at(-1)?.finishReason);
  }

  /** @param {StepFrame} frame the next one */
  add({ stop_reason: stopReason, finish_reason: finishReason, ...figures }) {
    this.recording.append({ ...figures, stopReason, finishReason });
    this.#compare();
    this.#seconds += figures.seconds ?? 0; // and no step of a run with which this one takes turns
  }

  /** No more frames will come: the run was stopped, if it has not come to its end by itself. */
  end() {
    this.#ended = true;
  }

  /**
   * @param {import("../run/recording.js").Verdict | null} [verdict] on a text that came to its end
   * @returns {RunTrace} everything up to the last frame
   */
  trace(verdict = null) {
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

/** @param {ArrayLike<number>} ours @param {ArrayLike<number>} theirs */
const equal = (ours, theirs) =>
  ours.length === theirs.length && Array.prototype.every.call(ours, (value, at) => value === theirs[at]);
