/**
 * The drawing of a choice: the positions in the sampler's order as bars, those that are kept over a blue line; and below
 * them the bucket, a bar that is open at its right end, with the budget as its rim. What spills over is hatched. A thin
 * line leads from the followed position's bar to its piece of the bucket.
 */

import { shadeOf } from "../cells/colour.js";
import { fit } from "../cells/glyphs.js";
import { bucketOf } from "../rules/bucket.js";
import { cutAt } from "../rules/decision.js";
import { scaleOf } from "../rules/explain.js";
import { counted, digits, plainUnit } from "../words/units.js";
import { surface } from "./panel.js";

/**
 * @typedef {object} Picture
 * @property {import("../rules/decision.js").Decision} decision
 * @property {Float32Array} entropy by position, for the colours of the cells
 * @property {number | null} bound null if there is none
 * @property {number | null} supposedBound the bound of the what-if; for a rank, how many to keep
 * @property {number} followed position
 * @property {boolean} chosen did the reader choose it?
 * @property {number | null} pointed position under the pointer
 * @property {string} token of the followed position, safe to show
 * @property {[accepted: string, rest: string]} names what the page calls the positions that are accepted, and the others
 * @property {string} limit what the page calls the bound, for a figure that is not added up
 * @property {import("../words/units.js").Unit} unit
 * @property {import("../cells/colour.js").Shade[]} shades
 * @property {import("../cells/inks.js").Inks} inks
 */

/** Heights in pixels: of the bars, down to the bucket, of the bucket, and of all. */
const [BARS, BUCKET, DEEP] = [46, 74, 34];
export const HEIGHT = BUCKET + DEEP + 20;
/** Cells that were not kept are not drawn to scale in the bucket, but stand together this wide. */
const BREAK = 54;
/** Even a bar of value 0 has this height. */
const LEAST = 1.5;

export class StepChart {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.width = 300;
    this.count = 1;
    /** Where the followed position stands in the bucket: its middle and its right edge, and the foot of the bucket. */
    this.piece = { middle: 0, right: 0, foot: BUCKET + DEEP };
  }

  /** @param {number} width */
  fit(width) {
    this.width = width;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${HEIGHT}px`;
  }

  /** @param {number} x in the canvas @returns {number} the bar there, as its place in the order */
  barAt(x) {
    return Math.min(Math.max(Math.floor((x / this.width) * this.count), 0), this.count - 1);
  }

  /** @param {number} at place in the order */
  #x(at) {
    return (at / this.count) * this.width;
  }

  /** @param {Picture} picture */
  paint(picture) {
    const { decision, inks, followed, pointed, supposedBound } = picture;
    this.count = decision.order.length;
    const context = surface(this.canvas, this.width, HEIGHT);
    const would = supposedBound === null ? decision.cut : cutAt(decision, supposedBound);
    this.#bars(context, picture);
    this.#bucket(context, picture);
    const piece = this.piece.middle;
    const [bar, foot] = [this.#x(decision.rank[followed] + 0.5), BARS + 4];
    context.strokeStyle = context.fillStyle = inks.ink;
    context.lineWidth = picture.chosen ? 1.5 : 1;
    path(context, [
      [bar, foot],
      [bar, BUCKET - 8],
      [piece, BUCKET - 8],
      [piece, BUCKET],
    ]);
    context.fillRect(bar - 1.5, foot - 4, 3, 5);
    this.#counts(context, picture, would);
    if (pointed !== null && pointed !== followed) {
      context.fillStyle = inks.soft;
      context.fillRect(this.#x(decision.rank[pointed] + 0.5) - 0.5, 0, 1, BARS);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Picture} picture */
  #bars(context, { decision, entropy, bound, supposedBound, shades, inks }) {
    const { explanation, figures, order, cut } = decision;
    if (explanation.order !== "place") {
      const finite = figures.filter(Number.isFinite);
      const top = explanation.unit === "probability" ? 1 : Math.max(...finite) || 1;
      const width = this.#x(1);
      const y = (/** @type {number} */ figure) => BARS - Math.max((Math.min(figure, top) / top) * (BARS - 4), LEAST);
      order.forEach((position, at) => {
        const head = y(figures[position]);
        context.fillStyle = inks.edge;
        context.fillRect(this.#x(at), head, Math.max(width - (width >= 4 ? 1 : 0), 0.6), BARS - head);
        context.fillStyle = shades[shadeOf(entropy[position])].fill;
        if (width >= 4) context.fillRect(this.#x(at) + 0.5, head + 0.5, width - 2, BARS - head);
        else context.fillRect(this.#x(at), head + 0.7, Math.max(width, 0.6), BARS - head);
      });
      if (explanation.cut === "value") {
        if (bound !== null) line(context, inks.bound, [], 0, y(bound), this.width, y(bound));
        if (supposedBound !== null) line(context, inks.ink, [4, 3], 0, y(supposedBound), this.width, y(supposedBound));
      }
    }
    context.fillStyle = inks.line;
    context.fillRect(this.#x(cut), BARS, this.width, 1);
    context.fillStyle = inks.kept;
    context.fillRect(0, BARS, this.#x(cut), 3);
  }

  /** How many are kept and how many are not, below the bars. @param {CanvasRenderingContext2D} context @param {Picture} picture @param {number} would be kept */
  #counts(context, { decision, inks, names }, would) {
    const { cut, order } = decision;
    const x = this.#x(cut);
    line(context, inks.kept, [], x, 2, x, BARS + 3);
    if (would !== cut) {
      const there = this.#x(would);
      line(context, inks.ink, [4, 3], there, 2, there, BARS + 3);
      context.textAlign = there > this.width / 2 ? "right" : "left";
      const side = there > this.width / 2 ? -5 : 5;
      over(context, `${would} instead`, there + side, 12, inks.paper);
    }
    context.fillStyle = inks.kept;
    context.textAlign = "left";
    context.font = `600 ${context.font}`;
    over(context, `${cut} ${names[0]}`, 0, BARS + 17, inks.paper);
    context.font = context.font.replace(/^600 /, "");
    context.fillStyle = inks.soft;
    context.textAlign = "right";
    if (cut < order.length) over(context, `${order.length - cut} ${names[1]}`, this.width, BARS + 17, inks.paper);
  }

  /** @param {CanvasRenderingContext2D} context @param {Picture} picture */
  #bucket(context, picture) {
    const { decision, bound, supposedBound, followed, inks, unit, limit } = picture;
    const { explanation } = decision;
    const { pieces, rim, end } = bucketOf(decision, bound, followed);
    const counts = explanation.cut === "rank";
    const scale = counts ? 1 : scaleOf(explanation, unit);
    const broken = pieces.some(({ role }) => role === "between") && !counts;
    const room = this.width - 2 - (broken ? BREAK : 0);
    const x = (/** @type {number} */ value) => 1 + (Math.min(value, 2 * end) / end) * room;
    const spills = explanation.cut === "running sum" && rim !== null;
    let left = 1;
    for (const piece of pieces) {
      const wide = piece.role === "between" && broken ? BREAK : x(piece.to - piece.from) - 1;
      const right = Math.min(Math.max(left + wide, left + 1.5), this.width);
      if (piece.role === "followed") Object.assign(this.piece, { middle: (left + right) / 2, right });
      this.#piece(context, picture, piece, left, right, spills ? x(rim) : Infinity, scale);
      left = right;
    }
    context.strokeStyle = inks.soft;
    context.lineWidth = 1.5;
    const open = rim === null ? this.width : Math.min(x(rim), this.width);
    path(context, [
      [open, BUCKET],
      [0.75, BUCKET],
      [0.75, BUCKET + DEEP],
      [open, BUCKET + DEEP],
    ]);
    for (const [value, ink, dash] of /** @type {[number | null, string, number[]][]} */ ([
      [rim, inks.bound, []],
      [supposedBound, inks.ink, [4, 3]],
    ])) {
      if (value === null) continue;
      const shown = digits(value * scale, 3);
      const name = counts
        ? `${value} due`
        : `${limit} ${shown}${explanation.unit === "nats" ? ` ${plainUnit(unit)}` : ""}`;
      const inside = value <= end;
      const at = inside ? x(value) : this.width;
      if (inside) line(context, ink, dash, at, BUCKET - 5, at, BUCKET + DEEP + 5);
      context.fillStyle = ink;
      context.textAlign = "center";
      const half = context.measureText(inside ? name : `${name} →`).width / 2;
      const centre = Math.min(Math.max(at, half), this.width - half);
      over(context, inside ? name : `${name} →`, centre, BUCKET + DEEP + 17, inks.paper);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Picture} picture
   * @param {import("../rules/bucket.js").Piece} piece
   * @param {number} left
   * @param {number} right
   * @param {number} rim beyond which it spills over
   * @param {number} scale of the figures, for the reader's unit
   */
  #piece(context, picture, { from, to, count, role, accepted }, left, right, rim, scale) {
    const { decision, entropy, followed, token, shades, inks } = picture;
    const shade = shades[shadeOf(entropy[followed])];
    const isFollowed = role === "followed";
    const [top, width] = [BUCKET + 2, right - left];
    context.fillStyle = isFollowed ? shade.fill : accepted ? inks["kept-ground"] : inks.paper;
    context.fillRect(left, top, width, DEEP - 4);
    if (accepted && right > rim)
      hatch(context, Math.max(left, rim), top, right - Math.max(left, rim), DEEP - 4, inks.bound);
    context.strokeStyle = isFollowed ? inks.ink : inks.edge;
    context.lineWidth = isFollowed ? 2 : 1;
    context.setLineDash(accepted ? [] : [3, 3]);
    context.strokeRect(left + 0.5, top, Math.max(width - 1, 1), DEEP - 4);
    context.setLineDash([]);
    const measure = (/** @type {string} */ part) => context.measureText(part).width;
    const value = decision.explanation.cut === "value";
    const figure = value ? decision.figures[followed] : to - from;
    const cost = decision.explanation.cut !== "rank" && Number.isFinite(figure) ? digits(figure * scale, 3) : "";
    const name = isFollowed ? token : counted(count, "cell");
    if (width < Math.min(measure(name), 44) + 8 || width < measure(cost) + 4) return;
    context.fillStyle = isFollowed ? shade.text : inks.soft;
    context.textAlign = "center";
    const lines = [fit(name, width - 8, measure), cost].filter(Boolean);
    lines.forEach((text, at) =>
      over(
        context,
        text,
        (left + right) / 2,
        BUCKET + DEEP / 2 + 4.5 + (lines.length === 2 ? 13 * (at - 0.5) : 0),
        isFollowed ? shade.fill : accepted ? inks["kept-ground"] : inks.paper,
      ),
    );
  }
}

/**
 * Writes text that stays readable on a line.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} ground
 */
function over(context, text, x, y, ground) {
  context.strokeStyle = ground;
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** @param {CanvasRenderingContext2D} context @param {[x: number, y: number][]} points */
function path(context, points) {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

/**
 * Draws a line; what is written next has its colour.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {number[]} dash
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
function line(context, colour, dash, x0, y0, x1, y1) {
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 1.5;
  context.setLineDash(dash);
  path(context, [
    [x0, y0],
    [x1, y1],
  ]);
  context.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} colour
 */
function hatch(context, x, y, width, height, colour) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  for (let at = x - height; at < x + width; at += 6)
    path(context, [
      [at, y + height],
      [at + height, y],
    ]);
  context.restore();
}
