/**
 * Adds runs to compare with the one that is shown: runs of the library, trace files, and runs that are made here. Those
 * that are made share passes where they can. Until a run begins, an empty recording keeps its place among the lanes.
 */

import { wayOf } from "../rules/ways.js";
import { MOST_LANES, samePrompt } from "../run/lanes.js";
import { Recording } from "../run/recording.js";
import { NO_LANE_LEFT } from "../words/lanes.js";
import { ownRun, sameRun } from "./own-run.js";

/** @typedef {import("./address.js").Run} Run */
/** @typedef {import("./address.js").OwnRun} OwnRun */
/** @typedef {import("./run-list.js").RunItem} RunItem */
/** @typedef {{ run: OwnRun, seat: Recording | null }} LaneRequest a run to make, and the recording that it takes the place of; null for the run that is shown */

/** @type {[kind: string, name: string, hint: string][]} */
const OFFERS = [
  ["seed", "another seed", "The same run with other random numbers"],
  ["settings", "settings in Tune", "The prompt, seed and settings as they stand in the form"],
];

const WAITS = "Waiting for the engine …";
const NOT_AGAIN =
  "This run holds a picture or a long prompt, or comes from another program, and cannot be asked for again; choose runs of the library to compare.";

export class LaneMaker {
  /**
   * @param {() => import("../player/player.js").Player} player
   * @param {() => import("./run-list.js").RunList} runList
   * @param {{ base: () => OwnRun | null, form: () => OwnRun | null, ways: (way: string) => Promise<Record<string, import("./address.js").Value> | undefined>, make: (requests: LaneRequest[], alone: boolean) => boolean, pairs: import("../panels/one-word.js").PairActions, knobs: import("./address.js").Knob[], say: (error: unknown) => void }} page
   *   `base` is the run that is shown, `form` the one that Generate would make; `make` says whether they could begin
   */
  constructor(player, runList, page) {
    this.player = player;
    this.runList = runList;
    this.page = page;
    this.offers = OFFERS;
    this.pairs = page.pairs;
    /** What an address says of each lane. @type {Map<Recording, Pick<RunItem, "run">>} */
    this.entries = new Map();
    /** Lanes that still have to be made. @type {LaneRequest[]} */
    this.waiting = [];
    /** Are they made one after the other, even where they could share passes? */
    this.alone = false;
    /** Who answers beside the lanes, from another server; "" for nobody. An address holds the name. */
    this.rival = "";
    /** Counts what was opened; what is opened more slowly than the next no longer matters. */
    this.opened = 0;
  }

  /** Makes lanes. @returns {import("../panels/lanes.js").Adding} */
  get adding() {
    return this;
  }

  /** @returns {ReturnType<import("../panels/lanes.js").LaneActions["shown"]>} */
  shown = () =>
    this.player().views.lanes.all.map(({ recording, letter, title, moment }) => ({
      recording,
      letter,
      title: title.textContent ?? "",
      moment,
    }));

  /** @returns {ReturnType<NonNullable<import("../panels/lanes.js").LaneActions["guest"]>>} */
  guest = () => this.player().sideBySide.guest;

  /** What can be chosen: each setting's other values. @returns {import("../panels/lanes.js").Choice[]} */
  choices = () => {
    const settings = this.page.base()?.settings ?? {};
    return ["way", "sampler", "schedule"].flatMap((kind) => {
      const { choices = {} } = this.page.knobs.find(({ name }) => name === kind) ?? {};
      const others = Object.entries(choices).filter(([value]) => value !== settings[kind]);
      return others.length > 0 ? [{ kind, others }] : [];
    });
  };

  /** How many lanes can still be added to those that the reader compares. */
  get room() {
    const { others, guest } = this.player().sideBySide;
    return MOST_LANES - 1 - others.length - (guest ? 1 : 0);
  }

  /** What an address says of the lanes. @returns {Run[]} */
  get runs() {
    return this.player().sideBySide.others.flatMap((recording) => this.entries.get(recording)?.run ?? []);
  }

  /** @param {string} kind @param {string} [value] of a setting, or another prompt */
  add = async (kind, value = "") => {
    const { base, form, ways, say } = this.page;
    const run = kind === "settings" ? form() : base();
    if (run === null) return say(NOT_AGAIN);
    if (kind === "seed") run.seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
    if (kind === "prompt") run.prompt = value;
    if (kind === "sampler" || kind === "schedule") run.settings[kind] = value;
    if (kind === "sampler") run.source = "";
    if (kind === "way") {
      const defaults = await ways(value).catch(() => undefined);
      if (defaults === undefined) return say("The server does not answer; try again in a moment.");
      Object.assign(run.settings, defaults, { way: value });
    }
    this.make([run]);
  };

  /**
   * Makes runs beside the one that is shown.
   *
   * @param {OwnRun[]} runs
   * @param {boolean} [alone] one after the other, even where they could share passes
   * @param {"compare" | "learn"} [mode] in a lesson they stand beside its run alone
   * @returns {boolean} false if they could not begin
   */
  make(runs, alone = false, mode = "compare") {
    const { player, page, entries } = this;
    const others = mode === "learn" ? [] : player().sideBySide.others;
    const room = mode === "learn" ? MOST_LANES - 1 : this.room;
    if (runs.length > room) {
      page.say(NO_LANE_LEFT);
      return false;
    }
    const requests = runs.map((run) => ({ run, seat: this.#seat(run) }));
    if (!page.make(requests, alone)) return false;
    for (const { run, seat } of requests) entries.set(seat, { run });
    player().views.mode = mode;
    const lanes = [...others, ...requests.map(({ seat }) => seat)];
    if (mode === "learn") player().sideBySide.accompany(lanes);
    else player().sideBySide.compare(lanes);
    return true;
  }

  /** Makes a run in which one word is another, alone beside the one that is shown: only cells that differ are coloured. @param {OwnRun} run */
  pair(run) {
    const { sideBySide, views } = this.player();
    const { others } = sideBySide;
    sideBySide.compare([]);
    if (this.make([run])) views.cells = "differing";
    else sideBySide.compare(others);
  }

  /** Makes all lanes again, the first one too. @param {boolean} alone one after the other */
  again = (alone) => {
    const { page, player } = this;
    const requests = player().lanes.flatMap((seat) => {
      const run = seat.frames.length === 0 ? this.entries.get(seat)?.run : ownRun(seat.header, page.knobs);
      return run?.kind === "own" ? [{ run, seat }] : [];
    });
    if (requests.length < player().lanes.length) return page.say(NOT_AGAIN);
    if (!page.make(requests, alone)) return;
    for (const { seat } of requests) this.notify(seat, WAITS);
  };

  /**
   * A run is about to take the first place. One of another prompt takes the comparison with it: lanes of other prompts leave,
   * those that wait to be made too.
   *
   * @param {Recording} recording
   */
  clear(recording) {
    const { recording: first, sideBySide } = this.player();
    if (first === null || samePrompt(first, recording)) return;
    const others = sideBySide.others.filter((other) => samePrompt(other, recording));
    if (others.length < sideBySide.others.length) sideBySide.compare(others);
  }

  /** @param {OwnRun} run @returns {Recording} keeps its place until it begins */
  #seat({ prompt, system, thinking, seed, settings }) {
    const { recording } = this.player();
    const header = /** @type {import("../run/recording.js").Header} */ (recording?.header ?? {});
    const seat = new Recording("", "LIVE", {
      ...header,
      prompt,
      system,
      thinking,
      seed,
      settings,
      way: wayOf({ way: String(settings.way) }).name,
      execution: "",
      verdict: null,
      image_sha256: "",
    });
    seat.notice = WAITS;
    return seat;
  }

  /** @param {RunItem} item of the library */
  async take(item) {
    const { player, page } = this;
    try {
      const recording = await this.runList().read(item);
      if (recording === player().recording) return page.say("This run is the first lane already.");
      const others = player().sideBySide.others.filter((other) => other !== recording);
      const known = player().sideBySide.others.length - others.length;
      if (this.room + known < 1) return page.say(NO_LANE_LEFT);
      this.entries.set(recording, item);
      player().views.mode = "compare";
      player().sideBySide.compare([...others, recording]);
    } catch (error) {
      page.say(error);
    }
  }

  /** @param {File} file with runs */
  file = async (file) => {
    try {
      for (const item of await this.runList().take(file)) await this.take(item);
    } catch (error) {
      this.page.say(error);
    }
  };

  /**
   * A run that was asked for has begun.
   *
   * @param {Recording} recording
   * @param {RunItem} item
   * @param {Recording} seat that it takes the place of; the reader may have taken that away
   */
  started(recording, item, seat) {
    const request = this.entries.get(seat)?.run;
    const from = request?.kind === "own" && request.branch?.run;
    const { recording: first } = this.player();
    const shown = this.runList().shown?.about;
    if (from && from === (first?.made || first?.run) && item.about && shown) item.about.parent ??= shown.id;
    if (!this.player().sideBySide.has(seat)) return;
    this.entries.set(recording, item);
    this.player().sideBySide.replace(seat, recording);
  }

  /** @param {Recording} lane @param {string} sentence what it waits for, or why it could not begin or go on */
  notify(lane, sentence) {
    lane.notice = sentence;
    this.player().refresh();
  }

  /** @param {Recording} partial @param {Recording} whole */
  replaced(partial, whole) {
    const { recording } = this.player();
    if (recording && whole.header.spec?.branch) this.#compare(recording, whole);
    const item = this.entries.get(partial);
    if (item) this.entries.set(whole, item);
    this.player().sideBySide.replace(partial, whole);
  }

  /**
   * @param {Recording} parent
   * @param {Recording} branch says so if the parent came out differently when it was computed again
   */
  async #compare(parent, branch) {
    const { noticeOf } = await import("./branching.js");
    const notice = noticeOf(parent, branch);
    if (notice !== "") this.notify(branch, notice);
  }

  /**
   * @param {Run[]} runs of an address; those that the page does not have are made with `next`
   * @param {boolean} [alone] one after the other, even where they could share passes
   */
  async open(runs, alone = false) {
    const opened = (this.opened += 1);
    /** @type {Recording[]} */
    const others = [];
    this.taken();
    this.alone = alone;
    /** @type {LaneRequest[]} */
    const missing = [];
    for (const run of runs.slice(0, MOST_LANES - 1)) {
      const known =
        this.#find(run) ??
        (await this.runList()
          .ready()
          .then(() => this.#find(run)));
      const recording = known && (await this.runList().read(known).catch(this.page.say));
      if (recording) this.entries.set(recording, known);
      if (recording) others.push(recording);
      else if (run.kind === "own") missing.push({ run, seat: this.#seat(run) });
      else
        this.page.say(`The address asks for a recorded run “${run.name.slice(0, 40)}” beside this one; there is none.`);
      if (!recording && run.kind === "own") others.push(/** @type {Recording} */ (missing[missing.length - 1].seat));
    }
    if (opened !== this.opened) return;
    for (const { run, seat } of missing) if (seat) this.entries.set(seat, { run });
    this.waiting = missing;
    this.player().sideBySide.compare(others);
  }

  /** @param {Run} run @returns {RunItem | undefined} */
  #find(run) {
    return this.runList().find((other) => sameRun(other, run, this.page.knobs));
  }

  /** @returns {LaneRequest[]} what waited; now somebody else makes it */
  taken() {
    const { waiting } = this;
    this.waiting = [];
    return waiting.filter(({ seat }) => seat === null || this.player().sideBySide.others.includes(seat));
  }

  /** Makes none of the lanes that wait. */
  stop() {
    for (const { seat } of this.taken()) {
      if (!seat?.live) continue;
      seat.end({ finishReason: "stopped", text: "", seconds: 0 });
      this.notify(seat, "Stopped before the first step.");
    }
  }

  /**
   * Shows runs beside the one that is made now; they are made after it.
   *
   * @param {OwnRun[]} runs
   * @param {boolean} alone one after the other, even where they could share passes
   */
  later(runs, alone) {
    this.alone = alone;
    this.waiting = runs.map((run) => ({ run, seat: this.#seat(run) }));
    for (const { run, seat } of this.waiting) if (seat) this.entries.set(seat, { run });
    this.player().sideBySide.compare(this.waiting.flatMap(({ seat }) => seat ?? []));
  }

  /** Makes the lanes that wait, if no run is going on. */
  next() {
    const requests = this.waiting.length > 0 ? this.taken() : [];
    if (requests.length > 0 && !this.page.make(requests, this.alone)) this.waiting = requests;
  }
}
