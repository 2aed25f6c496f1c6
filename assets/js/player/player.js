/**
 * A player: joins the run that is shown, the clock, the views and the keyboard. Everything on the screen is a function of
 * (recording, step); `show` changes the first, `move` the second.
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
 * @property {EventTarget} [keys] where keys are listened to; unless said the player's own element: the one with the focus hears them
 * @property {import("../panels/panel.js").Panels} [panels] unless said all that there are
 * @property {Promise<any>} [plotly] draws the curve, which is left out without it
 */

/** A step has settled once it has stood this long: screen readers are told of it then, since playing would drown them. */
const SETTLED_MS = 700;

/** Dark where the page is: Gradio marks its body so. */
const theme = () => (document.body.classList.contains("dark") ? "dark" : "light");

/**
 * Tells of what it does by events: `paint` (a step has been drawn), `settle` (it has stood for a while), and `jump` (the
 * reader is about to leave the block that is shown).
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
    /** What listens beyond the player's own elements; it ends with the player. */
    this.mounted = new AbortController();
    if (keys === place) place.tabIndex = -1; // a click anywhere in it brings the focus here
    listenToKeys(keys, () => this.#keys, this.view.slider, this.mounted.signal);
    this.#listen();
    this.#fit();
  }

  /** The step that is shown, -1 while there is none. */
  get step() {
    return this.clock.step;
  }

  get playing() {
    return this.clock.playing;
  }

  /**
   * Shows a run. One that is still going on is followed.
   *
   * @param {Recording} recording
   * @param {number} [step] from which on a run that is over is shown
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

  /** From the last step playing starts over. */
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
   * Puts a fuller record of the same run in its place; who looks at a step of it goes on doing so.
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

  /** Takes the player away: its element is empty, and it listens no more. */
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

  /** Follows the width that there is, and the theme. */
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
    // Whatever a click has changed may belong into the address, which is written when a picture has settled.
    view.root.addEventListener("click", () => this.refresh(), { signal: this.mounted.signal });
  }

  /** What the keyboard does, by key. @returns {Record<string, () => void>} */
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
