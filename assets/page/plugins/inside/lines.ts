/** Draws where a position looks: a shade on each cell, and lines to the cells that it looks at most, which pass behind their words. */

import type { Layout } from "../../cells/layout.ts";

/** As many lines, at most. */
const LINES = 8;
/** The darkest shade. */
const SHADE = 0.4;
/** The height of a word and of the space around it, of the size of its letters. */
const WORD = 1.5;

/**
 * @param canvas lies over the cells
 * @param weights by position; those that are not there are not looked at
 * @param position that looks
 */
export function draw(
  canvas: HTMLCanvasElement,
  { width, height, boxes, font }: Layout,
  weights: Float32Array,
  position: number,
) {
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = context.strokeStyle = getComputedStyle(canvas).getPropertyValue("--tdp-ink");
  const most = Math.max(...weights) || 1;
  weights.forEach((weight, at) => {
    const { x, y, width, height } = boxes[at];
    if (width === 0) return; // it has no place where there is little room
    context.globalAlpha = (SHADE * weight) / most;
    context.fillRect(x + 1, y + 1, width - 2, height - 2);
  });
  context.clip(besideWords({ width, height, boxes, font }), "evenodd");
  const middle = (at: number) => [boxes[at].x + boxes[at].width / 2, boxes[at].y + boxes[at].height / 2];
  const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]);
  for (const at of order.filter((at) => at !== position && weights[at] > 0 && boxes[at].width > 0).slice(0, LINES)) {
    context.globalAlpha = 0.3 + (0.6 * weights[at]) / most;
    context.lineWidth = 1 + (2 * weights[at]) / most;
    context.beginPath();
    context.moveTo(...(middle(position) as [number, number]));
    const [from, to] = [middle(position), middle(at)];
    const rise = from[1] === to[1] ? boxes[at].height : 0; // within a row only the space below its words shows a line
    context.quadraticCurveTo((from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + rise, to[0], to[1]);
    context.stroke();
  }
}

/** @returns all but the words */
function besideWords({ width, height, boxes, font }: Pick<Layout, "width" | "height" | "boxes" | "font">): Path2D {
  const path = new Path2D();
  path.rect(0, 0, width, height);
  for (const box of boxes) {
    const high = Math.min((box.font ?? font) * WORD, box.height);
    path.rect(box.x, box.y + (box.height - high) / 2, box.width, high);
  }
  return path;
}
