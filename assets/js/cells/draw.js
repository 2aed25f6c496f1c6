/** Draws the cells of one moment on a 2D canvas, and leaves alone the cells that do not change. */

import { ALIKE, appearanceAt, DRAWN, JUST_KEPT, KEPT, NOISE, REOPENED, REOPENED_NOISE } from "./appearance.js";
import { digitInk, drawFrame, drawGround, drawMarks, marksOf } from "./board-marks.js";
import { face, Letters } from "./letters.js";
import { EMPTY } from "./glyphs.js";
import { handAt, handBefore } from "../rules/hand.js";
import { drawHand, HANDS } from "./hand-marks.js";
import { inksOf } from "./inks.js";
import { GAP, gridFor, LEAST_WORDED } from "./layout.js";
import { codesOf, paletteOf } from "./shading.js";
import { FLOW_FONT } from "./text-flow.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../run/recording.js").Moment} Moment */

/**
 * @typedef {object} Look
 * @property {import("../run/recording.js").Layer} layer whose tokens are shown
 * @property {import("./shading.js").Figure} figure what the colours mean
 * @property {number | null} filter the status that stands out; null for all
 * @property {Uint8Array} [differs] 1 at positions to outline
 * @property {Uint8Array} [apart] 1 at positions to colour; the others are the same in every run, and only text
 */

/** The rounded corners of a cell's ground, in pixels. */
const CORNER = 4;

export class CellPainter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    /** @type {import("./colour.js").Theme} */
    this.theme = "light";
    /** @type {import("./shading.js").Figure} */
    this.figure = "entropy";
    this.palette = paletteOf(this.figure, this.theme, false);
    /** @type {import("./inks.js").Inks} */
    this.inks = {};
    /** Where the cells are. @type {import("./layout.js").Layout} */
    this.grid = gridFor(1, { width: 1, height: 0, scale: 1 });
    this.letters = new Letters(this.context);
    this.ratio = 1;
    /** What each cell shows now, so that a step redraws only what it changes. @type {ArrayLike<number>} */
    this.ids = [];
    /** @type {number[]} */
    this.looks = [];
    /** The ground of each cell; "" where a filter has faded it. @type {string[]} */
    this.grounds = [];
  }

  /**
   * Sets the size and the theme; every cell will be drawn again.
   *
   * @param {{ width: number, height: number }} size in CSS pixels
   * @param {import("./colour.js").Theme} theme
   * @param {number} [ratio] pixels for one of the style sheet; the screen's by default
   */
  prepare({ width, height }, theme, ratio = window.devicePixelRatio) {
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

  /** @param {import("./layout.js").Layout} layout to use from now on; it fits into the size */
  stand(layout) {
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

  /** @param {string} text @returns {number} its width in CSS pixels in bold, for cells shown as text */
  measure(text) {
    this.context.font = face(FLOW_FONT, true);
    return this.context.measureText(text).width;
  }

  /** @param {import("./shading.js").Figure} figure */
  #colourBy(figure) {
    this.figure = figure;
    this.palette = paletteOf(figure, this.theme, false);
    this.looks = [];
  }

  /**
   * @param {Recording} recording
   * @param {Moment} moment
   * @param {Look} look
   * @param {import("./appearance.js").Half} half
   */
  paint(recording, moment, { layer, figure, filter, differs, apart }, half) {
    if (figure !== this.figure) this.#colourBy(figure);
    const appearance = appearanceAt(recording, moment, layer, half);
    const { ids } = appearance;
    const looks = apart ? appearance.looks.map((look, position) => (apart[position] ? look : ALIKE)) : appearance.looks;
    const marks = this.#marks(recording, appearance);
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
      if (this.grid.boxes[position].width === 0) continue; // it has no place in a close text
      const empty = recording.emptiness(id);
      const muted = empty !== "";
      this.#cell(
        position,
        muted ? EMPTY[empty] : (recording.tokens.get(id) ?? ""),
        codes[position],
        looks[position],
        muted,
        marks[position] ?? 0,
      );
      if (faint) this.#fade(position);
      if (hand) drawHand(this.context, this.grid.boxes[position], HANDS[hand], this.inks);
      if (outlined)
        this.#outline(position, this.inks.soft, this.grid.boxes[position].height < LEAST_WORDED ? 1 : 2, []);
    }
    this.ids = ids;
  }

  /**
   * Draws what the cells show now, without the words that are about to change: one word over another cannot be read.
   *
   * @param {CanvasRenderingContext2D} context of a canvas of the same size
   * @param {ArrayLike<number>} ids that they show next, by position
   */
  copyTo(context, ids) {
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

  /** Leaves nothing of what a box showed: its edges may lie within a pixel of the screen. @param {import("./layout.js").Box} box */
  #erase({ x, y, width, height }) {
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

  /** @param {number} position that the filter hides */
  #fade(position) {
    const { x, y, width, height } = this.grid.boxes[position];
    this.grounds[position] = "";
    this.context.globalAlpha = 0.8;
    this.context.fillStyle = this.inks.paper;
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  /**
   * @param {number} position
   * @param {string | null} text of its token; null for none
   * @param {number} code of its colour
   * @param {number} look
   * @param {boolean} muted for what only holds a place, which counts less than words
   * @param {number} marks of a board
   */
  #cell(position, text, code, look, muted, marks) {
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
    if (grid.frame) drawMarks(context, box, marks, grid.frame.board.clues[cell], inks, (size) => face(size, true));
  }

  /**
   * @param {Recording} recording
   * @param {import("./appearance.js").Appearance} shown
   * @returns {ArrayLike<number>} the marks of a board by position; without one there are none
   */
  #marks(recording, shown) {
    const { frame } = this.grid;
    if (frame === undefined) return [];
    return marksOf(frame, recording, shown);
  }

  /**
   * A kept token is a word on a page, whatever its uncertainty was; other figures colour every cell that they measure.
   *
   * @param {number} code
   * @param {number} look
   * @param {boolean} muted
   * @returns {import("./colour.js").Shade}
   */
  #ground(code, look, muted) {
    const { inks } = this;
    if (look === ALIKE) return { fill: inks.paper, text: inks.soft };
    if (look === NOISE || look === REOPENED_NOISE) return { fill: inks.noise, text: inks.soft };
    if (this.figure !== "entropy" || look === DRAWN || look === REOPENED) return this.palette[code];
    if (muted) return { fill: inks.paper, text: inks.soft };
    return { fill: look === JUST_KEPT ? inks["kept-ground"] : inks.card, text: inks.ink };
  }

  /**
   * @param {number} position
   * @param {string} colour
   * @param {number} thick
   * @param {number[]} dash
   */
  #outline(position, colour, thick, dash) {
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
