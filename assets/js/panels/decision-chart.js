/**
 * The drawing of a decision: the positions in the sampler's order, on blue ground as far as they are kept. If sums are
 * compared with the bound, a line shows the sum of those before each position, and it is kept while that is at or below
 * the bound; seen from near, the bars form a staircase along the line. Otherwise the bars stand on the axis, and their
 * heads count.
 */

import { fit } from "../cells/glyphs.js";
import { cutAt } from "../rules/decision.js";
import { scaleOf } from "../rules/explain.js";
import { digits } from "../words/units.js";
import { surface } from "./panel.js";

/**
 * @typedef {object} Picture
 * @property {import("../rules/decision.js").Decision} decision
 * @property {Uint8Array} accepted by position
 * @property {number | null} bound null if there is none
 * @property {number | null} supposedBound the bound of the what-if; for a rank, how many to accept
 * @property {number} first bar to draw
 * @property {number} count of bars to draw
 * @property {number} chosen place of the chosen position in the order; -1 for none
 * @property {number} pointed place of the position under the pointer; -1 for none
 * @property {string} token of the chosen position, safe to show
 * @property {((at: number) => string) | null} label of a bar; null if there is no room for labels
 * @property {string} kept what the page calls an accepted position
 * @property {string} limit what the page calls the bound
 * @property {import("../words/units.js").Unit} unit
 * @property {import("../cells/inks.js").Inks} inks
 */

export const HEIGHT = 140;
/** What is left of the width for the bars. */
export const MARGINS = 46;
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 6, 16, 22];
/** Even a bar of value 0 has this height. */
const LEAST = 1.5;
/** Narrower bars are only a line. */
const BAR = 5;

export class DecisionChart {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.width = 300;
    this.top = 1;
    this.first = 0;
    this.count = 1;
    this.surface = "";
  }

  /** @param {number} x in the canvas @returns {number} the bar there, as its place in the order */
  barAt(x) {
    const at = Math.floor(((x - LEFT) / this.#plotWidth) * this.count);
    return this.first + Math.min(Math.max(at, 0), this.count - 1);
  }

  /** @param {number} y in the canvas @returns {number} the figure at that height */
  figureAt(y) {
    return Math.max(((HEIGHT - BOTTOM - y) / (HEIGHT - BOTTOM - TOP)) * this.top, 0);
  }

  /** @param {number} figure */
  y(figure) {
    return HEIGHT - BOTTOM - (Math.min(figure, this.top) / this.top) * (HEIGHT - BOTTOM - TOP);
  }

  get #plotWidth() {
    return this.width - LEFT - RIGHT;
  }

  /** @param {number} at place in the order */
  #x(at) {
    return LEFT + ((at - this.first) / this.count) * this.#plotWidth;
  }

  /** @param {Picture} picture */
  paint(picture) {
    const { decision, inks, chosen, pointed, bound, supposedBound } = picture;
    Object.assign(this, { top: topOf(picture), first: picture.first, count: picture.count });
    this.surface = inks.paper;
    const context = surface(this.canvas, this.width, HEIGHT);
    const would = supposedBound === null ? decision.cut : cutAt(decision, supposedBound);
    context.fillStyle = inks["kept-ground"];
    context.fillRect(LEFT, TOP, this.#clampX(would) - LEFT, HEIGHT - BOTTOM - TOP);
    this.#bars(context, picture, inks);
    this.#axis(context, picture, would, inks);
    const low = picture.label === null;
    this.#cut(context, decision.cut, inks.kept, would === decision.cut ? `${would} ${picture.kept}` : "", [], low);
    if (would !== decision.cut) this.#cut(context, would, inks.ink, `${would} instead`, [4, 3], low);
    if (pointed >= 0) this.#mark(context, picture, pointed, inks.soft, "");
    if (chosen >= 0) this.#mark(context, picture, chosen, inks.ink, picture.token);
    const scale = scaleOf(decision.explanation, picture.unit);
    if (bound !== null) this.#bound(context, bound, inks.bound, [], `${picture.limit} ${digits(bound * scale, 3)}`);
    if (bound !== null && supposedBound !== null)
      this.#bound(context, supposedBound, inks.ink, [4, 3], `what if ${digits(supposedBound * scale, 3)}`);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {import("../cells/inks.js").Inks} inks
   */
  #bars(context, { decision: { explanation, figures, order, held }, accepted, label }, inks) {
    const width = this.#plotWidth / this.count;
    const gap = width >= 4 ? 1 : 0;
    const end = Math.min(this.first + this.count, order.length);
    const sums = explanation.cut === "running sum";
    for (let at = this.first; at < end; at += 1) {
      if (label !== null) this.#label(context, label(at), at, width, inks.soft);
      const base = sums ? held[at] : 0;
      if (base > this.top || (sums && width < BAR)) continue;
      const foot = this.y(base);
      const head = Math.min(this.y(base + figures[order[at]]), foot - LEAST);
      context.fillStyle = accepted[order[at]] === 1 ? inks.kept : inks.rest;
      context.fillRect(
        this.#x(at),
        Math.max(head, TOP - LEAST),
        Math.max(width - gap, 0.6),
        Math.max(foot - head, LEAST),
      );
    }
    if (!sums) return;
    context.strokeStyle = inks.ink;
    context.lineWidth = 1.75;
    context.beginPath();
    for (let at = this.first; at < end && held[at] <= this.top; at += 1) {
      context.lineTo(this.#x(at), this.y(held[at]));
      context.lineTo(this.#x(at + 1), this.y(held[at]));
    }
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} text
   * @param {number} at
   * @param {number} width
   * @param {string} colour
   */
  #label(context, text, at, width, colour) {
    context.fillStyle = colour;
    context.textAlign = "center";
    context.fillText(
      fit(text, width - 2, (part) => context.measureText(part).width),
      this.#x(at + 0.5),
      HEIGHT - 7,
    );
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {number} would be kept
   * @param {import("../cells/inks.js").Inks} inks
   */
  #axis(context, { decision: { explanation, order }, label, unit }, would, inks) {
    context.fillStyle = inks.line;
    context.fillRect(LEFT, HEIGHT - BOTTOM, this.#plotWidth, 1);
    context.fillRect(LEFT - 1, TOP, 1, HEIGHT - BOTTOM - TOP);
    context.fillStyle = inks.soft;
    context.textAlign = "right";
    for (const share of [0, 1]) {
      const figure = share * this.top;
      context.fillText(digits(figure * scaleOf(explanation, unit), 3), LEFT - 5, this.y(figure) + 4);
    }
    context.textAlign = "left";
    const measured = explanation.cut === "running sum" ? "sum of those before" : explanation.order;
    context.fillText(explanation.unit === "nats" ? `${measured}, ${unit}` : measured, LEFT, 11);
    if (label !== null) return;
    // The cut is named on the same line, and both ends leave it room.
    const place = (would - this.first) / this.count;
    if (place > 0.3) context.fillText(explanation.order === "entropy" ? "surest" : "first", LEFT, HEIGHT - 6);
    context.textAlign = "right";
    if (place < 0.7) context.fillText(`no. ${order.length}`, this.width - RIGHT, HEIGHT - 6);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} figure
   * @param {string} colour
   * @param {number[]} dash
   * @param {string} name
   */
  #bound(context, figure, colour, dash, name) {
    const y = this.y(figure);
    line(context, colour, dash, [LEFT, y, this.width - RIGHT, y]);
    context.textAlign = "right";
    this.#over(context, name, this.width - RIGHT - 2, y - 5);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} cut
   * @param {string} colour
   * @param {string} text
   * @param {number[]} dash
   * @param {boolean} low is there room for the text below?
   */
  #cut(context, cut, colour, text, dash, low) {
    if (cut < this.first || cut > this.first + this.count) return;
    const x = this.#x(cut);
    line(context, colour, dash, [x, TOP, x, HEIGHT - BOTTOM]);
    context.textAlign = "center";
    const half = context.measureText(text).width / 2;
    const middle = Math.min(Math.max(x, LEFT + half), this.width - RIGHT - half);
    this.#over(context, text, middle, low ? HEIGHT - 6 : TOP + 12);
  }

  /**
   * Writes text that stays readable on a bar or a line.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  #over(context, text, x, y) {
    context.strokeStyle = this.surface;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }

  /**
   * A line for the position, and for the chosen one a ring at its figure with its token; above the top of the chart
   * there is room for it.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {number} at
   * @param {string} colour
   * @param {string} token empty for the position under the pointer
   */
  #mark(context, { decision: { explanation, figures, order, held } }, at, colour, token) {
    if (at < this.first || at >= this.first + this.count) return;
    const x = this.#x(at + 0.5);
    const y = Math.max(this.y(explanation.cut === "running sum" ? held[at] : figures[order[at]]), TOP + 5);
    context.fillStyle = context.strokeStyle = colour;
    context.lineWidth = 1;
    context.fillRect(x - 0.5, y, 1, HEIGHT - BOTTOM - y);
    if (token === "") return;
    context.beginPath();
    context.arc(x, y, 4.5, 0, 2 * Math.PI);
    context.fillStyle = this.surface;
    context.fill();
    context.lineWidth = 2;
    context.stroke();
    context.fillStyle = colour;
    const name = fit(`“${token}”`, 90, (part) => context.measureText(part).width);
    const half = context.measureText(name).width / 2;
    context.textAlign = "center";
    const below = y + 20 < HEIGHT - BOTTOM; // else above, since the axis has words of its own
    this.#over(context, name, Math.min(Math.max(x, LEFT + half), this.width - half), below ? y + 20 : y - 10);
  }

  /** @param {number} at */
  #clampX(at) {
    return this.#x(Math.min(Math.max(at, this.first), this.first + this.count));
  }
}

/**
 * @param {Picture} picture
 * @returns {number} where the axis ends: probabilities at 1, bounds in the middle, other figures at the largest
 */
function topOf({ decision: { explanation, figures, order }, bound, supposedBound }) {
  if (explanation.unit === "probability") return 1;
  if (bound === null) return Math.max(...figures.filter(Number.isFinite)) || 1;
  const limit = explanation.cut === "running sum" ? Math.min(bound, order.length) : bound;
  return 2 * Math.max(limit || 0.1, supposedBound ?? 0);
}

/**
 * Draws a line; what is written next has its colour.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {number[]} dash
 * @param {[x0: number, y0: number, x1: number, y1: number]} ends
 */
function line(context, colour, dash, [x0, y0, x1, y1]) {
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 1.5;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
  context.setLineDash([]);
}
