/**
 * Adds runs to compare with the one that is shown: runs of the library, trace files, and runs that are made here. Those
 * that are made share passes where they can. Until a run begins, an empty recording keeps its place among the lanes.
 */

import { anySeed } from "../rules/knobs.ts";
import { NO_LANE_LEFT } from "../run/lane-sentences.ts";
import { MOST_LANES } from "../run/lanes.ts";
import { Recording } from "../run/recording.ts";
import { samePrompt } from "../run/spec.ts";
import { addressedSpec, sameRun } from "./address.ts";
import type { Adding, Choice, LaneActions } from "../player/actions.ts";
import type { RunSpec } from "../run/spec.ts";
import type { MadeRun, Reference } from "./address.ts";
import type { Page } from "./page.ts";
import type { RunItem } from "./run-list.ts";

const OFFERS: [kind: string, name: string, hint: string][] = [
  ["seed", "another seed", "The same run with other random numbers"],
  ["settings", "settings in Tune", "The prompt, seed and settings as they stand in the form"],
];

const WAITS = "Waiting for the engine …";
const NOT_AGAIN =
  "This run holds a picture or a long prompt, or comes from another program, and cannot be asked for again; choose runs of the library to compare.";

export class LaneMaker {
  offers = OFFERS;
  race: Adding["race"] = (place) => this.page.parts.fill(place, "race", {});
  more: Adding["more"] = (place, listening) => this.page.parts.fill(place, "lanes", listening);
  /** What plugins know of the lanes of a race, in a sentence; "" for nothing. */
  proofs: ((lanes: Recording[]) => string)[] = [];
  /** What an address says of each lane. */
  entries: Map<Recording, Pick<RunItem, "run">> = new Map();
  /** Lanes that still have to be made. */
  waiting: Recording[] = [];
  /** Are they made one after the other, even where they could share passes? */
  alone = false;
  /** What an address holds for the parts of plugins, by their words. */
  beside: Record<string, string> = {};
  /** Counts what was opened; what is opened more slowly than the next no longer matters. */
  opened = 0;

  constructor(
    public page: Pick<Page, "form" | "knobs" | "making" | "parts" | "player" | "runList" | "say" | "table">,
  ) {}

  /** The run that is shown, as it was asked for; null where it cannot be asked for again. */
  get base(): RunSpec | null {
    const { player, table } = this.page;
    return player.recording && addressedSpec(player.recording.header, table);
  }

  shown = (): ReturnType<LaneActions["shown"]> =>
    this.page.player.views.lanes.all.map(({ recording, letter, title, moment }) => ({
      recording,
      letter,
      title: title.textContent ?? "",
      moment,
    }));

  guest = (): ReturnType<NonNullable<LaneActions["guest"]>> => this.page.player.sideBySide.guest;

  /** What can be chosen: each setting's other values. */
  choices = (): Choice[] => {
    const settings = this.base?.settings ?? {};
    return ["way", "sampler", "schedule"].flatMap((kind) => {
      const { choices = {} } = this.page.table.find(({ name }) => name === kind) ?? {};
      const others = Object.entries(choices).filter(([value]) => value !== settings[kind]);
      return others.length > 0 ? [{ kind, others }] : [];
    });
  };

  /** How many lanes can still be added to those that the reader compares. */
  get room() {
    const { others, guest } = this.page.player.sideBySide;
    return MOST_LANES - 1 - others.length - (guest ? 1 : 0);
  }

  /** What an address says of the lanes. */
  get runs(): Reference[] {
    return this.page.player.sideBySide.others.flatMap((recording) => this.entries.get(recording)?.run ?? []);
  }

  /** @param value of a setting, or another prompt */
  add = (kind: string, value: string = "") => {
    const { form, knobs, say } = this.page;
    const spec = kind === "settings" ? form.spec : this.base;
    if (spec === null) return say(NOT_AGAIN);
    if (kind === "seed") spec.seed = anySeed();
    if (kind === "prompt") spec.prompt.text = value;
    if (kind === "sampler" || kind === "schedule") spec.settings[kind] = value;
    if (kind === "sampler") spec.sampler_source = "";
    if (kind === "way") Object.assign(spec.settings, knobs.defaultsOf(value), { way: value });
    this.make([{ spec }]);
  };

  /**
   * Makes runs beside the one that is shown.
   *
   * @param alone one after the other, even where they could share passes
   * @param guided they stand beside the run of a mode that guides, and only there
   * @returns false if they could not begin
   */
  make(runs: MadeRun[], alone: boolean = false, guided: boolean = false): boolean {
    const { player, making, say } = this.page;
    const others = guided ? [] : player.sideBySide.others;
    const room = guided ? MOST_LANES - 1 : this.room;
    if (runs.length > room) {
      say(NO_LANE_LEFT);
      return false;
    }
    const seats = runs.map((run) => this.#seat(run));
    if (!making.makeLanes(runs, seats, alone)) return false;
    if (!guided) player.views.mode = "compare";
    const lanes = [...others, ...seats];
    if (guided) player.sideBySide.accompany(lanes);
    else player.sideBySide.compare(lanes);
    return true;
  }

  /** Makes all lanes again, the first one too. @param alone one after the other */
  again = (alone: boolean) => {
    const { making, player, say } = this.page;
    const seats = player.lanes;
    const runs = this.runsOf(seats);
    if (runs.length < seats.length) return say(NOT_AGAIN);
    if (!making.makeLanes(runs, seats, alone)) return;
    for (const seat of seats) this.notify(seat, WAITS);
  };

  /**
   * A run is about to take the first place. One of another prompt takes the comparison with it: lanes of other prompts
   * leave, those that wait to be made too.
   */
  clear(recording: Recording) {
    const { recording: first, sideBySide } = this.page.player;
    const alike = ({ header }: Recording) => samePrompt(header.spec.prompt, recording.header.spec.prompt);
    if (first === null || alike(first)) return;
    const others = sideBySide.others.filter(alike);
    if (others.length < sideBySide.others.length) sideBySide.compare(others);
  }

  /** @returns keeps its place until it begins */
  #seat(run: MadeRun): Recording {
    const { header } = this.page.player.recording as Recording;
    const { model, revision } = header.spec;
    const spec = { ...run.spec, model, revision };
    const seat = new Recording("", "LIVE", { ...header, spec, pass_kind: "", rows: null, verdict: null });
    seat.notice = WAITS;
    this.entries.set(seat, { run });
    return seat;
  }

  /** @returns what makes them again; nothing for one that cannot be asked for */
  runsOf(lanes: Recording[]): MadeRun[] {
    return lanes.flatMap((lane) => {
      const run = this.entries.get(lane)?.run;
      if (lane.frames.length === 0) return run?.spec ? run : [];
      const spec = addressedSpec(lane.header, this.page.table);
      return spec ? { spec } : [];
    });
  }

  /** @param item of the library */
  async take(item: RunItem) {
    const { player, runList, say } = this.page;
    try {
      const recording = await runList.read(item);
      if (recording === player.recording) return say("This run is the first lane already.");
      const others = player.sideBySide.others.filter((other) => other !== recording);
      const known = player.sideBySide.others.length - others.length;
      if (this.room + known < 1) return say(NO_LANE_LEFT);
      this.entries.set(recording, item);
      player.views.mode = "compare";
      player.sideBySide.compare([...others, recording]);
    } catch (error) {
      say(error);
    }
  }

  /** @param file with runs */
  file = async (file: File) => {
    try {
      for (const item of await this.page.runList.take(file)) await this.take(item);
    } catch (error) {
      this.page.say(error);
    }
  };

  /**
   * A run that was asked for has begun.
   *
   * @param seat that it takes the place of; the reader may have taken that away
   */
  started(recording: Recording, item: RunItem, seat: Recording) {
    const request = this.entries.get(seat)?.run;
    const from = request?.spec && request.parent;
    const { recording: first } = this.page.player;
    const shown = this.page.runList.shown?.about;
    if (from && from === first?.run && item.about && shown) item.about.parent ??= shown.id;
    if (!this.page.player.sideBySide.has(seat)) return;
    this.entries.set(recording, item);
    this.page.player.sideBySide.swap(seat, recording);
  }

  /** @param sentence what it waits for, or why it could not begin or go on */
  notify(lane: Recording, sentence: string) {
    lane.notice = sentence;
    this.page.player.refresh();
  }

  /** All of a run is there. */
  completed(recording: Recording) {
    const { recording: first, sideBySide } = this.page.player;
    if (first && sideBySide.has(recording) && recording.header.spec.branch) this.#compare(first, recording);
  }

  /** @param branch says so if the parent came out differently when it was computed again */
  async #compare(parent: Recording, branch: Recording) {
    const { noticeOf } = await import("./branching.ts");
    const notice = noticeOf(parent, branch);
    if (notice !== "") this.notify(branch, notice);
  }

  /**
   * @param runs of an address; those that the page does not have are made with `next`
   * @param alone one after the other, even where they could share passes
   */
  async open(runs: Reference[], alone: boolean = false) {
    const opened = (this.opened += 1);
    const others: Recording[] = [];
    this.taken();
    this.alone = alone;
    const missing: Recording[] = [];
    for (const run of runs.slice(0, MOST_LANES - 1)) {
      const known = this.#find(run) ?? (await this.page.runList.ready().then(() => this.#find(run)));
      const recording = known && (await this.page.runList.read(known).catch(this.page.say));
      if (recording) this.entries.set(recording, known);
      const lane = recording ?? (run.spec && this.#seat(run));
      if (lane) others.push(lane);
      else
        this.page.say(
          `The address asks for a recorded run “${run.name?.slice(0, 40)}” beside this one; there is none.`,
        );
      if (lane && !recording) missing.push(lane);
    }
    if (opened !== this.opened) return;
    this.waiting = missing;
    this.page.player.sideBySide.compare(others);
  }

  #find(run: Reference): RunItem | undefined {
    return this.page.runList.find((other) => sameRun(other, run, this.page.table));
  }

  /** @returns what waited; now somebody else makes it */
  taken(): Recording[] {
    const { waiting } = this;
    this.waiting = [];
    return waiting.filter((seat) => this.page.player.sideBySide.others.includes(seat));
  }

  /** Makes none of the lanes that wait. */
  stop() {
    for (const seat of this.taken()) {
      if (!seat.live) continue;
      seat.end({ finishReason: "stopped", text: "", seconds: 0 });
      this.notify(seat, "Stopped before the first step.");
    }
  }

  /**
   * Shows runs beside the one that is made now; they are made after it.
   *
   * @param alone one after the other, even where they could share passes
   */
  later(runs: MadeRun[], alone: boolean) {
    this.alone = alone;
    this.waiting = runs.map((run) => this.#seat(run));
    this.page.player.sideBySide.compare(this.waiting);
  }

  /** Makes the lanes that wait, if no run is going on. */
  next() {
    const seats = this.waiting.length > 0 ? this.taken() : [];
    if (seats.length > 0 && !this.page.making.makeLanes(this.runsOf(seats), seats, this.alone)) this.waiting = seats;
  }
}
