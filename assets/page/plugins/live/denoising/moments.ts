/** Moments of recent runs, so that a branch can start at once, and a step can be looked into. They take a limited number of bytes. */

import { isLater } from "./branching.ts";
import { keyOf } from "./run.ts";
import type { Prefix } from "./prefix.ts";
import type { Frame, Moment } from "./run.ts";
import type { RunSpec } from "./spec.ts";

type Entry = { moment: Moment; key: string; frames: Frame[]; count: number; bytes: number };

const MOST_BYTES = 24 << 20;

export class Moments {
  /** In the order in which they were used last. */
  #entries: Map<string, Entry> = new Map();
  /** How many moments have what was read in common. */
  #sharing: Map<Prefix, number> = new Map();
  /** About how many bytes they hold on to, with the frames that lead to them. */
  bytes = 0;

  /** @param most how many bytes they may take */
  constructor(public most: number = MOST_BYTES) {}

  /** @param frames all of its run so far; there may be more afterwards */
  add(moment: Moment, frames: Frame[]) {
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
   * @param place the last one that will do; by default where the run branches off
   * @returns the last moment on its way
   */
  find(spec: RunSpec, place?: { block: number; step: number }): { moment: Moment; frames: Frame[] } | undefined {
    const { chain } = spec;
    for (let at = chain.length - 1; at >= 0; at -= 1) {
      const last = at === chain.length - 1 ? place : chain[at + 1].branch;
      const entry = last && this.#last(keyOf(chain[at]), last);
      if (entry) return { moment: entry.moment, frames: entry.frames.slice(0, entry.count) };
    }
    return undefined;
  }

  /** @param key of a spec @returns its last entry up to there */
  #last(key: string, { block, step }: { block: number; step: number }): Entry | undefined {
    let last: [string, Entry] | undefined;
    for (const [name, entry] of this.#entries)
      if (entry.key === key && !isLater(entry.moment, block, step))
        if (!last || isLater(entry.moment, last[1].moment.block, last[1].moment.step)) last = [name, entry];
    if (!last) return undefined;
    this.#entries.delete(last[0]);
    this.#entries.set(...last);
    return last[1];
  }

  #forget(place: string) {
    const entry = this.#entries.get(place);
    if (!entry) return;
    this.#entries.delete(place);
    this.#count(entry, -1);
  }

  /** Counts an entry in or out: what was read, once for all that share it. */
  #count({ moment: { prefix }, bytes }: Entry, by: 1 | -1) {
    const before = this.#sharing.get(prefix) ?? 0;
    if (before + by > 0) this.#sharing.set(prefix, before + by);
    else this.#sharing.delete(prefix);
    const whole = Math.min(before, before + by) === 0;
    this.bytes += by * (bytes + (whole ? prefix.bytes : 0));
  }
}

/**
 * About how many bytes a moment will hold on to beside what was read. Of the logits that condition the next step only
 * their embeddings stay, once that step is taken.
 */
function sizeOf({ spec, state }: Moment) {
  const logits = state.conditioning?.processed?.data.byteLength ?? 0;
  const whole = spec.settings.self_conditioning === "off" || state.before;
  return arraysIn(state) + (whole ? logits : logits / 4);
}

/** @returns the bytes of its arrays */
const arraysIn = (values: Record<string, any>): number =>
  Object.values(values).reduce((sum, each) => sum + (ArrayBuffer.isView(each) ? each.byteLength : 0), 0);
