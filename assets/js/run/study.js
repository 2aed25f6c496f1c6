/**
 * Many runs of one prompt, as their results arrive; `playground/trace/wire.py` writes the messages and describes
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
 * @property {number | null} sureness of a text with gaps, in nats a token; null for a run without pins
 * @property {Uint32Array} ids of the text
 * @property {Float32Array} uncertainty of each of them on the way, in nats
 * @property {string} name under which the server keeps its trace
 */

/** Follows one study. */
export class StudyReader {
  /**
   * @param {string[]} names of its runs: every change of the first seed, then of the second one, and so on
   * @param {number} changes how many settings it compares
   * @param {number} seed of the first
   */
  constructor(names, changes, seed) {
    this.names = names;
    this.changes = changes;
    this.seed = seed;
    /** By number and change, such as "3 0". @type {Map<string, Result>} */
    this.results = new Map();
    /** What it waits for; "" while it goes on. */
    this.waiting = "";
    /** Why it ended early, or was refused. */
    this.sentence = "";
  }

  /** @param {any} message of its tape */
  read(message) {
    this.waiting = "";
    if (message.kind === "result" || message.kind === "refused") this.#addResult(message);
    else if (message.kind === "waiting") this.waiting = String(message.sentence);
    else if (message.kind === "over") this.sentence = String(message.sentence);
  }

  /** @param {any} message */
  #addResult(message) {
    const place = count(message.run);
    if (place >= this.names.length) return;
    const [number, change] = [Math.floor(place / this.changes), place % this.changes];
    const ids = new Uint32Array(bytes(message.ids, 4));
    const halves = new DataView(bytes(message.uncertainty, 2));
    this.results.set(`${number} ${change}`, {
      number,
      change,
      seed: this.seed + number,
      sentence: message.kind === "refused" ? String(message.sentence) : "",
      passes: count(message.passes),
      tokens: count(message.tokens),
      text: typeof message.text === "string" ? message.text : "",
      verdict: verdictIn(message),
      sureness: Number.isFinite(message.sureness) ? message.sureness : null,
      ids,
      uncertainty: Float32Array.from({ length: Math.min(halves.byteLength / 2, ids.length) }, (_, at) =>
        half(halves.getUint16(2 * at, true)),
      ),
      name: this.names[place],
    });
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
