/**
 * The record of one run, complete in itself, and the bytes of its `.trace` file; `playground/trace/trace.py` and `store.py`
 * have the same rules. `assets/page/run/trace.js` and Python read the file.
 */

import { COLUMNS, TRACE_VERSION } from "../run/columns.ts";
import { FORMAT } from "../run/description.ts";
import { stretchesOf } from "../run/thought.ts";
import { wayOf } from "../rules/ways.ts";
import { strip } from "./python-text.ts";
import type { Frame, Recording } from "../run/recording.ts";
import type { Vocabulary } from "./vocabulary.ts";

type Column = { name: string; dtype: string; shape: number[]; bytes: Uint8Array };

/** As `Block` in Python. */
type Block = { steps: number; stopReason: string; meanEntropy: number; tokenIds: number[] };

const ARRAYS = { bool: Uint8Array, int32: Int32Array, float32: Float32Array };
const STORED = { bool: "BOOL", int32: "I32", float32: "F32" };
/** A token that is less probable counts as this probable. */
const LEAST = 1e-9;

export class RunTrace {
  frames: Frame[];
  /** Why each block ended. */
  stopReasons: string[];
  finishReason: string;
  /** The output after the prompt, up to and including end-of-text, cut at `max_new_tokens`. */
  tokenIds: number[];
  /** The answer as the tokenizer decodes it. */
  text: string;
  thought: string;

  #vocabulary;

  /** @param recording so far; it may go on */
  constructor(
    public header: Record<string, any>,
    public recording: Recording,
    vocabulary: Vocabulary,
  ) {
    this.#vocabulary = vocabulary;
    this.frames = [...recording.frames];
    const last = this.frames.at(-1);
    this.stopReasons = this.frames.flatMap(({ stopReason }) => (stopReason === "" ? [] : [stopReason]));
    if (last?.stopReason === "") this.stopReasons.push("stopped");
    this.finishReason = last?.finishReason || "stopped";
    this.tokenIds = recording.committedIds(this.#ends);
    const { prompt_ids: promptIds, thought_marks: marks } = header;
    const stretches = stretchesOf(this.tokenIds, promptIds, marks, (ids) => vocabulary.decode(ids));
    const side = (inside: boolean) => stretches.map(({ thought, text }) => (thought === inside ? text : "")).join("");
    this.text = side(false);
    this.thought = strip(side(true));
  }

  /** The tokens that count as text, its end included. */
  get textIds() {
    return this.tokenIds.filter((id) => !["padding", "filler"].includes(this.recording.emptiness(id)));
  }

  get blocks(): Block[] {
    let written = 0;
    return this.#ends.map((end, at) => {
      const ids = this.recording.committedIds(this.#ends.slice(0, at + 1)).slice(written);
      written += ids.length;
      const { step, mean_entropy: meanEntropy } = this.frames[end];
      return { steps: step, stopReason: this.stopReasons[at], meanEntropy, tokenIds: ids };
    });
  }

  /**
   * How uncertain each token of the text was on the way: the mean entropy of its position over the steps of its block,
   * in
   * nats; `uncertainty` in `playground/trace/wire.py` has the same rule.
   *
   * @returns one for each of `tokenIds`
   */
  get uncertainty(): Float32Array {
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
   * @returns the mean log-probability of the text up to its last pin, in nats; null for a run without pins.
   * `playground/trace/filling.py` has the same rule
   */
  get sureness(): number | null {
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

  /** @returns the bytes of its file */
  async toBytes(): Promise<Uint8Array<ArrayBuffer>> {
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
    const head: Record<string, any> = { __metadata__: { trace: JSON.stringify(described) } };
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
    const file = new Blob([begin, ...(columns.map(({ bytes }) => bytes) as BlobPart[])]);
    return new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
  }

  /** The columns, those of bytes last. */
  #columns(): Column[] {
    const columns = COLUMNS.flatMap((column) => this.#column(column) ?? []);
    return columns.sort((one, second) => Number(one.dtype === "BOOL") - Number(second.dtype === "BOOL"));
  }

  /** @returns null for an optional one that no step has, or that some lack and that has no NaN */
  #column({ name, dtype, shape, optional }: import("../run/columns.ts").Column): Column | null {
    const figures = this.frames.map((frame) => (frame as any)[name] ?? null);
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

  /** The texts of all tokens in the columns, the prompt and the start. */
  #texts(): [number, string][] {
    const ids = new Set([...this.header.prompt_ids, ...(this.header.spec.start ?? [])]);
    for (const frame of this.frames)
      for (const { name } of COLUMNS)
        if (name.endsWith("_ids")) for (const id of (frame as any)[name] ?? []) ids.add(id);
    const sorted = [...ids].sort((a, b) => a - b);
    const texts = this.#vocabulary.textsOf(sorted);
    return sorted.map((id, at) => [id, texts[at]]);
  }

  /** @returns the last step of each block */
  get #ends(): number[] {
    return this.frames.flatMap(({ block }, at) => (this.frames[at + 1]?.block === block ? [] : [at]));
  }

  get #way() {
    return wayOf(this.header.spec.settings);
  }

  /** @param at of a block, from 0 */
  #stepsOf(at: number) {
    return this.frames.filter(({ block }) => block === at + 1);
  }

  /**
   * @param steps of a block
   * @param place in the block
   * @returns the probability that the model gave a token where it got its place for good
   */
  #probability(steps: Recording["frames"], id: number, place: number): number {
    const step = this.#way.sticky ? steps.find(({ accepted }) => accepted[place] === 1) : steps.at(-1);
    const { top_ids: ids = new Int32Array(), top_probs: probs = new Float32Array() } = step ?? steps[0];
    const k = ids.length / this.header.canvas_length;
    const at = ids.subarray(place * k, (place + 1) * k).indexOf(id);
    return probs[place * k + (at === -1 ? k - 1 : at)];
  }
}
