/** What a person did to a cell: a pin holds it, or its token was changed by hand. Drawn over any colouring and any layer. */

/** Nothing is 0. */
export const [PINNED, EDITED] = [1, 2];

/** The pin's head, in pixels, and how far it stands from the cell's edges. */
const [HEAD, INSET] = [3.5, 4.5];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./layout.js").Box} box of the cell
 * @param {number} hand what was done
 * @param {Record<string, string>} inks
 */
export function drawHand(context, { x, y, width, height }, hand, inks) {
  context.strokeStyle = context.fillStyle = hand === PINNED ? inks.ink : inks.bound;
  context.lineWidth = 1.5;
  context.setLineDash(hand === PINNED ? [] : [2, 2]);
  context.strokeRect(x + 2, y + 2, width - 4, height - 4);
  context.setLineDash([]);
  context.beginPath();
  if (hand === PINNED) context.arc(x + INSET + 1, y + INSET + 1, HEAD, 0, 2 * Math.PI);
  else {
    context.moveTo(x + 2, y + 2);
    context.lineTo(x + 11, y + 2);
    context.lineTo(x + 2, y + 11);
  }
  context.fill();
}
