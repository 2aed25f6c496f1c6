/**
 * Reads the messages that a run streams to the page; `playground/trace/wire.py` writes them and describes the format.
 * Whatever arrives, the result is a message that it understands or an Error with a text that can be shown.
 */

import { ALWAYS, headerFault } from "./check.js";
import { COLUMNS } from "./columns.js";
import { DESCRIPTION } from "./description.js";
import { filled } from "./header.js";
import { Recording } from "./recording.js";
import { faultOf } from "./schema.js";
import { unrecorded } from "./unrecorded.js";

/** @typedef {import("./recording.js").Header} Header */

/**
 * @typedef {object} News
 * @property {"start" | "frame" | "end" | "waiting" | "refused" | "skipped"} kind "skipped": after a damaged message
 * @property {string} sentence for the reader, may be empty
 */

/** A message is damaged; the text says so in a sentence. */
export class WireError extends Error {}

const VERDICT = /** @type {import("./schema.js").Schema} */ (
  /** @type {any} */ (DESCRIPTION).properties.header.properties.verdict
);

/** Follows one run. */
export class WireReader {
  /** @param {string} name by which the server knows the run */
  constructor(name) {
    this.name = name;
    /** @type {Recording | null} */
    this.recording = null;
    /** Set once a message was damaged, because later frames cannot be understood. */
    this.broken = false;
    /** @type {number[]} the run's own token list: wire index -> id */
    this.ids = [];
  }

  /**
   * @param {any} message about this run
   * @returns {News}
   * @throws {WireError} it is damaged; thrown once, as later frames are skipped
   */
  read(message) {
    const { kind } = message;
    if (kind === "waiting" || kind === "refused") return { kind, sentence: String(message.sentence) };
    if (kind === "end") return this.#end(message);
    if (this.broken) return { kind: "skipped", sentence: "" };
    try {
      if (kind === "start") this.recording = start(this.name, message);
      else if (kind === "frame") this.#frame(message);
      else throw damaged("kind");
    } catch (error) {
      this.broken = true;
      throw error;
    }
    return { kind, sentence: "" };
  }

  /** @param {any} message @returns {News} */
  #end(message) {
    this.recording?.end({
      finishReason: String(message.finish_reason),
      text: String(message.text),
      thought: String(message.thought ?? ""),
      seconds: Number(message.seconds),
      verdict: verdictIn(message),
    });
    return { kind: "end", sentence: String(message.notice) };
  }

  /** @param {any} message */
  #frame(message) {
    if (this.recording === null) throw new WireError("A step arrived before the start of its run.");
    const { canvas_length: length, source } = this.recording.header;
    if (!Array.isArray(message.tokens)) throw damaged("tokens");
    for (const [id, text] of message.tokens) {
      this.ids.push(id);
      this.recording.tokens.set(id, String(text));
    }
    /** @type {Record<string, any>} */
    const figures = {};
    for (const { name, wire, optional } of COLUMNS) {
      const may = optional || (source && !ALWAYS.includes(name));
      if (wire === "" || (may && message[name] === undefined)) continue;
      figures[name] = wire === "token" ? this.#ids(message, name, length) : DECODE[wire](message, name, length);
    }
    this.recording.append({
      ...(source ? unrecorded(figures.argmax_ids) : null),
      .../** @type {any} */ (figures),
      stopReason: String(message.stop_reason),
      finishReason: String(message.finish_reason),
    });
  }

  /**
   * @param {any} message
   * @param {string} column indices into the run's own token list, 2 or 4 bytes each
   * @param {number} length
   */
  #ids(message, column, length) {
    const view = bytes(message, column);
    const wide = view.byteLength === 4 * length;
    if (!wide && view.byteLength !== 2 * length) throw damaged(column);
    return Int32Array.from({ length }, (_, i) => {
      const index = wide ? view.getUint32(4 * i, true) : view.getUint16(2 * i, true);
      if (index >= this.ids.length) throw damaged(column);
      return this.ids[index];
    });
  }
}

const DECODE = {
  /** @type {(message: any, column: string) => number} */
  number: (message, column) => {
    if (!Number.isFinite(message[column])) throw damaged(column);
    return message[column];
  },
  /** @type {(message: any, column: string, length: number) => Float32Array} */
  half: (message, column, length) => halves(bytes(message, column, 2 * length)),
  /** @type {(message: any, column: string, length: number) => Uint8Array} */
  bit: (message, column, length) => bits(bytes(message, column, Math.ceil(length / 8)), length),
};

/** @param {string} field */
const damaged = (field) => new WireError(`A step arrived damaged (its ${field}); the whole run follows when it ends.`);

/**
 * @param {any} message
 * @returns {import("./recording.js").Verdict | null} null also for one that is damaged: the trace follows
 */
export const verdictIn = ({ verdict = null }) => (faultOf(verdict, VERDICT) === "" ? verdict : null);

/** @param {string} name @param {any} message */
function start(name, { label, header }) {
  if (headerFault(header) !== "") throw damaged("header");
  return new Recording(name, label, filled(header));
}

/**
 * @param {any} message
 * @param {string} field holds base64
 * @param {number} [size] in bytes, if it is known
 * @returns {DataView}
 */
function bytes(message, field, size) {
  let binary;
  try {
    binary = atob(message[field]);
  } catch {
    throw damaged(field);
  }
  if (size !== undefined && binary.length !== size) throw damaged(field);
  return new DataView(Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer);
}

/** @param {DataView} view IEEE 754 half-precision numbers @returns {Float32Array} */
function halves(view) {
  return Float32Array.from({ length: view.byteLength / 2 }, (_, i) => half(view.getUint16(2 * i, true)));
}

/** @param {number} bits16 of a half-precision number */
export function half(bits16) {
  const sign = bits16 & 0x8000 ? -1 : 1;
  const exponent = (bits16 >> 10) & 0x1f;
  const fraction = bits16 & 0x3ff;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/**
 * @param {DataView} view one bit for each position, lowest bit first
 * @param {number} length
 * @returns {Uint8Array}
 */
function bits(view, length) {
  return Uint8Array.from({ length }, (_, i) => (view.getUint8(i >> 3) >> (i & 7)) & 1);
}
