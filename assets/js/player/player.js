/**
 * A player: connects the run, the clock, the views and the keyboard. Everything on the screen is a function of
 * (recording, step): `show` changes the recording, `move` the step.
 */

import { ICONS } from "../dom/elements.js";
import { PANELS } from "../panels/list.js";
import { Captions } from "../words/captions.js";
import { Clock } from "./clock.js";
import { listenToKeys } from "./keyboard.js";
import { buildView } from "./view.js";
import { Views } from "./views.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/**
 * @typedef {object} Options
 * @property {EventTarget} [keys] where to listen for keys; by default the player's own element, which hears them with the focus
 * @property {import("../panels/panel.js").Panels} [panels] all panels by default
 * @property {() => Promise<any>} [plotly] loads what draws the curve; without it there is none
 */

/** A step has settled once it has been shown this long. Screen readers hear of it only then: a playing run would flood them. */
const SETTLED_MS = 700;

/** The page's theme; Gradio marks the body of a dark page. */
const theme = () => (document.body.classList.contains("dark") ? "dark" : "light");

/**
 * Sends the events `paint` (a step has been drawn), `settle` (it has been shown for a while) and `jump` (the reader is
 * about to leave the present block).
 */
export class Player extends EventTarget {
  /**
   * @param {HTMLElement} place is filled
   * @param {Options} options
   */
  constructor(place, { keys = place, panels = PANELS, plotly }) {
    super();
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    this.view = buildView(place);
    this.views = new Views(this.view, theme, reducedMotion, panels, {
      seek: (step) => this.move(step),
      refresh: () => this.refresh(),
      plotly: plotly ?? null,
    });
    const { painter, deck } = this.views;
    this.painter = painter;
    this.panels = deck.panels;
    this.captions = new Captions(this.view, this.views);
    this.clock = new Clock();
    this.clock.speed = reducedMotion.matches ? 1 : 4;
    this.view.speed.value = String(this.clock.speed);
    /** @type {Recording | null} */
    this.recording = null;
    this.scheduled = false;
    this.lastTick = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** Ends all listeners outside the player's own elements. */
    this.mounted = new AbortController();
    if (keys === place) place.tabIndex = -1; // so that a click anywhere inside gives it the focus
    listenToKeys(keys, () => this.#keys, this.view.slider, this.mounted.signal);
    this.#listen();
    this.#fit();
  }

  /** The step that is shown; -1 while there are none. */
  get step() {
    return this.clock.step;
  }

  get playing() {
    return this.clock.playing;
  }

  /**
   * Shows a run, and follows it if it is still going on.
   *
   * @param {Recording} recording
   * @param {number} [step] where to start in a finished run
   */
  show(recording, step = recording.middle) {
    this.recording = recording;
    if (recording.live) this.clock.follow();
    else this.clock.finish();
    this.clock.grow(recording.frames.length);
    if (!recording.live) this.clock.seek(step);
    this.view.prompt.textContent = recording.header.prompt;
    this.views.show(recording);
    this.refresh();
  }

  /** @param {number} step */
  move(step) {
    const frames = this.recording?.frames;
    if (Math.abs(step - this.step) > 1 && frames?.[step]?.block !== frames?.[this.step]?.block) this.dispatchEvent(new Event("jump"));
    this.clock.seek(step);
    this.refresh();
  }

  /** Plays; at the last step it starts again from the first. */
  play() {
    this.clock.play();
    this.refresh();
  }

  pause() {
    this.clock.pause();
    this.refresh();
  }

  /** More steps of the run have come. */
  grow() {
    this.clock.grow(this.recording?.frames.length ?? 0);
    this.refresh();
  }

  /** No more steps will come. */
  finish() {
    this.clock.finish();
    this.refresh();
  }

  /**
   * Replaces the run with a fuller record of it. The reader stays at the same step.
   *
   * @param {Recording} whole
   */
  replace(whole) {
    const { step, playing } = this.clock;
    const last = whole.frames.length - 1;
    this.show(whole, this.recording?.frames.length === whole.frames.length ? step : last);
    if (playing) this.clock.play();
  }

  /** Draws at the next picture of the screen. */
  refresh() {
    if (this.scheduled || this.mounted.signal.aborted) return;
    this.scheduled = true;
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** Removes the player: empties its element and stops listening. */
  destroy() {
    this.mounted.abort();
    this.clock.pause();
    clearTimeout(this.settling);
    this.view.root.replaceChildren();
  }

  /** @param {number} now */
  #tick(now) {
    this.scheduled = false;
    if (this.mounted.signal.aborted) return;
    this.clock.tick(Math.min(now - this.lastTick, 250));
    this.lastTick = now;
    this.#paint();
    if (this.playing) this.refresh();
  }

  #paint() {
    const { view, recording, step, playing } = this;
    if (recording === null) return;
    view.play.querySelector("path")?.setAttribute("d", playing ? ICONS.pause : ICONS.play);
    view.play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
    view.slider.max = String(Math.max(this.clock.count - 1, 0));
    view.slider.value = String(step);
    this.captions.paint(recording, step);
    this.views.paint(step);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.dispatchEvent(new Event("settle"));
      this.captions.speak(step);
    }, SETTLED_MS);
    this.dispatchEvent(new Event("paint"));
  }

  /** Follows the available width and the theme. */
  #fit() {
    const { stage } = this.view;
    let width = stage.clientWidth;
    const prepare = () => {
      this.views.prepare();
      this.refresh();
    };
    const sizes = new ResizeObserver(() => {
      if (stage.clientWidth === width) return;
      width = stage.clientWidth;
      prepare();
    });
    const themes = new MutationObserver(prepare);
    sizes.observe(stage);
    themes.observe(document.body, { attributeFilter: ["class"] });
    this.mounted.signal.onabort = () => {
      sizes.disconnect();
      themes.disconnect();
    };
  }

  #listen() {
    const { view, clock } = this;
    view.play.onclick = () => {
      clock.toggle();
      this.refresh();
    };
    view.back.onclick = () => this.move(clock.step - 1);
    view.forward.onclick = () => this.move(clock.step + 1);
    view.slider.oninput = () => this.move(Number(view.slider.value));
    view.speed.onchange = () => (clock.speed = Number(view.speed.value));
    // A click may change what belongs in the address, which is written once a picture has settled.
    view.root.addEventListener("click", () => this.refresh(), { signal: this.mounted.signal });
  }

  /** What each key does. @returns {Record<string, () => void>} */
  get #keys() {
    const { step, count } = this.clock;
    return {
      " ": () => this.view.play.click(),
      ArrowLeft: () => this.move(step - 1),
      ArrowRight: () => this.move(step + 1),
      Home: () => this.move(0),
      End: () => this.move(count - 1),
      ...this.views.keys,
    };
  }
}
