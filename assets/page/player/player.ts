/**
 * A player: connects the run, the clock, the views and the keyboard. Everything on the screen is a function of
 * (recording, moment): `show` changes the recording, `move` and `seek` the moment.
 */

import { signal } from "@preact/signals";
import { render } from "preact";
import { wayOf } from "../rules/ways.ts";
import { reopeningsAt } from "../run/corrections.ts";
import { fitCaption } from "./caption.tsx";
import { Captions } from "./captions.ts";
import { Clock } from "./clock.ts";
import { listenToKeys, releaseFocus } from "./keyboard.ts";
import { Next } from "./next.tsx";
import { followRoom } from "./room.ts";
import { SideBySide } from "./side-by-side.ts";
import { PlayerState, whenever } from "./state.ts";
import { listenToSwipes } from "./swipe.ts";
import { Timeline } from "./timeline.tsx";
import { buildView } from "./view.tsx";
import { Views } from "./views.ts";
import type { CellPainter } from "../cells/draw.ts";
import type { Recording } from "../run/recording.ts";
import type { Options } from "./options.ts";
import type { View } from "./view.tsx";

/** A step has settled once it has been shown this long. Screen readers hear of it only then: a playing run would flood them. */
const SETTLED_MS = 700;
/** A swipe over the canvas steps back or forth; it is at least as long, in pixels. */
const LEAST_SWIPE = 40;

/** The page's theme; Gradio marks the body of a dark page. */
const theme = () => (document.body.classList.contains("dark") ? "dark" : "light");

/**
 * Sends the events `paint` (a step has been drawn), `settle` (it has been shown for a while), `looks` (things are shown
 * another way) and `jump` (the reader is about to leave the present block).
 */
export class Player extends EventTarget {
  state = new PlayerState();
  view: View;
  timeline: Timeline;
  views: Views;
  painter: CellPainter;
  panels: Record<string, any>;
  captions = new Captions(this);
  clock = new Clock();
  sideBySide: SideBySide;
  next = new Next(this);
  /** Makes a run that goes on from a moment of this one. */
  branch: Options["branch"];
  plays = signal(false);
  /** Is it not offered to play the run from its beginning? And what that is called. */
  begun = signal(true);
  beginning = signal("Watch it from the noise");
  /** Has the run not been played yet? Then it is played from its noise. */
  fresh = true;
  /** What more keys do. */
  keys: Record<string, () => void> = {};
  scheduled = false;
  lastTick = 0;
  settling: ReturnType<typeof setTimeout> | undefined;
  /** Ends all listeners outside the player's own elements. */
  mounted = new AbortController();

  /** @param place is filled */
  constructor(place: HTMLElement, options: Options) {
    super();
    const { keys = place, panels, plotly = null, tune = null, form = () => ({}), lanes = null } = options;
    const { branch, position = null, costs = null, titleOf } = options;
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    this.branch = branch;
    this.clock.speed = reducedMotion.matches ? 1 : 2;
    this.view = buildView(place, this);
    this.timeline = new Timeline(this.view.timeline, (moment) => this.seek(moment));
    const seek = (step: number) => this.move(step);
    const actions = { seek, plotly, tune, form, lanes, costs, position, titleOf };
    const alone = (recording: Recording) => this.sideBySide.without(recording);
    const refresh = () => this.refresh();
    this.views = new Views(this.view, this.state, theme, reducedMotion, panels, actions, alone, refresh);
    const { painter, deck } = this.views;
    this.painter = painter;
    this.panels = deck.panels;
    this.clock.lingers = (tick) =>
      this.recording !== null && reopeningsAt(this.recording, this.#moments[this.axis.place(0, tick)]?.step).length > 0;
    this.sideBySide = new SideBySide(this.view, this.views, this.clock, () => this.#name());
    if (keys === place) place.tabIndex = -1; // so that a click anywhere inside gives it the focus
    const { signal } = this.mounted;
    const slider = () => this.timeline.slider;
    listenToKeys(keys, () => this.#keys, slider, signal);
    releaseFocus(place, signal);
    listenToSwipes(this.view.stage, (across, down) => {
      const wide = Math.abs(across);
      if (wide >= LEAST_SWIPE && wide > 2 * Math.abs(down)) this.seek(this.clock.moment + (across < 0 ? 1 : -1));
    });
    // A click may change what belongs in the address, which is written once a picture has settled.
    place.addEventListener("click", () => this.refresh(), { signal });
    const prepare = () => this.resize(this.views.scale);
    followRoom(this.view, { resized: () => this.#fit(), prepare }, signal);
    fitCaption(this.view.caption, signal);
    const { state } = this;
    whenever([state.looks, state.terms, state.newcomer], () => this.sideBySide.arrangeAgain());
    whenever([state.chosen, state.pinned, state.withheld], refresh);
  }

  /** The run that is shown, the first of the lanes. */
  get recording(): Recording | null {
    return this.sideBySide.first;
  }

  /** The runs under the clock. */
  get lanes(): Recording[] {
    return this.sideBySide.lanes;
  }

  /** What the clock counts. */
  get axis() {
    return this.sideBySide.axis;
  }

  get #moments() {
    return this.recording?.moments ?? [];
  }

  /** The moment of the run that is shown; -1 while there are none. Beside a longer one it stays at its end. */
  get moment() {
    return Math.min(this.axis.place(0, this.clock.moment), this.#moments.length - 1);
  }

  /** The step that is shown, or whose noise is; -1 while there are none. */
  get step() {
    return this.#moments[this.moment]?.step ?? -1;
  }

  /** Is it the noise that a block begins with? */
  get noise() {
    return this.#moments[this.moment]?.noise ?? false;
  }

  /** Do other moments follow by themselves? */
  get #goesOn() {
    return this.playing || (this.clock.following && Boolean(this.recording?.live));
  }

  get playing() {
    return this.clock.playing;
  }

  /**
   * Shows a run, and follows it if it is still going on.
   *
   * @param moment where to start in a finished run
   */
  show(recording: Recording, moment: number = recording.momentOf(recording.middle)) {
    this.sideBySide.show(recording);
    this.fresh = !recording.live;
    if (recording.live) this.clock.follow();
    else this.clock.finish();
    this.sideBySide.measure();
    if (!recording.live) this.clock.seek(Math.round(this.axis.tickOf(0, moment)));
    this.#events();
    this.sideBySide.draw();
    this.views.show(recording);
    this.#name();
    this.refresh();
  }

  move(step: number) {
    const within = Math.min(Math.max(step, 0), (this.recording?.frames.length ?? 0) - 1);
    this.seek(this.axis.tickOf(0, this.recording?.momentOf(within) ?? -1));
  }

  /** @param tick of the clock; a moment, where passes are counted */
  seek(tick: number) {
    const block = (at: number) => this.recording?.frames[this.#moments[at]?.step]?.block;
    const moment = this.axis.place(0, Math.round(tick));
    if (Math.abs(moment - this.moment) > 1 && block(moment) !== block(this.moment))
      this.dispatchEvent(new Event("jump"));
    this.clock.seek(Math.round(tick), this.recording?.live);
    this.refresh();
  }

  /** Plays: the first time from the noise, else from here; at the last moment it starts again from the first. */
  play() {
    if (this.fresh) this.clock.seek(0);
    this.fresh = false;
    this.clock.play();
    this.refresh();
  }

  pause() {
    this.clock.pause();
    this.refresh();
  }

  /** More of the runs has come: steps, the end, or what only their files hold. The reader stays at the same moment. */
  grow() {
    const { clock, sideBySide, lanes } = this;
    const { moment, count } = clock;
    if (sideBySide.fuller) sideBySide.arrange();
    else sideBySide.measure();
    // Of steps that were lost and have come after all, a reader who waits at the end sees the last.
    if (moment === count - 1 && !clock.playing && !lanes.some(({ live }) => live)) clock.moment = clock.count - 1;
    if (this.axis.spent || sideBySide.counting) this.#name();
    this.#events();
    this.refresh();
  }

  /** No more steps will come. */
  finish() {
    this.clock.finish();
    this.fresh = true;
    this.#events();
    this.refresh();
  }

  /** @param scale of the letters in the cells */
  resize(scale: number) {
    this.views.scale = scale;
    this.views.prepare();
    this.refresh();
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
    render(null, this.view.root);
    this.view.root.replaceChildren(); // what others added
  }

  /** Other runs stand side by side, or the reader wants to see things another way: the timeline follows. */
  #name() {
    const { unit, terms, newcomer } = this.views.taste;
    const { longest, ...others } = this.sideBySide.timeline;
    this.next.offer(others.partings.length > 0);
    if (longest) this.timeline.show(longest, newcomer ? null : unit, terms, others);
    this.dispatchEvent(new Event("looks"));
  }

  #events() {
    const { recording, lanes } = this;
    if (recording === null) return;
    if (lanes.length < 2) this.next.offer(false);
    const fromNoise = wayOf(recording.header).begins === "noise" && !recording.header.source;
    this.beginning.value = recording.refused
      ? "Watch it decline"
      : fromNoise
        ? "Watch it from the noise"
        : "Watch it from the start";
  }

  #tick(now: number) {
    this.scheduled = false;
    if (this.mounted.signal.aborted) return;
    this.clock.tick(Math.min(now - this.lastTick, 250));
    this.lastTick = now;
    this.#paint();
    if (this.clock.runs) this.refresh();
  }

  #paint() {
    const { recording, playing } = this;
    const moment = this.#moments[this.moment];
    this.plays.value = playing;
    if (recording === null) return;
    this.begun.value = !this.fresh || playing || recording.moments.length < 2;
    this.timeline.paint(this.clock.moment);
    const { places, sentence, beside } = this.sideBySide;
    this.captions.paint(recording, this.moment, this.lanes, this.clock.moment, sentence);
    beside?.paint(places[this.lanes.length]);
    this.views.paint(moment, places[0] >= this.#moments.length ? 1 : this.clock.share, places);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.dispatchEvent(new Event("settle"));
      const ends = Boolean(this.recording?.frames[this.step]?.stopReason); // there may be no step yet
      this.captions.speak(this, this.#goesOn && !ends);
    }, SETTLED_MS);
    this.dispatchEvent(new Event("paint"));
  }

  /** The room may be another, in the picture that is about to be drawn: the canvas does not wait for the next one. */
  #fit() {
    this.timeline.fit(this.view.timeline.clientWidth);
    if (this.views.fits) return;
    this.views.prepare();
    this.#paint();
  }

  /** What each key does. */
  get #keys(): Record<string, () => void> {
    return {
      " ": () => this.view.play.click(),
      ArrowLeft: () => this.seek(this.clock.moment - 1),
      ArrowRight: () => this.seek(this.clock.moment + 1),
      Home: () => this.seek(0),
      End: () => this.seek(this.clock.count - 1),
      n: () => this.next.correct(),
      d: () => this.next.differ(),
      b: () => this.view.branch.click(),
      ...this.views.keys,
      ...this.keys,
    };
  }
}
