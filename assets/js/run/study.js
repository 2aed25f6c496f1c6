/**
 * Many runs of one prompt, as their results arrive; `playground/trace/study_wire.py` writes the messages and describes
 * them. Messages come from a server, and what they quote comes from a model: nothing is taken that has another type.
 */

import { half, verdictIn } from "./wire.js";

/** @typedef {import("./recording.js").Verdict} Verdict */
/**
 * @typedef {object} Result of one run
 * @property {number} number of the run, from 0
 * @property {number} change of the settings, from 0
 * @property {number} seed
 * @property {string} sentence why there is no result; "" if there is one
 * @property {number} passes
 * @property {number} tokens
 * @property {string} text
 * @property {Verdict | null} verdict
 * @property {Uint32Array} ids of the text
 * @property {Float32Array} uncertainty of each of them on the way, in nats
 * @property {string} name under which the server keeps its trace
 */

/** Follows one study. */
export class StudyReader {
  /**
   * @param {string} ticket by which its first message is recognised
   * @param {number} changes how many settings it compares
   */
  constructor(ticket, changes) {
    this.ticket = ticket;
    this.changes = changes;
    this.run = "";
    /** The value that stops it. */
    this.control = "";
    /** By number and change, such as "3 0". @type {Map<string, Result>} */
    this.results = new Map();
    /** What it waits for; "" while it goes on. */
    this.waiting = "";
    /** Why it ended early, or was refused. */
    this.sentence = "";
    this.over = false;
    /** How many results the server has told of. */
    this.done = 0;
  }

  /** Is a result missing that the server has? */
  get lacking() {
    return this.results.size < this.done;
  }

  /**
   * @param {string} text one message
   * @returns {boolean} was it one of this study?
   */
  read(text) {
    const message = parse(text);
    if (message.kind === "study-taken" && this.run === "" && message.ticket === this.ticket) {
      this.run = String(message.run);
      this.control = String(message.control);
    }
    if (this.run === "" || message.run !== this.run) return false;
    this.waiting = "";
    if (message.kind === "study-found") this.#found(message);
    else if (message.kind === "study-waiting") this.waiting = String(message.sentence);
    else if (message.kind === "study-progress") this.done = Math.max(this.done, count(message.done));
    else if (message.kind === "study-over" || message.kind === "study-refused") {
      this.over = true;
      this.done = Math.max(this.done, count(message.done));
      this.sentence = String(message.sentence);
    }
    return true;
  }

  /** @param {any} message */
  #found(message) {
    const [number, change] = [count(message.number), count(message.change)];
    if (change >= this.changes) return;
    const ids = new Uint32Array(bytes(message.ids, 4));
    const halves = new DataView(bytes(message.uncertainty, 2));
    this.results.set(`${number} ${change}`, {
      number,
      change,
      seed: count(message.seed),
      sentence: String(message.sentence),
      passes: count(message.passes),
      tokens: count(message.tokens),
      text: typeof message.text === "string" ? message.text : "",
      verdict: verdictIn(message),
      ids,
      uncertainty: Float32Array.from({ length: Math.min(halves.byteLength / 2, ids.length) }, (_, at) => half(halves.getUint16(2 * at, true))),
      name: `${this.run}/${number * this.changes + change}`,
    });
    this.done = Math.max(this.done, this.results.size);
  }
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** @param {unknown} value @returns {number} a whole number from 0 */
const count = (value) => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0);

/**
 * @param {unknown} value base64
 * @param {number} each bytes of one
 * @returns {ArrayBuffer}
 */
function bytes(value, each) {
  try {
    const read = Uint8Array.from(atob(typeof value === "string" ? value : ""), (character) => character.charCodeAt(0));
    return read.buffer.slice(0, read.length - (read.length % each));
  } catch {
    return new ArrayBuffer(0);
  }
}
