/** Moments of recent runs, so that a branch can start at once, and a step can be looked into. They take a limited number of bytes. */

import { keyOf } from "./run.js";

/** @typedef {import("./run.js").Moment} Moment */
/** @typedef {import("./run.js").Frame} Frame */

const MOST_BYTES = 48 << 20;

export class Moments {
  /** In the order in which they were used last. @type {Map<string, { moment: Moment, frames: Frame[], count: number, bytes: number }>} */
  #entries = new Map();
  #bytes = 0;

  /**
   * @param {Moment} moment
   * @param {Frame[]} frames all of its run so far; there may be more afterwards
   */
  add(moment, frames) {
    const bytes = sizeOf(moment);
    this.#bytes += bytes;
    this.#entries.set(placeOf(moment.spec, moment.block, moment.step), { moment, frames, count: frames.length, bytes });
    for (const [place, { bytes: least }] of this.#entries) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#bytes -= least;
      this.#entries.delete(place);
    }
  }

  /** Forgets all of them. */
  clear() {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /**
   * @param {import("./spec.js").RunSpec} spec
   * @returns {{ moment: Moment, frames: Frame[] } | undefined} the last moment on its way, up to where it branches off
   */
  find(spec) {
    const chain = spec.chain;
    for (let at = chain.length - 1; at > 0; at -= 1) {
      const { block, step: last } = /** @type {import("./spec.js").Branch} */ (chain[at].branch);
      for (let step = last; step > 0; step -= 1) {
        const moment = this.at(chain[at - 1], block, step);
        if (moment) return moment;
      }
    }
    return undefined;
  }

  /** @param {import("./spec.js").RunSpec} spec @param {number} block @param {number} step @returns {{ moment: Moment, frames: Frame[] } | undefined} */
  at(spec, block, step) {
    const place = placeOf(spec, block, step);
    const entry = this.#entries.get(place);
    if (!entry) return undefined;
    this.#entries.delete(place);
    this.#entries.set(place, entry);
    return { moment: entry.moment, frames: entry.frames.slice(0, entry.count) };
  }
}

/** @param {import("./spec.js").RunSpec} spec @param {number} block @param {number} step */
const placeOf = (spec, block, step) => `${block}.${step} ${keyOf(spec)}`;

/**
 * About how many bytes a moment will hold on to. What it shares with others of its block does not count, and of the logits that
 * condition the next step only their embeddings stay, once that step is taken.
 *
 * @param {Moment} moment
 */
function sizeOf({ spec, state }) {
  const logits = state.conditioning?.processed?.data.byteLength ?? 0;
  const whole = spec.settings.self_conditioning === "off" || state.before;
  return 64 * state.canvas.length + (whole ? logits : logits / 4);
}
