/**
 * One position along the steps of its block, as a small chart: a bar is its uncertainty in the shades of the scale, a
 * thin blue line says where it was kept, and below stands its token where it changes. Pressing a step goes there.
 */

import { place, shadeOf, shades } from "../cells/colour.ts";
import { inksOf } from "../cells/inks.ts";
import { element } from "../dom/elements.ts";
import { LOCKED, NEWLY_LOCKED, RELAPSED } from "../run/status.ts";
import { fit, tokenText } from "../words/glyphs.ts";
import { surface } from "./panel.ts";
import type { Theme } from "../cells/colour.ts";
import type { Moment } from "../run/history.ts";
import type { Recording } from "../run/recording.ts";

/** Heights in pixels: of the bars, of the line below them, of the whole. */
const [BARS, LINE, HEIGHT] = [44, 6, 70];
/** The widest bar, and the widest name of a token. */
const [WIDEST, NAME] = [22, 70];

export class StepStrip {
  canvas = element("canvas", { role: "img" });
  now = element("i.tdp-strip-now");
  root: HTMLDivElement;
  width = 300;
  /** What it was drawn from. */
  moments: Moment[] = [];

  constructor(seek: (step: number) => void) {
    this.root = element("div.tdp-strip", this.canvas, this.now);
    this.root.style.height = `${HEIGHT}px`;
    this.root.onclick = (event) => {
      const at = Math.floor((event.clientX - this.root.getBoundingClientRect().left) / this.pitch);
      const moment = this.moments[at];
      if (moment) seek(moment.at);
    };
  }

  /** Pixels from one step to the next. */
  get pitch() {
    return Math.min(this.width / Math.max(this.moments.length, 1), WIDEST);
  }

  /**
   * @param moments of one position in one block
   * @param layer whose tokens are named
   */
  draw(recording: Recording, moments: Moment[], layer: "sampled" | "argmax", theme: Theme) {
    this.moments = moments;
    const { pitch, width } = this;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${HEIGHT}px`;
    const context = surface(this.canvas, width, HEIGHT);
    const colours = shades(theme);
    const inks = inksOf(this.canvas);
    const gap = pitch > 4 ? 1 : 0;
    moments.forEach(({ entropy, status }, i) => {
      const height = Math.max(place(entropy) * BARS, 1);
      context.fillStyle = colours[shadeOf(entropy)].fill;
      context.fillRect(i * pitch, BARS - height, pitch - gap, height);
      context.fillStyle = inks.line;
      context.fillRect(i * pitch, BARS - height, pitch - gap, 1);
      const held = status === LOCKED || status === NEWLY_LOCKED;
      context.fillStyle = held ? inks.kept : status === RELAPSED ? inks.reopened : inks.line;
      context.fillRect(i * pitch, BARS + 2, pitch - gap, held || status === RELAPSED ? 3 : 1);
    });
    let free = 0;
    context.textAlign = "left";
    context.fillStyle = inks.soft;
    moments.forEach((moment, i) => {
      if (i > 0 && moment[layer] === moments[i - 1][layer]) return;
      const name = fit(tokenText(recording, moment[layer]), NAME, (part) => context.measureText(part).width);
      const wide = context.measureText(name).width;
      const x = Math.min(i * pitch, width - wide);
      if (x < free) return;
      context.fillText(name, x, BARS + LINE + 15);
      free = x + wide + 8;
    });
    this.now.style.width = `${Math.max(pitch - gap, 3) + 4}px`;
    this.now.style.height = `${BARS + LINE + 3}px`;
  }

  /** @param at place of the present step in the moments */
  paint(at: number) {
    this.now.style.transform = `translateX(${at * this.pitch - 2}px)`;
  }
}
