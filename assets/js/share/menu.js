/** What the Share menu offers beside the link: what is shown as a page, a table, a picture or a film. */

import { button, element, messageOf, switchOf } from "../dom/elements.js";
import { copyText } from "../page/clipboard.js";
import { saveBlob } from "../page/saving.js";
import { Maker } from "./maker.js";

/** @typedef {import("./maker.js").Shown} Shown */
/** @typedef {import("./maker.js").Made} Made */

const SPEEDS = ["1", "2", "4", "8", "16", "30"];
const MODEL_BYTES = "18 MB";
/** The size of a slide's frame, in pixels; it may be as small as 480x270. */
const [WIDE, HIGH] = [800, 450];
const FRAMES = "Other sites can show it if this server was started with --embed-host and their name.";
const LEFT_OUT =
  "Recorded as it ran. Left out: the probabilities of all tokens but the most probable ones, attention, and a prompt’s picture; of a .csv, these most probable tokens too.";

/** @param {Pick<Shown, "address" | "runs" | "lesson">} shown @returns {string} an iframe that shows it, and nothing of the page around it */
export function embedCode({ address, runs, lesson }) {
  const frame = document.createElement("iframe");
  const source = new URL(address);
  source.search = "?embed";
  frame.src = source.href;
  frame.width = String(WIDE);
  frame.height = String(HIGH);
  frame.title = lesson?.lesson.title ?? runs[0]?.title ?? "";
  frame.loading = "lazy";
  frame.style.border = "0";
  return frame.outerHTML;
}

export class ShareMenu {
  /**
   * @param {HTMLElement} root the popover; what it holds already stays
   * @param {() => Shown} shown
   * @param {URL | null} assets as `Maker` takes it
   * @param {number} maxMib the most that a trace may unpack to
   */
  constructor(root, shown, assets, maxMib) {
    this.shown = shown;
    const maker = new Maker(assets, maxMib);
    this.status = element("p.tdp-share-said", { role: "status" });
    this.looks = {
      kind: "webm",
      shape: "wide",
      scale: "1",
      theme: document.body.classList.contains("dark") ? "dark" : "light",
      table: "csv",
      rows: "positions",
    };
    this.stop = button("Stop", "Stop making the film");
    this.stop.classList.add("tdp-share-stop");
    this.stop.hidden = true;
    /** @type {AbortController | null} */
    this.making = null;
    this.stop.onclick = () => this.making?.abort(new Error("Stopped; no film was saved."));
    const offer = (
      /** @type {string} */ form,
      /** @type {string} */ face,
      /** @type {string} */ hint,
      /** @type {(shown: Shown) => Promise<Made>} */ make,
    ) => {
      const offered = button(face, hint);
      offered.dataset.form = form;
      offered.onclick = () => this.#save(make);
      return offered;
    };
    const choose = (/** @type {keyof typeof this.looks} */ name) => (/** @type {string} */ value) =>
      (this.looks[name] = value);
    const film = (/** @type {Shown} */ shown, /** @type {string} */ kind) => {
      this.stop.hidden = kind === "png";
      const { signal } = /** @type {AbortController} */ (this.making);
      const progress = (/** @type {number} */ done, /** @type {number} */ all) =>
        this.#say(`Picture ${done} of ${all}`);
      return maker.film(
        shown,
        /** @type {any} */ (kind),
        { .../** @type {any} */ (this.looks), speed: Number(this.speed.value) },
        { progress, signal },
      );
    };
    this.speed = element("select", { "aria-label": "Steps a second of the film" });
    for (const speed of SPEEDS)
      this.speed.append(element("option", { value: speed }, `${speed} step${speed === "1" ? "" : "s"}/s`));
    this.speed.value = SPEEDS.find((speed) => Number(speed) >= shown().speed) ?? "30";
    this.lesson = offer(
      "lesson",
      "This lesson, to play offline (.html)",
      "One file with the lesson, its runs and its questions",
      (shown) => maker.lesson(shown),
    );
    this.model = offer(
      "model",
      `Page with the model too (.html, ${MODEL_BYTES})`,
      "One file that plays the run, and makes others offline: its reader can change prompt, settings and seed",
      (shown) =>
        maker.modelPage(shown, (fraction) => this.#say(`The model is ${Math.round(100 * fraction)}% on its way.`)),
    );
    const page = offer("html", "Page that plays offline (.html)", "One file for an article or a lecture", (shown) =>
      maker.page(shown),
    );
    this.code = element("textarea.tdp-embed-code", { readonly: "", rows: "3", "aria-label": "Code for your page" });
    this.code.onfocus = () => this.code.select();
    this.embed = button("Code to embed this", "An iframe with the player alone, for a page or slides of yours");
    this.embed.dataset.form = "embed";
    this.embed.onclick = async () => {
      const shown = this.shown();
      this.code.value = embedCode(shown);
      this.code.hidden = false;
      const copied = (await copyText(this.code.value)) ? "Copied." : "Copy it from the field.";
      this.#say(shown.served ? `${copied} ${FRAMES}` : copied);
    };
    this.code.hidden = true;
    root.append(
      this.embed,
      this.code,
      ...(assets === null ? [] : [this.lesson, page, this.model]),
      offer("table", "Table", "For pandas, DuckDB or a spreadsheet", (shown) =>
        maker.table(shown, this.looks.table, this.looks.rows),
      ),
      element(
        "div.tdp-share-looks",
        switchOf("Kind of table", { csv: ".csv", parquet: ".parquet" }, choose("table")),
        switchOf("A row for", { positions: "per position", steps: "per step" }, choose("rows")),
      ),
      offer("png", "Picture of this step (.png)", "With the looks below", (shown) => film(shown, "png")),
      offer("film", "Film", "Save the run as a film", (shown) => film(shown, this.looks.kind)),
      element(
        "div.tdp-share-looks",
        switchOf("Kind of film", { webm: ".webm", mp4: ".mp4", gif: ".gif" }, choose("kind")),
        this.speed,
        switchOf("Shape", ["wide", "square"], choose("shape")),
        switchOf("Theme", ["light", "dark"], choose("theme"), this.looks.theme),
        switchOf("Pixels for each one of the page", { 1: "1×", 2: "2×" }, choose("scale")),
      ),
      element("div.tdp-share-foot", this.status, this.stop),
      element("p.tdp-share-hint", LEFT_OUT),
    );
    const update = () => {
      const { lesson, portable, address } = shown();
      this.embed.hidden = address === "";
      this.code.hidden = true;
      this.lesson.hidden = lesson === null;
      this.model.hidden = !portable;
    };
    root.addEventListener("beforetoggle", update);
    update();
  }

  /** @param {(shown: Shown) => Promise<Made>} make */
  async #save(make) {
    if (this.making !== null) return;
    const shown = this.shown();
    if (shown.runs.length === 0) return this.#say("There is no run to save yet.");
    if (shown.live) return this.#say("The run still goes on; save it when it has ended.");
    this.making = new AbortController();
    this.#say("Working …");
    try {
      const { name, blob } = await make(shown);
      saveBlob(blob, name);
      this.#say(`Saved, ${(blob.size / 1e6).toFixed(blob.size < 1e5 ? 2 : 1)} MB.`);
    } catch (error) {
      this.#say(messageOf(error));
    } finally {
      this.making = null;
      this.stop.hidden = true;
    }
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.status.textContent = sentence;
  }
}
