/** Turns one run into messages; `playground/trace/wire.py` has the same rules and describes them, and `run/wire.js` reads them. */

import { COLUMNS } from "../run/columns.js";
import { Float, general, json } from "./python-text.js";

/** @typedef {import("./record.js").StepFrame} StepFrame */
/** @typedef {import("./trace.js").RunTrace} RunTrace */
/** @typedef {import("./vocabulary.js").Vocabulary} Vocabulary */

export class WireEncoder {
  #run;
  #vocabulary;
  /** The run's own list of tokens: id -> place. @type {Map<number, number>} */
  #index = new Map();

  /** @param {number} run its place among the runs of its request, from 0 @param {Vocabulary} vocabulary */
  constructor(run, vocabulary) {
    this.#run = run;
    this.#vocabulary = vocabulary;
  }

  /** The run begins. @param {Record<string, any>} header @param {string} label LIVE, RECORDED or SIMULATED @returns {string} */
  start(header, label) {
    return this.message("start", { label, header });
  }

  /** @param {StepFrame} frame @returns {string} one step */
  frame(frame) {
    const figures = COLUMNS.flatMap((column) => {
      const figure = /** @type {any} */ (frame)[column.name] ?? null;
      return column.wire === "" || figure === null ? [] : [{ ...column, figure }];
    });
    const fresh = this.#learn(figures.flatMap(({ wire, figure }) => (wire === "token" ? [figure] : [])));
    const encode = {
      number: (/** @type {any} */ value, /** @type {string} */ dtype) => (dtype === "float32" ? rounded(value) : value),
      token: (/** @type {Int32Array} */ ids) => this.#places(ids),
      half: (/** @type {Float32Array} */ numbers) => base64(Uint16Array.from(numbers, halfOf)),
      bit: (/** @type {ArrayLike<number>} */ flags) => base64(packed(flags)),
    };
    const { stop_reason, finish_reason } = frame;
    return this.message("frame", {
      stop_reason,
      finish_reason,
      ...Object.fromEntries(
        figures.map(({ name, wire, dtype, figure }) => [name, encode[/** @type {"number"} */ (wire)](figure, dtype)]),
      ),
      tokens: this.#vocabulary.textsOf(fresh).map((text, at) => [fresh[at], text]),
    });
  }

  /** The end of a run. @param {RunTrace} trace @param {string} [notice] a sentence for the reader if it did not end by itself @returns {string} */
  end({ finishReason, header, text, thought }, notice = "") {
    const { verdict } = header;
    const seconds = rounded(header.seconds);
    return this.message("end", { finish_reason: finishReason, seconds, text, thought, notice, verdict });
  }

  /** A run that is over, in short. @param {RunTrace} trace @returns {string} */
  result({ finishReason, frames, textIds, tokenIds, text, header, sureness, uncertainty }) {
    return this.message("result", {
      finish_reason: finishReason,
      passes: frames.length,
      tokens: textIds.length,
      text,
      verdict: header.verdict,
      sureness: sureness === null ? null : new Float(sureness),
      ids: base64(Uint32Array.from(tokenIds)),
      uncertainty: base64(Uint16Array.from(uncertainty, halfOf)),
    });
  }

  /** Any message about the run. @param {string} kind such as "refused" or "waiting" @param {object} fields @returns {string} */
  message(kind, fields) {
    return messageOf(kind, { run: this.#run, ...fields });
  }

  /** Adds tokens to the list. @param {Int32Array[]} canvases @returns {number[]} those that are new, in order */
  #learn(canvases) {
    const ids = new Set(canvases.flatMap((canvas) => [...canvas]));
    const fresh = [...ids].filter((id) => !this.#index.has(id)).sort((a, b) => a - b);
    for (const id of fresh) this.#index.set(id, this.#index.size);
    return fresh;
  }

  /** @param {Int32Array} ids @returns {string} their places in the list */
  #places(ids) {
    const places = Array.from(ids, (id) => Number(this.#index.get(id)));
    return base64(this.#index.size <= 65536 ? Uint16Array.from(places) : Uint32Array.from(places));
  }
}

/** @param {string} kind such as "over" @param {object} fields @returns {string} a message about one run or all of them */
export const messageOf = (kind, fields) => json({ kind, ...fields });

/** @param {number} value @returns {Float} with six digits */
const rounded = (value) => new Float(Number(general(value)));

/** @param {ArrayBufferView} array @returns {string} */
export function base64({ buffer, byteOffset, byteLength }) {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @param {ArrayLike<number>} flags @returns {Uint8Array} one bit for each, lowest first */
function packed(flags) {
  const bytes = new Uint8Array(Math.ceil(flags.length / 8));
  for (let at = 0; at < flags.length; at += 1) bytes[at >> 3] |= Number(flags[at]) << (at & 7);
  return bytes;
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** @param {number} value of float32 @returns {number} the bits of the nearest float16, of two the even one */
export function halfOf(value) {
  single[0] = value;
  const [whole] = bits;
  const sign = (whole >>> 16) & 0x8000;
  const size = whole & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= 0x47800000) return sign | 0x7c00;
  const exponent = size >>> 23;
  // Below 2 ** -14 a half keeps fewer digits; below 2 ** -25 none.
  const drop = exponent >= 113 ? 13 : Math.min(126 - exponent, 25);
  const digits = exponent >= 113 ? size - (112 << 23) : (size & 0x7fffff) | 0x800000;
  const half = digits >>> drop;
  const rest = digits & (2 ** drop - 1);
  const middle = 2 ** (drop - 1);
  return sign | (half + Number(rest > middle || (rest === middle && (half & 1) === 1)));
}
