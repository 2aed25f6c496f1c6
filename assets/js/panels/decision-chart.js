/**
 * The drawing of a decision: a bar for each position, in the sampler's order. If sums are compared with the bound, the
 * bars form a staircase: each starts at the sum of those before it, and it is accepted while its foot is at or below
 * the bound. Otherwise the bars stand on the axis, and their heads count.
 */

import { fit } from "../cells/glyphs.js";
import { cutAt } from "../rules/decision.js";
import { scaleOf } from "../rules/explain.js";
import { digits } from "../words/units.js";
import { FONT, INK, surface } from "./panel.js";

/**
 * @typedef {object} Picture
 * @property {import("../rules/decision.js").Decision} decision
 * @property {Uint8Array} accepted by position
 * @property {number | null} bound null if there is none
 * @property {number | null} other the bound of the what-if; for a rank, how many to accept
 * @property {number} first bar to draw
 * @property {number} count of bars to draw
 * @property {number} chosen place of the chosen position in the order; -1 for none
 * @property {number} pointed place of the position under the pointer; -1 for none
 * @property {((at: number) => string) | null} label of a bar; null if there is no room for labels
 * @property {import("../words/units.js").Unit} unit
 * @property {import("./panel.js").Theme} theme
 */

export const HEIGHT = 200;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 10, 24, 22];
/** Even a bar of value 0 has this height. */
const LEAST = 1.5;

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

  /**
   * @param {number} x in the canvas
   * @returns {number} the bar there, as its place in the order
   */
  barAt(x) {
    const at = Math.floor(((x - LEFT) / this.#plotWidth) * this.count);
    return this.first + Math.min(Math.max(at, 0), this.count - 1);
  }

  /**
   * @param {number} y in the canvas
   * @returns {number} the figure at that height
   */
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
    const { decision, theme, chosen, pointed, bound, other } = picture;
    Object.assign(this, { top: topOf(picture), first: picture.first, count: picture.count });
    const ink = INK[theme];
    this.surface = ink.surface;
    const context = surface(this.canvas, this.width, HEIGHT);
    const would = other === null ? decision.cut : cutAt(decision, other);
    this.#rest(context, decision.cut, ink);
    if (would !== decision.cut) {
      context.fillStyle = ink.other;
      context.globalAlpha = 0.16;
      const [from, to] = [this.#clampX(Math.min(would, decision.cut)), this.#clampX(Math.max(would, decision.cut))];
      context.fillRect(from, TOP, to - from, HEIGHT - BOTTOM - TOP);
      context.globalAlpha = 1;
    }
    this.#bars(context, picture, ink);
    this.#axis(context, picture, ink);
    this.#cut(context, decision.cut, ink.accepted, `${decision.cut} accepted`, 0);
    if (would !== decision.cut) this.#cut(context, would, ink.other, `${would}`, 1);
    const scale = scaleOf(decision.explanation, picture.unit);
    if (bound !== null) this.#bound(context, bound, ink.bound, scale, [], "bound");
    if (bound !== null && other !== null) this.#bound(context, other, ink.other, scale, [4, 3], "what if");
    if (pointed >= 0) this.#mark(context, pointed, ink.text, false);
    if (chosen >= 0) this.#mark(context, chosen, ink.chosen, true);
  }

  /**
   * Hatches what is not accepted, because those bars are mostly above the top.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} cut
   * @param {typeof INK.light} ink
   */
  #rest(context, cut, ink) {
    const [left, right, height] = [this.#clampX(cut), this.width - RIGHT, HEIGHT - BOTTOM - TOP];
    context.save();
    context.beginPath();
    context.rect(left, TOP, right - left, height);
    context.clip();
    context.strokeStyle = ink.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = left - height; x < right; x += 8) {
      context.moveTo(x, TOP + height);
      context.lineTo(x + height, TOP);
    }
    context.stroke();
    context.restore();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {typeof INK.light} ink
   */
  #bars(context, { decision: { explanation, own, order, held }, accepted, label }, ink) {
    const width = this.#plotWidth / this.count;
    const gap = width >= 4 ? 1 : 0;
    const end = Math.min(this.first + this.count, order.length);
    const sums = explanation.cut === "running sum";
    for (let at = this.first; at < end; at += 1) {
      if (label !== null) this.#label(context, label(at), at, width, ink.text);
      const base = sums ? held[at] : 0;
      if (base > this.top) continue;
      const foot = this.y(base);
      const head = Math.min(this.y(base + own[order[at]]), foot - LEAST);
      context.fillStyle = accepted[order[at]] === 1 ? ink.accepted : ink.rest;
      context.fillRect(
        this.#x(at),
        Math.max(head, TOP - LEAST),
        Math.max(width - gap, 0.6),
        Math.max(foot - head, LEAST),
      );
    }
    if (!sums) return;
    context.strokeStyle = ink.sum;
    context.lineWidth = 1;
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
   * @param {typeof INK.light} ink
   */
  #axis(context, { decision: { explanation, order }, label, unit }, ink) {
    context.fillStyle = ink.line;
    context.fillRect(LEFT, HEIGHT - BOTTOM, this.#plotWidth, 1);
    context.fillRect(LEFT - 1, TOP, 1, HEIGHT - BOTTOM - TOP);
    context.fillStyle = ink.text;
    context.textAlign = "right";
    for (const share of [0, 1]) {
      const figure = share * this.top;
      context.fillText(digits(figure * scaleOf(explanation, unit), 3), LEFT - 5, this.y(figure) + 4);
    }
    context.textAlign = "left";
    const measured = explanation.cut === "running sum" ? "sum of the entropies" : explanation.order;
    context.fillText(explanation.unit === "nats" ? `${measured}, ${unit}` : measured, LEFT, 11);
    if (label !== null) return;
    context.fillText("no. 1", LEFT, HEIGHT - 7);
    context.textAlign = "right";
    context.fillText(`no. ${order.length}`, this.width - RIGHT, HEIGHT - 7);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} figure
   * @param {string} colour
   * @param {number} scale of the unit to write it in
   * @param {number[]} dash
   * @param {string} name
   */
  #bound(context, figure, colour, scale, dash, name) {
    const y = this.y(figure);
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(LEFT, y);
    context.lineTo(this.width - RIGHT, y);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = colour;
    context.textAlign = "right";
    context.fillText(digits(figure * scale, 3), LEFT - 5, y + 4);
    context.textAlign = "left";
    this.#over(context, name, LEFT + 5, y - 5);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} cut
   * @param {string} colour
   * @param {string} text
   * @param {number} line of text to use
   */
  #cut(context, cut, colour, text, line) {
    if (cut < this.first || cut > this.first + this.count) return;
    const x = this.#x(cut);
    context.fillStyle = colour;
    context.fillRect(x - 0.75, TOP - 4, 1.5, HEIGHT - BOTTOM - TOP + 8);
    const left = x < this.width / 2;
    context.textAlign = left ? "left" : "right";
    context.font = `600 ${FONT}`;
    this.#over(context, text, x + (left ? 5 : -5), TOP + 5 + 14 * line);
    context.font = FONT;
  }

  /**
   * Writes text that stays readable on a bar.
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
   * @param {CanvasRenderingContext2D} context
   * @param {number} at
   * @param {string} colour
   * @param {boolean} strong
   */
  #mark(context, at, colour, strong) {
    if (at < this.first || at >= this.first + this.count) return;
    const x = this.#x(at + 0.5);
    context.fillStyle = colour;
    context.globalAlpha = strong ? 0.9 : 0.45;
    context.fillRect(x - 0.5, TOP, 1, HEIGHT - BOTTOM - TOP);
    context.globalAlpha = 1;
    if (!strong) return;
    context.beginPath();
    context.moveTo(x, HEIGHT - BOTTOM + 1);
    context.lineTo(x - 5, HEIGHT - BOTTOM + 8);
    context.lineTo(x + 5, HEIGHT - BOTTOM + 8);
    context.fill();
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
function topOf({ decision: { explanation, own, order }, bound, other }) {
  if (explanation.unit === "probability") return 1;
  if (bound === null) return Math.max(...own.filter(Number.isFinite)) || 1;
  return 2 * Math.max(Math.min(bound || 0.1, order.length), other ?? 0);
}
