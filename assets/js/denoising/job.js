/** One request in the worker: its runs are computed, and what comes of them is said on its tape. `playground/service/job.py` does it for a server. */

import { PlaygroundError } from "./errors.js";
import { judge } from "./judge.js";
import { RUN_ENDED, RUN_SECONDS, STUDY_ENDED, STUDY_SECONDS } from "./limits.js";
import { headerOf, RunRecord } from "./record.js";
import { Run } from "./run.js";
import { messageOf, WireEncoder } from "./wire-encoder.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {{ spec: import("./spec.js").RunSpec, promptIds: number[] }} Row */
/** @typedef {{ name: string, row: Row | null, error: Error | null, recorded: import("../run/recording.js").Recording | null }} Requested */

const UNBEGUN = "Stopped before the first step.";

/** One of the runs. */
class Going {
  /** @param {Job} job @param {Requested} requested @param {number} place */
  constructor({ engine, graphs, free }, { name, row, recorded }, place) {
    const { spec, promptIds } = /** @type {Row} */ (row);
    const { vocabulary, software, moments } = engine;
    this.name = name;
    this.wire = new WireEncoder(place, vocabulary);
    this.header = headerOf(spec, promptIds, graphs.manifest, software);
    this.record = new RunRecord(this.header, vocabulary, recorded);
    this.run = new Run(graphs, { spec, promptIds }, free ? undefined : moments.find(spec), recorded);
    /** @type {import("./run.js").Frame[]} */
    this.frames = [];
    this.began = performance.now();
  }
}

export class Job {
  /**
   * @param {Engine} engine
   * @param {import("./graphs.js").Graphs} graphs those of the engine, or with a rule of the reader's own
   * @param {Requested[]} requested in the order of the request
   * @param {{ alone: boolean, free: boolean }} order one after the other? do only results come?
   * @param {(message: string) => void} say writes a message on the tape
   */
  constructor(engine, graphs, requested, { alone, free }, say) {
    this.engine = engine;
    this.graphs = graphs;
    this.requested = requested;
    this.alone = alone || free;
    this.free = free;
    this.say = say;
    /** Places of the runs that are to end. @type {Set<number>} */
    this.stopped = new Set();
  }

  /** @param {number} [place] all of them by default */
  stop(place) {
    for (const at of place === undefined ? this.requested.keys() : [place]) this.stopped.add(at);
  }

  /** @param {string} sentence for its readers, until it begins */
  waits(sentence) {
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

  /** Runs that take their steps in turn. @param {number[]} places */
  async #together(places) {
    /** @type {Map<number, Going>} */
    const going = new Map();
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

  /** @param {number} place */
  #begin(place) {
    const each = new Going(this, this.requested[place], place);
    if (!this.free) this.say(each.wire.start(each.header, "LIVE"));
    for (const frame of each.run.before) this.#take(each, frame);
    return each;
  }

  /** @param {number} place @param {Going} each @returns {Promise<boolean>} is it over? */
  async #step(place, each) {
    const late = performance.now() - each.began > RUN_SECONDS * 1000;
    if (each.run.over || this.stopped.has(place) || late) {
      this.#end(each, late ? RUN_ENDED : "");
      return true;
    }
    try {
      this.#take(each, await each.run.next());
      if (!this.free) this.engine.moments.add(/** @type {any} */ (each.run.moment), each.frames);
    } catch (error) {
      this.#keep(each, null);
      this.#refuse(place, failureOf(error));
      return true;
    }
    if (!each.run.over) return false;
    this.#end(each, "");
    return true;
  }

  /** @param {Going} each @param {import("./run.js").Frame} frame */
  #take(each, frame) {
    each.frames.push(frame);
    each.record.add(/** @type {any} */ (frame));
    if (!this.free) this.say(each.wire.frame(/** @type {any} */ (frame)));
  }

  /** @param {Going} each @param {string} notice */
  #end(each, notice) {
    each.record.end();
    const { world } = this.engine;
    const whole = each.record.trace();
    const judged = world !== null && whole.finishReason !== "stopped";
    const trace = this.#keep(each, judged ? judge(world, each.run.goal.prompt.text, whole.text) : null);
    this.say(this.free ? each.wire.result(trace) : each.wire.end(trace, notice));
  }

  /** @param {Going} each @param {import("../run/recording.js").Verdict | null} verdict */
  #keep(each, verdict) {
    const trace = each.record.trace(verdict);
    this.engine.keep(each.name, each.record.recording, trace);
    return trace;
  }

  /** @param {number} place @param {string} sentence */
  #refuse(place, sentence) {
    this.say(messageOf("refused", { run: place, sentence }));
  }
}

/** @param {unknown} error that kept a run from beginning */
const sentenceOf = (error) => (error instanceof PlaygroundError ? error.message : failureOf(error));

/** @param {unknown} error that ended a run midway */
function failureOf(error) {
  if (error instanceof PlaygroundError) return error.message;
  console.error(error);
  const memory = error instanceof RangeError || /memory|bad_alloc/i.test(String(error));
  const fault = memory
    ? "there was not enough memory; a shorter text or fewer runs at a time take less"
    : nameOf(error);
  return `The run failed (${fault}); its steps so far are kept.`;
}

/** @param {unknown} error */
const nameOf = (error) => (error instanceof Error ? error.name : "Error");

const { port1, port2 } = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
port1.onmessage = () => waiting.shift()?.();
// Where there is an event loop to hold open, as in tests, an idle channel does not.
/** @type {any} */ (port1).unref?.();

/** Lets messages in. */
const breath = () =>
  new Promise((/** @type {(value: void) => void} */ give) => {
    waiting.push(give);
    port2.postMessage(null);
  });
