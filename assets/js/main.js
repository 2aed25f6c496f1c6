/**
 * The page: joins the run that is shown, the clock, the views and the server. Everything on the screen is a function of
 * (recording, row); `show` changes the first, `move` the second.
 */

import { EntropyCurve } from "./curve.js";
import { CellPainter } from "./draw.js";
import { plainText } from "./glyphs.js";
import { Player } from "./player.js";
import { Rail } from "./rail.js";
import { placeSentence, runSentence, stepSentence, stopSentence } from "./sentences.js";
import { readTrace } from "./trace.js";
import { ICONS, buildView, element, fillLegend } from "./view.js";
import { WireReader } from "./wire.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {{ title: string, file: () => Promise<Uint8Array>, recording: Recording | null }} Exhibit a run that can be shown */
/** @typedef {{ model_status: (after: string) => Promise<any>, stop: (run: string) => Promise<any>, trace: (run: string) => Promise<any> }} Server */
/** @typedef {{ element: HTMLElement, trigger: (event: string, data?: object) => void, props: any, watch: (prop: string, react: () => void) => void, server: Server }} Mount what gr.HTML hands over */

/** Screen readers are told of a step once it has stood this long; playing would drown them. */
const SETTLED_MS = 700;
const STATUS_POLL_MS = 1000;
/** A run whose stream ended gets this long to deliver its last message. */
const LAST_MESSAGE_MS = 1500;

/** Where the page's own files are, whatever address the server is reached under. */
const asset = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url).href;

const theme = () => (document.body.classList.contains("dark") ? "dark" : "light");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Page {
  /** @param {Mount} mount */
  constructor({ element: root, trigger, props, watch, server }) {
    this.server = server;
    this.trigger = trigger;
    this.view = buildView(/** @type {HTMLElement} */ (root.querySelector(".token-canvas")));
    this.painter = new CellPainter(this.view.canvas);
    this.curve = new EntropyCurve(this.view.curve, (row) => this.move(row));
    this.rail = new Rail({ stop: () => this.stop() });
    this.player = new Player();
    this.player.speed = reducedMotion.matches ? 1 : 4;
    this.view.speed.value = String(this.player.speed);
    this.reader = new WireReader();
    /** @type {Recording | null} */
    this.recording = null;
    /** @type {Exhibit[]} */
    this.exhibits = [];
    /** Tests and benchmarks hear of every painted row here. @type {((row: number) => void) | null} */
    this.onpaint = null;
    this.scheduled = false;
    this.lastTick = 0;
    this.settling = 0;
    watch("value", () => this.receive(props.value));
    this.#listen();
    this.#resize();
    this.drawSchedule();
    this.#greet();
    this.#watchModel();
  }

  /**
   * Shows a run from one of its rows on.
   *
   * @param {Recording} recording
   * @param {number} row
   */
  show(recording, row) {
    this.recording = recording;
    if (recording.live) this.player.follow();
    else this.player.finish();
    this.player.grow(recording.frames.length);
    if (!recording.live) this.player.seek(row);
    const { view } = this;
    view.prompt.textContent = recording.header.prompt;
    view.about.textContent = runSentence(recording);
    view.about.title = view.about.textContent;
    this.#prepare();
    this.curve.show(recording, theme());
    this.refresh();
  }

  /** @param {number} row */
  move(row) {
    this.player.seek(row);
    this.refresh();
  }

  /** Draws at the next picture of the screen. */
  refresh() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now */
  #tick(now) {
    this.scheduled = false;
    this.player.tick(Math.min(now - this.lastTick, 250));
    this.lastTick = now;
    this.#paint();
    if (this.player.playing) this.refresh();
  }

  #paint() {
    const { view, recording, player } = this;
    if (recording === null) return;
    const { row } = player;
    setText(view.label, recording.label);
    view.label.dataset.label = recording.label;
    view.play.querySelector("path")?.setAttribute("d", player.playing ? ICONS.pause : ICONS.play);
    view.play.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
    view.invitation.hidden ||= player.playing || player.following || row !== recording.middle;
    view.slider.max = String(Math.max(player.count - 1, 0));
    view.slider.value = String(row);
    setText(view.where, placeSentence(recording, row));
    view.slider.setAttribute("aria-valuetext", view.where.textContent ?? "");
    const sentence = stepSentence(recording, row);
    setText(view.sentence, sentence);
    setText(view.stop, stopSentence(recording, row));
    if (row >= 0) this.painter.paint(recording, row);
    view.text.replaceChildren(
      ...recording.passages(row).map(({ text, committed }) =>
        element("span", { class: committed ? "tdp-committed" : "tdp-draft" }, plainText(text)),
      ),
    );
    this.curve.moveTo(row);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      setText(view.spoken, sentence);
      view.canvas.setAttribute("aria-label", `Heatmap of the canvas, ${view.where.textContent}. ${sentence}`);
    }, SETTLED_MS);
    this.onpaint?.(row);
  }

  /** Sizes the canvas for the run that is shown, the width there is, and the theme. */
  #prepare() {
    const positions = this.recording?.header.canvas_length ?? 0;
    if (positions === 0) return;
    this.painter.prepare(positions, this.view.stage.clientWidth, theme());
    fillLegend(this.view.legend, theme());
  }

  #resize() {
    let width = this.view.stage.clientWidth;
    new ResizeObserver(() => {
      if (this.view.stage.clientWidth === width) return;
      width = this.view.stage.clientWidth;
      this.#prepare();
      this.refresh();
    }).observe(this.view.stage);
    new MutationObserver(() => {
      this.#prepare();
      if (this.recording) this.curve.show(this.recording, theme());
      this.refresh();
    }).observe(document.body, { attributeFilter: ["class"] });
  }

  #listen() {
    const { view, player } = this;
    const change = (/** @type {() => void} */ act) => () => {
      act();
      this.refresh();
    };
    view.play.onclick = change(() => player.toggle());
    view.invitation.onclick = change(() => {
      player.seek(0);
      player.play();
      view.play.focus();
    });
    view.back.onclick = () => this.move(player.row - 1);
    view.forward.onclick = () => this.move(player.row + 1);
    view.slider.oninput = () => this.move(Number(view.slider.value));
    view.speed.onchange = () => (player.speed = Number(view.speed.value));
    view.picker.onchange = () => this.exhibit(this.exhibits[view.picker.selectedIndex]);
    view.open.onclick = () => view.file.click();
    view.file.onchange = () => this.#open();
    view.save.onclick = () => this.#save();
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest("input, textarea, select, [contenteditable='true'], [role='listbox']");
    const pressing = event.key === " " && target.closest("button, a, summary");
    if ((typing && target !== this.view.slider) || pressing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { row, count } = this.player;
    const acts = /** @type {Record<string, () => void>} */ ({
      " ": () => this.view.play.click(),
      ArrowLeft: () => this.move(row - 1),
      ArrowRight: () => this.move(row + 1),
      Home: () => this.move(0),
      End: () => this.move(count - 1),
    });
    if (!(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  }

  // Runs: recorded, opened, own.

  /** First paint: the first recorded run, paused in the middle. */
  async #greet() {
    try {
      const response = await fetch(asset("recorded/index.json"));
      if (!response.ok) throw new Error("No recorded run is installed; press Generate to make one.");
      for (const { file, title } of await response.json()) {
        this.#shelve({ title, recording: null, file: () => download(asset(`recorded/${file}`)) });
      }
      await this.exhibit(this.exhibits[0]);
      this.view.invitation.hidden = false;
    } catch (error) {
      this.#say(error);
    }
    requestIdleCallback(() => this.curve.load(asset("plotly/plotly.min.js")).catch((error) => this.#say(error)), { timeout: 500 });
  }

  /** @param {Exhibit} exhibit */
  #shelve(exhibit) {
    this.exhibits.push(exhibit);
    this.view.picker.append(element("option", {}, exhibit.title));
  }

  /** @param {Exhibit} exhibit is shown, read first if it has not been */
  async exhibit(exhibit) {
    try {
      exhibit.recording ??= await readTrace(await exhibit.file(), exhibit.title);
      this.view.picker.selectedIndex = this.exhibits.indexOf(exhibit);
      this.show(exhibit.recording, exhibit.recording.middle);
    } catch (error) {
      this.#say(error);
    }
  }

  async #open() {
    const [file] = this.view.file.files ?? [];
    if (file === undefined) return;
    this.view.file.value = "";
    const packed = new Uint8Array(await file.arrayBuffer());
    try {
      const recording = await readTrace(packed, file.name);
      this.rail.notice("");
      const exhibit = { title: file.name, recording, file: async () => packed };
      this.#shelve(exhibit);
      await this.exhibit(exhibit);
    } catch (error) {
      this.#say(error);
    }
  }

  async #save() {
    const exhibit = this.exhibits[this.view.picker.selectedIndex];
    try {
      const link = element("a", { download: `${fileName(exhibit.title)}.trace` });
      link.href = URL.createObjectURL(new Blob([await exhibit.file()]));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      this.#say(error);
    }
  }

  // The live run. `begin`, `over`, `drawSchedule` and `newSeed` are called by the form's events.

  /**
   * Generate was pressed: from here on only messages of this run are listened to.
   *
   * @param {any[]} values of the form, the run's name last
   * @returns {any[]} the values with a new name, which nobody can guess
   */
  begin(values) {
    const run = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.reader.expect(run);
    this.rail.setBusy(true);
    this.rail.notice("");
    this.rail.waiting("Waiting for the engine …");
    return [...values.slice(0, -1), run];
  }

  /** @param {string} message from the wire */
  receive(message) {
    try {
      const { kind, sentence } = this.reader.read(message);
      if (kind === "stale") return;
      this.rail.waiting(kind === "waiting" ? sentence : "");
      if (kind === "start") this.#started(/** @type {Recording} */ (this.reader.recording));
      else if (kind === "frame") this.#grown();
      else if (kind !== "waiting") this.#ended(sentence);
    } catch (error) {
      this.#say(error);
    }
  }

  /** @param {Recording} recording */
  #started(recording) {
    const { run } = recording;
    const title = `Yours, seed ${recording.header.seed}: ${recording.header.prompt.trim().split("\n")[0].slice(0, 40)}`;
    this.#shelve({ title, recording, file: () => this.#fetchTrace(run) });
    this.view.picker.selectedIndex = this.exhibits.length - 1;
    this.show(recording, -1);
  }

  #grown() {
    const { recording } = this.reader;
    if (recording !== this.recording) return;
    this.player.grow(recording?.frames.length ?? 0);
    this.curve.grow();
    this.refresh();
  }

  /** @param {string} sentence for the reader, may be empty */
  async #ended(sentence) {
    const { recording, broken, run } = this.reader;
    this.rail.setBusy(false);
    this.rail.notice(sentence);
    if (recording === null) return;
    const shown = recording === this.recording;
    if (shown) this.player.finish();
    if (broken) {
      const exhibit = this.exhibits.find((candidate) => candidate.recording === recording);
      if (exhibit === undefined) return;
      exhibit.recording = await readTrace(await this.#fetchTrace(run), exhibit.title);
      if (shown) this.show(exhibit.recording, exhibit.recording.frames.length - 1);
      this.rail.notice(sentence);
    } else if (shown) {
      this.curve.show(recording, theme());
      this.refresh();
    }
  }

  /** The stream of the run is over, whether or not its last message came. */
  over() {
    const { run } = this.reader;
    setTimeout(() => {
      if (!this.rail.busy || this.reader.run !== run) return;
      this.reader.recording?.end({ finishReason: "stopped", text: "", seconds: 0 });
      this.#ended("The connection to the run was lost; the steps that arrived are kept.");
    }, LAST_MESSAGE_MS);
  }

  stop() {
    this.rail.stopping();
    this.server.stop(this.reader.run).catch((error) => this.#say(error));
  }

  /** A knob of the temperature schedule moved. */
  drawSchedule() {
    requestAnimationFrame(() => this.rail.drawSchedule());
  }

  /** @returns {number} a seed from dice */
  newSeed() {
    return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
  }

  /** @param {string} run */
  async #fetchTrace(run) {
    const { packed, refused } = await this.server.trace(run);
    if (refused) throw new Error(refused);
    return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  }

  /** Asks until the model is ready or has failed; its own defaults then go into knobs that nobody has touched. */
  async #watchModel() {
    for (;;) {
      try {
        const status = await this.server.model_status("");
        this.rail.modelStatus(status);
        if (status.state === "ready" && !this.rail.touched) this.trigger("model_ready");
        if (status.state !== "loading") return;
      } catch {
        this.rail.modelStatus({ state: "failed", sentence: "The server does not answer; trying again." });
      }
      await new Promise((resolve) => setTimeout(resolve, STATUS_POLL_MS));
    }
  }

  /** @param {unknown} error whose text goes to the reader */
  #say(error) {
    this.rail.notice(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Leaves alone what already says so: an unchanged text is no change to assistive technology either.
 *
 * @param {HTMLElement} place
 * @param {string} text
 */
function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** @param {string} address */
async function download(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error("The recorded run cannot be read from the server.");
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {string} title */
const fileName = (title) => title.replace(/\.trace$/, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "run";

/** @param {Mount} handed */
export function mount(handed) {
  Object.assign(window, { playground: new Page(handed) });
}
