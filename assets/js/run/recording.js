/**
 * Recording: one run as the page holds it. It grows while a run streams, and is complete when read from a trace file;
 * every view is a function of (recording, step). A step is a place in `frames`, counted from 0 over the whole run; the
 * frame's own `step` counts from 1 within its block.
 */

import { wayOf } from "../rules/ways.js";
import { isRefusal } from "./refusal.js";
import { statusOf } from "./status.js";
import { stretchesOf } from "./thought.js";
import { UNKNOWN } from "./unrecorded.js";

/**
 * @typedef {object} Header what `Header` in playground/trace/header.py holds, under the same names
 * @property {string} model
 * @property {string} revision
 * @property {string} device
 * @property {string} dtype
 * @property {number} canvas_length
 * @property {number} vocab_size
 * @property {number[]} eos_ids
 * @property {number | null} pad_id
 * @property {number[]} special_ids
 * @property {string} prompt
 * @property {number[]} prompt_ids
 * @property {Record<string, any>} settings
 * @property {string} [way] of writing; old traces have none and are all uniform diffusion
 * @property {Partial<Explanation>} [explanation] what the sampler declares; old traces have none and all used the entropy bound
 * @property {number} seed
 * @property {{ version: number, sampler_source: string } & Record<string, any>} [spec] and more: what `RunSpec.to_dict` in playground/spec/run.py wrote; none in old traces
 * @property {string} [system] prompt; older traces have none of these
 * @property {boolean} [thinking]
 * @property {string} [image_sha256]
 * @property {import("./thought.js").Marks} [thought_marks] of the thinking channel
 * @property {Record<string, string>} [software] its versions, and what else says on which machine it ran
 * @property {number} [only_top] how many of the most probable tokens of a position are known; 0 for all. If not all, entropies are lower bounds
 * @property {string} [execution] how its passes were run
 * @property {number} seconds wall time of the run
 * @property {Verdict | null} [verdict] older traces have none
 * @property {{ explanation?: Partial<Explanation>, differs?: number | null } | null} [branch] of the run that it branched from; see `Branched` in playground/trace/header.py
 * @property {string} [source] what recorded the run, if the playground did not: it then holds one canvas for each step, and of the rest what that program told
 */

/**
 * @typedef {object} Verdict what a rule, not the model, found about the text; `playground/world/judge.py` has the rules
 * @property {string} task as `Judgement` in `playground/world/judge.py` names it, or one of a later version
 * @property {boolean} right
 * @property {string} sentence such as "solved"
 * @property {number} rule version of the rules
 */

/**
 * @typedef {object} Explanation as `Explanation` in playground/rules/samplers/base.py has it
 * @property {string} label of the sampler
 * @property {string} rule in one sentence
 * @property {string} order what the positions are ordered by
 * @property {boolean} falling do the highest come first?
 * @property {string} cut what is compared with the bound: "running sum", "value", "rank", or "draw" for nothing
 * @property {string} bound which setting that is; "" for none
 * @property {number} least how many are accepted even if fewer are past the bound
 * @property {string} unit of the figures that order the positions
 * @property {string} accepted what "accepted" means here
 * @property {string} rejected what happens to the other positions
 */

/**
 * @typedef {object} Step one denoising step: what columns.js explains, under the same names, and how it ended
 * @property {number} block
 * @property {number} step
 * @property {number} temperature
 * @property {number} mean_entropy
 * @property {number} stable_for
 * @property {Int32Array} input_ids
 * @property {Int32Array} sampled_ids
 * @property {Int32Array} argmax_ids
 * @property {Float32Array} entropy
 * @property {Uint8Array} accepted 1 where the sampler kept the position
 * @property {Int32Array} [top_ids] k for each position, position after position; they do not come over the wire
 * @property {Float32Array} [top_probs]
 * @property {Float32Array} [key]
 * @property {number} [seconds]
 * @property {number} [encoder_tokens]
 * @property {Uint8Array} [pinned] 1 where a person's token stands: it is held, or favoured and not too far behind
 * @property {Float32Array} [lead] where a person's token is favoured, how many nats the model's best is ahead of it; else -1
 * @property {Uint8Array} [edited] 1 where a person changed the input just before
 * @property {string} stopReason set on a block's last step
 * @property {string} finishReason set on the run's last step
 */

/** @typedef {"input" | "sampled" | "argmax"} Layer which of a step's three canvases */
/** @typedef {Step & { status: Uint8Array }} Frame a step with the status of its positions */

/** @typedef {{ step: number, noise: boolean }} Moment a place on the timeline: a step, or the noise that its block begins with (`step` is then the block's first) */

/** @typedef {{ text: string, committed: boolean, thought?: true }} Passage a stretch of the text so far */

/** @param {Step} frame @param {"input" | "sampled" | "argmax"} layer @returns {Int32Array} the ids of that canvas */
export const canvasOf = (frame, layer) => frame[/** @type {const} */ (`${layer}_ids`)];

/** The name of the token that fills a place within a text, to keep its layout, and carries no text. */
const FILLER = "<fill>";

export class Recording {
  /**
   * @param {string} run names the run
   * @param {string} label LIVE, RECORDED or SIMULATED
   * @param {Header} header
   */
  constructor(run, label, header) {
    this.run = run;
    /** The server's name of a run that was made on this page and is whole; "" for others. */
    this.made = "";
    this.label = label;
    /** When this page's reader had it made, in ms since 1970; 0 for a run from elsewhere. */
    this.madeAt = 0;
    this.header = header;
    /** @type {Frame[]} */
    this.frames = [];
    /** Each block's noise, before any pass, and then its steps. @type {Moment[]} */
    this.moments = [];
    /** @type {Map<number, string>} */
    this.tokens = new Map();
    this.finishReason = "";
    this.text = "";
    this.thought = "";
    this.seconds = 0;
    /** What it waits for, or why it could not begin or go on; empty if there is nothing to say. */
    this.notice = "";
    /** @type {Verdict | null} null while the run goes on, when it was stopped, and where no rule knows all of the prompt */
    this.verdict = header.verdict ?? null;
    /** Is nothing recorded of its steps but a canvas? So it is with most runs from elsewhere; see unrecorded.js. */
    this.bare = Boolean(header.source);
    this.eos = new Set(header.eos_ids);
    this.special = new Set([...header.special_ids, ...header.eos_ids, UNKNOWN]);
    if (header.pad_id !== null) this.special.add(header.pad_id);
    /** Has a best guess had a filler in it? */
    this.filled = false;
  }

  /**
   * Which tokens only hold a place; `fillers` in playground/trace/trace.py has the same rule for fillers.
   *
   * @param {number} id
   * @returns {"end" | "padding" | "filler" | ""} empty for a token that counts as text
   */
  emptiness(id) {
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

  /**
   * @param {number} step
   * @returns {Header} with what decided the step: up to where it left it, a branch has the settings of its parent
   */
  headerAt(step) {
    const { header } = this;
    const { block, step: number } = this.frames[step];
    let spec = /** @type {any} */ (header.spec);
    let { explanation } = header;
    for (
      let at = spec?.branch, isOwn = true;
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
    return spec === header.spec ? header : { ...header, settings: spec.settings, explanation };
  }

  /** @param {Step} frame follows the last one */
  append(frame) {
    const last = this.frames.at(-1);
    const before = last !== undefined && last.block === frame.block ? last.accepted : null;
    if (before === null) this.moments.push({ step: this.frames.length, noise: true });
    this.moments.push({ step: this.frames.length, noise: false });
    this.bare &&= Number.isNaN(frame.entropy[0]);
    this.filled ||= frame.argmax_ids.some((id) => this.emptiness(id) === "filler");
    this.frames.push({ ...frame, status: statusOf(frame.accepted, before) });
  }

  /**
   * The run is over, by itself or because it was stopped. From now on it is shown as a record.
   *
   * @param {{ finishReason: string, text: string, thought?: string, seconds: number, verdict?: Verdict | null }} ending
   */
  end({ finishReason, text, thought = "", seconds, verdict = this.verdict }) {
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
  }

  /** @param {number} step @returns {number} its place in `moments`; -1 for no step */
  momentOf(step) {
    return this.moments.findIndex((moment) => moment.step === step && !moment.noise);
  }

  /** @param {number} step @returns {boolean} is it the last step that its block took? */
  closesBlock(step) {
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

  /** @returns {number} how many tokens of text the output has, its end included, padding and fillers not */
  get textTokens() {
    return this.tokenIds.filter((id) => !["padding", "filler"].includes(this.emptiness(id))).length;
  }

  /**
   * @param {number[]} ends the last steps of consecutive blocks, from the first on
   * @returns {number[]} what these blocks add to the output, cut to the length asked for
   */
  committedIds(ends) {
    /** @type {number[]} */
    const ids = [];
    for (const step of ends) {
      const canvas = wayOf(this.header).standing(this.frames[step]);
      const end = canvas.findIndex((id) => this.eos.has(id));
      const room = (this.header.settings.max_new_tokens ?? Infinity) - ids.length;
      ids.push(...canvas.subarray(0, Math.min(end === -1 ? canvas.length : end + 1, room)));
    }
    return ids;
  }

  /**
   * The text at `step`: earlier blocks are committed, and the block of `step` is a draft until its last step.
   *
   * @param {number} step
   * @returns {Passage[]}
   */
  passages(step) {
    if (step < 0) return [];
    const last = step === this.frames.length - 1;
    if (last && this.finishReason !== "" && this.finishReason !== "stopped") {
      /** @type {Passage[]} */
      const thought = this.thought === "" ? [] : [{ text: this.thought, committed: true, thought: true }];
      return [...thought, { text: this.text, committed: true }];
    }
    const earlier = this.blockEnds.filter((end) => end < step);
    const committed = this.committedIds(earlier);
    const draft = this.committedIds([...earlier, step]).slice(committed.length);
    const ended = this.frames[step].stopReason !== "" && this.frames[step].stopReason !== "stopped";
    const marks = this.header.thought_marks ?? {};
    const split = (/** @type {number[]} */ ids) =>
      stretchesOf(ids, this.header.prompt_ids, marks, (some) => this.join(some));
    const lengths = { answer: 0, thought: 0 }; // of what earlier blocks wrote
    for (const { thought, text } of split(committed)) lengths[thought ? "thought" : "answer"] += text.length;
    return split([...committed, ...draft]).flatMap(({ thought, text }) => {
      const side = thought ? "thought" : "answer";
      const place = Math.min(lengths[side], text.length);
      lengths[side] -= place;
      const passage = (/** @type {string} */ text, /** @type {boolean} */ committed) =>
        text === "" ? [] : [thought ? /** @type {Passage} */ ({ text, committed, thought }) : { text, committed }];
      return [...passage(text.slice(0, place), true), ...passage(text.slice(place), ended)];
    });
  }

  /** @param {number[]} ids @returns {string} their texts, special tokens left out */
  join(ids) {
    return ids.map((id) => (this.special.has(id) ? "" : (this.tokens.get(id) ?? ""))).join("");
  }
}
