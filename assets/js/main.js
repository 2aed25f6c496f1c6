/**
 * The page: joins the run that is shown, the clock, the views and the server. Everything on the screen is a function of
 * (recording, row); `show` changes the first, `move` the second.
 */

import { EntropyCurve } from "./curve.js";
import { plainText } from "./glyphs.js";
import { LiveRun } from "./live.js";
import { Player } from "./player.js";
import { Rail } from "./rail.js";
import { placeSentence, runSentence, stepSentence, stopSentence } from "./sentences.js";
import { Shelf } from "./shelf.js";
import { ICONS, buildView, element } from "./view.js";
import { Views } from "./views.js";

/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./live.js").Server & { model_status: (_: string) => Promise<Status | undefined>, use_embedded: (_: string) => Promise<void> }} Server */
/** @typedef {import("./rail.js").Status & { defaults: number[] }} Status */
/** @typedef {{ element: HTMLElement, trigger: (event: string, data?: object) => void, props: any, watch: (prop: string, react: () => void) => void, server: Server }} Mount what gr.HTML hands over */

/** Screen readers are told of a step once it has stood this long; playing would drown them. */
const SETTLED_MS = 700;
const STATUS_POLL_MS = 1000;

/** Where the page's own files are, whatever address the server is reached under. */
const asset = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url);

const theme = () => (document.body.classList.contains("dark") ? "dark" : "light");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Page {
  /** @param {Mount} mount */
  constructor({ element: root, trigger, props, watch, server }) {
    this.server = server;
    this.trigger = trigger;
    const say = (/** @type {unknown} */ error) => this.#say(error);
    this.view = buildView(/** @type {HTMLElement} */ (root.querySelector(".token-canvas")));
    this.views = new Views(this.view, theme, {
      seek: (row) => this.move(row),
      refresh: () => this.refresh(),
      unitChanged: () => this.recording && this.curve.show(this.recording, theme(), this.views.taste.unit),
    });
    this.painter = this.views.painter;
    this.curve = new EntropyCurve(this.view.curve, (row) => this.move(row));
    this.rail = new Rail({ stop: () => this.live.stop(), embedded: () => server.use_embedded("").catch(say) });
    this.shelf = new Shelf(this.view, (shown) => this.show(shown, shown.middle), say);
    this.live = new LiveRun(server, this.rail, this.shelf, this.#following(), say);
    this.player = new Player();
    this.player.speed = reducedMotion.matches ? 1 : 4;
    this.view.speed.value = String(this.player.speed);
    /** @type {Recording | null} */
    this.recording = null;
    /** Tests and benchmarks hear of every painted row here. @type {((row: number) => void) | null} */
    this.onpaint = null;
    /** The checkpoint's own settings, in the order of the knobs; the form's `model_ready` event takes them. @type {number[]} */
    this.defaults = [];
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
    this.views.show(recording);
    this.curve.show(recording, theme(), this.views.taste.unit);
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
    setText(view.about, runSentence(recording));
    view.label.dataset.label = recording.label;
    view.play.querySelector("path")?.setAttribute("d", player.playing ? ICONS.pause : ICONS.play);
    view.play.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
    view.invitation.hidden ||= player.playing || player.following || row !== recording.middle;
    view.slider.max = String(Math.max(player.count - 1, 0));
    view.slider.value = String(row);
    setText(view.where, placeSentence(recording, row));
    view.slider.setAttribute("aria-valuetext", view.where.textContent ?? "");
    const { unit } = this.views.taste;
    const sentence = stepSentence(recording, row, unit);
    setText(view.sentence, sentence);
    setText(view.stop, stopSentence(recording, row, unit));
    this.views.paint(row);
    view.text.replaceChildren(
      ...recording.passages(row).map(({ text, committed, thought }) =>
        element("span", { class: `${committed ? "tdp-committed" : "tdp-draft"}${thought ? " tdp-thought" : ""}` }, plainText(text)),
      ),
    );
    this.curve.moveTo(row);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      setText(view.spoken, sentence + this.views.chosenSentence(row));
      view.canvas.setAttribute("aria-label", `Heatmap of the canvas, ${view.where.textContent}. ${sentence} Arrow keys choose a position.`);
    }, SETTLED_MS);
    this.onpaint?.(row);
  }

  #resize() {
    let width = this.view.stage.clientWidth;
    new ResizeObserver(() => {
      if (this.view.stage.clientWidth === width) return;
      width = this.view.stage.clientWidth;
      this.views.prepare();
      this.refresh();
    }).observe(this.view.stage);
    new MutationObserver(() => {
      this.views.prepare();
      if (this.recording) this.curve.show(this.recording, theme(), this.views.taste.unit);
      this.refresh();
    }).observe(document.body, { attributeFilter: ["class"] });
  }

  /** @returns {import("./live.js").Show} how a run that streams is shown; one that the reader has left grows unseen */
  #following() {
    return {
      started: (recording) => this.show(recording, -1),
      grown: (recording) => {
        if (recording !== this.recording) return;
        this.player.grow(recording.frames.length);
        this.curve.grow();
        this.refresh();
      },
      ended: (recording) => {
        if (recording !== this.recording) return;
        this.player.finish();
        this.curve.show(recording, theme(), this.views.taste.unit);
        this.refresh();
      },
      repaired: (partial, whole) => {
        if (partial !== this.recording) return;
        const { row, playing } = this.player;
        const last = whole.frames.length - 1;
        this.show(whole, partial.frames.length - 1 === last ? row : last);
        if (playing) this.player.play();
      },
    };
  }

  /** First paint: the first recorded run, paused in the middle; plotly, which is large, comes after it. */
  async #greet() {
    await this.shelf.load(asset("recorded/"));
    this.view.invitation.hidden = this.recording === null;
    const load = () => this.curve.load(asset("plotly/plotly.min.js").href).catch((error) => this.#say(error));
    requestIdleCallback(load, { timeout: 500 });
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
    view.series.onchange = () => this.curve.pick(view.series.value);
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
      ...this.views.keys,
    });
    if (!(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  }

  // The form's events call `begin`, `over`, `drawSchedule` and `newSeed`, and read `defaults`.

  /**
   * @param {any[]} values of the form, the picture and the run's name last
   * @returns {any[]} the values with the picture that was chosen and a name for the run that begins
   */
  begin(values) {
    return [...values.slice(0, -2), this.rail.picture, this.live.begin()];
  }

  /** The stream of the run is over. */
  over() {
    this.live.over();
  }

  /** @param {string} message from the wire */
  receive(message) {
    this.live.receive(message);
  }

  /** A knob of the temperature schedule moved. The form may be mounted later than the canvas: then it is waited for. */
  drawSchedule() {
    requestAnimationFrame(() => this.rail.drawSchedule() || this.drawSchedule());
  }

  /** @returns {number} a seed from dice */
  newSeed() {
    return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
  }

  /** Asks until a model is ready; its own defaults then go into knobs that nobody has touched. */
  async #watchModel() {
    for (;;) {
      const status = await this.server.model_status("").catch(() => undefined);
      this.rail.modelStatus(status ?? { state: "failed", sentence: "The server does not answer; trying again." });
      if (status?.state === "ready" && !this.rail.touched) {
        this.defaults = status.defaults;
        this.trigger("model_ready");
      }
      if (status?.state === "ready") return;
      await new Promise((resolve) => setTimeout(resolve, STATUS_POLL_MS));
    }
  }

  /** @param {unknown} error whose text goes to the reader; null takes back what was said */
  #say(error) {
    this.rail.notice(error instanceof Error ? error.message : String(error ?? ""));
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

/** @param {Mount} handed */
export function mount(handed) {
  Object.assign(window, { playground: new Page(handed) });
}
