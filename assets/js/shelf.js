/** The runs that can be shown: recorded ones from the server, opened files, and those made on this page. */

import { readTrace } from "./trace.js";
import { element } from "./view.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {{ title: string, file: () => Promise<Uint8Array<ArrayBuffer>>, recording: Recording | null }} Exhibit */

export class Shelf {
  /**
   * @param {{ picker: HTMLSelectElement, open: HTMLElement, file: HTMLInputElement, save: HTMLElement }} view
   * @param {(recording: Recording) => void} show
   * @param {(error: unknown) => void} say tells the reader; null takes back what was said
   */
  constructor(view, show, say) {
    this.view = view;
    this.show = show;
    this.say = say;
    /** @type {Exhibit[]} */
    this.exhibits = [];
    view.picker.onchange = () => this.choose(this.exhibits[view.picker.selectedIndex]);
    view.open.onclick = () => view.file.click();
    view.file.onchange = () => this.#open();
    view.save.onclick = () => this.#save();
  }

  /**
   * @param {Exhibit} exhibit is put at the end
   * @returns {Exhibit}
   */
  add(exhibit) {
    this.exhibits.push(exhibit);
    this.view.picker.append(element("option", {}, exhibit.title));
    return exhibit;
  }

  /** @param {Exhibit} exhibit is named as the one that is shown */
  select(exhibit) {
    this.view.picker.selectedIndex = this.exhibits.indexOf(exhibit);
  }

  /** @param {Exhibit} exhibit is shown; its file is read first where that has not been done */
  async choose(exhibit) {
    try {
      exhibit.recording ??= await readTrace(await exhibit.file(), exhibit.title);
      this.select(exhibit);
      this.show(exhibit.recording);
    } catch (error) {
      this.say(error);
    }
  }

  /**
   * Puts up the recorded runs and shows the first.
   *
   * @param {URL} folder that holds them and their index
   */
  async load(folder) {
    try {
      const index = await download(new URL("index.json", folder), "No recorded run is installed; press Generate to make one.");
      for (const { file, title } of JSON.parse(new TextDecoder().decode(index))) {
        const read = () => download(new URL(file, folder), `The recorded run “${title}” cannot be read from the server.`);
        this.add({ title, recording: null, file: read });
      }
      await this.choose(this.exhibits[0]);
    } catch (error) {
      this.say(error);
    }
  }

  async #open() {
    const [file] = this.view.file.files ?? [];
    if (file === undefined) return;
    const packed = new Uint8Array(await file.arrayBuffer());
    this.view.file.value = "";
    try {
      const recording = await readTrace(packed, file.name);
      this.say(null);
      await this.choose(this.add({ title: file.name, recording, file: async () => packed }));
    } catch (error) {
      this.say(error);
    }
  }

  async #save() {
    const exhibit = this.exhibits[this.view.picker.selectedIndex];
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
