/**
 * One run and its progress: what a row of a batch is to the server. `playground/engine/batch.py` has the same loop; here each
 * run has its passes to itself.
 */

import { WAYS } from "../../../rules/ways.ts";
import { CanvasSeat } from "./canvas-seat.ts";
import { PlaygroundError } from "../../../engine/errors.ts";
import { awaitsEdit, held, inBlock } from "./held-tokens.ts";
import { LineSeat } from "./line-seat.ts";
import { skip } from "./recorded.ts";
import { steered, withSteered } from "./steered.ts";
import { TorchGenerator } from "./torch-random.ts";
import type { Way } from "../../../rules/ways.ts";
import type { Graphs } from "./graphs.ts";
import type { Manifest } from "./manifest.ts";
import type { Prefix } from "./prefix.ts";
import type { RunSpec } from "./spec.ts";

/** One step: the columns of `playground/trace/columns.py` by name. */
export type Frame = Record<string, any> & {
  block: number;
  step: number;
  sampled_ids: Int32Array;
  argmax_ids: Int32Array;
  /** 1 where the sampler kept the position */
  accepted: Uint8Array;
  stop_reason: string;
  finish_reason: string;
};

/** A run after one of its steps; nothing in it is ever changed. */
export interface Moment {
  /** What the run was at the step, before it branched off. */
  spec: RunSpec;
  block: number;
  step: number;
  written: number;
  prefix: Prefix;
  /** Of its seat. */
  state: any;
  draws: Int32Array;
}

export class Run {
  manifest: Manifest;
  /** What it is now. */
  spec: RunSpec;
  /** What it turns into on its way, the next one first. */
  turns: RunSpec[];
  goal: RunSpec;
  way: Way;
  generator: TorchGenerator;
  promptIds: number[];
  unread: number[];
  /** What is to be read before that, piece by piece, of blocks that need not be computed. */
  skipped: number[][] = [];
  written = 0;
  block = 0;
  /** The last step of the block; 0 before the first. */
  step = 0;
  /** How many tokens have been read since the last step. */
  encoded = 0;
  /** Does its next pass begin a block? */
  begins = true;
  /** What it was at the last step, if it has branched off since. */
  was: RunSpec | null = null;
  /** Position -> token of the cells that a person changed just before this step. */
  edited: Map<number, number> = new Map();
  over = false;
  seat: CanvasSeat | LineSeat;
  /** The frames of the steps that need not be computed. */
  before: Frame[] = [];
  moment: Moment | undefined;

  /**
   * @param origin where it starts that has been computed up to there
   * @param recorded what the run recorded that it branches from: blocks before that are not computed again
   */
  constructor(
    public graphs: Graphs,
    { spec, promptIds }: { spec: RunSpec; promptIds: number[] },
    origin?: { moment: Moment; frames: Frame[] },
    recorded: { frames: Frame[] } | null = null,
  ) {
    this.manifest = graphs.manifest;
    const [root, ...turns] = spec.chain;
    this.spec = root;
    this.turns = turns;
    this.goal = spec;
    this.way = WAYS[spec.settings.way];
    this.generator = new TorchGenerator(this.spec.seed);
    this.promptIds = promptIds;
    this.unread = promptIds;
    this.seat = this.way.causal ? new LineSeat(this) : new CanvasSeat(this);
    if (origin) this.#resume(origin);
    else if (recorded && spec.branch && !this.way.causal) this.#skip(recorded);
  }

  #resume({ moment, frames }: { moment: Moment; frames: Frame[] }) {
    while (keyOf(this.spec) !== keyOf(moment.spec) && this.turns.length > 0) this.spec = this.turns.shift() as RunSpec;
    this.block = moment.block;
    this.step = moment.step;
    this.written = moment.written;
    this.seat.prefix = moment.prefix;
    this.seat.state = moment.state;
    this.begins = false;
    this.unread = [];
    this.generator.restore(moment.draws);
    const last = frames[frames.length - 1];
    this.before = [...frames.slice(0, -1), this.#concluded({ ...last })].map((frame) => withSteered(frame, this));
  }

  #skip(recorded: { frames: Frame[] }) {
    this.before = skip(this, recorded).map((frame) => withSteered(frame, this));
    this.was = null;
    this.#checkRoom();
  }

  /** How many more tokens the run may write. */
  get room() {
    return this.spec.settings.max_new_tokens - this.written;
  }

  /**
   * Takes a step.
   *
   * @param watched a position of the canvas whose distribution and attention the frame gets besides, as `seen`
   * @throws {PlaygroundError} it cannot go on
   */
  async next(watched?: number): Promise<Frame> {
    const began = performance.now();
    const { record, seen } = await this.seat.next(watched);
    this.step += 1;
    const { stop, lead, ...figures } = record;
    const frame: Frame = {
      block: this.block,
      step: this.step,
      seconds: Math.fround((performance.now() - began) / 1000),
      encoder_tokens: this.encoded,
      ...(figures as Pick<Frame, "accepted" | "sampled_ids" | "argmax_ids">),
      ...steered(this, lead),
      stop_reason: "",
      finish_reason: "",
    };
    this.encoded = 0;
    this.moment = this.#moment();
    return Object.assign(this.#concluded(frame as unknown as Frame, stop), watched === undefined ? {} : { seen });
  }

  #moment(): Moment {
    const { spec, block, step, written, seat } = this;
    return { spec, block, step, written, prefix: seat.prefix, state: seat.state, draws: this.generator.state() };
  }

  /**
   * Becomes the run that branches from it at the present step, if there is one.
   *
   * @returns does it?
   */
  turn(): boolean {
    const before = this.spec;
    while (this.turns[0]?.branch?.block === this.block && this.turns[0].branch.step === this.step) {
      const { seed } = this.spec;
      this.spec = this.turns.shift() as RunSpec;
      if (this.spec.seed !== seed) this.generator.seed(this.spec.seed);
    }
    if (this.spec === before) return false;
    this.was = before;
    return true;
  }

  /** Checks that it may write more tokens, and so may one that branches off before the next step. */
  #checkRoom() {
    const next = this.turns.filter(({ branch }) => branch?.block === this.block + 1 && branch.step === 0);
    for (const { settings } of [this.spec, ...next])
      if (settings.max_new_tokens <= this.written)
        throw new PlaygroundError(
          `max_new_tokens is ${settings.max_new_tokens}, but the blocks before the branch have ${this.written} tokens; it ` +
            "must be more than that.",
        );
  }

  /**
   * Says what follows from a step: whether the run branches off here, and whether its block or its text ends.
   *
   * @param stops what the stopping rule said at the step; it is asked again without
   */
  #concluded(frame: Frame, stops?: boolean): Frame {
    const turned = this.turn();
    this.#checkRoom();
    const { stability_threshold: stability, confidence_threshold: confidence } = this.spec.settings;
    if (turned || stops === undefined)
      stops = frame.stable_for >= stability && frame.mean_entropy < Math.fround(confidence);
    const canvas = this.way.standing(frame);
    const { eos_ids } = this.manifest;
    const end = canvas.findIndex((token) => eos_ids.includes(token));
    const written = Math.min(end === -1 ? canvas.length : end + 1, this.room);
    const ended = eos_ids.includes(canvas[written - 1]);
    const finish = ended ? "end-of-text" : written === this.room ? "max-new-tokens" : "";
    const reason = this.#stopReason(frame, stops, turned, finish !== "");
    frame.stop_reason = frame.finish_reason = "";
    if (reason === "") return frame;
    this.#checkBranches(turned, finish !== "");
    this.step = 0;
    this.begins = true;
    this.written += written;
    this.over = finish !== "";
    if (!this.over) this.#checkRoom();
    this.unread = Array.from(canvas);
    frame.stop_reason = reason;
    frame.finish_reason = finish;
    return frame;
  }

  /** Why the block ends with this step; "" if it goes on. */
  #stopReason(frame: Frame, stops: boolean, turned: boolean, textEnds: boolean) {
    if (awaitsEdit(this.spec, this.block, this.step) || (turned && this.#repinned())) return "";
    if (stops) return "stable-and-confident";
    const { sticky, causal } = this.way;
    if (sticky && (frame.accepted.every(Boolean) || (causal && textEnds))) return "complete";
    return !causal && this.step === this.spec.settings.max_denoising_steps ? "max-steps" : "";
  }

  /** Has a run that has just branched off other pins in its block? Then the block goes on. */
  #repinned() {
    const { canvas_length: length } = this.manifest;
    const pinsOf = (spec: RunSpec) => inBlock(new Map(spec.pins), this.block, length).join();
    const changed = pinsOf(this.was as RunSpec) !== pinsOf(this.spec);
    if (changed && this.step >= this.spec.settings.max_denoising_steps)
      throw new PlaygroundError(
        `The branch changes pins after step ${this.step}, the last one that max_denoising_steps allows; allow more steps, ` +
          "or branch from an earlier one.",
      );
    return changed;
  }

  /** Checks a run whose block ends with this step. */
  #checkBranches(turned: boolean, textEnds: boolean) {
    if (turned && textEnds)
      throw new PlaygroundError(
        `The text ends with step ${this.step} of block ${this.block}, also with what this branch changes; branch from an ` +
          "earlier step.",
      );
    const branch = this.turns[0]?.branch;
    if (branch && (textEnds || branch.block === this.block))
      throw new PlaygroundError(
        `There is no step ${branch.step} in block ${branch.block} to branch from: computed here, ` +
          `${textEnds ? "the text ends" : "the next block begins"} after step ${this.step} of block ${this.block}.`,
      );
  }

  /** The pins of its block, and where its text must not end because one comes later. */
  get pins() {
    const { canvas_length: length } = this.manifest;
    const tokens = held(this.spec, this.manifest);
    const last = Math.max(-1, ...tokens.keys());
    const first = (this.block - 1) * length;
    return {
      pins: inBlock(tokens, this.block, length),
      unended: Uint8Array.from({ length }, (_, position) => Number(first + position < last)),
    };
  }
}

/** @returns the same for specs that describe the same run */
export const keyOf = (spec: RunSpec): string => JSON.stringify(spec.toDict());
