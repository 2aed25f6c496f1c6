/**
 * Draws a moment of one run, or of several side by side, as one picture: the title, the cells, the timeline, the sentence,
 * and what the run is. The cells are painted by the player's own painter.
 */

import { CellPainter } from "../../cells/draw.ts";
import { inksOf } from "../../cells/inks.ts";
import { Places } from "../../cells/text-flow.ts";
import { HEIGHT, layoutOf } from "../../player/timeline-layout.ts";
import { reopenedAt } from "../../run/corrections.ts";
import { laneTitles, lanesSentence } from "../../run/lane-sentences.ts";
import { differing, incomparable, momentIn, momentsOf } from "../../run/lanes.ts";
import { modelName, stepSentence } from "../../run/sentences.ts";
import { fit, plainText } from "../../words/glyphs.ts";
import { settingsLine, titleOf } from "../../share/about.ts";
import { drawTimeline } from "./chart.ts";
import type { Half } from "../../cells/appearance.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Layout } from "../../player/timeline-layout.ts";
import type { Recording } from "../../run/recording.ts";

export type Shape = "wide" | "square";
/** `scale`: pixels of the picture for one on the page, 1 or 2 */
export type Looks = { theme: Theme; shape: Shape; scale: number };
/** Of the picture: the cells of one run. */
type Part = {
  recording: Recording;
  title: string;
  painter: CellPainter;
  places: Places;
  x: number;
  y: number;
  compared: boolean;
};

/** In pixels on the page. */
export const SIZES: Record<Shape, [width: number, height: number]> = { wide: [1280, 720], square: [1080, 1080] };

const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
const TASTE = { layer: "sampled", unit: "nats", terms: "plain" } as const;
const LOOK = { layer: "sampled", figure: "entropy", filter: null } as const;
const [MARGIN, HEAD, LANE_HEAD, WORDS, FOOT] = [28, 44, 26, 92, 24];

export class Scene {
  width: number;
  height: number;
  count: number;
  /** Is a moment worth a second look? */
  lingers: (moment: number) => boolean;
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
  place: HTMLDivElement;
  timeline: Layout;
  inks: Record<string, string>;
  parts: Part[];

  constructor(
    public recordings: Recording[],
    { theme, shape, scale }: Looks,
  ) {
    const [width, height] = SIZES[shape];
    this.width = width;
    this.height = height;
    this.count = momentsOf(recordings);
    const reopened = new Set(reopenedAt(recordings[0]));
    this.lingers = (moment: number) => {
      const at = recordings[0].moments[moment];
      return at !== undefined && !at.noise && reopened.has(at.step);
    };
    this.canvas = document.createElement("canvas");
    Object.assign(this.canvas, { width: width * scale, height: height * scale });
    this.context = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true }) as CanvasRenderingContext2D;
    this.context.scale(scale, scale);
    // The style sheet gives the painter its colours, so its canvases must stand somewhere in the page.
    this.place = document.createElement("div");
    this.place.className = "token-canvas";
    this.place.style.cssText = "position: fixed; left: -9999px; top: 0; width: 10px; height: 10px; overflow: hidden";
    this.place.ariaHidden = "true";
    const timeline = this.place.appendChild(document.createElement("div"));
    timeline.className = "tdp-timeline";
    document.body.append(this.place);
    const [longest] = [...recordings].sort((a, b) => b.moments.length - a.moments.length);
    this.context.font = `12px ${FAMILY}`;
    const measure = (text: string) => this.context.measureText(text).width;
    this.timeline = layoutOf(longest, { ...TASTE, width: this.width - 2 * MARGIN, measure, lanes: recordings });
    const was = document.body.classList.contains("dark");
    document.body.classList.toggle("dark", theme === "dark"); // only while the colours are read; nothing is drawn meanwhile
    this.inks = inksOf(timeline);
    this.parts = this.#lay(theme, scale);
    document.body.classList.toggle("dark", was);
  }

  #lay(theme: Theme, scale: number): Part[] {
    const { recordings, width, height } = this;
    const many = recordings.length;
    const columns = many > 1 && width > height ? 2 : 1;
    const rows = Math.ceil(many / columns);
    const titles = laneTitles(recordings);
    const above = many > 1 ? LANE_HEAD : 0;
    const free = height - 2 * MARGIN - HEAD - HEIGHT - WORDS - FOOT;
    const room = {
      width: (width - 2 * MARGIN - (columns - 1) * 24) / columns,
      height: free / rows - above,
      scale: 1,
      low: many > 1,
    };
    return recordings.map((recording, at) => {
      const canvas = this.place.appendChild(document.createElement("canvas"));
      canvas.className = "tdp-canvas";
      const painter = new CellPainter(canvas);
      const places = new Places(recording, "grid", room, (text) => painter.measure(text));
      painter.prepare(places, theme, scale);
      const x = MARGIN + (at % columns) * (room.width + 24);
      const y = MARGIN + HEAD + Math.floor(at / columns) * (free / rows) + above;
      const compared = at > 0 && incomparable(recordings[0], recording) === "";
      return { recording, painter, places, x, y, compared, title: `${titles[at].letter}  ${titles[at].title}` };
    });
  }

  /** @param half of it */
  paint(moment: number, half: Half) {
    const { context, inks, width, height, recordings } = this;
    const [first] = recordings;
    context.fillStyle = inks.paper;
    context.fillRect(0, 0, width, height);
    context.textBaseline = "middle";
    const label = first.label;
    this.#write(label, width - MARGIN, MARGIN + 14, { size: 15, colour: inks.soft, align: "right" });
    this.#write(titleOf(first), MARGIN, MARGIN + 14, { size: 22, bold: true, most: width - 2 * MARGIN - 130 });
    for (const part of this.parts) this.#cells(part, moment, half);
    const below = height - MARGIN - FOOT - WORDS;
    context.save();
    context.translate(MARGIN, below - HEIGHT);
    context.font = `12px ${FAMILY}`;
    drawTimeline(context, this.timeline, moment, inks);
    context.restore();
    const sentence =
      recordings.length > 1 ? lanesSentence(recordings, moment) : stepSentence(first, first.moments[moment], TASTE);
    context.textBaseline = "middle";
    this.#sentence(sentence.plain, sentence.special, below + 22);
    const letter = recordings.length > 1 ? "A: " : "";
    const about = first.header.source
      ? [`${letter}from ${first.header.source}`, settingsLine(first)]
      : [
          modelName(first.header.spec.model),
          `${letter}${settingsLine(first)}`,
          "colour is uncertainty in nats; bold with a line is kept",
        ];
    this.#write(about.join("  ·  "), MARGIN, height - MARGIN - 4, {
      size: 14,
      colour: inks.soft,
      most: width - 2 * MARGIN,
    });
  }

  #cells({ recording, painter, places, x, y, title, compared }: Part, clock: number, half: Half) {
    const moment = momentIn(recording, clock);
    const { context } = this;
    if (this.parts.length > 1) this.#write(title, x, y - LANE_HEAD / 2, { size: 15, bold: true, most: places.width });
    if (moment === undefined) return;
    const layout = places.at(moment.step);
    painter.stand(layout);
    const differs = compared ? differing(this.recordings[0], recording, clock, "sampled") : undefined;
    painter.paint(recording, moment, { ...LOOK, differs }, clock >= recording.moments.length ? "whole" : half);
    const left = this.parts.length === 1 ? x + (this.width - 2 * MARGIN - layout.width) / 2 : x;
    context.drawImage(
      painter.canvas,
      left,
      y,
      painter.canvas.width / painter.ratio,
      painter.canvas.height / painter.ratio,
    );
  }

  /** Two lines at most, the special words in bold; what does not fit is cut. */
  #sentence(plain: string, special: string, y: number) {
    const { context, width } = this;
    const words = [
      ...plain.split(" ").map((word) => [word, false]),
      ...special.split(" ").map((word) => [word, true]),
    ].filter(([word]) => word !== "");
    let [x, line] = [MARGIN, 0];
    for (const [word, bold] of words as [string, boolean][]) {
      context.font = face(20, bold);
      const text = plainText(word);
      const wide = context.measureText(`${text} `).width;
      if (x + wide > width - MARGIN && x > MARGIN) [x, line] = [MARGIN, line + 1];
      if (line > 2) return;
      context.fillStyle = this.inks.ink;
      context.fillText(text, x, y + line * 27);
      x += wide;
    }
  }

  /** @param y of its middle */
  #write(
    text: string,
    x: number,
    y: number,
    {
      size,
      bold = false,
      colour = this.inks.ink,
      align = "left",
      most = Infinity,
    }: { size: number; bold?: boolean; colour?: string; align?: CanvasTextAlign; most?: number },
  ) {
    const { context } = this;
    context.font = face(size, bold);
    context.fillStyle = colour;
    context.textAlign = align;
    const shown = plainText(text);
    context.fillText(most === Infinity ? shown : fit(shown, most, (part) => context.measureText(part).width), x, y);
    context.textAlign = "left";
  }

  /** Takes its elements out of the page. */
  remove() {
    this.place.remove();
  }
}

const face = (size: number, bold: boolean) => `${bold ? 600 : 400} ${size}px ${FAMILY}`;
