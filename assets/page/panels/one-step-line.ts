/** The line through one step, from what went in to what goes on, where the parts stand beside each other. */

import { HIGH } from "./cell-map.tsx";
import type { StepChart } from "./step-chart.ts";

interface Way {
  /** Of the followed cell in the small canvases. */
  column: number;
  row: number;
  columns: number;
  /** Where in the strip the token stands that was drawn, 0 .. 1. */
  drawn: number;
  /** Null where nothing is sorted. */
  piece: StepChart["piece"] | null;
}

/** @param picture of the step, with all its parts @returns the line as an SVG path; "" where the parts stand below each other */
export function lineThrough(picture: HTMLElement, { column, row, columns, drawn, piece }: Way): string {
  if (getComputedStyle(picture.lastElementChild as Element).display === "none") return "";
  const origin = picture.getBoundingClientRect();
  const boxes = (selector: string) =>
    [...picture.querySelectorAll(selector)].map((place) => {
      const { left, top, width, height } = place.getBoundingClientRect();
      const [x, y] = [left - origin.left, top - origin.top];
      return { left: x, right: x + width, top: y, bottom: y + height, middle: y + height / 2 };
    });
  const maps = boxes(".tdp-step-map");
  const ring = ({ left, right, top }: (typeof maps)[number]): [number, number] => [
    left + ((column + 0.5) * (right - left)) / columns,
    top + (row + 1) * HIGH,
  ];
  const [chip] = boxes(".tdp-step-cell > :first-child .tdp-chip");
  const [[bar], [strip], [nats], [bars]] = [".tdp-is-drawn", ".tdp-draw-strip", ".tdp-nats", ".tdp-step-chart"].map(
    boxes,
  );
  const [last] = boxes(".tdp-step-choice .tdp-chip");
  const curves = [];
  if (chip) curves.push(curve(...ring(maps[0]), chip.left + 30, chip.top, true));
  if (chip && bar) curves.push(curve(chip.right, chip.middle, bar.left - 2, bar.middle));
  if (bar && strip) {
    const at = drawn * (strip.right - strip.left) + strip.left;
    curves.push(curve(bar.right + 2, bar.middle, at, strip.bottom), curve(at, strip.bottom, nats.left, nats.middle));
  } else if (bar) curves.push(curve(bar.right + 2, bar.middle, nats.left, nats.middle));
  if (nats && piece) {
    const { middle, right, foot } = piece;
    const under = bars.left + middle;
    curves.push(
      `M${nats.right} ${nats.middle}Q${under} ${nats.middle} ${under} ${bars.top + foot + 1}`,
      curve(bars.left + right, bars.top + foot - 17, last.left, last.middle),
    );
  } else if (nats) curves.push(curve(nats.right, nats.middle, last.left, last.middle));
  curves.push(curve(last.left + 30, last.top, ...ring(maps[2]), true));
  return curves.join("");
}

/**
 * @param upright does it begin and end upwards or downwards?
 * @returns a part of an SVG path
 */
function curve(x0: number, y0: number, x1: number, y1: number, upright: boolean = false): string {
  const [across, down] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const bends = upright ? `${x0} ${down} ${x1} ${down}` : `${across} ${y0} ${across} ${y1}`;
  return `M${x0} ${y0}C${bends} ${x1} ${y1}`;
}
