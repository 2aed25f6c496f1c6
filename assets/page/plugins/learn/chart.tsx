/** The empty chart of an exercise: lines, labels and the words at the axes. Its places are evenly spaced, from 0 up. */

import { digits } from "../../words/units.ts";
import type { ComponentChildren, TargetedPointerEvent } from "preact";

const WIDTH = 340;
const [LEFT, RIGHT, TOP, BOTTOM] = [38, 12, 22, 36];
/** The most labels that have room below a chart. */
const LABELS = 7;

interface Axes {
  labels: string[];
  words: string;
  top: number;
  unit: string;
  height?: number;
}

export class Chart {
  last: number;
  height: number;
  ceiling = TOP;
  floor: number;

  constructor(public axes: Axes) {
    this.last = axes.labels.length - 1;
    this.height = axes.height ?? 214;
    this.floor = this.height - BOTTOM;
  }

  x(place: number) {
    return LEFT + (place / this.last) * (WIDTH - LEFT - RIGHT);
  }

  y(value: number) {
    return TOP + (1 - value / this.axes.top) * (this.floor - TOP);
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

  /** @param event on what the picture fills @returns the nearest place, and the value at that height */
  under({ clientX, clientY, currentTarget }: TargetedPointerEvent<Element>): { place: number; value: number } {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const [x, y] = [((clientX - left) * WIDTH) / width, ((clientY - top) * WIDTH) / width];
    const place = Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.last);
    const value = this.axes.top * (1 - (y - TOP) / (this.floor - TOP));
    return { place: Math.min(Math.max(place, 0), this.last), value };
  }
}

/** The chart with what is drawn into it. */
export function Picture({ chart, children }: { chart: Chart; children: ComponentChildren }) {
  const { axes, last, height, floor } = chart;
  const every = Math.ceil(last / (LABELS - 1));
  const shown = axes.labels.flatMap((label, at) => (at % every === 0 || at === last ? [{ label, at }] : []));
  if (shown.length > 2 && last - shown[shown.length - 2].at < every) shown.splice(-2, 1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      {marksUpTo(axes.top).map((value) => [
        <path d={`M${LEFT} ${chart.y(value)}H${WIDTH - RIGHT}`} />,
        <text x={LEFT - 6} y={chart.y(value) + 4} text-anchor="end">
          {digits(value, 3)}
        </text>,
      ])}
      {shown.map(({ label, at }) => (
        <text x={chart.x(at)} y={floor + 15} text-anchor="middle">
          {label}
        </text>
      ))}
      <text x={2} y={11}>
        {axes.unit}
      </text>
      <text x={WIDTH - RIGHT} y={height - 5} text-anchor="end">
        {axes.words}
      </text>
      {children}
    </svg>
  );
}

/** A value in its place; `look` is its class. */
export const Dot = ({ chart, look, place, value }: { chart: Chart; look: string; place: number; value: number }) => (
  <circle class={look} cx={chart.x(place)} cy={chart.y(value)} r={4.5} />
);

/** @returns round numbers from 0 on, about five */
function marksUpTo(top: number): number[] {
  const power = 10 ** Math.floor(Math.log10(top / 2));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => top / size <= 5) ?? top;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => at * step);
}
