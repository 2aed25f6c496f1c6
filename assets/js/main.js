/**
 * The page: joins the run that is shown, the clock, the views and the server. Everything on the screen is a function of
 * (recording, row); `show` changes the first, `move` the second.
 */

import { ICONS } from "./dom/elements.js";
import { knobsFrom } from "./page/address.js";
import { LiveRun } from "./page/live.js";
import { Rail } from "./page/rail.js";
import { Sharing } from "./page/sharing.js";
import { Shelf } from "./page/shelf.js";
import { EntropyCurve } from "./panels/curve.js";
import { listenToKeys } from "./player/keyboard.js";
import { Player } from "./player/player.js";
import { buildView } from "./player/view.js";
import { Views } from "./player/views.js";
import { MAX_MIB } from "./run/columns.js";
import { Captions } from "./words/captions.js";

/** @typedef {import("./run/recording.js").Recording} Recording */
/** @typedef {import("./page/live.js").Server & { model_status: (_: string) => Promise<Status | undefined>, use_embedded: (_: string) => Promise<void> }} Server */
/** @typedef {import("./page/rail.js").Status & { defaults: number[] }} Status */
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
    const place = /** @type {HTMLElement} */ (root.querySelector(".token-canvas"));
    /** The settings of a run, in the order of the form. @type {import("./page/address.js").Knob[]} */
    this.knobs = knobsFrom(place.dataset.knobs ?? "[]");
    this.view = buildView(place);
    this.views = new Views(this.view, theme, reducedMotion, {
      seek: (row) => this.move(row),
      refresh: () => this.refresh(),
      unitChanged: () => this.recording && this.curve.show(this.recording, theme(), this.views.taste.unit),
    });
    this.painter = this.views.painter;
    this.captions = new Captions(this.view, this.views);
    this.curve = new EntropyCurve(this.view.curve, (row) => this.move(row));
    this.rail = new Rail({ stop: () => this.live.stop(), embedded: () => server.use_embedded("").catch(say) });
    const chosen = (/** @type {Recording} */ recording) => {
      this.sharing.leave();
      this.show(recording, recording.middle);
      this.sharing.rest();
    };
    this.shelf = new Shelf(this.view, this.knobs, () => this.sharing.keep(), chosen, say);
    this.shelf.maxMib = Number(place.dataset.maxMib ?? MAX_MIB);
    this.live = new LiveRun(server, this.rail, this.shelf, this.knobs, this.#following(), say);
    this.player = new Player();
    this.player.speed = reducedMotion.matches ? 1 : 4;
    this.view.speed.value = String(this.player.speed);
    /** @type {Recording | null} */
    this.recording = null;
    this.sharing = new Sharing(this, this.view);
    this.rail.touched = this.sharing.asksForRun; // the checkpoint's own settings stay out of its form
    /** Tests and benchmarks hear of every painted row here. @type {((row: number) => void) | null} */
    this.onpaint = null;
    /** The checkpoint's own settings, in the order of the knobs; the form's `model_ready` event takes them. @type {number[]} */
    this.defaults = [];
    /** Prompt, seed and knobs of a run that an address asks for; the form's `form_filled` event takes them. @type {any[]} */
    this.form = [];
    this.scheduled = false;
    this.lastTick = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
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
    const { recording, player } = this;
    const jump = Math.abs(row - player.row) > 1 && recording?.frames[row]?.block !== recording?.frames[player.row]?.block;
    if (jump) this.sharing.keep();
    if (jump) this.sharing.leave();
    player.seek(row);
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
    view.play.querySelector("path")?.setAttribute("d", player.playing ? ICONS.pause : ICONS.play);
    view.play.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
    view.invitation.hidden ||= player.playing || player.following || row !== recording.middle;
    view.slider.max = String(Math.max(player.count - 1, 0));
    view.slider.value = String(row);
    this.captions.paint(recording, row);
    this.views.paint(row);
    this.curve.moveTo(row);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      if (!player.playing) this.sharing.rest();
      this.captions.speak(row);
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

  /** @returns {import("./page/live.js").Show} how a run that streams is shown; one that the reader has left grows unseen */
  #following() {
    return {
      started: (recording) => this.sharing.started(recording),
      grown: (recording) => {
        if (recording !== this.recording) return;
        this.player.grow(recording.frames.length);
        this.curve.grow();
        this.refresh();
      },
      ended: (recording) => {
        if (recording !== this.recording) return;
        const { following } = this.player;
        this.player.finish();
        this.sharing.ended(recording, following);
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

  /** First paint: what the address says, else the first recorded run in its middle; plotly, which is large, comes after it. */
  async #greet() {
    await this.shelf.load(asset("recorded/"));
    await this.sharing.open();
    const [first] = this.shelf.exhibits;
    if (first?.recording === null) first.file().catch(() => {}); // it is preloaded; browsers warn of what is preloaded in vain
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
    view.root.addEventListener("click", () => this.refresh()); // whatever it changed may belong into the address
    listenToKeys(() => this.#keys, view.slider);
  }

  /** What the keyboard does, by key. @returns {Record<string, () => void>} */
  get #keys() {
    const { row, count } = this.player;
    return {
      " ": () => this.view.play.click(),
      ArrowLeft: () => this.move(row - 1),
      ArrowRight: () => this.move(row + 1),
      Home: () => this.move(0),
      End: () => this.move(count - 1),
      ...this.views.keys,
    };
  }

  // The form's events call `begin`, `over`, `filled`, `drawSchedule` and `newSeed`, and read `defaults` and `form`.

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

  /**
   * Puts the settings of a run into the form and presses Generate.
   *
   * @param {import("./page/address.js").OwnRun} run
   * @returns {string} for the reader
   */
  remake({ prompt, system, thinking, seed, settings }) {
    this.form = [prompt, seed, ...this.knobs.map(({ name }) => settings[name]), system, thinking];
    this.rail.touched = true;
    this.trigger("form_filled");
    if (this.rail.busy) return "A run is going on; press Generate after it to make the run of this address again.";
    return "The run of this address is made again from its seed; it begins when the model is ready.";
  }

  /** The form holds what an address asks for. It may be mounted later than the canvas: then it is waited for. */
  filled() {
    if (!this.rail.busy && !this.rail.press()) requestAnimationFrame(() => this.filled());
  }

  /** @param {string} message from the wire */
  receive(message) {
    this.live.receive(message);
  }

  /** A knob of the temperature schedule moved. The form may be mounted later than the canvas: then it is waited for. */
  drawSchedule() {
    requestAnimationFrame(() => this.rail.drawSchedule() || this.drawSchedule());
    requestAnimationFrame(() => this.rail.showKnobs(this.knobs));
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

/** @param {Mount} handed */
export function mount(handed) {
  Object.assign(window, { playground: new Page(handed) });
}
