/** The engine in the page: takes requests as the server's does, and answers what the page asks beside. It runs in a worker. */

import { answer } from "./answers.js";
import { PlaygroundError } from "./errors.js";
import { lookInside, withoutConditioning } from "./inside.js";
import { Job } from "./job.js";
import { checkPrompt, checkRun } from "./limits.js";
import { Moments } from "./moments.js";
import { RuleGraphs } from "./own-rule.js";
import { rowOf } from "./row.js";
import { RunSpec } from "./spec.js";
import { specsOf } from "./studies.js";

/** @typedef {import("./graphs.js").Graphs} Graphs */
/** @typedef {import("./vocabulary.js").Vocabulary} Vocabulary */
/** @typedef {import("./world/world.js").World} World */
/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./trace.js").RunTrace} RunTrace */

const MOST_TOGETHER = 4;
/** So many steps are kept of runs that are over, at some 12 kB each. */
const MOST_STEPS = 3000;
const PICTURE = "This checkpoint does not support a picture in a prompt; leave it out.";
const FORGOTTEN = "This run is no longer kept here; what the page has of it stays.";
const BUSY = "The run waits until those before it are over.";

const INSIDE = { look_inside: lookInside, without_conditioning: withoutConditioning };

/** Work that is done one after the other. */
class Line {
  /** Done when all of it is. @type {Promise<unknown>} */
  #done = Promise.resolve();
  /** How much goes on or waits. */
  length = 0;

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  add(work) {
    this.length += 1;
    const done = this.#done.then(work).finally(() => (this.length -= 1));
    this.#done = done.catch(() => {});
    return done;
  }
}

export class Engine {
  /** The runs that are over, by name. @type {Map<string, { recording: Recording, trace: RunTrace }>} */
  #ended = new Map();
  /** Those that are asked for one by one, and studies: neither waits for the other. */
  #lines = { runs: new Line(), studies: new Line() };
  #steps = 0;
  #names = 0;

  /**
   * @param {Graphs} graphs
   * @param {Vocabulary} vocabulary
   * @param {World | null} world whose rules judge texts; null if nobody knows
   * @param {Record<string, string>} software name -> version of what computes runs
   */
  constructor(graphs, vocabulary, world, software) {
    this.graphs = graphs;
    this.manifest = graphs.manifest;
    this.vocabulary = vocabulary;
    this.world = world;
    this.software = software;
    this.moments = new Moments();
  }

  /**
   * @param {Omit<import("../engine/server.js").Request, "rule"> & { rule?: { source: string, port: MessagePort } }} body
   * @param {(message: string) => void} say writes a message of `playground/trace/wire.py` on the tape of the request
   * @returns {{ runs: string[], job: Job, done: Promise<void> }} the names of its runs
   * @throws {PlaygroundError} none of it can begin
   */
  start(body, say) {
    const { study, branches = [], alone = false, freely = false, picture = "", rule } = body;
    const graphs = rule ? new RuleGraphs(this.graphs, rule) : this.graphs;
    const free = freely || Boolean(study);
    const values = study ? specsOf(study, graphs.manifest) : (body.specs ?? []);
    if (values.length === 0 || (!free && values.length > MOST_TOGETHER))
      throw new PlaygroundError(`Runs that are asked for together must be a list of 1 to ${MOST_TOGETHER} specs.`);
    const requested = values.map((spec, place) => this.#requested(spec, branches[place] ?? "", picture, graphs));
    if (requested.every(({ row }) => row === null)) throw requested[0].error;
    const job = new Job(this, graphs, requested, { alone, free }, say);
    const line = free ? this.#lines.studies : this.#lines.runs;
    if (line.length > 0) job.waits(BUSY);
    return { runs: requested.map(({ name }) => name), job, done: line.add(() => job.work()) };
  }

  /**
   * @param {any} values a spec, or its serialised form
   * @param {string} parent the name of the run that it branches from
   * @param {string} picture
   * @param {Graphs} graphs
   * @returns {import("./job.js").Requested}
   */
  #requested(values, parent, picture, { manifest }) {
    this.#names += 1;
    const recorded = this.#ended.get(parent)?.recording ?? null;
    const requested = { name: `here ${this.#names}`, recorded };
    try {
      if (picture !== "") throw new PlaygroundError(PICTURE);
      const spec = values instanceof RunSpec ? values : RunSpec.of(values, manifest);
      checkPrompt(spec.prompt);
      checkRun(spec, manifest.canvas_length);
      return { ...requested, row: rowOf(spec, this.vocabulary, recorded ? stepsOf(recorded) : undefined), error: null };
    } catch (error) {
      return { ...requested, row: null, error: /** @type {Error} */ (error) };
    }
  }

  /** @param {string} name @param {Recording} recording @param {RunTrace} trace */
  keep(name, recording, trace) {
    this.#ended.set(name, { recording, trace });
    this.#steps += recording.frames.length;
    for (const [first, { recording: oldest }] of this.#ended) {
      if (this.#steps <= MOST_STEPS || first === name) break;
      this.#ended.delete(first);
      this.#steps -= oldest.frames.length;
    }
  }

  /** @param {string} run its name @returns {Promise<Uint8Array>} the bytes of its trace @throws {PlaygroundError} it is not kept */
  async trace(run) {
    const ended = this.#ended.get(run);
    if (!ended) throw new PlaygroundError(FORGOTTEN);
    return ended.trace.toBytes();
  }

  /**
   * @param {string} name of a function of `playground/server/functions.py`
   * @param {string} argument
   * @returns {Promise<any>} ready for JSON
   */
  async call(name, argument) {
    if (!Object.hasOwn(INSIDE, name)) return answer(name, argument, /** @type {any} */ (this));
    try {
      return await INSIDE[/** @type {"look_inside"} */ (name)](this, argument);
    } catch (error) {
      if (error instanceof PlaygroundError) return { refused: error.message };
      throw error;
    }
  }
}

/** @param {Recording} recording @returns {number[]} how many steps each block has */
function stepsOf({ frames }) {
  /** @type {number[]} */
  const steps = [];
  for (const { block } of frames) steps[block - 1] = (steps[block - 1] ?? 0) + 1;
  return steps;
}
