/**
 * Recorder: it keeps what comes of a run, in the worker that computes it, and makes the messages that tell the page of it.
 * `playground/trace/wire.py` describes them; here they are objects that hold all figures as they are, candidates too, and
 * the texts of all tokens, so that the page needs no file to have the whole run. `run/wire.ts` reads them.
 */

import { wayNamed } from "../../../rules/ways.ts";
import { COLUMNS } from "../../../run/columns.ts";
import { FILLER, committedIds } from "../../../run/output.ts";
import { stretchesOf } from "../../../run/thought.ts";
import { strip } from "../../../rules/python-text.ts";
import type { Message } from "../../../engine/tape.ts";
import type { Verdict } from "../../../run/recording.ts";
import type { Manifest } from "./manifest.ts";
import type { Frame } from "./run.ts";
import type { RunSpec } from "./spec.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The columns that say what a step decided; two runs in which these are equal came out the same. */
const DECIDED = ["input_ids", "sampled_ids", "argmax_ids", "accepted"];
const IDS = COLUMNS.map(({ name }) => name).filter((name) => name.endsWith("_ids"));
/** A token that is less probable counts as this probable. */
const LEAST = 1e-9;

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
    pass_kind: "",
    rows: null as number | null,
    only_top: 0,
    recorded_at: "",
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

export class Recorder {
  /** When it began, as `performance` counts. */
  began = 0;
  /** Its steps. */
  frames: Frame[] = [];
  /** All that has been said of it. */
  messages: Message[] = [];

  /** Tokens whose texts have been said. */
  #known: Set<number> = new Set();
  /** The first step, counted from 1, that came out otherwise than in the run that it branches from. */
  #differs: number | null = null;

  /**
   * @param name by which the page asks for it
   * @param place among the runs of its request, from 0
   * @param header as `headerOf` makes it
   * @param parent what the run recorded that it branches from: the steps that they share are compared
   */
  constructor(
    public name: string,
    public place: number,
    public spec: RunSpec,
    public header: Record<string, any>,
    public vocabulary: Vocabulary,
    public parent: Pick<Recorder, "frames"> | null = null,
  ) {}

  /** It begins. */
  start(): Message {
    this.began = performance.now();
    const header = (this.header = {
      ...this.header,
      recorded_at: `${new Date().toISOString().slice(0, 19)}+00:00`,
    } as Record<string, any>);
    const tokens = this.#news([header.prompt_ids, header.spec.start ?? []]);
    return this.#say("start", { label: "LIVE", header, tokens });
  }

  /** @param frame the next step */
  add(frame: Frame): Message {
    this.frames.push(frame);
    this.#compare(frame);
    return this.#say("frame", { ...frame, tokens: this.#news(IDS.map((name) => frame[name])) });
  }

  /**
   * No more steps will come: the run was stopped, if it has not come to its end by itself.
   *
   * @param notice for the reader if it did not end by itself
   * @param judge is asked of a text that came to its end
   */
  end(notice: string, judge: (text: string) => Verdict | null = () => null): Message {
    const { frames, header, vocabulary } = this;
    const { prompt_ids: promptIds, thought_marks: marks, branch } = header;
    const finishReason = frames.at(-1)?.finish_reason || "stopped";
    const stretches = stretchesOf(this.blocks.flat(), promptIds, marks, (ids) => vocabulary.decode(ids));
    const side = (inside: boolean) => stretches.map(({ thought, text }) => (thought === inside ? text : "")).join("");
    const [text, thought] = [side(false), strip(side(true))];
    const verdict = finishReason === "stopped" ? null : judge(text);
    const seconds = frames.reduce((sum, frame) => sum + (frame.seconds ?? 0), 0); // and no step of a run with which it takes turns
    this.header = {
      ...header,
      pass_kind: "eager",
      rows: 1,
      branch: branch && { ...branch, differs: this.#differs },
      verdict,
      seconds,
    };
    const { header: whole } = this;
    return this.#say("end", { finish_reason: finishReason, seconds, text, thought, notice, verdict, header: whole });
  }

  /** A run that is over, in short. */
  result(): Message {
    const { finish_reason, text, verdict } = this.messages[this.messages.length - 1];
    const ids = this.blocks.flat();
    return {
      kind: "result",
      run: this.place,
      finish_reason,
      passes: this.frames.length,
      tokens: ids.filter((id) => this.#counts(id)).length,
      text,
      verdict,
      sureness: this.#sureness,
      ids: Uint32Array.from(ids),
      uncertainty: this.#uncertainty,
    };
  }

  /** The tokens that each block adds to the output. */
  get blocks(): number[][] {
    const { spec, eos_ids: eos } = this.header;
    const ends = this.frames.filter(({ block }, at) => this.frames[at + 1]?.block !== block);
    return committedIds(ends, wayNamed(spec.settings.way), new Set(eos), spec.settings.max_new_tokens);
  }

  #say(kind: string, fields: object): Message {
    const message = { kind, run: this.place, ...fields };
    this.messages.push(message);
    return message;
  }

  /** @returns those that have not been said yet, with their texts */
  #news(canvases: Iterable<number>[]): [number, string][] {
    const ids: number[] = [];
    for (const canvas of canvases)
      for (const id of canvas) {
        if (this.#known.has(id)) continue;
        this.#known.add(id);
        ids.push(id);
      }
    const texts = this.vocabulary.textsOf(ids);
    return ids.map((id, at) => [id, texts[at]]);
  }

  /** Notices the first step before the branch that is not what the parent's run recorded. */
  #compare(frame: Frame) {
    const { branch } = this.header.spec;
    const shared =
      branch && (frame.block < branch.block || (frame.block === branch.block && frame.step <= branch.step));
    if (this.parent === null || !shared || this.#differs !== null) return;
    const before = this.parent.frames[this.frames.length - 1];
    if (!before || DECIDED.some((name) => !equal(frame[name], before[name]))) this.#differs = this.frames.length;
  }

  /** Is it text, its end included? Padding and fillers are not. */
  #counts(id: number) {
    const { eos_ids: ends, pad_id: pad, special_ids: special } = this.header;
    return ends.includes(id) || (id !== pad && !(special.includes(id) && this.vocabulary.textsOf([id])[0] === FILLER));
  }

  /**
   * How uncertain each token of the text was on the way: the mean entropy of its position over the steps of its block, in
   * nats; `uncertainty` in `playground/trace/wire.py` has the same rule.
   */
  get #uncertainty(): Float32Array {
    const { causal } = wayNamed(this.header.spec.settings.way);
    return Float32Array.from(
      this.blocks.flatMap((ids, at) => {
        const steps = this.#stepsOf(at).slice(causal ? -1 : 0);
        const sums = new Float32Array(ids.length);
        for (const { entropy } of steps)
          for (let place = 0; place < ids.length; place += 1) sums[place] += entropy[place];
        return Array.from(sums, (sum) => sum / steps.length);
      }),
    );
  }

  /**
   * The mean log-probability of the text up to its last pin, in nats; null for a run without pins.
   * `playground/trace/filling.py` has the same rule.
   */
  get #sureness(): number | null {
    const places = Object.keys(this.header.spec.pins ?? {}).map(Number);
    if (places.length === 0) return null;
    const count = Math.max(...places) + 1;
    const logs = this.blocks.flatMap((ids, at) => {
      const steps = this.#stepsOf(at);
      const some = ids.slice(0, Math.max(0, count - at * this.header.canvas_length));
      return some.map((id, place) => Math.log(Math.max(LEAST, this.#probability(steps, id, place))));
    });
    return logs.reduce((sum, log) => sum + log, 0) / logs.length;
  }

  /** @param at of a block, from 0 */
  #stepsOf(at: number): Frame[] {
    return this.frames.filter(({ block }) => block === at + 1);
  }

  /**
   * @param steps of a block
   * @param place in the block
   * @returns the probability that the model gave a token where it got its place for good
   */
  #probability(steps: Frame[], id: number, place: number): number {
    const { sticky } = wayNamed(this.header.spec.settings.way);
    const step = sticky ? steps.find(({ accepted }) => accepted[place] === 1) : steps.at(-1);
    const { top_ids: ids, top_probs: probs } = step ?? steps[0];
    const k = ids.length / this.header.canvas_length;
    const at = ids.subarray(place * k, (place + 1) * k).indexOf(id);
    return probs[place * k + (at === -1 ? k - 1 : at)];
  }
}

const equal = (ours: ArrayLike<number>, theirs: ArrayLike<number>) =>
  ours.length === theirs.length && Array.prototype.every.call(ours, (value, at) => value === theirs[at]);
