/** What the Share menu offers beside the link: the runs that are shown as a file, a page, a table, a picture or a film. */

import { button, element, switchOf } from "../dom/elements.js";
import { fileName, saveBlob } from "../page/saving.js";
import { readRun } from "../run/reading.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {{ title: string, file: () => Promise<Uint8Array<ArrayBuffer>> }} Source */
/**
 * @typedef {object} Shown
 * @property {Source[]} runs that are shown, the first one first
 * @property {number} moment of the clock
 * @property {boolean} live does one of them still go on?
 * @property {number} speed in steps a second
 */

const SPEEDS = ["1", "2", "4", "8", "16", "30"];
const LEFT_OUT = "Recorded as it ran. Left out: the probabilities of all tokens but the most probable ones, attention, and a prompt’s picture. Parquet: python -m playground export.";

export class ShareMenu {
  /**
   * @param {HTMLElement} root the popover; what it holds already stays
   * @param {() => Shown} shown
   * @param {string} template address of the page of one file, without runs
   * @param {number} maxMib the most that a trace may unpack to
   */
  constructor(root, shown, template, maxMib) {
    this.shown = shown;
    this.template = template;
    this.maxMib = maxMib;
    this.said = element("p", { class: "tdp-share-said", role: "status" });
    this.looks = { kind: "webm", shape: "wide", scale: "1", theme: document.body.classList.contains("dark") ? "dark" : "light" };
    this.stop = button("Stop", "Stop making the film");
    this.stop.classList.add("tdp-share-stop");
    this.stop.hidden = true;
    /** @type {AbortController | null} */
    this.making = null;
    this.stop.onclick = () => this.making?.abort(new Error("Stopped; no film was saved."));
    const save = (/** @type {string} */ face, /** @type {string} */ hint, /** @type {(shown: Shown) => Promise<Blob>} */ make, /** @type {string} */ ending) => {
      const offer = button(face, hint);
      offer.dataset.form = ending;
      offer.onclick = () => this.#save(make, () => ending);
      return offer;
    };
    const choose = (/** @type {"kind" | "shape" | "theme" | "scale"} */ name) => (/** @type {string} */ value) => (this.looks[name] = value);
    this.speed = element("select", { "aria-label": "Steps a second of the film" });
    for (const speed of SPEEDS) this.speed.append(element("option", { value: speed }, `${speed} step${speed === "1" ? "" : "s"}/s`));
    this.speed.value = SPEEDS.find((speed) => Number(speed) >= shown().speed) ?? "30";
    this.film = button("Film", "Save the run as a film");
    this.film.dataset.form = "film";
    this.film.onclick = () => this.#save((shown) => this.#film(shown, this.looks.kind), () => this.looks.kind);
    root.append(
      save("Page that plays offline (.html)", "One file for an article or a lecture", (shown) => this.#page(shown), "html"),
      save("Table (.csv)", "One row for each step and position", (shown) => this.#table(shown), "csv"),
      save("Picture of this step (.png)", "With the looks below", (shown) => this.#film(shown, "png"), "png"),
      this.film,
      element(
        "div",
        { class: "tdp-share-looks" },
        switchOf("Kind of film", [["webm", ".webm"], ["mp4", ".mp4"], ["gif", ".gif"]], choose("kind")),
        this.speed,
        switchOf("Shape", [["wide", "wide"], ["square", "square"]], choose("shape")),
        switchOf("Theme", [["light", "light"], ["dark", "dark"]], choose("theme"), this.looks.theme),
        switchOf("Pixels for each one of the page", [["1", "1×"], ["2", "2×"]], choose("scale")),
      ),
      element("div", { class: "tdp-share-foot" }, this.said, this.stop),
      element("p", { class: "tdp-share-hint" }, LEFT_OUT),
    );
  }

  /**
   * @param {(shown: Shown) => Promise<Blob>} make
   * @param {() => string} ending
   */
  async #save(make, ending) {
    if (this.making !== null) return;
    const shown = this.shown();
    if (shown.runs.length === 0) return this.#say("There is no run to save yet.");
    if (shown.live) return this.#say("The run still goes on; save it when it has ended.");
    this.making = new AbortController();
    this.#say("Working …");
    try {
      const blob = await make(shown);
      saveBlob(blob, `${fileName(shown.runs[0].title)}.${ending()}`);
      this.#say(`Saved, ${(blob.size / 1e6).toFixed(1)} MB.`);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
    } finally {
      this.making = null;
      this.stop.hidden = true;
    }
  }

  /** @param {Shown} shown @returns {Promise<{ name: string, file: Uint8Array<ArrayBuffer> }[]>} */
  #files({ runs }) {
    return Promise.all(runs.map(async ({ title, file }) => ({ name: fileName(title), file: await file() })));
  }

  /** Read again, because what came over the wire has no candidates. @param {Shown} shown */
  async #recordings(shown) {
    const files = await this.#files(shown);
    return Promise.all(files.map(async ({ name, file }) => ({ name, file, recording: await readRun(file, name, this.maxMib) })));
  }

  /** @param {Shown} shown */
  async #page(shown) {
    const [runs, answer, { pageFile }] = await Promise.all([this.#recordings(shown), fetch(this.template), import("./page-file.js")]);
    const other = runs.find(({ file }) => file[0] !== 0x1f);
    if (other) throw new Error(`${other.name} is no trace, which the page needs; make one with: python -m playground open FILE --trace ${other.name}.trace`);
    if (!answer.ok) throw new Error("The server does not have this page any more; reload, and save it then.");
    return pageFile(await answer.text(), runs.map(({ name, file }) => ({ name, file })), runs[0].recording.header.prompt, shown.moment);
  }

  /** @param {Shown} shown */
  async #table(shown) {
    const [runs, { tableOf }] = await Promise.all([this.#recordings(shown), import("./table.js")]);
    const other = runs.find(({ recording }) => recording.header.source);
    if (other) throw new Error(`${other.name} does not hold what a table has: ${other.recording.header.source} does not tell what was kept, nor the uncertainty.`);
    return new Blob([tableOf(runs)], { type: "text/csv" });
  }

  /**
   * @param {Shown} shown
   * @param {string} kind
   */
  async #film(shown, kind) {
    const [runs, { film }] = await Promise.all([this.#recordings(shown), import("./film.js")]);
    this.stop.hidden = kind === "png";
    const options = { .../** @type {any} */ (this.looks), speed: Number(this.speed.value), scale: Number(this.looks.scale), moment: shown.moment };
    const progress = (/** @type {number} */ done, /** @type {number} */ all) => this.#say(`Picture ${done} of ${all}`);
    const { signal } = /** @type {AbortController} */ (this.making);
    return film(runs.map(({ recording }) => recording), /** @type {any} */ (kind), options, { progress, signal });
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.said.textContent = sentence;
  }
}
