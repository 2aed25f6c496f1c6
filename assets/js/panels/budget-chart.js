/**
 * The drawing of the entropy budget: a staircase of bars, surest position first, each standing on the sum of those before
 * it. A bar is accepted while its foot is at or below the bound: that is the whole rule.
 */

import { fit } from "../cells/glyphs.js";
import { cutAt } from "../rules/budget.js";
import { PER_NAT, digits } from "../words/units.js";
import { FONT, INK, surface } from "./panel.js";

/**
 * @typedef {object} Picture
 * @property {import("../rules/budget.js").Budget} budget
 * @property {Float32Array} entropy by position, nats
 * @property {number} bound nats
 * @property {number | null} other the bound of the what-if, nats
 * @property {number} top of the axis, nats
 * @property {number} first bar that is drawn
 * @property {number} count of bars that are drawn
 * @property {number} chosen place in the order, -1 for none
 * @property {number} pointed likewise
 * @property {((at: number) => string) | null} label of a bar, where there is room for labels
 * @property {import("../words/units.js").Unit} unit
 * @property {import("./panel.js").Theme} theme
 */

export const HEIGHT = 200;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 10, 24, 22];
/** A bar of nothing is still a bar. */
const LEAST = 1.5;

export class BudgetChart {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.width = 300;
    this.top = 1;
    this.first = 0;
    this.count = 1;
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
   * @returns {number} nats
   */
  natsAt(y) {
    return Math.max(((HEIGHT - BOTTOM - y) / (HEIGHT - BOTTOM - TOP)) * this.top, 0);
  }

  /** @param {number} nats */
  y(nats) {
    return HEIGHT - BOTTOM - (Math.min(nats, this.top) / this.top) * (HEIGHT - BOTTOM - TOP);
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
    const { budget, theme, chosen, pointed, other } = picture;
    Object.assign(this, { top: picture.top, first: picture.first, count: picture.count });
    const ink = INK[theme];
    const context = surface(this.canvas, this.width, HEIGHT);
    const would = other === null ? budget.cut : cutAt(budget.before, other);
    this.#rest(context, budget.cut, ink);
    if (would !== budget.cut) {
      context.fillStyle = ink.other;
      context.globalAlpha = 0.16;
      const [from, to] = [this.#clampX(Math.min(would, budget.cut)), this.#clampX(Math.max(would, budget.cut))];
      context.fillRect(from, TOP, to - from, HEIGHT - BOTTOM - TOP);
      context.globalAlpha = 1;
    }
    this.#bars(context, picture, ink);
    this.#axis(context, picture, ink);
    this.#cut(context, budget.cut, ink.accepted, `${budget.cut} accepted`, 0);
    if (would !== budget.cut) this.#cut(context, would, ink.other, `${would}`, 1);
    this.#bound(context, picture.bound, ink.bound, picture.unit, [], "bound");
    if (other !== null) this.#bound(context, other, ink.other, picture.unit, [4, 3], "what if");
    if (pointed >= 0) this.#mark(context, pointed, ink.text, false);
    if (chosen >= 0) this.#mark(context, chosen, ink.chosen, true);
  }

  /**
   * What is not accepted is hatched: its bars mostly stand above the top.
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
  #bars(context, { budget, entropy, label }, ink) {
    const width = this.#plotWidth / this.count;
    const gap = width >= 4 ? 1 : 0;
    const end = Math.min(this.first + this.count, budget.order.length);
    for (let at = this.first; at < end; at += 1) {
      const own = entropy[budget.order[at]];
      if (label !== null) this.#label(context, label(at), at, width, ink.text);
      if (budget.before[at] > this.top) continue;
      const foot = this.y(budget.before[at]);
      const head = Math.min(this.y(budget.before[at] + own), foot - LEAST);
      context.fillStyle = at < budget.cut ? ink.accepted : ink.rest;
      context.fillRect(
        this.#x(at),
        Math.max(head, TOP - LEAST),
        Math.max(width - gap, 0.6),
        Math.max(foot - head, LEAST),
      );
    }
    context.strokeStyle = ink.sum;
    context.lineWidth = 1;
    context.beginPath();
    for (let at = this.first; at < end && budget.before[at] <= this.top; at += 1) {
      context.lineTo(this.#x(at), this.y(budget.before[at]));
      context.lineTo(this.#x(at + 1), this.y(budget.before[at]));
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
  #axis(context, { budget, label, unit }, ink) {
    context.fillStyle = ink.line;
    context.fillRect(LEFT, HEIGHT - BOTTOM, this.#plotWidth, 1);
    context.fillRect(LEFT - 1, TOP, 1, HEIGHT - BOTTOM - TOP);
    context.fillStyle = ink.text;
    context.textAlign = "right";
    for (const share of [0, 1]) {
      const nats = share * this.top;
      context.fillText(digits(nats * PER_NAT[unit], 3), LEFT - 5, this.y(nats) + 4);
    }
    context.textAlign = "left";
    context.fillText(`sum of the entropies, ${unit}`, LEFT, 11);
    if (label !== null) return;
    context.fillText("surest", LEFT, HEIGHT - 7);
    context.textAlign = "right";
    context.fillText(`no. ${budget.order.length}`, this.width - RIGHT, HEIGHT - 7);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} nats
   * @param {string} colour
   * @param {import("../words/units.js").Unit} unit
   * @param {number[]} dash
   * @param {string} name
   */
  #bound(context, nats, colour, unit, dash, name) {
    const y = this.y(nats);
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
    context.fillText(digits(nats * PER_NAT[unit], 3), LEFT - 5, y + 4);
    context.textAlign = "left";
    context.fillText(name, LEFT + 5, y - 5);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} cut
   * @param {string} colour
   * @param {string} text
   * @param {number} line of text that it takes
   */
  #cut(context, cut, colour, text, line) {
    if (cut < this.first || cut > this.first + this.count) return;
    const x = this.#x(cut);
    context.fillStyle = colour;
    context.fillRect(x - 0.75, TOP - 4, 1.5, HEIGHT - BOTTOM - TOP + 8);
    const left = x < this.width / 2;
    context.textAlign = left ? "left" : "right";
    context.font = `600 ${FONT}`;
    context.fillText(text, x + (left ? 5 : -5), TOP + 5 + 14 * line);
    context.font = FONT;
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
