/** One request in the worker: its runs are computed, and what comes of them is said on its tape. `playground/service/job.py` does it for a server. */

import { PlaygroundError } from "./errors.ts";
import { judge } from "./judge.ts";
import { RUN_ENDED, RUN_SECONDS, STUDY_ENDED, STUDY_SECONDS } from "./limits.ts";
import { headerOf, RunRecord } from "./record.ts";
import { Run } from "./run.ts";
import { messageOf, WireEncoder } from "./wire-encoder.ts";
import type { Recording, Verdict } from "../run/recording.ts";
import type { Engine } from "./engine.ts";
import type { Graphs } from "./graphs.ts";
import type { Frame } from "./run.ts";
import type { RunSpec } from "./spec.ts";

type Row = { spec: RunSpec; promptIds: number[] };
export type Requested = { name: string; row: Row | null; error: Error | null; recorded: Recording | null };

const UNBEGUN = "Stopped before the first step.";

/** One of the runs. */
class Going {
  name: string;
  wire: WireEncoder;
  header: Record<string, any>;
  record: RunRecord;
  run: Run;
  frames: Frame[] = [];
  began: number;

  constructor({ engine, graphs, free }: Job, { name, row, recorded }: Requested, place: number) {
    const { spec, promptIds } = row as Row;
    const { vocabulary, software, moments } = engine;
    this.name = name;
    this.wire = new WireEncoder(place, vocabulary);
    this.header = headerOf(spec, promptIds, graphs.manifest, software);
    this.record = new RunRecord(this.header, vocabulary, recorded);
    this.run = new Run(graphs, { spec, promptIds }, free ? undefined : moments.find(spec), recorded);
    this.began = performance.now();
  }
}

export class Job {
  alone: boolean;
  free: boolean;
  /** Places of the runs that are to end. */
  stopped: Set<number> = new Set();

  /**
   * @param graphs those of the engine, or with a rule of the reader's own
   * @param requested in the order of the request
   * @param order one after the other? do only results come?
   * @param say writes a message on the tape
   */
  constructor(
    public engine: Engine,
    public graphs: Graphs,
    public requested: Requested[],
    { alone, free }: { alone: boolean; free: boolean },
    public say: (message: string) => void,
  ) {
    this.alone = alone || free;
    this.free = free;
  }

  /** @param place all of them by default */
  stop(place?: number) {
    for (const at of place === undefined ? this.requested.keys() : [place]) this.stopped.add(at);
  }

  /** @param sentence for its readers, until it begins */
  waits(sentence: string) {
    this.say(messageOf("waiting", { sentence }));
  }

  /** Carries it out; whatever happens, its last message is `over`. */
  async work() {
    const began = performance.now();
    let sentence = "";
    const places = [...this.requested.keys()];
    for (const place of places) {
      const { error } = this.requested[place];
      if (error) this.#refuse(place, sentenceOf(error));
    }
    const able = places.filter((place) => this.requested[place].row !== null);
    for (const group of this.alone ? able.map((place) => [place]) : [able]) {
      if (this.free && performance.now() - began > STUDY_SECONDS * 1000) sentence = STUDY_ENDED;
      if (sentence === "") await this.#together(group);
    }
    this.say(messageOf("over", { sentence }));
  }

  /** Runs that take their steps in turn. */
  async #together(places: number[]) {
    const going: Map<number, Going> = new Map();
    for (const place of places) {
      if (this.stopped.has(place)) {
        if (!this.free) this.#refuse(place, UNBEGUN);
        continue;
      }
      try {
        going.set(place, this.#begin(place));
      } catch (error) {
        this.#refuse(place, sentenceOf(error));
      }
    }
    while (going.size > 0) {
      for (const [place, each] of [...going]) {
        await breath(); // whoever stops a run can say so
        if (await this.#step(place, each)) going.delete(place);
      }
    }
  }

  #begin(place: number) {
    const each = new Going(this, this.requested[place], place);
    if (!this.free) this.say(each.wire.start(each.header, "LIVE"));
    for (const frame of each.run.before) this.#take(each, frame);
    return each;
  }

  /** @returns is it over? */
  async #step(place: number, each: Going): Promise<boolean> {
    const late = performance.now() - each.began > RUN_SECONDS * 1000;
    if (each.run.over || this.stopped.has(place) || late) {
      this.#end(each, late ? RUN_ENDED : "");
      return true;
    }
    try {
      this.#take(each, await each.run.next());
      if (!this.free) this.engine.moments.add(each.run.moment as any, each.frames);
    } catch (error) {
      this.#keep(each, null);
      this.#refuse(place, failureOf(error));
      return true;
    }
    if (!each.run.over) return false;
    this.#end(each, "");
    return true;
  }

  #take(each: Going, frame: Frame) {
    each.frames.push(frame);
    each.record.add(frame as any);
    if (!this.free) this.say(each.wire.frame(frame as any));
  }

  #end(each: Going, notice: string) {
    each.record.end();
    const { world } = this.engine;
    const whole = each.record.trace();
    const judged = world !== null && whole.finishReason !== "stopped";
    const trace = this.#keep(each, judged ? judge(world, each.run.goal.prompt.text, whole.text) : null);
    this.say(this.free ? each.wire.result(trace) : each.wire.end(trace, notice));
  }

  #keep(each: Going, verdict: Verdict | null) {
    const trace = each.record.trace(verdict);
    this.engine.keep(each.name, each.record.recording, trace);
    return trace;
  }

  #refuse(place: number, sentence: string) {
    this.say(messageOf("refused", { run: place, sentence }));
  }
}

/** @param error that kept a run from beginning */
const sentenceOf = (error: unknown) => (error instanceof PlaygroundError ? error.message : failureOf(error));

/** @param error that ended a run midway */
function failureOf(error: unknown) {
  if (error instanceof PlaygroundError) return error.message;
  console.error(error);
  const memory = error instanceof RangeError || /memory|bad_alloc/i.test(String(error));
  const fault = memory
    ? "there was not enough memory; a shorter text or fewer runs at a time take less"
    : nameOf(error);
  return `The run failed (${fault}); its steps so far are kept.`;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "Error");

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();
// Where there is an event loop to hold open, as in tests, an idle channel does not.
(port1 as any).unref?.();

/** Lets messages in. */
const breath = () =>
  new Promise((give: (value: void) => void) => {
    waiting.push(give);
    port2.postMessage(null);
  });
