/** One request in the worker: its runs are computed, and what comes of them is said on its tape. `playground/service/job.py` does it for a server. */

import { PlaygroundError } from "../../../engine/errors.ts";
import { judge } from "./judge.ts";
import { RUN_ENDED, RUN_SECONDS, STUDY_ENDED, STUDY_SECONDS } from "./limits.ts";
import { Recorder } from "./recorder.ts";
import { Run } from "./run.ts";
import type { Message } from "../../../engine/tape.ts";
import type { Engine } from "./engine.ts";
import type { Graphs } from "./graphs.ts";

const UNBEGUN = "Stopped before the first step.";

export class Job {
  alone: boolean;
  free: boolean;
  /** Places of the runs that are to end. */
  stopped: Set<number> = new Set();

  /**
   * @param graphs those of the engine, or with a sampler that decides elsewhere
   * @param requested runs in the order of the request, or why one cannot begin
   * @param order one after the other? do only results come?
   * @param say writes a message on the tape
   */
  constructor(
    public engine: Engine,
    public graphs: Graphs,
    public requested: (Recorder | Error)[],
    { alone, free }: { alone: boolean; free: boolean },
    public say: (message: Message) => void,
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
    this.say({ kind: "waiting", sentence });
  }

  /** Carries it out; whatever happens, its last message is `over`. */
  async work() {
    const began = performance.now();
    let sentence = "";
    this.requested.forEach((each, place) => each instanceof Error && this.#refuse(place, sentenceOf(each)));
    const able = this.requested.filter((each) => each instanceof Recorder);
    for (const group of this.alone ? able.map((recorder) => [recorder]) : [able]) {
      if (this.free && performance.now() - began > STUDY_SECONDS * 1000) sentence = STUDY_ENDED;
      if (sentence === "") await this.#together(group);
    }
    this.say({ kind: "over", sentence });
  }

  /** Runs that take their steps in turn. */
  async #together(recorders: Recorder[]) {
    const going: Map<Recorder, Run> = new Map();
    for (const recorder of recorders) {
      if (this.stopped.has(recorder.place)) {
        if (!this.free) this.#refuse(recorder.place, UNBEGUN);
        continue;
      }
      try {
        going.set(recorder, this.#begin(recorder));
      } catch (error) {
        this.#refuse(recorder.place, sentenceOf(error));
      }
    }
    while (going.size > 0) {
      for (const [recorder, run] of [...going]) {
        await breath(); // whoever stops a run can say so
        if (await this.#step(recorder, run)) going.delete(recorder);
      }
    }
  }

  #begin(recorder: Recorder): Run {
    const { spec, parent, header } = recorder;
    const origin = this.free ? undefined : this.engine.moments.find(spec);
    const run = new Run(this.graphs, { spec, promptIds: header.prompt_ids }, origin, parent);
    this.#tell(recorder.start());
    for (const frame of run.before) this.#tell(recorder.add(frame));
    return run;
  }

  /** @returns is it over? */
  async #step(recorder: Recorder, run: Run): Promise<boolean> {
    const late = performance.now() - recorder.began > RUN_SECONDS * 1000;
    try {
      if (!run.over && !late && !this.stopped.has(recorder.place)) {
        this.#tell(recorder.add(await run.next()));
        if (!this.free) this.engine.moments.add(run.moment as any, recorder.frames);
        if (!run.over) return false;
      }
    } catch (error) {
      this.#end(recorder, run, failureOf(error), true);
      return true;
    }
    this.#end(recorder, run, late ? RUN_ENDED : "");
    return true;
  }

  /** @param notice for the reader @param failed did it break off? */
  #end(recorder: Recorder, run: Run, notice: string, failed: boolean = false) {
    const { world } = this.engine;
    this.#tell(recorder.end(notice, (text) => world && judge(world, run.goal.prompt.text, text)));
    this.engine.keep(recorder);
    if (this.free && failed) this.#refuse(recorder.place, notice);
    else if (this.free) this.say(recorder.result());
  }

  /** Whoever asked for many runs hears of their results alone. */
  #tell(message: Message) {
    if (!this.free) this.say(message);
  }

  #refuse(run: number, sentence: string) {
    this.say({ kind: "refused", run, sentence });
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
