/**
 * The runs under a player's clock: the one that is shown, those side by side with it, and the axis on which the clock
 * counts them all.
 */

import { Axis } from "../run/axis.ts";
import { MOST_LANES, differences, incomparable, nextDifference, parting } from "../run/lanes.ts";
import { versionOf } from "../run/recording.ts";
import { Counts } from "./counts.ts";
import type { Guest } from "../run/axis.ts";
import type { Recording } from "../run/recording.ts";
import type { Clock } from "./clock.ts";
import type { View } from "./view.tsx";
import type { Views } from "./views.ts";

export class SideBySide {
  /** The run that is shown. */
  first: Recording | null = null;
  /** Runs to compare it with. */
  others: Recording[] = [];
  /** Runs that a mode which guides shows beside it; those that the reader compares with stay as they are meanwhile. */
  company: Recording[] = [];
  /** What stands beside them and is no run. */
  guest: Guest | null = null;
  /** What the clock counts. */
  axis = new Axis([]);
  counts: Counts;
  /** Of the runs that are drawn. */
  #version = 0;

  /** @param named other runs stand side by side, or something else is counted */
  constructor(
    view: View,
    public views: Views,
    public clock: Clock,
    public named: () => void,
  ) {
    this.counts = new Counts(view, views.state.by, () => this.arrangeAgain());
  }

  /** While comparing, or guided by a mode that does, several; else one. */
  get lanes(): Recording[] {
    if (this.first === null) return [];
    const { mode, guided } = this.views.state;
    return [this.first, ...(mode.value === "compare" ? this.others : guided.value ? this.company : [])];
  }

  /** What stands beside the lanes while comparing. */
  get beside() {
    return this.views.mode === "compare" ? this.guest : null;
  }

  /** The moment of each lane, then of what stands beside them. */
  get places() {
    return this.axis.places(this.clock.moment);
  }

  /** What is spent by now, for the sentence about lanes. */
  get sentence() {
    return this.counts.sentenceAt(this.axis, this.clock.moment, this.places);
  }

  /** @param recording is shown from now on */
  show(recording: Recording) {
    this.first = recording;
    this.others = this.others.filter((other) => other !== recording);
  }

  /** @param others to compare the run that is shown with */
  compare(others: Recording[]) {
    this.others = others.filter((other) => other !== this.first).slice(0, MOST_LANES - 1);
    this.arrange();
  }

  /** @param guest stands beside the runs from now on, or has more to show; null takes it away */
  host(guest: Guest | null) {
    this.guest = guest;
    this.arrange();
  }

  /** @param company of the run that a mode which guides shows */
  accompany(company: Recording[]) {
    if (company.length === this.company.length && company.every((run, at) => run === this.company[at])) return;
    this.company = company;
    this.arrange();
  }

  /** @param recording a lane to take away */
  without(recording: Recording) {
    this.company = this.company.filter((other) => other !== recording);
    this.compare(this.others.filter((other) => other !== recording));
  }

  /** @returns does it stand beside the first? */
  has(recording: Recording): boolean {
    return this.others.includes(recording) || this.company.includes(recording);
  }

  /** Another run takes the place of one beside the first. */
  swap(leaving: Recording, coming: Recording) {
    const whichever = (other: Recording) => (other === leaving ? coming : other);
    this.company = this.company.map(whichever);
    this.compare(this.others.map(whichever));
  }

  /**
   * The lanes are others, or have more steps, or something else is to be counted.
   *
   * @returns is something else counted?
   */
  measure(): boolean {
    const { by } = this.axis;
    this.axis = this.counts.axisOf(this.lanes, this.beside);
    this.clock.grow(this.axis.count);
    return by !== this.axis.by;
  }

  /** Has a run ended, or been filled, since they were drawn? */
  get fuller() {
    return versionOf(this.lanes) !== this.#version;
  }

  /** Draws one lane for each run. */
  draw() {
    this.#version = versionOf(this.lanes);
    if (this.first) this.views.lanes.show(this.first, this.lanes.slice(1), this.beside);
  }

  /** The reader wants to see things another way, in another mode perhaps. */
  arrangeAgain() {
    const shown = this.views.lanes.all;
    const wanted = this.lanes.length > 1 || this.beside ? this.lanes : [];
    if (shown.length !== wanted.length || shown.some(({ recording }, at) => recording !== wanted[at]))
      return this.arrange();
    const moment = this.axis.place(0, this.clock.moment);
    if (this.measure()) this.clock.seek(Math.round(this.axis.tickOf(0, moment)));
    this.named();
    this.views.refresh();
  }

  /** Draws all of it: other runs stand side by side, or have more than steps to show. */
  arrange() {
    if (this.first === null) return;
    const { playing } = this.clock;
    this.measure();
    if (playing) this.clock.playing = true;
    this.draw();
    this.views.prepare();
    this.named();
    this.views.refresh();
  }

  /** @returns the next tick at which the runs begin to differ somewhere; -1 if there is none */
  nextDifference(): number {
    if (this.lanes.length < 2) return -1;
    return nextDifference(this.lanes, this.clock.moment, (tick) => this.axis.places(tick), this.axis.count);
  }

  /** Are cells that differ counted? */
  get counting() {
    return this.lanes.length > 1 && this.views.state.cells.value === "differing";
  }

  /** What the timeline draws of them: the longest run, all of them, the ticks at which they part from the first, how many cells differ at each tick, where that is counted, and what a tick stands for. */
  get timeline() {
    const { lanes, axis } = this;
    const [longest] = [...lanes].sort((a, b) => axis.last(lanes.indexOf(b)) - axis.last(lanes.indexOf(a)));
    const partings = lanes
      .slice(1)
      .flatMap((other) => (incomparable(lanes[0], other) ? [] : (parting(lanes[0], other)?.moment ?? [])))
      .map((moment) => axis.tickOf(0, moment));
    const text = this.counts.text(axis, lanes);
    const counted = this.counting ? differences(lanes, (tick) => axis.places(tick), axis.count) : [];
    return { longest, lanes, partings, differences: counted, scale: text && { axis, text } };
  }
}
