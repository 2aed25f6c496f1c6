/** The runs that can be shown: recorded ones from the server, opened files, and those made on this page. */

import { MAX_MIB } from "../run/columns.js";
import { readRun } from "../run/reading.js";
import { ownRun, parentOf, sameMaking } from "./own-run.js";
import { keptOf, whatIsKnown } from "./kept.js";
import { nameRuns } from "./naming.js";
import { saveTrace } from "./saving.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./kept.js").Kept} Kept */
/**
 * @typedef {object} Exhibit a run that can be shown
 * @property {string} title what no other run is called
 * @property {string} face its title in short
 * @property {string} prompt in few words; "" where the face says it
 * @property {import("./address.js").Run | null} run what an address says of it; null if it can say nothing
 * @property {() => Promise<Uint8Array<ArrayBuffer>>} file
 * @property {Exhibit["file"]} [light] the run with fewer candidates, until the first picture is there
 * @property {boolean} whole does `file` give the whole run at any time?
 * @property {string} [card] on the card of an example
 * @property {number} [seed] of a recorded run, where the server says it
 * @property {Recording | null} recording null where it has not been read, or has been put away
 * @property {Kept | null} about one of the reader's own; null for a recorded one
 * @property {boolean} kept does the browser keep it?
 */

/** Runs that stay unpacked: one is some ten times its file. */
const MOST_UNPACKED = 4;

/** Says "change" when runs come, go or change, or another one is shown. */
export class Shelf extends EventTarget {
  /**
   * @param {import("./address.js").Knob[]} knobs
   * @param {() => void} leave another run is about to be shown
   * @param {(recording: Recording) => void} show one that the reader chose
   * @param {(error: unknown) => void} say tells the reader; null takes back what was said
   */
  constructor(knobs, leave, show, say) {
    super();
    this.knobs = knobs;
    this.leave = leave;
    this.show = show;
    this.say = say;
    /** Is told of each run that is about to be shown. @type {(exhibit: Exhibit) => void} */
    this.selected = () => {};
    /** Is told of each own run whose whole trace has come. @type {(exhibit: Exhibit) => void} */
    this.completed = () => {};
    /** Waits until the runs that the browser keeps are among the others. @type {() => Promise<unknown>} */
    this.ready = async () => {};
    /** @type {Exhibit[]} */
    this.exhibits = [];
    /** @type {Exhibit | null} */
    this.shown = null;
    /** Chosen last; another one that is read more slowly no longer matters. @type {Exhibit | null} */
    this.wanted = null;
    /** What of an exhibit's light file is shown, until the whole run takes its place. @type {{ exhibit: Exhibit, recording: Recording } | null} */
    this.sketch = null;
    /** The most that a trace may unpack to. */
    this.maxMib = MAX_MIB;
    /** Those with a recording, the one that is shown first. @type {Exhibit[]} */
    this.recent = [];
  }

  /** The reader's own runs. */
  get own() {
    return this.exhibits.filter(({ about }) => about !== null);
  }

  /**
   * @param {Kept} about a run made here, opened or kept
   * @param {Pick<Exhibit, "file" | "whole"> & Partial<Exhibit>} exhibit what is there of it
   * @returns {Exhibit} is put at the end
   */
  addOwn(about, exhibit) {
    const run = addressOf(about, this.knobs);
    const parent = run?.branch && parentOf({ ...run, branch: run.branch }, this.knobs);
    const known =
      parent && this.own.find((other) => other.run?.kind === "own" && sameMaking(parent, other.run, this.knobs));
    if (known?.about) about.parent ??= known.about.id; // never undefined: a browser would keep that
    return this.add({ title: "", face: "", prompt: "", recording: null, kept: false, ...exhibit, run, about });
  }

  /** @param {[Kept, Exhibit["file"]][]} kept runs of the reader that the browser gave back */
  addKept(kept) {
    for (const [about, file] of kept) {
      const run = addressOf(about, this.knobs);
      this.exhibits.push({
        title: "",
        face: "",
        prompt: "",
        recording: null,
        file,
        whole: true,
        kept: true,
        run,
        about,
      });
    }
    this.changed();
  }

  /**
   * @param {Exhibit} exhibit is put at the end
   * @returns {Exhibit}
   */
  add(exhibit) {
    this.exhibits.push(exhibit);
    if (exhibit.recording !== null) this.#tidy(exhibit);
    this.changed();
    return exhibit;
  }

  /** Something about the runs is another than before; their titles say how they differ now. */
  changed() {
    nameRuns(this.exhibits);
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Exhibit[]} exhibits are no longer offered */
  drop(exhibits) {
    this.exhibits = this.exhibits.filter((exhibit) => !exhibits.includes(exhibit));
    this.changed();
  }

  /** @param {Exhibit[]} exhibits that were dropped */
  bringBack(exhibits) {
    this.exhibits.push(...exhibits);
    this.changed();
  }

  /** @param {Exhibit} exhibit is named as the one that is shown */
  select(exhibit) {
    this.leave();
    this.shown = this.wanted = exhibit;
    this.selected(exhibit);
    this.changed();
  }

  /**
   * @param {(run: import("./address.js").Run) => boolean} fits
   * @returns {Exhibit | undefined}
   */
  find(fits) {
    return this.exhibits.find(({ run }) => run !== null && fits(run));
  }

  /**
   * @param {Exhibit} exhibit is shown; its file is read first where that has not been done
   * @param {(recording: Recording) => void} [show]
   * @param {(error: unknown) => void} [say] tells the reader why it cannot be shown
   * @returns {Promise<boolean>} can it be shown?
   */
  async choose(exhibit, show = this.show, say = this.say) {
    this.wanted = exhibit;
    try {
      const { light } = exhibit;
      const recording =
        light && exhibit.recording === null ? await this.#sketched(exhibit, light) : await this.read(exhibit);
      if (recording !== this.sketch?.recording) exhibit.recording = recording;
      if (this.wanted !== exhibit) return true;
      this.select(exhibit);
      this.#tidy(exhibit);
      show(recording);
      return true;
    } catch (error) {
      say(error);
      return false;
    }
  }

  /**
   * @param {Exhibit} exhibit
   * @param {Exhibit["file"]} light
   */
  async #sketched(exhibit, light) {
    const recording = await readRun(await light(), exhibit.title, this.maxMib);
    this.sketch = { exhibit, recording };
    return recording;
  }

  /**
   * The first picture is there: the whole run takes the place of what is shown of it, and every other comes whole.
   *
   * @param {(partial: Recording, whole: Recording) => void} replace
   */
  async complete(replace) {
    for (const exhibit of this.exhibits) delete exhibit.light;
    if (this.sketch === null) return;
    const { exhibit, recording } = this.sketch;
    exhibit.recording = await this.read(exhibit);
    this.sketch = null;
    this.changed();
    replace(recording, exhibit.recording);
  }

  /**
   * @param {Exhibit} exhibit
   * @returns {Promise<Recording>} read with the same checks, wherever its file comes from
   */
  async read({ recording, file, title }) {
    return recording ?? readRun(await file(), title, this.maxMib);
  }

  /**
   * Puts up the recorded runs.
   *
   * @param {URL} folder that holds them and their index
   */
  async load(folder) {
    try {
      const index = await download(
        new URL("index.json", folder),
        "No recorded run is installed; press Generate to make one.",
      );
      for (const { file, light, title, card, seed } of JSON.parse(new TextDecoder().decode(index))) {
        const from = (/** @type {string} */ name) => () =>
          download(new URL(name, folder), `The recorded run “${title}” cannot be read from the server.`);
        const run = /** @type {const} */ ({ kind: "recorded", name: file.replace(/\.trace$/, "") });
        this.add({
          title,
          face: title,
          prompt: "",
          card,
          seed,
          run,
          recording: null,
          file: from(file),
          light: light && from(light),
          whole: true,
          about: null,
          kept: false,
        });
      }
    } catch (error) {
      this.say(error);
    }
  }

  /**
   * A run that was made here has ended.
   *
   * @param {Exhibit} exhibit
   * @param {Recording} recording
   * @param {Uint8Array<ArrayBuffer>} [packed] the whole run; without it, what arrived is all there is so far
   */
  settle(exhibit, recording, packed) {
    exhibit.recording = recording;
    if (exhibit.about) Object.assign(exhibit.about, whatIsKnown(recording));
    if (exhibit.about) exhibit.run = addressOf(exhibit.about, this.knobs);
    if (packed) {
      exhibit.file = async () => packed; // the server forgets runs; the page does not
      exhibit.whole = true;
      this.completed(exhibit);
    }
    this.changed();
  }

  /**
   * @param {File} file is added
   * @returns {Promise<Exhibit>}
   * @throws {Error} it is no trace, or a damaged one; the message is a sentence
   */
  async take(file) {
    const packed = new Uint8Array(await file.arrayBuffer());
    const recording = await readRun(packed, file.name, this.maxMib);
    const exhibit = this.addOwn(keptOf(recording, file.name), { recording, file: async () => packed, whole: true });
    this.completed(exhibit);
    return exhibit;
  }

  /**
   * @param {File} file is added and shown
   * @throws {Error} as `take`
   */
  async open(file) {
    await this.choose(await this.take(file));
  }

  /**
   * @param {Exhibit | null} [exhibit] is saved as a file
   * @param {(error: unknown) => void} [say]
   */
  async save(exhibit = this.shown, say = this.say) {
    if (exhibit === null) return say("There is no run to save yet.");
    await saveTrace(exhibit).catch(say);
  }

  /**
   * Packs the runs that were shown longest ago; they are unpacked again when they are chosen.
   *
   * @param {Exhibit} exhibit is shown now
   */
  #tidy(exhibit) {
    this.recent = [exhibit, ...this.recent.filter((other) => other !== exhibit && other.recording !== null)];
    const old = this.recent.slice(MOST_UNPACKED).filter(({ whole }) => whole);
    for (const other of old) other.recording = null;
  }
}

/**
 * @param {Kept} about
 * @param {import("./address.js").Knob[]} knobs
 */
function addressOf({ header, passes, stopped }, knobs) {
  const run = ownRun(header, knobs);
  return run && stopped && passes !== null ? { ...run, stopped: passes } : run;
}

/**
 * @param {URL} address
 * @param {string} sentence for the reader when there is nothing
 */
async function download(address, sentence) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(sentence);
  return new Uint8Array(await response.arrayBuffer());
}
