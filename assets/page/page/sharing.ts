/**
 * Keeps the page's address true to what is shown, and shows what an address says. The address is written when the page
 * is at rest, never while it plays: browsers slow down a page that writes it at each picture. Another run and a jump to
 * another block are entries of the browser's history; steps replace the one that is there.
 */

import { copyText } from "../dom/clipboard.ts";
import { placeOf } from "../run/lanes.ts";
import { sameMaking } from "../run/spec.ts";
import { plainText } from "../words/glyphs.ts";
import { NO_LINK, complaint, decode, encode, momentAt, otherwise, sameRun } from "./address.ts";
import type { Recording } from "../run/recording.ts";
import type { MadeRun, Reference, State } from "./address.ts";
import type { Page } from "./page.ts";
import type { Mode } from "./places.ts";
import type { RunItem } from "./run-list.ts";

const COPIED_MS = 2000;

export class Sharing {
  /** What the address said when it was opened or written last. */
  written = "";
  /** The next writing makes a new entry. */
  leaving = false;
  /** Is the address kept as it was opened? */
  held = true;
  /** Does the address say what others present, whatever is shown? */
  bound = false;
  /** Opened, and not there yet: its run has to be made first. */
  pending: State | null = null;
  /** What could not be shown of it. */
  complaints: string[] = [];

  constructor(
    public page: Pick<
      Page,
      "fill" | "home" | "lanes" | "making" | "parts" | "player" | "runList" | "say" | "shell" | "table"
    >,
  ) {
    const { player } = page;
    addEventListener("popstate", () => this.open());
    player.addEventListener("jump", () => {
      this.keep();
      this.leave();
    });
    player.addEventListener("settle", () => player.playing || this.rest());
  }

  /** What an address says of what is shown; null where none can. */
  get #hash(): string | null {
    const words = this.page.parts.current?.address;
    if (words && this.page.player.recording) return new URLSearchParams(words).toString();
    const { state } = this;
    return state && encode(state, this.page.table);
  }

  /** The run that is shown, and how; null where no address can say it. */
  get state(): State | null {
    const { recording, moment, views } = this.page.player;
    const run = this.page.runList.shown?.run ?? null;
    if (recording === null || run === null) return null;
    const usual = recording.live || moment < 0 || moment === this.#usual(recording);
    return {
      run,
      lanes: this.page.lanes.runs,
      beside: this.page.parts.inSight(this.page.lanes.beside),
      place: usual ? null : placeOf(recording, moment),
      position: views.chosen,
      compared: views.state.compared.value,
      ...views.looks,
    };
  }

  /** @param recording whose moment is not named in an address: a recorded run's middle, an own run's end */
  #usual(recording: Recording) {
    return this.page.runList.shown?.run?.name !== undefined
      ? recording.momentOf(recording.middle)
      : recording.moments.length - 1;
  }

  /** What is shown is about to change altogether: Back will lead to just what is there now. */
  keep() {
    if (!this.leaving) this.rest();
  }

  /** The reader went on, to another run or block. */
  leave() {
    this.pending = null;
    this.held = false;
    this.leaving = true;
    this.complaints = [];
    this.#note("");
  }

  /** What is shown has come to rest. */
  rest() {
    if (this.held || this.bound) return;
    const hash = this.#hash ?? "";
    if (hash !== this.written) {
      const address = `${location.pathname}${location.search}${hash && `#${hash}`}`;
      history[this.leaving ? "pushState" : "replaceState"](history.state, "", address);
    }
    this.written = hash;
    this.leaving = false;
  }

  /** Shows what the address says: at first, and after Back, Forward or a change by hand. */
  async open() {
    this.bound = false;
    const { player, runList, table, parts, lanes, say } = this.page;
    const [, kind = "", name] = /^#([a-z]+)=([\w-]{1,64})$/.exec(location.hash) ?? [];
    if (parts.opens(kind)) {
      Object.assign(this, { held: true, written: location.hash.slice(1) });
      const [first] = runList.items;
      if (first && player.recording === null) await runList.choose(first, (recording) => player.show(recording));
      return parts.join(kind, name).catch(say);
    }
    const query = new URLSearchParams(location.search);
    const word = parts.wordOf(query)?.word; // a page that shows this one in a frame may keep the rest for itself
    const hash = location.hash || (word ? `#${word}=${query.get(word)}` : "");
    const mode = await this.#modeOf(hash);
    const read = (reader: Parameters<Mode["read"]>[0]) => mode?.read(reader) ?? null;
    const { state, complaints, taken } = decode(hash, table, parts.beside, read);
    Object.assign(this, { held: true, leaving: false, pending: null, complaints });
    if (taken !== null) {
      this.#note(complaint(complaints));
      this.held = false;
      return taken();
    }
    lanes.beside = state.beside;
    player.views.looks = state;
    const { run } = state;
    const known = run && this.#find(run);
    if (run && !run.spec && !known) {
      const names = runList.items.flatMap((item) => item.run?.name ?? []);
      complaints.push(`The address asks for a recorded run “${run.name.slice(0, 40)}”; there are ${names.join(", ")}.`);
    }
    const remake = run?.spec !== undefined && !known;
    const [first] = runList.items;
    if (remake) this.pending = state;
    if (first && (!remake || player.recording === null)) {
      await runList.choose(known || first, (recording) => {
        if (remake) player.show(recording);
        else this.#arrive(recording, state);
      });
    }
    if (state.lanes.length > 0 || lanes.runs.length > 0) await lanes.open(state.lanes);
    parts.reveal(state.beside).catch(say);
    const begins = remake && this.pending === state ? await this.#look(run, state) : "";
    lanes.next(); // unless the run itself is made again, and they with it
    this.#note(`${begins} ${complaint(complaints)}`);
  }

  /** @returns that reads what an address says; null for none, and if it cannot be had */
  async #modeOf(hash: string): Promise<Mode | null> {
    const known = this.page.parts.wordOf(new URLSearchParams(hash.slice(1)));
    return known && this.page.parts.mode(known.plugin).catch((error) => (this.page.say(error), null));
  }

  /** @returns it, or the whole run of one that was stopped */
  #find(run: Reference): RunItem | undefined {
    const same = this.page.runList.find((other) => sameRun(other, run, this.page.table));
    if (same || !run.spec || run.stopped === undefined) return same;
    return this.page.runList.find((other) => sameRun(other, { ...run, stopped: undefined }, this.page.table));
  }

  /**
   * Shows the run of an address if the browser keeps it; else it is made again.
   *
   * @param state that asks for it
   * @returns for the reader
   */
  async #look(run: MadeRun, state: State): Promise<string> {
    await this.page.runList.ready();
    if (this.pending !== state) return "";
    const item = this.#find(run);
    if (item && (await this.page.runList.choose(item, (recording) => this.#arrive(recording, state)))) {
      this.pending = null;
      return "";
    }
    return this.page.making.again(run.spec);
  }

  #arrive(recording: Recording, state: State) {
    this.page.player.show(recording, this.#momentOf(recording, state));
    this.#choose(recording, state);
    this.accept();
    this.page.fill(recording);
    this.page.home.settle();
  }

  /** The address is taken to say what is shown now. */
  accept() {
    this.written = this.#hash ?? "";
    this.held = false;
  }

  #momentOf(recording: Recording, { place, run }: State) {
    const stopped =
      run?.spec && run.stopped !== undefined && run.stopped < recording.frames.length ? run.stopped : null;
    if (stopped !== null)
      this.complaints.push(`The original was stopped after step ${stopped}; this run went on to its end.`);
    if (place === null) return stopped === null ? this.#usual(recording) : recording.momentOf(stopped - 1);
    const moment = momentAt(recording, place);
    const reached = placeOf(recording, moment);
    if (reached.block !== place.block || reached.step !== place.step) {
      this.complaints.push(
        `This run has no step ${place.step} in a part ${place.block}; step ${reached.step} of part ${reached.block} is shown.`,
      );
    }
    return moment;
  }

  #choose({ header }: Recording, { position, compared }: State) {
    const last = header.canvas_length - 1;
    const within = (number: number | null) => {
      if (number === null || number <= last) return number;
      this.complaints.push(`This run has no position ${number}; its positions are 0 to ${last}.`);
      return null;
    };
    this.page.player.views.choosePair(within(position), within(compared));
  }

  /** A run has begun on this page: the one that the address asks for, or another. */
  started(recording: Recording) {
    const spec = this.page.runList.shown?.run?.spec;
    const state = this.pending;
    if (!state?.run?.spec || !spec || !sameMaking(state.run.spec, spec, this.page.table)) {
      this.leave();
      this.page.lanes.clear(recording);
      this.page.player.show(recording, -1);
      return this.rest();
    }
    this.page.player.show(recording, -1);
    this.#choose(recording, state);
    const difference = otherwise(state.run.spec, spec);
    if (difference !== "") this.complaints.unshift(difference);
    this.#note(complaint(this.complaints) || "This run is made again from its seed, as the address says.");
  }

  /**
   * The run that was made is complete: if the address asked for it, and the reader has not gone elsewhere, its step is
   * shown.
   *
   * @param followed has the reader followed it to its end?
   */
  ended(recording: Recording, followed: boolean) {
    const { pending } = this;
    if (pending === null) return;
    this.pending = null;
    this.held = false;
    if (followed) this.page.player.clock.seek(this.page.player.axis.tickOf(0, this.#momentOf(recording, pending)));
    if (this.complaints.length > 0) this.#note(complaint(this.complaints));
  }

  /** A link to what is shown; "" where no address can say it. */
  get address() {
    if (this.#hash === null) return "";
    if (!this.held) this.written = ""; // an address that was opened may say the same in other words, or leave it to the defaults
    this.rest();
    return location.href;
  }

  /** Copies a link. */
  async copy() {
    const { address } = this;
    const { player, shell } = this.page;
    if (address === "") return this.#note(NO_LINK);
    if (!(await copyText(address)))
      return this.#note("This browser does not let the page copy; the link stands in the address bar.");
    shell.copied.value = true;
    player.captions.spoken.value = "The link is copied.";
    setTimeout(() => (shell.copied.value = false), COPIED_MS);
  }

  /** @param sentence for the reader, may be empty */
  #note(sentence: string) {
    this.page.shell.sentence.value = plainText(sentence.trim());
  }
}
