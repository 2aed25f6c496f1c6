/** Moments of recent runs, so that a branch can start at once, and a step can be looked into. They take a limited number of bytes. */

import { isLater } from "./branching.js";
import { keyOf } from "./run.js";

/** @typedef {import("./run.js").Moment} Moment */
/** @typedef {import("./run.js").Frame} Frame */
/** @typedef {import("./spec.js").RunSpec} RunSpec */
/** @typedef {{ moment: Moment, key: string, frames: Frame[], count: number, bytes: number }} Entry */

const MOST_BYTES = 24 << 20;

export class Moments {
  /** In the order in which they were used last. @type {Map<string, Entry>} */
  #entries = new Map();
  /** How many moments have what was read in common. @type {Map<import("./prefix.js").Prefix, number>} */
  #sharing = new Map();
  /** About how many bytes they hold on to, with the frames that lead to them. */
  bytes = 0;

  /** @param {number} [most] how many bytes they may take */
  constructor(most = MOST_BYTES) {
    this.most = most;
  }

  /**
   * @param {Moment} moment
   * @param {Frame[]} frames all of its run so far; there may be more afterwards
   */
  add(moment, frames) {
    const key = keyOf(moment.spec);
    const place = `${moment.block}.${moment.step} ${key}`;
    const bytes = sizeOf(moment) + arraysIn(frames[frames.length - 1]);
    this.#forget(place);
    const entry = { moment, key, frames, count: frames.length, bytes };
    this.#entries.set(place, entry);
    this.#count(entry, 1);
    for (const oldest of this.#entries.keys()) {
      if (this.bytes <= this.most) break;
      this.#forget(oldest);
    }
  }

  /** Forgets all of them. */
  clear() {
    for (const place of [...this.#entries.keys()]) this.#forget(place);
  }

  /**
   * @param {RunSpec} spec
   * @param {{ block: number, step: number }} [place] the last one that will do; by default where the run branches off
   * @returns {{ moment: Moment, frames: Frame[] } | undefined} the last moment on its way
   */
  find(spec, place) {
    const { chain } = spec;
    for (let at = chain.length - 1; at >= 0; at -= 1) {
      const last = at === chain.length - 1 ? place : chain[at + 1].branch;
      const entry = last && this.#last(keyOf(chain[at]), last);
      if (entry) return { moment: entry.moment, frames: entry.frames.slice(0, entry.count) };
    }
    return undefined;
  }

  /** @param {string} key of a spec @param {{ block: number, step: number }} place @returns {Entry | undefined} its last entry up to there */
  #last(key, { block, step }) {
    /** @type {[string, Entry] | undefined} */
    let last;
    for (const [name, entry] of this.#entries)
      if (entry.key === key && !isLater(entry.moment, block, step))
        if (!last || isLater(entry.moment, last[1].moment.block, last[1].moment.step)) last = [name, entry];
    if (!last) return undefined;
    this.#entries.delete(last[0]);
    this.#entries.set(...last);
    return last[1];
  }

  /** @param {string} place */
  #forget(place) {
    const entry = this.#entries.get(place);
    if (!entry) return;
    this.#entries.delete(place);
    this.#count(entry, -1);
  }

  /** Counts an entry in or out: what was read, once for all that share it. @param {Entry} entry @param {1 | -1} by */
  #count({ moment: { prefix }, bytes }, by) {
    const before = this.#sharing.get(prefix) ?? 0;
    if (before + by > 0) this.#sharing.set(prefix, before + by);
    else this.#sharing.delete(prefix);
    const whole = Math.min(before, before + by) === 0;
    this.bytes += by * (bytes + (whole ? prefix.bytes : 0));
  }
}

/**
 * About how many bytes a moment will hold on to beside what was read. Of the logits that condition the next step only their
 * embeddings stay, once that step is taken.
 *
 * @param {Moment} moment
 */
function sizeOf({ spec, state }) {
  const logits = state.conditioning?.processed?.data.byteLength ?? 0;
  const whole = spec.settings.self_conditioning === "off" || state.before;
  return arraysIn(state) + (whole ? logits : logits / 4);
}

/** @param {Record<string, any>} values @returns {number} the bytes of its arrays */
const arraysIn = (values) =>
  Object.values(values).reduce((sum, each) => sum + (ArrayBuffer.isView(each) ? each.byteLength : 0), 0);
