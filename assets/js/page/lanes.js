/** Adds runs to compare with the one that is shown: runs of the library, and runs that differ in one thing, which are made here. */

import { MOST_LANES } from "../run/lanes.js";
import { sameRun } from "./address.js";

/** @typedef {import("./address.js").Run} Run */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("./shelf.js").Exhibit} Exhibit */
/** @typedef {import("../run/recording.js").Recording} Recording */

/** @type {[kind: string, name: string, hint: string][]} */
const OFFERS = [
  ["seed", "another seed", "The same run with other random numbers"],
  ["settings", "the settings in Tune", "The prompt, seed and settings as they stand in the form"],
  ["masked", "masked diffusion", "The same prompt and seed, written by masked diffusion"],
  ["autoregressive", "token after token", "The same prompt and seed, one token after the other"],
];

export class LaneMaker {
  /**
   * @param {() => import("../player/player.js").Player} player
   * @param {() => import("./shelf.js").Shelf} shelf
   * @param {{ base: () => OwnRun | null, form: () => OwnRun | null, ways: (way: string) => Promise<Record<string, import("./address.js").Value> | undefined>, make: (run: OwnRun) => boolean, say: (error: unknown) => void }} page
   *   `base` is the run that is shown, `form` the one that Generate would make; `make` says whether it could begin
   */
  constructor(player, shelf, page) {
    this.player = player;
    this.shelf = shelf;
    this.page = page;
    this.offers = OFFERS;
    /** The library's entry of each lane. @type {Map<Recording, Exhibit>} */
    this.entries = new Map();
    /** Runs of an address that still have to be made. @type {OwnRun[]} */
    this.waiting = [];
    /** The one that was asked for last; null if a run in the first place was. @type {OwnRun | null} */
    this.making = null;
    /** Runs that could not be made, and why. @type {{ run: OwnRun, sentence: string }[]} */
    this.refused = [];
  }

  /** @returns {ReturnType<import("../panels/lanes.js").LaneActions["shown"]>} */
  shown = () => this.player().views.lanes.all.map(({ recording, letter, title, moment }) => ({ recording, letter, title: title.textContent ?? "", moment }));

  /** What an address says of the lanes. @returns {Run[]} */
  get runs() {
    return this.player().others.flatMap((recording) => this.entries.get(recording)?.run ?? []);
  }

  /** @param {string} kind */
  add = async (kind) => {
    const { base, form, ways, make, say } = this.page;
    const run = kind === "settings" ? form() : base();
    if (run === null) return say("This run holds a picture or a long prompt that cannot be asked for again; choose runs of the library to compare.");
    if (kind === "seed") run.seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
    if (kind === "masked" || kind === "autoregressive") {
      const own = await ways(kind).catch(() => undefined);
      if (own === undefined) return say("The server does not answer; try again in a moment.");
      Object.assign(run.settings, own, { way: kind });
    }
    make(run);
  };

  /** @param {Exhibit} exhibit of the library */
  async take(exhibit) {
    try {
      const recording = await this.shelf().read(exhibit);
      this.begun(recording, exhibit);
    } catch (error) {
      this.page.say(error);
    }
  }

  /**
   * @param {Recording} recording to show beside the first; it may still be going on
   * @param {Exhibit} exhibit
   */
  begun(recording, exhibit) {
    const player = this.player();
    if (recording === player.recording) return this.page.say("This run is the first lane already.");
    if (player.others.length >= MOST_LANES - 1) return this.page.say(`At most ${MOST_LANES} lanes fit; take one away first.`);
    this.entries.set(recording, exhibit);
    player.views.mode = "compare";
    player.compare([...player.others.filter((other) => other !== recording), recording]);
  }

  /**
   * @param {Recording} partial
   * @param {Recording} whole
   */
  replaced(partial, whole) {
    const exhibit = this.entries.get(partial);
    if (exhibit) this.entries.set(whole, exhibit);
    this.player().replaceLane(partial, whole);
  }

  /** @param {Run[]} runs of an address; those that the page does not have are made, one after the other */
  async open(runs) {
    this.player().compare([]);
    this.waiting = [];
    this.refused = [];
    for (const run of runs.slice(0, MOST_LANES - 1)) {
      const known = this.shelf().find((other) => sameRun(other, run, this.shelf().knobs));
      if (known) await this.take(known);
      else if (run.kind === "own") this.waiting.push(run);
      else this.page.say(`The address asks for a recorded run “${run.name.slice(0, 40)}” beside this one; there is none.`);
    }
    this.next();
  }

  /** @param {string} sentence why the run that was asked for last could not be made; the others go on */
  refuse(sentence) {
    const { making } = this;
    this.making = null;
    if (making === null) return void (this.waiting = []);
    this.refused.push({ run: making, sentence });
    this.player().compare(this.player().others);
  }

  /** Makes the next run that an address asks for, if none is going on. */
  next() {
    const [run] = this.waiting;
    if (run && this.page.make(run)) this.waiting.shift();
  }
}
