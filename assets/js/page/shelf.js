/** The runs that can be shown: recorded ones from the server, opened files, and those made on this page. */

import { button, element } from "../dom/elements.js";
import { MAX_MIB } from "../run/columns.js";
import { readTrace } from "../run/trace.js";
import { ownRun } from "./address.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/**
 * @typedef {object} Exhibit a run that can be shown
 * @property {string} title
 * @property {import("./address.js").Run | null} run what an address says of it; null if it can say nothing
 * @property {() => Promise<Uint8Array<ArrayBuffer>>} file
 * @property {boolean} whole does `file` give the whole run at any time?
 * @property {string} [card] on the card of an example
 * @property {Recording | null} recording null where it has not been read, or has been put away
 */

/** Runs that stay unpacked: one is some ten times its file. */
const MOST_UNPACKED = 4;

export class Shelf {
  /**
   * @param {{ runs: HTMLElement, shareMenu: HTMLElement }} places for the menu of runs, and for what opens and saves them
   * @param {import("./address.js").Knob[]} knobs
   * @param {() => void} leave another run is about to be shown
   * @param {(recording: Recording) => void} show one that the reader chose
   * @param {(error: unknown) => void} say tells the reader; null takes back what was said
   */
  constructor({ runs, shareMenu }, knobs, leave, show, say) {
    this.picker = element("select", { class: "tdp-picker", "aria-label": "Run that is shown" });
    this.file = element("input", { type: "file", accept: ".trace", hidden: "", "aria-label": "Trace file" });
    const open = button("Open trace", "Open a .trace file from this computer");
    const save = button("Save trace", "Save the run that is shown as a .trace file");
    runs.append(this.picker);
    shareMenu.append(save, open, this.file);
    this.knobs = knobs;
    this.leave = leave;
    this.show = show;
    this.say = say;
    /** Is told of each run that is about to be shown. @type {(exhibit: Exhibit) => void} */
    this.selected = () => {};
    /** @type {Exhibit[]} */
    this.exhibits = [];
    /** @type {Exhibit | null} */
    this.shown = null;
    /** Chosen last; another one that is read more slowly no longer matters. @type {Exhibit | null} */
    this.wanted = null;
    /** The most that a trace may unpack to. */
    this.maxMib = MAX_MIB;
    /** Those with a recording, the one that is shown first. @type {Exhibit[]} */
    this.recent = [];
    this.picker.onchange = () => this.choose(this.exhibits[this.picker.selectedIndex]);
    open.onclick = () => this.file.click();
    this.file.onchange = () => this.#open();
    save.onclick = () => this.#save();
  }

  /**
   * @param {Exhibit} exhibit is put at the end
   * @returns {Exhibit}
   */
  add(exhibit) {
    this.exhibits.push(exhibit);
    this.#tidy(exhibit);
    this.picker.append(element("option", {}, exhibit.title));
    return exhibit;
  }

  /** @param {Exhibit} exhibit is named as the one that is shown */
  select(exhibit) {
    this.leave();
    this.shown = this.wanted = exhibit;
    this.picker.selectedIndex = this.exhibits.indexOf(exhibit);
    this.selected(exhibit);
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
   */
  async choose(exhibit, show = this.show) {
    this.wanted = exhibit;
    try {
      exhibit.recording ??= await readTrace(await exhibit.file(), exhibit.title, this.maxMib);
      if (this.wanted !== exhibit) return;
      const { recording } = exhibit;
      this.select(exhibit);
      this.#tidy(exhibit);
      show(recording);
    } catch (error) {
      this.say(error);
    }
  }

  /**
   * Puts up the recorded runs.
   *
   * @param {URL} folder that holds them and their index
   */
  async load(folder) {
    try {
      const index = await download(new URL("index.json", folder), "No recorded run is installed; press Generate to make one.");
      for (const { file, title, card } of JSON.parse(new TextDecoder().decode(index))) {
        const read = () => download(new URL(file, folder), `The recorded run “${title}” cannot be read from the server.`);
        this.add({ title, card, run: { kind: "recorded", name: file.replace(/\.trace$/, "") }, recording: null, file: read, whole: true });
      }
    } catch (error) {
      this.say(error);
    }
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

  async #open() {
    const [file] = this.file.files ?? [];
    if (file === undefined) return;
    const packed = new Uint8Array(await file.arrayBuffer());
    this.file.value = "";
    try {
      const recording = await readTrace(packed, file.name, this.maxMib);
      this.say(null);
      const run = ownRun(recording.header, this.knobs);
      await this.choose(this.add({ title: file.name, run, recording, file: async () => packed, whole: true }));
    } catch (error) {
      this.say(error);
    }
  }

  async #save() {
    const exhibit = this.exhibits[this.picker.selectedIndex];
    if (exhibit === undefined) return this.say("There is no run to save yet.");
    try {
      const link = element("a", { download: `${fileName(exhibit.title)}.trace` });
      link.href = URL.createObjectURL(new Blob([await exhibit.file()]));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      this.say(error);
    }
  }
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

/** @param {string} title */
const fileName = (title) => title.replace(/\.trace$/, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "run";
