/**
 * Recording: one run as the page holds it, from its first step on. It grows while the run streams, and `fill` adds what only
 * its file has; every view is a function of (recording, step). A step is a place in `frames`, counted from 0 over the whole run; the
 * frame's own `step` counts from 1 within its block.
 */

import { wayOf } from "../rules/ways.ts";
import { FILLER, committedIds } from "./output.ts";
import { isRefusal } from "./refusal.ts";
import { statusOf } from "./status.ts";
import { stretchesOf } from "./thought.ts";
import { NO_SPEC } from "./spec.ts";
import { UNKNOWN } from "./unrecorded.ts";
import type { Figures } from "./columns.ts";
import type { Declaration, Header as Described, Verdict } from "./description.ts";
import type { RunSpec } from "./spec.ts";
import type { Marks } from "./thought.ts";

export type { Verdict };
/** As files and messages have it, and `Header` in playground/trace/header.py explains it: a run of another program has no spec. */
export type StoredHeader = Omit<Described, "spec" | "thought_marks" | "source_way" | "seconds"> & {
  /** A playground with settings that are not known here may have had values of any kind for them. */
  spec?: RunSpec & { settings: Record<string, any> };
  thought_marks?: Marks;
  source_way?: string;
  seconds: number;
};
export type Header = StoredHeader & Required<Pick<StoredHeader, "spec">>;

/** What a sampler declares, as `Explanation` in playground/rules/samplers/base.py explains it. */
export type Explanation = Required<Omit<Declaration, "paper">>;

/** One denoising step: what the columns say, under their names, and how it ended. An array of bits has 1 for true. */
export interface Step extends Figures {
  /** Set on a block's last step. */
  stopReason: string;
  /** Set on the run's last step. */
  finishReason: string;
}

/** Which of a step's three canvases. */
export type Layer = "input" | "sampled" | "argmax";
/** A step with the status of its positions. */
export type Frame = Step & { status: Uint8Array };

/** A place on the timeline: a step, or the noise that its block begins with (`step` is then the block's first). */
export type Moment = { step: number; noise: boolean };

/** A stretch of the text so far. */
type Passage = { text: string; committed: boolean; thought?: true };

/** @returns the ids of that canvas */
export const canvasOf = (frame: Step, layer: "input" | "sampled" | "argmax"): Int32Array =>
  frame[`${layer}_ids` as const];

/** @returns how many passes the first steps took, by default all */
export const passesOf = (frames: Pick<Step, "passes">[], steps: number = frames.length): number =>
  frames.slice(0, steps).reduce((sum, { passes = 1 }) => sum + passes, 0);

/** @returns another number once one of them has ended or been filled */
export const versionOf = (recordings: Recording[]): number => recordings.reduce((sum, { version }) => sum + version, 0);

export class Recording {
  /** When this page's reader had it made, in ms since 1970; 0 for a run from elsewhere. */
  madeAt = 0;
  frames: Frame[] = [];
  /** Counts what has changed beside new steps: its end, and what `fill` added. Whoever keeps something of it looks here. */
  version = 0;
  /** Each block's noise, before any pass, and then its steps. */
  moments: Moment[] = [];
  tokens: Map<number, string> = new Map();
  finishReason = "";
  text = "";
  thought = "";
  seconds = 0;
  /** What it waits for, or why it could not begin or go on; empty if there is nothing to say. */
  notice = "";
  verdict: Verdict | null;
  /** Is nothing recorded of its steps but a canvas? So it is with most runs from elsewhere; see unrecorded.js. */
  bare: boolean;
  eos: Set<number>;
  special: Set<number>;
  /** Has a best guess had a filler in it? */
  filled = false;
  header: Header;

  /**
   * @param run names the run: as the engine knows it where it was made here
   * @param label LIVE, RECORDED or SIMULATED
   */
  constructor(
    public run: string,
    public label: string,
    header: StoredHeader,
  ) {
    this.header = { spec: NO_SPEC, ...header };
    this.verdict = header.verdict ?? null;
    this.bare = Boolean(header.source);
    this.eos = new Set(header.eos_ids);
    this.special = new Set([...header.special_ids, ...header.eos_ids, UNKNOWN]);
    if (header.pad_id !== null) this.special.add(header.pad_id);
  }

  /**
   * Which tokens only hold a place; `fillers` in playground/trace/trace.py has the same rule for fillers.
   *
   * @returns empty for a token that counts as text
   */
  emptiness(id: number): "end" | "padding" | "filler" | "" {
    if (!this.special.has(id)) return "";
    if (this.eos.has(id)) return "end";
    if (id === this.header.pad_id || id === UNKNOWN) return "padding";
    return this.tokens.get(id) === FILLER ? "filler" : "";
  }

  /** Did the model only say what it knows? Older traces call that right. */
  get refused() {
    return isRefusal(this.text);
  }

  /** Is the run still going on? */
  get live() {
    return this.label === "LIVE";
  }

  /** @returns with what decided the step: up to where it left it, a branch has the settings of its parent */
  headerAt(step: number): Header {
    const { header } = this;
    const { block, step: number } = this.frames[step];
    let spec: any = header.spec;
    let { explanation } = header;
    for (
      let at = spec.branch, isOwn = true;
      at && (block < at.block || (block === at.block && number <= at.step));
      at = spec.branch, isOwn = false
    ) {
      // Only the first parent's sampler has told what it does; another one's order is not known.
      explanation = isOwn
        ? header.branch?.explanation
        : at.parent.settings.sampler === spec.settings.sampler
          ? explanation
          : { cut: "draw", bound: "" };
      spec = at.parent;
    }
    return spec === header.spec ? header : { ...header, spec, explanation };
  }

  /** @param frame follows the last one */
  append(frame: Step) {
    const last = this.frames.at(-1);
    const before = last !== undefined && last.block === frame.block ? last.accepted : null;
    if (before === null) this.moments.push({ step: this.frames.length, noise: true });
    this.moments.push({ step: this.frames.length, noise: false });
    this.bare &&= Number.isNaN(frame.entropy[0]);
    this.filled ||= frame.argmax_ids.some((id) => this.emptiness(id) === "filler");
    this.frames.push({ ...frame, status: statusOf(frame.accepted, before) });
  }

  /**
   * Takes over what a file of the run holds beyond its messages: candidates, exact figures, and what was lost on the way.
   *
   * @param steps all of them; if they are fewer than those that are there, only they stay
   */
  fill(header: StoredHeader, tokens: [id: number, text: string][], steps: Step[]) {
    Object.assign(this.header, header);
    for (const [id, text] of tokens) this.tokens.set(id, text);
    if (steps.length < this.frames.length) this.frames.length = this.moments.length = 0;
    for (const [at, step] of steps.entries())
      if (at < this.frames.length) Object.assign(this.frames[at], step);
      else this.append(step);
    this.version += 1;
  }

  /** The run is over, by itself or because it was stopped. From now on it is shown as a record. */
  end({
    finishReason,
    text,
    thought = "",
    seconds,
    verdict = this.verdict,
  }: {
    finishReason: string;
    text: string;
    thought?: string;
    seconds: number;
    verdict?: Verdict | null;
  }) {
    this.finishReason = finishReason;
    this.text = text;
    this.thought = thought;
    this.seconds = seconds;
    this.verdict = verdict?.right && this.refused ? null : verdict;
    const last = this.frames.at(-1);
    if (last !== undefined) {
      last.stopReason ||= "stopped";
      last.finishReason ||= finishReason;
    }
    if (this.live) this.label = "RECORDED";
    this.version += 1;
  }

  /** @returns its place in `moments`; -1 for no step */
  momentOf(step: number): number {
    return this.moments.findIndex((moment) => moment.step === step && !moment.noise);
  }

  /** @returns is it the last step that its block took? */
  closesBlock(step: number): boolean {
    return this.frames[step].stopReason !== "";
  }

  /**
   * A telling step to pause at: the first one that accepts half of what is not padding, so that it is no longer noise
   * and not yet text. It is neither the first nor the last step, if there are others.
   */
  get middle() {
    const last = this.frames.length - 1;
    if (this.header.source) return last;
    const half = this.frames.findIndex(({ sampled_ids, accepted }) => {
      const words = accepted.filter((_, position) => !this.special.has(sampled_ids[position]));
      return 2 * words.reduce((sum, kept) => sum + kept, 0) >= words.length;
    });
    return Math.max(Math.min(half === -1 ? last >> 1 : half, last - 1), Math.min(1, last));
  }

  /** The last step of each block, in order. */
  get blockEnds() {
    return this.frames.flatMap((_, step) => (this.closesBlock(step) ? [step] : []));
  }

  /** The output: ids of every block's committed canvas, up to and including end-of-text. */
  get tokenIds() {
    return this.committedIds(this.blockEnds);
  }

  /** @returns how many tokens of text the output has, its end included, padding and fillers not */
  get textTokens(): number {
    return this.tokenIds.filter((id) => !["padding", "filler"].includes(this.emptiness(id))).length;
  }

  /**
   * @param ends the last steps of consecutive blocks, from the first on
   * @returns what these blocks add to the output, cut to the length asked for
   */
  committedIds(ends: number[]): number[] {
    const { header, frames, eos } = this;
    const steps = ends.map((step) => frames[step]);
    return committedIds(steps, wayOf(header), eos, header.spec.settings.max_new_tokens).flat();
  }

  /** The text at `step`: earlier blocks are committed, and the block of `step` is a draft until its last step. */
  passages(step: number): Passage[] {
    if (step < 0) return [];
    const last = step === this.frames.length - 1;
    if (last && this.finishReason !== "" && this.finishReason !== "stopped") {
      const thought: Passage[] = this.thought === "" ? [] : [{ text: this.thought, committed: true, thought: true }];
      return [...thought, { text: this.text, committed: true }];
    }
    const earlier = this.blockEnds.filter((end) => end < step);
    const committed = this.committedIds(earlier);
    const draft = this.committedIds([...earlier, step]).slice(committed.length);
    const ended = this.frames[step].stopReason !== "" && this.frames[step].stopReason !== "stopped";
    const marks = this.header.thought_marks ?? {};
    const split = (ids: number[]) => stretchesOf(ids, this.header.prompt_ids, marks, (some) => this.join(some));
    const lengths = { answer: 0, thought: 0 }; // of what earlier blocks wrote
    for (const { thought, text } of split(committed)) lengths[thought ? "thought" : "answer"] += text.length;
    return split([...committed, ...draft]).flatMap(({ thought, text }) => {
      const side = thought ? "thought" : "answer";
      const place = Math.min(lengths[side], text.length);
      lengths[side] -= place;
      const passage = (text: string, committed: boolean) =>
        text === "" ? [] : [thought ? ({ text, committed, thought } as Passage) : { text, committed }];
      return [...passage(text.slice(0, place), true), ...passage(text.slice(place), ended)];
    });
  }

  /** @returns their texts, special tokens left out */
  join(ids: number[]): string {
    return ids.map((id) => (this.special.has(id) ? "" : (this.tokens.get(id) ?? ""))).join("");
  }
}
