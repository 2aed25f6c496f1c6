/**
 * The opening: the first recorded run plays from its noise, with one large caption at a time beside the canvas, and rests
 * where a kept word has become another, its cell joined to the sentence about it. Any key, press or touch stops it where
 * it is. Its three captions are three stills for whoever wants less motion.
 */

import { signal } from "@preact/signals";
import { corrections } from "../../run/corrections.ts";
import { stepSentence } from "../../run/sentences.ts";
import { made } from "../../ui/made.ts";
import { Captions, Foot } from "./captions.tsx";
import { HEADINGS, captionsAt } from "./words.ts";
import { quoted } from "../../words/quoted.ts";
import { TOUCHES, chooseNothing } from "../../page/first-visit.ts";
import { OpeningRest } from "./rest.tsx";
import type { Correction } from "../../run/corrections.ts";
import type { Recording } from "../../run/recording.ts";
import type { OpeningContext } from "../../page/places.ts";

/** The noise stands so long before it plays, and each still. */
const NOISE_MS = 1200;
const STILL_MS = [2500, 4000, 4000];
/** Steps a second. */
const PACE = 1;
/** A step is seen once this share of it is over. */
const SEEN = 0.9;

export class Opening {
  /** Which caption is said; -1 before the first. */
  part = signal(-1);
  /** Below the headings of the captions. */
  lines = HEADINGS.map(() => signal(""));
  /** About the step that is shown. */
  sentence = signal("");
  list = made(<Captions opening={this} />);
  foot = made(<Foot opening={this} />);
  rest: OpeningRest;
  /** Ends what listens while it plays. */
  going: AbortController | null = null;

  constructor(public page: OpeningContext["page"]) {
    this.rest = new OpeningRest(page, () => this.replay());
  }

  /** Plays it again, whatever is shown. */
  async replay() {
    const { runList, player, setMode } = this.page;
    this.stop();
    setMode.call(this.page, "watch");
    const [first] = runList.items;
    if (first && runList.shown !== first && !(await runList.choose(first))) return;
    player.state.look({ layer: "sampled", shape: "grid", figure: "entropy", only: null });
    this.play();
  }

  /** Plays the run that is shown from its noise. */
  play() {
    const { root, player, sharing } = this.page;
    const { recording } = player;
    const correction = recording && tellingOf(recording);
    root.classList.toggle("tdp-opens", Boolean(correction));
    if (!recording || !correction) return player.refresh();
    this.rest.leave();
    this.going = new AbortController();
    const { signal } = this.going;
    this.part.value = -1;
    sharing.held = true;
    player.view.main.parentElement?.append(this.list);
    player.view.under.append(this.foot);
    player.views.choosePair(null, null);
    player.seek(0);
    player.fresh = false;
    player.addEventListener("paint", () => this.#paint(correction), { signal });
    for (const kind of TOUCHES)
      addEventListener(kind, (event) => this.#touched(event), { signal, capture: true, passive: false });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#stills(correction, signal);
    after(NOISE_MS, signal, () => {
      player.clock.speed = PACE;
      player.play();
    });
  }

  /** It ends where it is, if it plays. */
  stop() {
    if (this.going === null) return;
    const { root, player, sharing } = this.page;
    this.going.abort();
    this.going = null;
    player.pause();
    player.clock.speed = Number(player.view.speed.value);
    root.classList.remove("tdp-opens");
    if (this.foot.querySelector("button:focus-visible")) player.view.play.focus();
    this.list.remove();
    this.foot.remove();
    sharing.accept();
    player.refresh();
  }

  #stills(correction: Correction, signal: AbortSignal) {
    const { player } = this.page;
    const [noise, reads] = STILL_MS;
    after(noise, signal, () => player.move(correction.kept));
    after(noise + reads, signal, () => player.move(correction.again));
  }

  #paint(correction: Correction) {
    const { player, sharing } = this.page;
    const { recording, moment, clock } = player;
    if (recording === null || moment < 0) return;
    const { step, noise } = recording.moments[moment];
    const part = noise ? 0 : step <= correction.kept ? 1 : 2;
    this.part.value = part;
    const lines = captionsAt(recording, correction, noise ? -1 : step);
    this.lines.forEach((line, at) => (line.value = lines[at]));
    const { plain } = stepSentence(recording, recording.moments[moment], player.views.taste);
    this.sentence.value = noise ? `The model is asked: ${quoted(recording.header.spec.prompt.text)}` : plain;
    if (part === 2 && player.views.chosen !== correction.position)
      return player.views.choosePair(correction.position, null); // what takes the captions' place comes before they go
    if (step < correction.again || (player.playing && clock.share < SEEN)) return;
    this.stop();
    if (step !== correction.again) {
      player.move(correction.again); // a slow machine may have left it out
      sharing.accept();
    }
    this.rest.show(recording, correction);
  }

  /** @param event that the reader sent: it stops the opening; what would only start something else does no more */
  #touched(event: Event) {
    const skips = this.foot.contains(event.target as Node);
    if (event instanceof KeyboardEvent) {
      if (["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
      this.stop();
      if (event.key !== "Escape" && event.key !== " " && !(event.key === "Enter" && skips)) return;
    } else {
      this.stop();
      chooseNothing(event, this.page.player.view.stage);
      if (!skips) return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** @returns the last of those that had been kept longest; null if there is none */
function tellingOf(recording: Recording): Correction | null {
  const held = ({ kept, reopened }: Correction) => reopened - kept;
  const [first, ...others] = corrections(recording);
  return others.reduce((best, one) => (held(one) < held(best) ? best : one), first ?? null);
}

function after(milliseconds: number, signal: AbortSignal, act: () => void) {
  const timer = setTimeout(act, milliseconds);
  signal.addEventListener("abort", () => clearTimeout(timer));
}
