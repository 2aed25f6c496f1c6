/** Draws the player's timeline on a canvas, for pictures and films. */

import { BASE, DIAMOND_Y, TOP, TRACK, layoutOf } from "../../player/timeline-layout.ts";

/** Of the lanes' lines, as assets/css/timeline.css has them. */
const DASHES: Record<string, number[]> = { A: [], B: [7, 4], C: [2, 3], D: [8, 3, 2, 3] };

/**
 * @param context its origin is the upper left corner of the timeline
 * @param inks colours by name
 */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  layout: ReturnType<typeof layoutOf>,
  moment: number,
  inks: Record<string, string>,
) {
  const { left, right, areas, lines, lanes, diamonds, dividers, labels } = layout;
  const at = layout.x(moment);
  context.fillStyle = inks.area;
  for (const area of areas) context.fill(new Path2D(area));
  context.lineWidth = 1;
  line(context, inks.line, [left, BASE, right, BASE]);
  for (const x of dividers) line(context, inks.line, [x, TOP, x, TRACK]);
  for (const { letter, points, end, leads } of lanes) {
    context.lineWidth = 1;
    line(context, inks[`lane-${letter}`], numbers(leads));
    context.lineWidth = 2;
    context.setLineDash(DASHES[letter]);
    line(context, inks[`lane-${letter}`], numbers(points));
    context.setLineDash([]);
    context.fillStyle = inks[`lane-${letter}`];
    context.beginPath();
    context.arc(...end, 3, 0, 2 * Math.PI);
    context.fill();
  }
  context.lineWidth = 1.5;
  context.setLineDash([2.5, 3]);
  for (const points of lines) line(context, inks.soft, numbers(points));
  context.setLineDash([]);
  context.lineWidth = 1.75;
  for (const x of diamonds) {
    const diamond = new Path2D(`M${x - 5} ${DIAMOND_Y}l5 -5 5 5 -5 5z`);
    context.fillStyle = inks.paper;
    context.fill(diamond);
    context.strokeStyle = inks.reopened;
    context.stroke(diamond);
  }
  context.textBaseline = "alphabetic";
  for (const { x, y, text, anchor, kind, letter = "" } of labels) {
    context.textAlign = anchor === "middle" ? "center" : anchor;
    context.fillStyle = kind === "area" ? inks["area-ink"] : kind === "lane" ? inks[`lane-${letter}`] : inks.soft;
    context.fillText(text, x, y);
  }
  context.textAlign = "left";
  context.fillStyle = inks.line;
  context.fillRect(left, TRACK - 2, right - left, 5);
  context.fillStyle = inks.soft;
  context.fillRect(left, TRACK - 2, at - left, 5);
  line(context, inks.ink, [at, TOP, at, TRACK]);
  context.beginPath();
  context.arc(at, TRACK + 0.5, 8, 0, 2 * Math.PI);
  context.fillStyle = inks.card;
  context.fill();
  context.lineWidth = 2;
  context.stroke();
}

/** @param points as SVG has them */
const numbers = (points: string): number[] =>
  points
    .trim()
    .split(/[\s,]+/)
    .map(Number);

/** @param points x and y in turn */
function line(context: CanvasRenderingContext2D, colour: string, points: number[]) {
  context.strokeStyle = colour;
  context.beginPath();
  for (let at = 0; at < points.length; at += 2) context.lineTo(points[at], points[at + 1]);
  context.stroke();
}
