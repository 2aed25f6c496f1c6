/** The empty chart of an exercise: lines, labels and the words at the axes. Its places are evenly spaced, from 0 up. */

import { shape } from "../../dom/elements.ts";
import { digits } from "../../words/units.ts";

const WIDTH = 340;
const [LEFT, RIGHT, TOP, BOTTOM] = [38, 12, 22, 36];
/** The most labels that have room below a chart. */
const LABELS = 7;

export class Chart {
  last: number;
  top: number;
  ceiling = TOP;
  floor: number;
  root: SVGElement;

  constructor({
    labels,
    words,
    top,
    unit,
    height = 214,
  }: {
    labels: string[];
    words: string;
    top: number;
    unit: string;
    height?: number;
  }) {
    this.last = labels.length - 1;
    this.top = top;
    this.floor = height - BOTTOM;
    const lines = marksUpTo(top).flatMap((value) => [
      shape("path", { d: `M${LEFT} ${this.y(value)}H${WIDTH - RIGHT}` }),
      shape("text", { x: LEFT - 6, y: this.y(value) + 4, "text-anchor": "end" }, digits(value, 3)),
    ]);
    const every = Math.ceil(this.last / (LABELS - 1));
    const shown = labels.flatMap((label, at) => (at % every === 0 || at === this.last ? [{ label, at }] : []));
    if (shown.length > 2 && this.last - shown[shown.length - 2].at < every) shown.splice(-2, 1);
    this.root = shape(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" },
      ...lines,
      ...shown.map(({ label, at }) =>
        shape("text", { x: this.x(at), y: this.floor + 15, "text-anchor": "middle" }, label),
      ),
      shape("text", { x: 2, y: 11 }, unit),
      shape("text", { x: WIDTH - RIGHT, y: height - 5, "text-anchor": "end" }, words),
    );
  }

  x(place: number) {
    return LEFT + (place / this.last) * (WIDTH - LEFT - RIGHT);
  }

  y(value: number) {
    return TOP + (1 - value / this.top) * (this.floor - TOP);
  }

  /** @param values one for each place @returns the path through them */
  line(values: number[]): string {
    return values.map((value, at) => `${at ? "L" : "M"}${this.x(at)} ${this.y(value)}`).join("");
  }

  /** @returns the path around what lies between them */
  between(values: number[], others: number[]): string {
    const back = others.map((value, at) => `L${this.x(at)} ${this.y(value)}`).reverse();
    return `${this.line(values)}${back.join("")}Z`;
  }

  /** @param name of its class */
  dot(name: string, place: number, value: number) {
    return shape("circle", { class: name, cx: this.x(place), cy: this.y(value), r: 4.5 });
  }

  /** @returns the nearest place, and the value at that height */
  under({ clientX, clientY }: PointerEvent): { place: number; value: number } {
    const { left, top, width } = this.root.getBoundingClientRect();
    const [x, y] = [((clientX - left) * WIDTH) / width, ((clientY - top) * WIDTH) / width];
    const place = Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.last);
    return { place: Math.min(Math.max(place, 0), this.last), value: this.top * (1 - (y - TOP) / (this.floor - TOP)) };
  }
}

/** @returns round numbers from 0 on, about five */
function marksUpTo(top: number): number[] {
  const power = 10 ** Math.floor(Math.log10(top / 2));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => top / size <= 5) ?? top;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => at * step);
}
