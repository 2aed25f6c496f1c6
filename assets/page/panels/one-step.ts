/**
 * One step as one picture, as wide as the page: small canvases for all cells, and below them the way of one cell, which an
 * ink line follows from what went in to what goes on. Where there is no room for that, the parts stand below each other.
 */

import { shadeOf, shades } from "../cells/colour.ts";
import { inksOf } from "../cells/inks.ts";
import { element, setText } from "../dom/elements.ts";
import { followedSentence, partSentences } from "../run/one-step-wide.ts";
import { candidatesOf } from "../run/one-step.ts";
import { tokenText } from "../words/glyphs.ts";
import { entropyText } from "../words/units.ts";
import { fillTrack, setToken, shortToken, surface } from "./panel.ts";
import { StepCell } from "./step-cell.ts";
import { StepChoice } from "./step-choice.ts";
import type { Shade, Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Frame, Recording } from "../run/recording.ts";

/** Of a cell of a small canvas: its ground, and has it the line of what is kept? */
type Look = { fill: string; line: boolean };

/** The cells of a small canvas: how wide the whole may be, and how high a cell is. */
const [WIDE, HIGH] = [208, 13];
/** Room for a token's text among what adds up, in pixels. */
const NAME = 60;
const SVG = "http://www.w3.org/2000/svg";

export class OneStep implements Panel {
  title = element("h2");
  about = element("span.tdp-hint");
  steps: HTMLButtonElement[];
  cell: StepCell;
  choice: StepChoice;
  terms = element("ol.tdp-terms", { "aria-label": "What each token adds to the uncertainty" });
  parts: { root: HTMLElement; head: HTMLElement; title: HTMLElement; aside: HTMLElement; body: HTMLElement }[];
  blurbs: HTMLParagraphElement[];
  /** All cells before, as the model reads them, and after. */
  maps: HTMLCanvasElement[];
  lines: SVGSVGElement;
  path: SVGPathElement;
  picture: HTMLDivElement;
  sentence = element("p.tdp-followed");
  recording: Recording | null = null;
  step = -1;
  count = 0;
  columns = 1;
  chosen: number | null = null;
  inks: Record<string, string>;
  shades: Shade[];
  taste: Taste = { unit: "nats", layer: "sampled", terms: "plain" };

  constructor(
    public root: HTMLElement,
    reader: Reader,
  ) {
    this.steps = [-1, 1].map((turn) => {
      const made = element("button", { title: turn < 0 ? "The step before" : "The next step" });
      made.onclick = () => reader.seek(this.step + turn);
      return made;
    });
    this.cell = new StepCell(8);
    this.choice = new StepChoice(reader);
    this.cell.unsure.body.prepend(this.terms);
    const { input, chances, draw, unsure } = this.cell;
    this.parts = [input, chances, draw, unsure, this.choice.choice, this.choice.outcome];
    this.blurbs = this.parts.map(({ head }) => {
      const blurb = element("p.tdp-blurb");
      head.after(blurb);
      return blurb;
    });
    this.maps = [input, chances, this.choice.outcome].map(({ root, body }) => {
      const map = element("canvas.tdp-step-map", { "aria-hidden": "true" });
      root.insertBefore(map, body);
      map.onclick = ({ offsetX, offsetY }) => {
        const at = Math.floor(offsetY / HIGH) * this.columns + Math.floor((offsetX / map.clientWidth) * this.columns);
        if (at < this.count) reader.choose(at);
      };
      return map;
    });
    this.lines = document.createElementNS(SVG, "svg");
    this.lines.setAttribute("class", "tdp-step-lines");
    this.lines.setAttribute("aria-hidden", "true");
    this.path = document.createElementNS(SVG, "path");
    this.lines.append(this.path);
    this.picture = element("div.tdp-one-step", this.cell.root, this.choice.root);
    this.picture.append(this.lines);
    root.classList.add("tdp-panel");
    root.replaceChildren(
      element("div.tdp-panel-head", this.title, this.about, ...this.steps),
      this.picture,
      this.sentence,
    );
    this.inks = inksOf(root);
    this.shades = shades("light");
    new ResizeObserver(() => this.#join()).observe(this.picture);
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    Object.assign(this, { recording, taste, shades: shades(theme), inks: inksOf(this.root) });
    this.count = recording.header.canvas_length;
    this.columns = Math.min(this.count, Math.max(16, Math.ceil(Math.sqrt(this.count))));
    this.choice.show(recording, theme, taste);
  }

  /** @param position under the pointer */
  point(position: number | null) {
    this.choice.point(position);
  }

  paint(step: number, chosen: number | null) {
    Object.assign(this, { step, chosen });
    const { recording, taste } = this;
    const frame = recording?.frames[step];
    if (!recording || frame === undefined) return;
    const { terms } = taste;
    this.choice.paint(step, chosen, null);
    const { followed } = this.choice;
    this.cell.paint(recording, step, followed, taste, this.shades[shadeOf(frame.entropy[followed])]);
    this.#terms(recording, frame, followed);
    const siblings = recording.frames.filter(({ block }) => block === frame.block).length;
    setText(this.title, `Step ${frame.step} of ${siblings}, for the canvas and for one cell`);
    setText(this.about, followedSentence(shortToken(recording, frame.sampled_ids[followed]), chosen !== null, terms));
    this.steps.forEach((made, i) => {
      const there = recording.frames[step + (i === 0 ? -1 : 1)];
      made.hidden = there === undefined;
      if (there) setText(made, i === 0 ? `◂ step ${there.step}` : `step ${there.step} ▸`);
    });
    partSentences(recording, step, terms).forEach((text, i) => setText(this.blurbs[i], text));
    const last = recording.frames[step - 1];
    const stood = last?.block === frame.block ? last.accepted : null;
    this.#map(this.maps[0], (at) => this.#look(stood?.[at] === 1), followed);
    const shade = (at: number) => this.shades[shadeOf(frame.entropy[at])].fill;
    this.#map(this.maps[1], (at) => ({ fill: shade(at), line: false }), followed);
    this.#map(this.maps[2], (at) => this.#look(frame.accepted[at] === 1), followed);
    setText(this.sentence, this.choice.decision === null ? "" : `${this.choice.sentence(followed)}.`);
    this.#join();
  }

  #look(stands: boolean): Look {
    return { fill: stands ? this.inks.card : this.inks.given, line: stands };
  }

  #map(map: HTMLCanvasElement, look: (at: number) => Look, followed: number) {
    const { columns, count, inks } = this;
    const width = Math.min(WIDE, map.parentElement?.clientWidth ?? WIDE);
    const height = Math.ceil(count / columns) * HIGH;
    map.style.width = `${width}px`;
    map.style.height = `${height}px`;
    const context = surface(map, width, height);
    const wide = width / columns;
    for (let at = 0; at < count; at += 1) {
      const [x, y] = [(at % columns) * wide, Math.floor(at / columns) * HIGH];
      const { fill, line } = look(at);
      context.fillStyle = fill;
      context.fillRect(x + 0.5, y + 0.5, wide - 1.5, HIGH - 1.5);
      context.strokeStyle = inks.line;
      context.strokeRect(x + 1, y + 1, wide - 2, HIGH - 2);
      context.fillStyle = inks.kept;
      if (line) context.fillRect(x + 1.5, y + HIGH - 3.5, wide - 3, 2);
    }
    context.strokeStyle = inks.ink;
    context.lineWidth = 2;
    context.strokeRect((followed % columns) * wide + 1, Math.floor(followed / columns) * HIGH + 1, wide - 2, HIGH - 2);
  }

  /** What adds up to the uncertainty. */
  #terms(recording: Recording, frame: Frame, followed: number) {
    const candidates = candidatesOf(frame, followed, recording.header.vocab_size);
    const terms = (candidates?.list ?? []).map(({ id, nats }) => ({ name: tokenText(recording, id), nats }));
    if (candidates) terms.push({ name: "others", nats: candidates.rest.nats });
    const most = Math.max(...terms.map(({ nats }) => nats), Number.EPSILON);
    this.terms.replaceChildren(
      ...terms.map(({ name, nats }) => {
        const track = element("span.tdp-track", { "aria-hidden": "true" });
        fillTrack(track, nats / most);
        return element(
          "li",
          setToken(element("span.tdp-token"), name, NAME),
          track,
          entropyText(nats, this.taste.unit),
        );
      }),
    );
  }

  /** Draws the line from what went in to what goes on, where the parts stand beside each other. */
  #join() {
    if (getComputedStyle(this.lines).display === "none") return;
    const origin = this.picture.getBoundingClientRect();
    const { chances, unsure } = this.cell;
    const box = (place: Element | null) => {
      const { left, top, width, height } = (place ?? this.picture).getBoundingClientRect();
      return {
        left: left - origin.left,
        right: left - origin.left + width,
        top: top - origin.top,
        bottom: top - origin.top + height,
        middle: top - origin.top + height / 2,
      };
    };
    const { followed } = this.choice;
    const ring = (map: HTMLCanvasElement) => {
      const { left, right, top } = box(map);
      const wide = (right - left) / this.columns;
      return [left + ((followed % this.columns) + 0.5) * wide, top + Math.floor(followed / this.columns + 1) * HIGH];
    };
    const [chip, row, strip, nats, canvas, last] = [
      this.cell.chip,
      this.cell.candidates.list.querySelector(".tdp-is-drawn"),
      this.cell.strip,
      this.cell.entropy,
      this.choice.canvas,
      this.choice.chip,
    ].map(box);
    const [x, y] = ring(this.maps[0]);
    const curves = [curve(x, y, chip.left + 30, chip.top, true)];
    if (!chances.root.hidden && row) {
      const at = this.cell.drawnAt * (strip.right - strip.left) + strip.left;
      curves.push(curve(chip.right, chip.middle, row.left - 2, row.middle));
      if (!this.cell.strip.hidden)
        curves.push(
          curve(row.right + 2, row.middle, at, strip.bottom),
          curve(at, strip.bottom, nats.left, nats.middle),
        );
      else curves.push(curve(row.right + 2, row.middle, nats.left, nats.middle));
    }
    if (!unsure.root.hidden) {
      const { middle, right, foot } = this.choice.chart.piece;
      if (this.choice.decision === null) curves.push(curve(nats.right, nats.middle, last.left, last.middle));
      else
        curves.push(
          `M${nats.right} ${nats.middle}Q${canvas.left + middle} ${nats.middle} ${canvas.left + middle} ${canvas.top + foot + 1}`,
          curve(canvas.left + right, canvas.top + foot - 17, last.left, last.middle),
        );
    }
    const [endX, endY] = ring(this.maps[2]);
    curves.push(curve(last.left + 30, last.top, endX, endY, true));
    this.path.setAttribute("d", curves.join(""));
  }
}

/**
 * @param upright does it begin and end upwards or downwards?
 * @returns a part of an SVG path
 */
function curve(x0: number, y0: number, x1: number, y1: number, upright: boolean = false): string {
  const [across, down] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const bends = upright ? `${x0} ${down} ${x1} ${down}` : `${across} ${y0} ${across} ${y1}`;
  return `M${x0} ${y0}C${bends} ${x1} ${y1}`;
}
