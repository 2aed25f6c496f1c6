/** Draws the cells of one step on a 2D canvas, and leaves alone the cells that do not change. */

import { canvasOf } from "../run/recording.js";
import { LOCKED, NEWLY_LOCKED, RELAPSED } from "../run/status.js";
import { cellText, fit, flowText } from "./glyphs.js";
import { gridFor } from "./layout.js";
import { codesOf, paletteOf } from "./shading.js";
import { FLOW_FONT, PAD } from "./text-flow.js";

/** @typedef {import("../run/recording.js").Recording} Recording */

/**
 * @typedef {object} Look
 * @property {import("../run/recording.js").Layer} layer whose tokens are shown
 * @property {import("./shading.js").Figure} figure what the colours mean
 * @property {number | null} filter the status that stands out; null for all
 */

const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';

/** The smallest share of the usual font size for a long text. */
const SMALLEST = 0.75;

/** Outlines by theme: blue, which any colour vision can tell from the warm scale, and vermilion for a relapse. */
const INK = {
  light: { surface: "#ffffff", locked: "#0a6fb8", newly: "#0a6fb8", relapsed: "#c2185b" },
  dark: { surface: "#14171c", locked: "#58b4f5", newly: "#58b4f5", relapsed: "#ff7eb0" },
};

export class CellPainter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    /** @type {import("./colour.js").Theme} */
    this.theme = "light";
    /** @type {import("./shading.js").Figure} */
    this.figure = "entropy";
    this.plain = paletteOf(this.figure, this.theme, false);
    this.muted = paletteOf(this.figure, this.theme, true);
    /** Where the cells are. @type {import("./layout.js").Layout} */
    this.grid = gridFor(1, 1);
    this.ratio = 1;
    /** What each cell shows now, so that a step redraws only what it changes. @type {number[]} */
    this.ids = [];
    /** @type {number[]} */
    this.looks = [];
    /** @type {Map<string, { text: string, font: string }>} */
    this.fitted = new Map();
  }

  /**
   * Sets the size and the theme; every cell will be drawn again.
   *
   * @param {{ width: number, height: number }} size in CSS pixels
   * @param {import("./colour.js").Theme} theme
   */
  prepare({ width, height }, theme) {
    this.theme = theme;
    this.ratio = window.devicePixelRatio;
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
    this.context.fillStyle = INK[this.theme].surface;
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.ids = [];
    this.looks = [];
    this.fitted.clear();
  }

  /**
   * @param {string} text
   * @returns {number} its width in CSS pixels in bold, for cells shown as text
   */
  measure(text) {
    this.context.font = face(FLOW_FONT, true);
    return this.context.measureText(text).width;
  }

  /** @param {import("./shading.js").Figure} figure */
  #colourBy(figure) {
    this.figure = figure;
    this.plain = paletteOf(figure, this.theme, false);
    this.muted = paletteOf(figure, this.theme, true);
    this.ids = [];
  }

  /**
   * @param {Recording} recording
   * @param {number} step
   * @param {Look} look
   */
  paint(recording, step, { layer, figure, filter }) {
    if (figure !== this.figure) this.#colourBy(figure);
    const frame = recording.frames[step];
    const [ids, { status }] = [canvasOf(frame, layer), frame];
    const codes = codesOf(figure, recording, step, layer);
    for (let position = 0; position < ids.length; position += 1) {
      const id = ids[position];
      const muted = recording.special.has(id);
      const shade = codes[position];
      const faint = filter !== null && status[position] !== filter;
      const look = shade * 16 + status[position] * 4 + Number(muted) * 2 + Number(faint);
      if (this.ids[position] === id && this.looks[position] === look) continue;
      this.ids[position] = id;
      this.looks[position] = look;
      const text = muted ? "·" : (recording.tokens.get(id) ?? "");
      this.#cell(position, text, (muted ? this.muted : this.plain)[shade], status[position], muted);
      if (faint) this.#fade(position);
    }
  }

  /** @param {number} position that the filter hides */
  #fade(position) {
    const { x, y, width, height } = this.grid.boxes[position];
    this.context.globalAlpha = 0.8;
    this.context.fillStyle = INK[this.theme].surface;
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  /**
   * @param {number} position
   * @param {string} text of its token
   * @param {import("./colour.js").Shade} shade
   * @param {number} status
   * @param {boolean} muted
   */
  #cell(position, text, shade, status, muted) {
    const { context, grid } = this;
    const { x, y, width, height } = grid.boxes[position];
    const ink = INK[this.theme];
    const accepted = status === LOCKED || status === NEWLY_LOCKED;
    context.fillStyle = ink.surface;
    context.fillRect(x, y, width, height);
    context.globalAlpha = muted ? 0.35 : 1;
    if (status === NEWLY_LOCKED) {
      context.fillStyle = ink.newly;
      context.fillRect(x + 0.5, y + 0.5, width - 1, height - 1);
      context.fillStyle = ink.surface;
      context.fillRect(x + 3, y + 3, width - 6, height - 6);
    } else if (status === LOCKED) {
      context.fillStyle = ink.locked;
      context.fillRect(x + 1, y + 1, width - 2, height - 2);
      context.fillStyle = ink.surface;
      context.fillRect(x + 2, y + 2, width - 4, height - 4);
    }
    context.globalAlpha = 1;
    context.fillStyle = shade.fill;
    const inset = accepted ? (status === NEWLY_LOCKED ? 3 : 2) : 1;
    context.fillRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
    if (status === NEWLY_LOCKED) this.#corner(x, y, 8, ink.newly);
    if (status === RELAPSED) {
      context.strokeStyle = ink.relapsed;
      context.lineWidth = 2;
      context.setLineDash([4, 3]);
      context.strokeRect(x + 2, y + 2, width - 4, height - 4);
    }
    const fitted = this.#fitted(text, accepted, width);
    const begins = grid.flows && !muted;
    context.font = fitted.font;
    context.fillStyle = shade.text;
    context.textAlign = begins ? "left" : "center";
    context.fillText(fitted.text, begins ? x + PAD : x + width / 2, y + height / 2 + 0.5);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} colour
   */
  #corner(x, y, size, colour) {
    this.context.fillStyle = colour;
    this.context.beginPath();
    this.context.moveTo(x + 1, y + 1);
    this.context.lineTo(x + 1 + size, y + 1);
    this.context.lineTo(x + 1, y + 1 + size);
    this.context.fill();
  }

  /**
   * Makes a text that is too wide smaller, and then shorter if it must.
   *
   * @param {string} token
   * @param {boolean} bold
   * @param {number} width of its cell
   */
  #fitted(token, bold, width) {
    const key = `${Number(bold)}${width} ${token}`;
    const known = this.fitted.get(key);
    if (known !== undefined) return known;
    const { context, grid } = this;
    const room = width - 2 * PAD;
    const measure = (/** @type {string} */ text) => context.measureText(text).width;
    const whole = grid.flows ? flowText(token) : cellText(token);
    context.font = face(grid.font, bold);
    const size = Math.max(Math.min(grid.font, (grid.font * room) / measure(whole)), SMALLEST * grid.font);
    context.font = face(size, bold);
    const begun = measure(whole) > room + 1 && whole.trim() !== "" ? whole.trimStart() : whole; // letters matter more than the space before them
    const fitted = { text: fit(begun, room + 1, measure), font: face(size, bold) };
    this.fitted.set(key, fitted);
    return fitted;
  }
}

/**
 * @param {number} size
 * @param {boolean} bold
 */
const face = (size, bold) => `${bold ? 600 : 400} ${size}px ${FAMILY}`;
