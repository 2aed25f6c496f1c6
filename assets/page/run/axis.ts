/**
 * What the clock counts while runs are compared: their passes, or something that they spend, such as work or seconds.
 * Each tick of the clock is one more pass, or the same further amount; a run stands at the last moment that it had paid
 * for by then, to the nearest tick.
 */

import { momentsOf } from "./lanes.ts";

/** A run, or a guest. */
export type Timed = { moments: { length: number } };
/** What stands beside the runs and is none, such as the text that another server sends. */
export interface Guest {
  /** Of its lane. */
  letter: string;
  /** A sentence about it, for the table of lanes. */
  about: string;
  /** One before anything has come, then one for each piece that came. */
  moments: { length: number };
  root: HTMLElement;
  title: string;
  /** NaN where they are not known; `timed` says how the seconds were measured. */
  figures: { tokens: number; seconds: number; timed: string; stopped: string };
  /** At each moment; or why that is not known. */
  spent: (measure: "work" | "seconds") => number[] | string;
  /** As many as it has moments, or more, once it is over. */
  paint: (moment: number) => void;
}

export class Axis {
  /** Ticks, as many as the longest run has moments. */
  count: number;
  /** The most that a run spends. */
  end: number;

  /**
   * @param spent what each lane has spent at each of its moments; null counts passes
   * @param by how that is called
   */
  constructor(
    public lanes: Timed[],
    public spent: number[][] | null = null,
    public by: string = "passes",
  ) {
    this.count = momentsOf(lanes);
    this.end = Math.max(0, ...(spent ?? []).map((sums) => sums.at(-1) ?? 0));
  }

  /** @returns what is spent by then */
  value(tick: number): number {
    return this.count < 2 ? 0 : (this.end * tick) / (this.count - 1);
  }

  /** @returns the lane's moment then; as many as it has moments, or more, once it is over */
  place(lane: number, tick: number): number {
    const sums = this.spent?.[lane];
    if (sums === undefined) return tick;
    const last = sums.length - 1;
    if (last < 0 || tick < 0) return Math.min(tick, 0);
    if (sums[last] < this.value(tick - 0.5)) return sums.length;
    const limit = this.value(tick + 0.5);
    let place = last;
    while (place > 0 && sums[place] >= limit) place -= 1;
    return place;
  }

  /** @returns the tick, which need not be whole, at which it ends */
  last(lane: number): number {
    return this.tickOf(lane, this.lanes[lane].moments.length - 1);
  }

  /** @returns the moment of each lane */
  places(tick: number): number[] {
    return this.lanes.map((_, lane) => this.place(lane, tick));
  }

  /**
   * @param moment of it
   * @returns the tick, which need not be whole, at which it comes to this moment
   */
  tickOf(lane: number, moment: number): number {
    const sums = this.spent?.[lane];
    if (sums === undefined) return moment;
    const at = sums[Math.min(Math.max(moment, 0), sums.length - 1)] ?? 0;
    return this.end === 0 ? 0 : (at / this.end) * (this.count - 1);
  }
}
