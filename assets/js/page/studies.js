/** Studies: a prompt with many seeds, at one setting or several. One at a time; what it has found stays until the next one. */

import { messageOf } from "../dom/elements.js";
import { MEASURES } from "../rules/measures.js";
import { StudyReader } from "../run/study.js";
import { specFrom } from "./spec.js";
import { encodeStudy, valuesIn } from "./study-address.js";

/** @typedef {import("../run/study.js").Result} Result */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("./address.js").Value} Value */
/**
 * @typedef {object} StudyRequest what is found out
 * @property {OwnRun} run
 * @property {number} seeds from that of the run on
 * @property {string} vary the name of a setting, or ""
 * @property {string[]} values that it takes, as they were typed; one empty text where nothing varies
 * @property {{ kind: string, wanted: string }} measure what counts as right
 */
/**
 * @typedef {object} Host what the page does for a study
 * @property {import("../engine/server.js").Engine} engine
 * @property {import("./address.js").Knob[]} knobs
 * @property {() => OwnRun | null} base the run that is shown, as it can be asked for again
 * @property {(file: File) => Promise<void>} open a trace
 * @property {(settings: Record<string, Value>) => void} adopt puts settings into the form
 */

/** The most runs of one request, as public servers allow them; more are asked for by pressing again. */
export const MOST_FRESH = 64;

const LOST = "The connection to the server is lost; the results that arrived are kept. Trying again …";
const CANNOT =
  "This run branches from another one, or holds a picture or a long prompt, so it cannot be made with other seeds; show another run first.";

/** Says "change" whenever something has arrived or ended. */
export class Studies extends EventTarget {
  /** @param {Host} host */
  constructor(host) {
    super();
    this.host = host;
    /** @type {StudyRequest | null} */
    this.request = null;
    /** What an address asks for, until it is made. @type {StudyRequest | null} */
    this.offered = null;
    /** What counts as right. */
    this.measure = { kind: MEASURES[0][0], wanted: "" };
    /** By number and change, such as "3 0". @type {Map<string, Result>} */
    this.results = new Map();
    /** Those before it. @type {{ request: StudyRequest, results: Map<string, Result> }[]} */
    this.past = [];
    /** Results on fresh seeds, by number; one map for each change that was checked. @type {Map<number, Map<string, Result>>} */
    this.fresh = new Map();
    /** What is going on. @type {StudyReader | null} */
    this.reader = null;
    /** The change whose fresh seeds are going on; null for the study itself. @type {number | null} */
    this.checking = null;
    /** How many runs with fresh seeds are asked for. */
    this.extra = 0;
    /** What went wrong. */
    this.sentence = "";
    /** Its tape, once the server has taken it. @type {import("../engine/tape.js").Tape | null} */
    this.tape = null;
  }

  get busy() {
    return this.reader !== null;
  }

  /** All that were made, the last one last; each with what has arrived. */
  get all() {
    const { request, results } = this;
    return request === null ? this.past : [...this.past, { request, results }];
  }

  /** How many runs are asked for now. */
  get total() {
    if (this.request === null) return 0;
    return this.checking === null ? this.request.seeds * this.request.values.length : this.extra;
  }

  /** What has arrived of them. */
  get arrived() {
    return this.reader?.results.size ?? this.results.size;
  }

  /** What it waits for; "" while it goes on. */
  get waiting() {
    return this.reader?.waiting ?? "";
  }

  /** What is shown, or offered, as an address says it, with what counts as right now; "" for nothing. */
  get words() {
    const request = this.offered ?? this.request;
    return request ? encodeStudy({ ...request, measure: this.measure }, this.host.knobs) : "";
  }

  /**
   * Has the reader make what an address asks for, which holds no results.
   *
   * @param {StudyRequest | null} request
   * @param {string} complaint why there is none
   */
  offer(request, complaint) {
    this.offered = request;
    if (request) this.measure = request.measure;
    this.#say(complaint);
  }

  /** Makes what was offered. */
  make() {
    if (this.offered && !this.busy) this.#make(this.offered);
  }

  /**
   * Begins a study of the run that is shown.
   *
   * @param {number} seeds
   * @param {string} vary the name of a setting, or ""
   * @param {string} values that it shall take, as typed
   * @param {Record<string, Value>} [settings] in place of its own
   */
  ask(seeds, vary, values, settings = {}) {
    if (this.busy) return;
    const base = this.host.base();
    if (base === null) return this.#say(CANNOT);
    const run = { ...base, settings: { ...base.settings, ...settings } };
    this.#make({ run, seeds, vary, values: vary === "" ? [""] : valuesIn(values), measure: this.measure });
  }

  /** @param {StudyRequest} request */
  #make(request) {
    const { run, seeds, vary, values } = request;
    this.past = this.all;
    this.request = request;
    this.offered = null;
    this.results = new Map();
    this.fresh = new Map();
    this.checking = null;
    this.#begin(run, seeds, vary, values.join(", "), values.length);
  }

  /** Runs one of the settings with seeds that no run of the study had. @param {number} change @param {number} seeds */
  check(change, seeds) {
    if (this.busy || this.request === null) return;
    const { request } = this;
    this.checking = change;
    this.extra = Math.min(seeds, MOST_FRESH);
    const known = this.fresh.get(change)?.size ?? 0;
    const run = { ...request.run, seed: request.run.seed + request.seeds + known };
    this.#begin(run, this.extra, request.vary, request.values[change], 1);
  }

  /**
   * @param {OwnRun} run
   * @param {number} seeds
   * @param {string} vary
   * @param {string} values
   * @param {number} changes
   */
  async #begin(run, seeds, vary, values, changes) {
    const reader = (this.reader = new StudyReader([], changes, run.seed));
    this.tape = null;
    this.#say("");
    try {
      const tape = await this.host.engine.start({
        study: { spec: specFrom(run, this.host.knobs), seeds, vary, values },
      });
      reader.names = tape.runs;
      this.tape = tape;
      const lost = (/** @type {boolean} */ is) => {
        reader.waiting = is ? LOST : "";
        this.#say("");
      };
      for await (const message of tape.messages(lost)) {
        reader.read(message);
        this.#take(reader);
      }
    } catch (error) {
      reader.sentence = messageOf(error);
    }
    this.reader = null;
    this.#say(reader.sentence);
  }

  /** Ends it; what is done stays. */
  stop() {
    this.tape?.stop();
  }

  /** @param {StudyReader} reader whose results so far are those of this study, or of its fresh seeds */
  #take(reader) {
    const { checking, request } = this;
    if (request === null) return;
    if (checking === null) this.results = new Map(reader.results);
    else {
      const known = this.fresh.get(checking) ?? new Map();
      for (const result of reader.results.values()) known.set(String(result.seed), { ...result, change: checking });
      this.fresh.set(checking, known);
    }
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.sentence = sentence;
    this.dispatchEvent(new Event("change"));
  }

  /** Shows the run of a result. @param {Result} result */
  async open(result) {
    const packed = await this.host.engine.trace(result.name).catch((error) => this.#say(error.message));
    if (!packed) return;
    await this.host.open(new File([packed], `seed ${result.seed}.trace`));
    this.#say("");
  }

  /** @param {number} change whose settings the form takes */
  adopt(change) {
    const { request } = this;
    if (request === null) return;
    const { run, vary, values } = request;
    const { settings } = run;
    const value = typeof settings[vary] === "number" ? Number(values[change]) : values[change];
    this.host.adopt(vary === "" ? settings : { ...settings, [vary]: value });
  }
}
