/** Draws where a position looks: a shade on each cell, and lines to the cells that it looks at most. */

/** As many lines, at most. */
const LINES = 8;
/** The darkest shade. */
const SHADE = 0.4;

/**
 * @param {HTMLCanvasElement} canvas lies over the cells
 * @param {import("../cells/layout.js").Layout} layout
 * @param {Float32Array} weights by position; those that are not there are not looked at
 * @param {number} position that looks
 */
export function draw(canvas, { width, height, boxes }, weights, position) {
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = context.strokeStyle = getComputedStyle(canvas).getPropertyValue("--tdp-ink");
  const most = Math.max(...weights) || 1;
  weights.forEach((weight, at) => {
    const { x, y, width, height } = boxes[at];
    context.globalAlpha = (SHADE * weight) / most;
    context.fillRect(x + 1, y + 1, width - 2, height - 2);
  });
  const middle = (/** @type {number} */ at) => [boxes[at].x + boxes[at].width / 2, boxes[at].y + boxes[at].height / 2];
  const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]);
  for (const at of order.filter((at) => at !== position && weights[at] > 0).slice(0, LINES)) {
    context.globalAlpha = 0.3 + (0.6 * weights[at]) / most;
    context.lineWidth = 1 + (2 * weights[at]) / most;
    context.beginPath();
    context.moveTo(.../** @type {[number, number]} */ (middle(position)));
    const [from, to] = [middle(position), middle(at)];
    const rise = from[1] === to[1] ? boxes[at].height * 0.45 : 0; // a straight line would strike out the tokens between
    context.quadraticCurveTo((from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + rise, to[0], to[1]);
    context.stroke();
  }
}
