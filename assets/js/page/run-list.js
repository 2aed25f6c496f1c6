/** The runs that can be shown: recorded ones from the server, opened files, and those made on this page. */

import { MAX_MIB } from "../run/columns.js";
import { readRun, readRuns } from "../run/reading.js";
import { ownRun, parentOf, sameMaking } from "./own-run.js";
import { storedRunOf, whatIsKnown } from "./stored-run.js";
import { nameRuns } from "./naming.js";
import { saveTrace } from "./saving.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("./stored-run.js").StoredRun} StoredRun */
/**
 * @typedef {object} RunItem a run that can be shown
 * @property {string} title what no other run is called
 * @property {string} face its title in short
 * @property {string} prompt in few words; "" where the face says it
 * @property {import("./address.js").Run | null} run what an address says of it; null if it can say nothing
 * @property {() => Promise<Uint8Array<ArrayBuffer>>} file
 * @property {RunItem["file"]} [light] the run with fewer candidates, until the first picture is there
 * @property {boolean} whole does `file` give the whole run at any time?
 * @property {string} [card] on the card of an example
 * @property {number} [seed] of a recorded run, where the server says it
 * @property {Recording | null} recording null where it has not been read, or has been put away
 * @property {StoredRun | null} about one of the reader's own; null for a recorded one
 * @property {boolean} kept does the browser keep it?
 */

/** Runs that stay unpacked: one is some ten times its file. */
const MOST_UNPACKED = 4;

/** Says "change" when runs come, go or change, or another one is shown. */
export class RunList extends EventTarget {
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
    /** Is told of each run that is about to be shown. @type {(item: RunItem) => void} */
    this.selected = () => {};
    /** Is told of each own run whose whole trace has come. @type {(item: RunItem) => void} */
    this.completed = () => {};
    /** Waits until the runs that the browser keeps are among the others. @type {() => Promise<unknown>} */
    this.ready = async () => {};
    /** @type {RunItem[]} */
    this.items = [];
    /** @type {RunItem | null} */
    this.shown = null;
    /** Chosen last; another one that is read more slowly no longer matters. @type {RunItem | null} */
    this.wanted = null;
    /** What of an item's light file is shown, until the whole run takes its place. @type {{ item: RunItem, recording: Recording } | null} */
    this.sketch = null;
    /** The most that a trace may unpack to. */
    this.maxMib = MAX_MIB;
    /** Those with a recording, the one that is shown first. @type {RunItem[]} */
    this.recent = [];
  }

  /** The reader's own runs. */
  get yours() {
    return this.items.filter(({ about }) => about !== null);
  }

  /**
   * @param {StoredRun} about a run made here, opened or kept
   * @param {Pick<RunItem, "file" | "whole"> & Partial<RunItem>} item what is there of it
   * @returns {RunItem} is put at the end
   */
  addOwn(about, item) {
    const run = addressOf(about, this.knobs);
    const parent = run?.branch && parentOf({ ...run, branch: run.branch }, this.knobs);
    const known =
      parent && this.yours.find((other) => other.run?.kind === "own" && sameMaking(parent, other.run, this.knobs));
    if (known?.about) about.parent ??= known.about.id; // never undefined: a browser would keep that
    return this.add({ title: "", face: "", prompt: "", recording: null, kept: false, ...item, run, about });
  }

  /**
   * @param {Recording} recording a run that has just begun
   * @param {import("../engine/server.js").Engine} engine which has its trace in the end
   * @returns {RunItem} is put at the end
   */
  addLive(recording, engine) {
    const { run } = recording;
    const about = { ...storedRunOf(recording), made: true };
    recording.madeAt = about.time;
    return this.addOwn(about, { recording, file: () => engine.trace(run), whole: false });
  }

  /** @param {[StoredRun, RunItem["file"]][]} runs runs of the reader that the browser gave back */
  addStored(runs) {
    for (const [about, file] of runs) {
      const run = addressOf(about, this.knobs);
      this.items.push({ title: "", face: "", prompt: "", recording: null, file, whole: true, kept: true, run, about });
    }
    this.changed();
  }

  /** @param {RunItem} item is put at the end @returns {RunItem} */
  add(item) {
    this.items.push(item);
    if (item.recording !== null) this.#tidy(item);
    this.changed();
    return item;
  }

  /** Something about the runs is another than before; their titles say how they differ now. */
  changed() {
    nameRuns(this.items);
    this.dispatchEvent(new Event("change"));
  }

  /** @param {RunItem[]} items are no longer offered */
  drop(items) {
    this.items = this.items.filter((item) => !items.includes(item));
    this.changed();
  }

  /** @param {RunItem[]} items that were dropped */
  bringBack(items) {
    this.items.push(...items);
    this.changed();
  }

  /** @param {RunItem} item is named as the one that is shown */
  select(item) {
    this.leave();
    this.shown = this.wanted = item;
    this.selected(item);
    this.changed();
  }

  /** @param {(run: import("./address.js").Run) => boolean} fits @returns {RunItem | undefined} */
  find(fits) {
    return this.items.find(({ run }) => run !== null && fits(run));
  }

  /**
   * @param {RunItem} item is shown; its file is read first where that has not been done
   * @param {(recording: Recording) => void} [show]
   * @param {(error: unknown) => void} [say] tells the reader why it cannot be shown
   * @returns {Promise<boolean>} can it be shown?
   */
  async choose(item, show = this.show, say = this.say) {
    this.wanted = item;
    try {
      const { light } = item;
      const recording = light && item.recording === null ? await this.#sketched(item, light) : await this.read(item);
      if (recording !== this.sketch?.recording) item.recording = recording;
      if (this.wanted !== item) return true;
      this.select(item);
      this.#tidy(item);
      show(recording);
      return true;
    } catch (error) {
      say(error);
      return false;
    }
  }

  /** @param {RunItem} item @param {RunItem["file"]} light */
  async #sketched(item, light) {
    const recording = await readRun(await light(), item.title, this.maxMib);
    this.sketch = { item, recording };
    return recording;
  }

  /**
   * The first picture is there: the whole run takes the place of what is shown of it, and every other comes whole.
   *
   * @param {(partial: Recording, whole: Recording) => void} replace
   */
  async complete(replace) {
    for (const item of this.items) delete item.light;
    if (this.sketch === null) return;
    const { item, recording } = this.sketch;
    item.recording = await this.read(item);
    this.sketch = null;
    this.changed();
    replace(recording, item.recording);
  }

  /** @param {RunItem} item @returns {Promise<Recording>} read with the same checks, wherever its file comes from */
  async read({ recording, file, title, about }) {
    return recording ?? dated(await readRun(await file(), title, this.maxMib), about);
  }

  /** Puts up the recorded runs. @param {URL} folder that holds them and their index */
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
   * @param {RunItem} item
   * @param {Recording} recording
   * @param {Uint8Array<ArrayBuffer>} [packed] the whole run; without it, what arrived is all there is so far
   */
  settle(item, recording, packed) {
    item.recording = dated(recording, item.about);
    if (item.about) Object.assign(item.about, whatIsKnown(recording));
    if (item.about) item.run = addressOf(item.about, this.knobs);
    if (packed) {
      item.file = async () => packed; // the server forgets runs; the page does not
      item.whole = true;
      this.completed(item);
    }
    this.changed();
  }

  /**
   * @param {File} file whose runs are added
   * @returns {Promise<RunItem[]>}
   * @throws {Error} it is no trace, or a damaged one; the message is a sentence
   */
  async take(file) {
    const packed = new Uint8Array(await file.arrayBuffer());
    const runs = await readRuns(packed, file.name, this.maxMib);
    return runs.map(({ recording, file: bytes }) => {
      const item = this.addOwn(storedRunOf(recording, file.name), { recording, file: async () => bytes, whole: true });
      this.completed(item);
      return item;
    });
  }

  /** @param {File} file whose runs are added; the first one is shown @throws {Error} as `take` */
  async open(file) {
    const [first, ...more] = await this.take(file);
    await this.choose(first);
    if (more.length > 0)
      this.say(`${file.name} holds ${more.length + 1} runs. The first one is shown; all are in the list of runs.`);
  }

  /** @param {RunItem | null} [item] is saved as a file @param {(error: unknown) => void} [say] */
  async save(item = this.shown, say = this.say) {
    if (item === null) return say("There is no run to save yet.");
    await saveTrace(item).catch(say);
  }

  /**
   * Packs the runs that were shown longest ago; they are unpacked again when they are chosen.
   *
   * @param {RunItem} item is shown now
   */
  #tidy(item) {
    this.recent = [item, ...this.recent.filter((other) => other !== item && other.recording !== null)];
    const old = this.recent.slice(MOST_UNPACKED).filter(({ whole }) => whole);
    for (const other of old) other.recording = null;
  }
}

/** @param {StoredRun} about @param {import("./address.js").Knob[]} knobs */
function addressOf({ header, passes, stopped }, knobs) {
  const run = ownRun(header, knobs);
  return run && stopped && passes !== null ? { ...run, stopped: passes } : run;
}

/** @param {Recording} recording @param {StoredRun | null} about @returns {Recording} it, knowing when it was made here */
function dated(recording, about) {
  recording.madeAt = about?.made ? about.time : 0;
  return recording;
}

/** @param {URL} address @param {string} sentence for the reader when there is nothing */
async function download(address, sentence) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(sentence);
  return new Uint8Array(await response.arrayBuffer());
}
