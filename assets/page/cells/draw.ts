/** Draws the cells of one moment on a 2D canvas, and leaves alone the cells that do not change. */

import { ALIKE, appearanceAt, DRAWN, JUST_KEPT, KEPT, NOISE, REOPENED, REOPENED_NOISE } from "./appearance.ts";
import { digitInk, drawFrame, drawGround, drawMarks, marksOf } from "./board-marks.ts";
import { face, Letters } from "./letters.ts";
import { EMPTY } from "../words/glyphs.ts";
import { handAt, handBefore } from "../rules/hand.ts";
import { drawHand, HANDS } from "./hand-marks.ts";
import { inksOf } from "./inks.ts";
import { GAP, gridFor, LEAST_WORDED } from "./layout.ts";
import { codesOf, paletteOf } from "./shading.ts";
import { FLOW_FONT } from "./text-flow.ts";
import type { Layer, Moment, Recording } from "../run/recording.ts";
import type { Half } from "./appearance.ts";
import type { Shade, Theme } from "./colour.ts";
import type { Inks } from "./inks.ts";
import type { Box, Layout } from "./layout.ts";
import type { Figure } from "./shading.ts";

export interface Look {
  /** Whose tokens are shown. */
  layer: Layer;
  /** What the colours mean. */
  figure: Figure;
  /** The status that stands out; null for all. */
  filter: number | null;
  /** 1 at positions to outline */
  differs?: Uint8Array;
  /** 1 at positions to colour; the others are the same in every run, and only text */
  apart?: Uint8Array;
}

/** The rounded corners of a cell's ground, in pixels. */
const CORNER = 4;

export class CellPainter {
  context: CanvasRenderingContext2D;
  theme: Theme = "light";
  figure: Figure = "entropy";
  palette: Shade[];
  inks: Inks = {};
  /** Where the cells are. */
  grid: Layout;
  letters: Letters;
  ratio = 1;
  /** What each cell shows now, so that a step redraws only what it changes. */
  ids: ArrayLike<number> = [];
  looks: number[] = [];
  /** The ground of each cell; "" where a filter has faded it. */
  grounds: string[] = [];

  constructor(public canvas: HTMLCanvasElement) {
    this.context = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    this.palette = paletteOf(this.figure, this.theme, false);
    this.grid = gridFor(1, { width: 1, height: 0, scale: 1 });
    this.letters = new Letters(this.context);
  }

  /**
   * Sets the size and the theme; every cell will be drawn again.
   *
   * @param size in CSS pixels
   * @param ratio pixels for one of the style sheet; the screen's by default
   */
  prepare({ width, height }: { width: number; height: number }, theme: Theme, ratio: number = window.devicePixelRatio) {
    this.theme = theme;
    this.ratio = ratio;
    this.inks = inksOf(this.canvas);
    this.#colourBy(this.figure);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.textBaseline = "middle";
    this.context.direction = "ltr";
    this.#clear();
  }

  /** @param layout to use from now on; it fits into the size */
  stand(layout: Layout) {
    if (layout === this.grid) return;
    this.grid = layout;
    this.#clear();
  }

  /** Nothing is shown any more. */
  #clear() {
    this.context.fillStyle = this.inks.paper;
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.grid.frame) drawFrame(this.context, this.grid.frame, this.inks);
    this.ids = [];
    this.looks = [];
    this.grounds = [];
    this.letters.stand(this.grid);
  }

  /** @returns its width in CSS pixels in bold, for cells shown as text */
  measure(text: string): number {
    this.context.font = face(FLOW_FONT, true);
    return this.context.measureText(text).width;
  }

  #colourBy(figure: Figure) {
    this.figure = figure;
    this.palette = paletteOf(figure, this.theme, false);
    this.looks = [];
  }

  paint(recording: Recording, moment: Moment, { layer, figure, filter, differs, apart }: Look, half: Half) {
    if (figure !== this.figure) this.#colourBy(figure);
    const appearance = appearanceAt(recording, moment, layer, half);
    const { ids } = appearance;
    const looks = apart ? appearance.looks.map((look, position) => (apart[position] ? look : ALIKE)) : appearance.looks;
    const { frame: board } = this.grid;
    const marks: ArrayLike<number> = board ? marksOf(board, recording, appearance) : [];
    const frame = recording.frames[moment.step];
    const { status } = frame;
    const codes = codesOf(figure, recording, moment.step, layer);
    const before = this.ids;
    for (let position = 0; position < ids.length; position += 1) {
      const id = ids[position];
      const faint = filter !== null && !moment.noise && status[position] !== filter;
      const outlined = differs?.[position] ?? 0;
      const hand = HANDS.indexOf(moment.noise ? handBefore(frame, position) : handAt(frame, position));
      const look =
        ((((outlined * HANDS.length + hand) * 512 + codes[position]) * 8 + looks[position]) * 2 + Number(faint)) * 8 +
        (marks[position] ?? 0);
      if (before[position] === id && this.looks[position] === look) continue;
      this.looks[position] = look;
      const box = this.grid.boxes[position];
      if (box.width === 0) continue; // it has no place in a close text
      const empty = recording.emptiness(id);
      const muted = empty !== "";
      const text = muted ? EMPTY[empty] : (recording.tokens.get(id) ?? "");
      this.#cell(position, text, codes[position], looks[position], muted, marks[position] ?? 0);
      if (faint) this.#fade(position);
      if (hand && !(muted && HANDS[hand] === "moved")) drawHand(this.context, box, HANDS[hand], this.inks);
      if (outlined) this.#outline(position, this.inks.soft, box.height < LEAST_WORDED ? 1 : 2, []);
    }
    this.ids = ids;
  }

  /**
   * Draws what the cells show now, without the words that are about to change: one word over another cannot be read.
   *
   * @param context of a canvas of the same size
   * @param ids that they show next, by position
   */
  copyTo(context: CanvasRenderingContext2D, ids: ArrayLike<number>) {
    context.drawImage(this.canvas, 0, 0);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.grounds.forEach((ground, position) => {
      if (this.ids[position] === ids[position] || ground === "") return;
      const { x, y, width, height } = this.grid.boxes[position];
      context.fillStyle = ground;
      context.beginPath();
      context.roundRect(x + GAP, y + GAP, width - 2 * GAP, height - 2 * GAP, CORNER);
      context.fill();
    });
  }

  /** Leaves nothing of what a box showed: its edges may lie within a pixel of the screen. */
  #erase({ x, y, width, height }: Box) {
    const { context, inks, ratio } = this;
    const [left, top] = [x, y].map((edge) => Math.floor(edge * ratio) / ratio);
    const [right, bottom] = [x + width, y + height].map((edge) => Math.ceil(edge * ratio) / ratio);
    context.fillStyle = inks.paper;
    context.fillRect(left, top, right - left, bottom - top);
  }

  /** Shows empty cells, before the first step of a run has come. */
  blank() {
    this.#clear();
    this.grid.boxes.forEach((_, position) => this.#cell(position, null, 0, NOISE, true, 0));
  }

  /** @param position that the filter hides */
  #fade(position: number) {
    const { x, y, width, height } = this.grid.boxes[position];
    this.grounds[position] = "";
    this.context.globalAlpha = 0.8;
    this.context.fillStyle = this.inks.paper;
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  /**
   * @param text of its token; null for none
   * @param code of its colour
   * @param muted for what only holds a place, which counts less than words
   * @param marks of a board
   */
  #cell(position: number, text: string | null, code: number, look: number, muted: boolean, marks: number) {
    const { context, grid, inks } = this;
    const box = grid.boxes[position];
    const { x, y, width, height } = box;
    const isKept = look === KEPT || look === JUST_KEPT;
    const ground = this.#ground(code, look, muted);
    this.grounds[position] = ground.fill;
    const cell = grid.frame?.cells[position] ?? -1;
    if (cell !== -1) drawGround(context, box, ground.fill, look === KEPT && this.figure === "entropy", marks, inks);
    else {
      this.#erase(box);
      context.fillStyle = ground.fill;
      context.beginPath();
      context.roundRect(x + GAP, y + GAP, width - 2 * GAP, height - 2 * GAP, CORNER);
      context.fill();
      if (isKept && this.figure === "entropy" && !grid.close) this.#outline(position, inks.line, 1, []);
    }
    if (isKept && !muted) {
      const thick = look === JUST_KEPT ? 3 : 1.5;
      context.fillStyle = inks.kept;
      context.fillRect(x + 5, y + height - (height <= LEAST_WORDED ? GAP : 3) - thick, width - 10, thick);
    }
    if (look === REOPENED || look === REOPENED_NOISE) {
      this.#outline(position, inks.card, 3, []); // on which the dashes can be seen, whatever the ground
      this.#outline(position, inks.reopened, 2, [5, 3]);
    }
    if (text === null) return;
    if (height < LEAST_WORDED && !grid.frame && !grid.flows) return;
    context.fillStyle = digitInk(ground.fill, ground.text, marks, inks);
    this.letters.write(text, box, { bold: isKept && !muted, begins: grid.flows && !muted });
    if (grid.frame) drawMarks(context, box, marks, grid.frame.board.clues[cell], inks);
  }

  /**
   * A kept token is a word on a page, whatever its uncertainty was; other figures colour every cell that they measure.
   */
  #ground(code: number, look: number, muted: boolean): Shade {
    const { inks } = this;
    if (look === ALIKE) return { fill: inks.paper, text: inks.soft };
    if (look === NOISE || look === REOPENED_NOISE) return { fill: inks.noise, text: inks.soft };
    if (this.figure !== "entropy" || look === DRAWN || look === REOPENED) return this.palette[code];
    if (muted) return { fill: inks.paper, text: inks.soft };
    return { fill: look === JUST_KEPT ? inks["kept-ground"] : inks.card, text: inks.ink };
  }

  #outline(position: number, colour: string, thick: number, dash: number[]) {
    const { context } = this;
    const { x, y, width, height } = this.grid.boxes[position];
    const inset = GAP + thick / 2;
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.setLineDash(dash);
    context.beginPath();
    context.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, CORNER);
    context.stroke();
  }
}
