/**
 * The record of one run, complete in itself, and the bytes of its `.trace` file; `playground/trace/trace.py` and `store.py`
 * have the same rules. `assets/js/run/trace.js` and Python read the file.
 */

import { COLUMNS, TRACE_VERSION } from "../run/columns.js";
import { FORMAT } from "../run/description.js";
import { stretchesOf } from "../run/thought.js";
import { wayOf } from "../rules/ways.js";
import { strip } from "./python-text.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./vocabulary.js").Vocabulary} Vocabulary */
/** @typedef {{ name: string, dtype: string, shape: number[], bytes: Uint8Array }} Column */

/** @typedef {{ steps: number, stopReason: string, meanEntropy: number, tokenIds: number[] }} Block as `Block` in Python */

const ARRAYS = { bool: Uint8Array, int32: Int32Array, float32: Float32Array };
const STORED = { bool: "BOOL", int32: "I32", float32: "F32" };
/** A token that is less probable counts as this probable. */
const LEAST = 1e-9;

export class RunTrace {
  #vocabulary;

  /**
   * @param {Record<string, any>} header
   * @param {Recording} recording so far; it may go on
   * @param {Vocabulary} vocabulary
   */
  constructor(header, recording, vocabulary) {
    this.#vocabulary = vocabulary;
    this.header = header;
    this.recording = recording;
    this.frames = [...recording.frames];
    const last = this.frames.at(-1);
    /** Why each block ended. @type {string[]} */
    this.stopReasons = this.frames.flatMap(({ stopReason }) => (stopReason === "" ? [] : [stopReason]));
    if (last?.stopReason === "") this.stopReasons.push("stopped");
    this.finishReason = last?.finishReason || "stopped";
    /** The output after the prompt, up to and including end-of-text, cut at `max_new_tokens`. @type {number[]} */
    this.tokenIds = recording.committedIds(this.#ends);
    const { prompt_ids: promptIds, thought_marks: marks } = header;
    const stretches = stretchesOf(this.tokenIds, promptIds, marks, (ids) => vocabulary.decode(ids));
    const side = (/** @type {boolean} */ inside) =>
      stretches.map(({ thought, text }) => (thought === inside ? text : "")).join("");
    /** The answer as the tokenizer decodes it. */
    this.text = side(false);
    this.thought = strip(side(true));
  }

  /** The tokens that count as text, its end included. */
  get textIds() {
    return this.tokenIds.filter((id) => !["padding", "filler"].includes(this.recording.emptiness(id)));
  }

  /** @returns {Block[]} */
  get blocks() {
    let written = 0;
    return this.#ends.map((end, at) => {
      const ids = this.recording.committedIds(this.#ends.slice(0, at + 1)).slice(written);
      written += ids.length;
      const { step, mean_entropy: meanEntropy } = this.frames[end];
      return { steps: step, stopReason: this.stopReasons[at], meanEntropy, tokenIds: ids };
    });
  }

  /**
   * How uncertain each token of the text was on the way: the mean entropy of its position over the steps of its block, in
   * nats; `uncertainty` in `playground/trace/wire.py` has the same rule.
   *
   * @returns {Float32Array} one for each of `tokenIds`
   */
  get uncertainty() {
    const parts = this.blocks.map(({ tokenIds }, at) => {
      const steps = this.#stepsOf(at);
      const counted = this.#way.causal ? steps.slice(-1) : steps;
      const sums = new Float32Array(tokenIds.length);
      for (const { entropy } of counted)
        for (let place = 0; place < sums.length; place += 1) sums[place] += entropy[place];
      return sums.map((sum) => sum / counted.length);
    });
    return Float32Array.from(parts.flatMap((part) => [...part]));
  }

  /**
   * @returns {number | null} the mean log-probability of the text up to its last pin, in nats; null for a run without pins.
   *   `playground/trace/filling.py` has the same rule
   */
  get sureness() {
    const places = Object.keys(this.header.spec.pins ?? {}).map(Number);
    if (places.length === 0) return null;
    const count = Math.max(...places) + 1;
    const logs = this.blocks.flatMap(({ tokenIds }, at) => {
      const steps = this.#stepsOf(at);
      const some = tokenIds.slice(0, Math.max(0, count - at * this.header.canvas_length));
      return some.map((id, place) => Math.log(Math.max(LEAST, this.#probability(steps, id, place))));
    });
    return logs.reduce((sum, log) => sum + log, 0) / logs.length;
  }

  /** @returns {Promise<Uint8Array<ArrayBuffer>>} the bytes of its file */
  async toBytes() {
    const columns = this.#columns();
    const described = {
      format: FORMAT,
      version: TRACE_VERSION,
      header: this.header,
      stop_reasons: this.stopReasons,
      finish_reason: this.finishReason,
      tokens: Object.fromEntries(this.#texts()),
      text: this.text,
      thought: this.thought,
    };
    /** @type {Record<string, any>} */
    const head = { __metadata__: { trace: JSON.stringify(described) } };
    let end = 0;
    for (const { name, dtype, shape, bytes } of columns) {
      head[name] = { dtype, shape, data_offsets: [end, end + bytes.length] };
      end += bytes.length;
    }
    const text = new TextEncoder().encode(JSON.stringify(head));
    const room = Math.ceil(text.length / 8) * 8; // so that numbers lie where their type wants them
    const begin = new Uint8Array(8 + room).fill(0x20);
    new DataView(begin.buffer).setBigUint64(0, BigInt(room), true);
    begin.set(text, 8);
    const file = new Blob([begin, .../** @type {BlobPart[]} */ (columns.map(({ bytes }) => bytes))]);
    return new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
  }

  /** The columns, those of bytes last. @returns {Column[]} */
  #columns() {
    const columns = COLUMNS.flatMap((column) => this.#column(column) ?? []);
    return columns.sort((one, second) => Number(one.dtype === "BOOL") - Number(second.dtype === "BOOL"));
  }

  /**
   * @param {import("../run/columns.js").Column} column
   * @returns {Column | null} null for an optional one that no step has, or that some lack and that has no NaN
   */
  #column({ name, dtype, shape, optional }) {
    const figures = this.frames.map((frame) => /** @type {any} */ (frame)[name] ?? null);
    const first = figures.find((figure) => figure !== null);
    const lacking = figures.includes(null);
    if (optional && (first === undefined || (lacking && dtype !== "float32"))) return null;
    const { canvas_length: length } = this.header;
    const width = first === undefined || shape === "S" ? 1 : first.length;
    const values = new ARRAYS[dtype](figures.length * width);
    figures.forEach((figure, at) => {
      if (figure === null || shape === "S") values.fill(figure ?? NaN, at * width, (at + 1) * width);
      else values.set(figure, at * width);
    });
    const sizes = { S: [], SL: [length], SLk: [length, first === undefined ? 0 : width / length] };
    return {
      name,
      dtype: STORED[dtype],
      shape: [figures.length, ...sizes[shape]],
      bytes: new Uint8Array(values.buffer),
    };
  }

  /** The texts of all tokens in the columns, the prompt and the start. @returns {[number, string][]} */
  #texts() {
    const ids = new Set([...this.header.prompt_ids, ...(this.header.spec.start ?? [])]);
    for (const frame of this.frames)
      for (const { name } of COLUMNS)
        if (name.endsWith("_ids")) for (const id of /** @type {any} */ (frame)[name] ?? []) ids.add(id);
    const sorted = [...ids].sort((a, b) => a - b);
    const texts = this.#vocabulary.textsOf(sorted);
    return sorted.map((id, at) => [id, texts[at]]);
  }

  /** @returns {number[]} the last step of each block */
  get #ends() {
    return this.frames.flatMap(({ block }, at) => (this.frames[at + 1]?.block === block ? [] : [at]));
  }

  get #way() {
    return wayOf(this.header.spec.settings);
  }

  /** @param {number} at of a block, from 0 */
  #stepsOf(at) {
    return this.frames.filter(({ block }) => block === at + 1);
  }

  /**
   * @param {Recording["frames"]} steps of a block
   * @param {number} id
   * @param {number} place in the block
   * @returns {number} the probability that the model gave a token where it got its place for good
   */
  #probability(steps, id, place) {
    const step = this.#way.sticky ? steps.find(({ accepted }) => accepted[place] === 1) : steps.at(-1);
    const { top_ids: ids = new Int32Array(), top_probs: probs = new Float32Array() } = step ?? steps[0];
    const k = ids.length / this.header.canvas_length;
    const at = ids.subarray(place * k, (place + 1) * k).indexOf(id);
    return probs[place * k + (at === -1 ? k - 1 : at)];
  }
}
