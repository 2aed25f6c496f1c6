/** Studies: a prompt with many seeds, at one setting or several. One at a time; what it has found stays until the next one. */

import { MEASURES } from "../rules/measures.js";
import { StudyReader } from "../run/study.js";
import { encodeStudy, valuesIn } from "./study-address.js";

/** @typedef {import("../run/study.js").Result} Result */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("./address.js").Value} Value */
/**
 * @typedef {object} Asked what is found out
 * @property {OwnRun} run
 * @property {number} seeds from that of the run on
 * @property {string} vary the name of a setting, or ""
 * @property {string[]} values that it takes, as they were typed; one empty text where nothing varies
 * @property {{ kind: string, wanted: string }} measure what counts as right
 */
/**
 * @typedef {object} Host what the page does for a study
 * @property {{ stop: (control: string) => Promise<any>, ended: (run: string) => Promise<boolean | undefined>, trace: (name: string) => Promise<{ packed?: string, refused?: string } | undefined>, study_found: (run: string) => Promise<string[] | undefined> }} server
 * @property {import("./address.js").Knob[]} knobs
 * @property {() => void} trigger has Gradio ask for a study; it then calls `begin`
 * @property {() => OwnRun | null} base the run that is shown, as it can be asked for again
 * @property {(file: File) => Promise<void>} open a trace
 * @property {(settings: Record<string, Value>) => void} adopt puts settings into the form
 */

/** A stream that is over gets this long to deliver its last message. */
const LAST_MESSAGE_MS = 1500;
/** A stream may break without a sign: the server is asked this often whether the study goes on. */
const ASK_MS = 3000;
/** So often, before the server has said that it has the study. */
const MOST_ASKED = 10;
/** The most runs of one request, as public servers allow them; more are asked for by pressing again. */
export const MOST_FRESH = 64;

const LOST = "The connection to the study was lost; what has arrived is kept.";
const NOT_TAKEN = "The server did not take the study: too many runs are waiting, or it cannot be reached. Try again in a moment.";
const CANNOT = "This run branches from another one, or holds a picture or a long prompt, so it cannot be made with other seeds; show another run first.";

/** Says "change" whenever something has arrived or ended. */
export class Studies extends EventTarget {
  /** @param {Host} host */
  constructor(host) {
    super();
    this.host = host;
    /** @type {Asked | null} */
    this.asked = null;
    /** What an address asks for, until it is made. @type {Asked | null} */
    this.offered = null;
    /** What counts as right. */
    this.measure = { kind: MEASURES[0][0], wanted: "" };
    /** By number and change, such as "3 0". @type {Map<string, Result>} */
    this.results = new Map();
    /** Results on fresh seeds, by number; one map for each change that was checked. @type {Map<number, Map<string, Result>>} */
    this.fresh = new Map();
    /** What is going on. @type {StudyReader | null} */
    this.reader = null;
    /** The change whose fresh seeds are going on; null for the study itself. @type {number | null} */
    this.checking = null;
    /** Is it over, but for results that were lost on their way? */
    this.ending = false;
    /** How many runs with fresh seeds are asked for. */
    this.extra = 0;
    /** What went wrong. */
    this.sentence = "";
    /** What `begin` hands over. */
    this.request = "";
  }

  get busy() {
    return this.reader !== null;
  }

  /** How many runs are asked for now. */
  get total() {
    if (this.asked === null) return 0;
    return this.checking === null ? this.asked.seeds * this.asked.values.length : this.extra;
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
    const asked = this.offered ?? this.asked;
    return asked ? encodeStudy({ ...asked, measure: this.measure }, this.host.knobs) : "";
  }

  /**
   * Has the reader make what an address asks for, which holds no results.
   *
   * @param {Asked | null} asked
   * @param {string} complaint why there is none
   */
  offer(asked, complaint) {
    this.offered = asked;
    if (asked) this.measure = asked.measure;
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
   */
  ask(seeds, vary, values) {
    if (this.busy) return;
    const run = this.host.base();
    if (run === null) return this.#say(CANNOT);
    this.#make({ run, seeds, vary, values: vary === "" ? [""] : valuesIn(values), measure: this.measure });
  }

  /** @param {Asked} asked */
  #make(asked) {
    const { run, seeds, vary, values } = asked;
    this.asked = asked;
    this.offered = null;
    this.results = new Map();
    this.fresh = new Map();
    this.checking = null;
    this.#begin(run, seeds, vary, values.join(", "), values.length);
  }

  /**
   * Runs one of the settings with seeds that no run of the study had.
   *
   * @param {number} change
   * @param {number} seeds
   */
  check(change, seeds) {
    if (this.busy || this.asked === null) return;
    const { asked } = this;
    this.checking = change;
    this.extra = Math.min(seeds, MOST_FRESH);
    const known = this.fresh.get(change)?.size ?? 0;
    const run = { ...asked.run, seed: asked.run.seed + asked.seeds + known };
    this.#begin(run, this.extra, asked.vary, asked.values[change], 1);
  }

  /**
   * @param {OwnRun} run
   * @param {number} seeds
   * @param {string} vary
   * @param {string} values
   * @param {number} changes
   */
  #begin({ prompt, system, thinking, seed, settings, steering = "" }, seeds, vary, values, changes) {
    const ticket = crypto.randomUUID?.() ?? String(Math.random());
    const form = { prompt, system, thinking, seed, ...settings, steering };
    this.request = JSON.stringify({ form, seeds, vary, values, ticket });
    this.reader = new StudyReader(ticket, changes);
    this.#say("");
    this.host.trigger();
    this.#watch(this.reader);
  }

  /** Gradio fetches what is asked for. */
  begin() {
    return this.request;
  }

  /** @param {string} message from the wire */
  receive(message) {
    const { reader } = this;
    if (reader === null || !reader.read(message)) return;
    this.#take(reader);
    if (reader.over) this.#end(reader);
  }

  /** Ends it; what is done stays. */
  stop() {
    if (this.reader && this.reader.control !== "") this.host.server.stop(this.reader.control).catch(() => {});
  }

  /** The stream is over, whether or not its last message came. */
  over() {
    const { reader } = this;
    setTimeout(() => reader && this.#end(reader, reader.run === "" ? NOT_TAKEN : LOST), LAST_MESSAGE_MS);
  }

  /** @param {StudyReader} reader asks after it until it is over */
  async #watch(reader) {
    for (let asked = 0; this.reader === reader; asked += 1) {
      await new Promise((give) => setTimeout(give, ASK_MS));
      if (this.reader !== reader) return;
      const ended = reader.run === "" ? asked >= MOST_ASKED : await this.host.server.ended(reader.run).catch(() => true);
      if (ended) this.over();
      else if (reader.lacking) await this.#repair(reader);
    }
  }

  /**
   * @param {StudyReader} reader
   * @param {string} [sentence] where the last message has not come
   */
  async #end(reader, sentence = reader.sentence) {
    if (this.reader !== reader || this.ending) return;
    this.ending = true;
    await this.#repair(reader);
    this.reader = null;
    this.ending = false;
    this.#say(reader.over ? reader.sentence : sentence);
  }

  /** @param {StudyReader} reader may have lost messages on their way */
  async #repair(reader) {
    if (reader.run === "" || (reader.over && !reader.lacking)) return;
    for (const message of (await this.host.server.study_found(reader.run).catch(() => [])) ?? []) reader.read(message);
    this.#take(reader);
  }

  /** @param {StudyReader} reader whose results so far are those of this study, or of its fresh seeds */
  #take(reader) {
    const { checking, asked } = this;
    if (asked === null) return;
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

  /**
   * Shows the run of a result.
   *
   * @param {Result} result
   */
  async open(result) {
    const answer = await this.host.server.trace(result.name).catch(() => undefined);
    if (!answer?.packed) return this.#say(answer?.refused ?? "The server does not answer; the run cannot be fetched from it.");
    const packed = Uint8Array.from(atob(answer.packed), (character) => character.charCodeAt(0));
    await this.host.open(new File([packed], `seed ${result.seed}.trace`));
    this.#say("");
  }

  /** @param {number} change whose settings the form takes */
  adopt(change) {
    const { asked } = this;
    if (asked === null) return;
    const { run: { settings }, vary, values } = asked;
    const value = typeof settings[vary] === "number" ? Number(values[change]) : values[change];
    this.host.adopt(vary === "" ? settings : { ...settings, [vary]: value });
  }
}
