/**
 * What the clock counts while runs are compared: their passes, or something that they spend, such as work or seconds.
 * Each tick of the clock is one more pass, or the same further amount; a run stands at the last moment that it had paid
 * for by then, to the nearest tick.
 */

import { momentsOf } from "./lanes.js";

/** @typedef {{ moments: { length: number } }} Timed a run, or a guest */
/**
 * @typedef {object} Guest what stands beside the runs and is none: the text that another server sends
 * @property {{ length: number }} moments one before anything has come, then one for each piece that came
 * @property {HTMLElement} root
 * @property {string} title
 * @property {{ tokens: number, seconds: number, stopped: string }} figures NaN where they are not known
 * @property {(measure: "work" | "seconds") => number[] | string} spent at each moment; or why that is not known
 * @property {(moment: number) => void} paint as many as it has moments, or more, once it is over
 */

export class Axis {
  /**
   * @param {Timed[]} lanes
   * @param {number[][] | null} [spent] what each lane has spent at each of its moments; null counts passes
   * @param {string} [by] how that is called
   */
  constructor(lanes, spent = null, by = "passes") {
    this.lanes = lanes;
    this.by = by;
    this.spent = spent;
    /** Ticks, as many as the longest run has moments. */
    this.count = momentsOf(lanes);
    /** The most that a run spends. */
    this.end = Math.max(0, ...(spent ?? []).map((sums) => sums.at(-1) ?? 0));
  }

  /** @param {number} tick @returns {number} what is spent by then */
  value(tick) {
    return this.count < 2 ? 0 : (this.end * tick) / (this.count - 1);
  }

  /**
   * @param {number} lane
   * @param {number} tick
   * @returns {number} the lane's moment then; as many as it has moments, or more, once it is over
   */
  place(lane, tick) {
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

  /** @param {number} lane @returns {number} the tick, which need not be whole, at which it ends */
  last(lane) {
    return this.tickOf(lane, this.lanes[lane].moments.length - 1);
  }

  /** @param {number} tick @returns {number[]} the moment of each lane */
  places(tick) {
    return this.lanes.map((_, lane) => this.place(lane, tick));
  }

  /**
   * @param {number} lane
   * @param {number} moment of it
   * @returns {number} the tick, which need not be whole, at which it comes to this moment
   */
  tickOf(lane, moment) {
    const sums = this.spent?.[lane];
    if (sums === undefined) return moment;
    const at = sums[Math.min(Math.max(moment, 0), sums.length - 1)] ?? 0;
    return this.end === 0 ? 0 : (at / this.end) * (this.count - 1);
  }
}
