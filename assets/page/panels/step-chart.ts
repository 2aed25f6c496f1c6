/**
 * The drawing of a choice: the positions in the sampler's order as bars, those that are kept over a blue line; and below
 * them the bucket, a bar that is open at its right end, with the budget as its rim. What spills over is hatched. A thin
 * line leads from the followed position's bar to its piece of the bucket.
 */

import { shadeOf } from "../cells/colour.ts";
import { bucketOf } from "../rules/bucket.ts";
import { cutAt } from "../rules/decision.ts";
import { scaleOf } from "../rules/explain.ts";
import { fit } from "../words/glyphs.ts";
import { counted, digits, plainUnit } from "../words/units.ts";
import { surface } from "./panel.ts";
import type { Shade } from "../cells/colour.ts";
import type { Inks } from "../cells/inks.ts";
import type { Piece } from "../rules/bucket.ts";
import type { Decision } from "../rules/decision.ts";
import type { Unit } from "../words/units.ts";

export interface Picture {
  decision: Decision;
  /** By position, for the colours of the cells. */
  entropy: Float32Array;
  /** Null if there is none. */
  bound: number | null;
  /** The bound of the what-if; for a rank, how many to keep. */
  supposedBound: number | null;
  /** Position. */
  followed: number;
  /** Did the reader choose it? */
  chosen: boolean;
  /** Position under the pointer. */
  pointed: number | null;
  /** Of the followed position, safe to show. */
  token: string;
  /** What the page calls the positions that are accepted, and the others. */
  names: [accepted: string, rest: string];
  /** What the page calls the bound, for a figure that is not added up. */
  limit: string;
  unit: Unit;
  shades: Shade[];
  inks: Inks;
}

/** Heights in pixels: of the bars, down to the bucket, of the bucket, and of all. */
const [BARS, BUCKET, DEEP] = [46, 74, 34];
export const HEIGHT = BUCKET + DEEP + 20;
/** Cells that were not kept are not drawn to scale in the bucket, but stand together this wide. */
const BREAK = 54;
const DASHED = [4, 3];
/** Even a bar of value 0 has this height. */
const LEAST = 1.5;

export class StepChart {
  width = 0;
  count = 1;
  /** Where the followed position stands in the bucket: its middle and its right edge, and the foot of the bucket. */
  piece = { middle: 0, right: 0, foot: BUCKET + DEEP };
  context = {} as CanvasRenderingContext2D;
  picture = {} as Picture;

  /** @param x in the canvas @returns the bar there, as its place in the order */
  barAt(x: number): number {
    return Math.min(Math.max(Math.floor((x / this.width) * this.count), 0), this.count - 1);
  }

  /** @param at place in the order */
  #x(at: number) {
    return (at / this.count) * this.width;
  }

  paint(canvas: HTMLCanvasElement, width: number, picture: Picture) {
    const { decision, inks, followed, pointed, supposedBound } = picture;
    const context = surface(canvas, width, HEIGHT);
    Object.assign(this, { width, count: decision.order.length, context, picture });
    this.#bars();
    this.#bucket();
    const piece = this.piece.middle;
    const [bar, foot] = [this.#x(decision.rank[followed] + 0.5), BARS + 4];
    context.strokeStyle = context.fillStyle = inks.ink;
    context.lineWidth = picture.chosen ? 1.5 : 1;
    this.#path(bar, foot, bar, BUCKET - 8, piece, BUCKET - 8, piece, BUCKET);
    context.fillRect(bar - 1.5, foot - 4, 3, 5);
    this.#counts(supposedBound === null ? decision.cut : cutAt(decision, supposedBound));
    if (pointed !== null && pointed !== followed) {
      context.fillStyle = inks.soft;
      context.fillRect(this.#x(decision.rank[pointed] + 0.5) - 0.5, 0, 1, BARS);
    }
  }

  #bars() {
    const { context } = this;
    const { decision, entropy, bound, supposedBound, shades, inks } = this.picture;
    const { explanation, figures, order, cut } = decision;
    if (explanation.order !== "place") {
      const finite = figures.filter(Number.isFinite);
      const top = explanation.unit === "probability" ? 1 : Math.max(...finite) || 1;
      const width = this.#x(1);
      const y = (figure: number) => BARS - Math.max((Math.min(figure, top) / top) * (BARS - 4), LEAST);
      order.forEach((position, at) => {
        const head = y(figures[position]);
        context.fillStyle = inks.edge;
        context.fillRect(this.#x(at), head, Math.max(width - (width >= 4 ? 1 : 0), 0.6), BARS - head);
        context.fillStyle = shades[shadeOf(entropy[position])].fill;
        if (width >= 4) context.fillRect(this.#x(at) + 0.5, head + 0.5, width - 2, BARS - head);
        else context.fillRect(this.#x(at), head + 0.7, Math.max(width, 0.6), BARS - head);
      });
      if (explanation.cut === "value") {
        if (bound !== null) this.#line(inks.bound, [], 0, y(bound), this.width, y(bound));
        if (supposedBound !== null) this.#line(inks.ink, DASHED, 0, y(supposedBound), this.width, y(supposedBound));
      }
    }
    context.fillStyle = inks.line;
    context.fillRect(this.#x(cut), BARS, this.width, 1);
    context.fillStyle = inks.kept;
    context.fillRect(0, BARS, this.#x(cut), 3);
  }

  /** How many are kept and how many are not, below the bars. @param would be kept */
  #counts(would: number) {
    const { context } = this;
    const { decision, inks, names } = this.picture;
    const { cut, order } = decision;
    const x = this.#x(cut);
    this.#line(inks.kept, [], x, 2, x, BARS + 3);
    if (would !== cut) {
      const there = this.#x(would);
      this.#line(inks.ink, DASHED, there, 2, there, BARS + 3);
      context.textAlign = there > this.width / 2 ? "right" : "left";
      const side = there > this.width / 2 ? -5 : 5;
      this.#write(`${would} instead`, there + side, 12);
    }
    context.fillStyle = inks.kept;
    context.textAlign = "left";
    context.font = `600 ${context.font}`;
    this.#write(`${cut} ${names[0]}`, 0, BARS + 17);
    context.font = context.font.replace(/^600 /, "");
    context.fillStyle = inks.soft;
    context.textAlign = "right";
    if (cut < order.length) this.#write(`${order.length - cut} ${names[1]}`, this.width, BARS + 17);
  }

  #bucket() {
    const { context } = this;
    const { decision, bound, supposedBound, followed, inks, unit, limit } = this.picture;
    const { explanation } = decision;
    const { pieces, rim, end } = bucketOf(decision, bound, followed);
    const counts = explanation.cut === "rank";
    const scale = counts ? 1 : scaleOf(explanation, unit);
    const broken = pieces.some(({ role }) => role === "between") && !counts;
    const room = this.width - 2 - (broken ? BREAK : 0);
    const x = (value: number) => 1 + (Math.min(value, 2 * end) / end) * room;
    const spills = explanation.cut === "running sum" && rim !== null;
    let left = 1;
    for (const piece of pieces) {
      const wide = piece.role === "between" && broken ? BREAK : x(piece.to - piece.from) - 1;
      const right = Math.min(Math.max(left + wide, left + 1.5), this.width);
      if (piece.role === "followed") Object.assign(this.piece, { middle: (left + right) / 2, right });
      this.#piece(piece, left, right, spills ? x(rim) : Infinity, scale);
      left = right;
    }
    context.strokeStyle = inks.soft;
    context.lineWidth = 1.5;
    const open = rim === null ? this.width : Math.min(x(rim), this.width);
    this.#path(open, BUCKET, 0.75, BUCKET, 0.75, BUCKET + DEEP, open, BUCKET + DEEP);
    for (const [value, ink, dash] of [
      [rim, inks.bound, []],
      [supposedBound, inks.ink, DASHED],
    ] as [number | null, string, number[]][]) {
      if (value === null) continue;
      const shown = digits(value * scale, 3);
      const name = counts
        ? `${value} due`
        : `${limit} ${shown}${explanation.unit === "nats" ? ` ${plainUnit(unit)}` : ""}`;
      const inside = value <= end;
      const at = inside ? x(value) : this.width;
      if (inside) this.#line(ink, dash, at, BUCKET - 5, at, BUCKET + DEEP + 5);
      context.fillStyle = ink;
      context.textAlign = "center";
      const half = context.measureText(inside ? name : `${name} →`).width / 2;
      const centre = Math.min(Math.max(at, half), this.width - half);
      this.#write(inside ? name : `${name} →`, centre, BUCKET + DEEP + 17);
    }
  }

  /**
   * @param rim beyond which it spills over
   * @param scale of the figures, for the reader's unit
   */
  #piece({ from, to, count, role, accepted }: Piece, left: number, right: number, rim: number, scale: number) {
    const { context } = this;
    const { decision, entropy, followed, token, shades, inks } = this.picture;
    const shade = shades[shadeOf(entropy[followed])];
    const isFollowed = role === "followed";
    const [top, width] = [BUCKET + 2, right - left];
    const ground = isFollowed ? shade.fill : accepted ? inks["kept-ground"] : inks.paper;
    context.fillStyle = ground;
    context.fillRect(left, top, width, DEEP - 4);
    if (accepted && right > rim) this.#hatch(Math.max(left, rim), top, right - Math.max(left, rim), DEEP - 4);
    context.strokeStyle = isFollowed ? inks.ink : inks.edge;
    context.lineWidth = isFollowed ? 2 : 1;
    context.setLineDash(accepted ? [] : [3, 3]);
    context.strokeRect(left + 0.5, top, Math.max(width - 1, 1), DEEP - 4);
    context.setLineDash([]);
    const measure = (part: string) => context.measureText(part).width;
    const value = decision.explanation.cut === "value";
    const figure = value ? decision.figures[followed] : to - from;
    const cost = decision.explanation.cut !== "rank" && Number.isFinite(figure) ? digits(figure * scale, 3) : "";
    const name = isFollowed ? token : counted(count, "cell");
    if (width < Math.min(measure(name), 44) + 8 || width < measure(cost) + 4) return;
    context.fillStyle = isFollowed ? shade.text : inks.soft;
    context.textAlign = "center";
    const lines = [fit(name, width - 8, measure), cost].filter(Boolean);
    const y = BUCKET + DEEP / 2 + 4.5 - 6.5 * (lines.length - 1);
    lines.forEach((text, at) => this.#write(text, (left + right) / 2, y + 13 * at, ground));
  }

  /** Writes text that stays readable on a line. */
  #write(text: string, x: number, y: number, ground: string = this.picture.inks.paper) {
    const { context } = this;
    context.strokeStyle = ground;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }

  /** @param points x and y in turn */
  #path(...points: number[]) {
    const { context } = this;
    context.beginPath();
    for (let at = 0; at < points.length; at += 2) context.lineTo(points[at], points[at + 1]);
    context.stroke();
  }

  /** Draws a line; what is written next has its colour. */
  #line(colour: string, dash: number[], ...points: number[]) {
    const { context } = this;
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = 1.5;
    context.setLineDash(dash);
    this.#path(...points);
    context.setLineDash([]);
  }

  #hatch(x: number, y: number, width: number, height: number) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.strokeStyle = this.picture.inks.bound;
    context.globalAlpha = 0.55;
    context.lineWidth = 1;
    for (let at = x - height; at < x + width; at += 6) this.#path(at, y + height, at + height, y);
    context.restore();
  }
}
