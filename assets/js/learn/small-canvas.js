/** A canvas of tokens, as small as a stamp: how unsure each position is, and what is kept. */

import { shadeOf, shades } from "../cells/colour.js";
import { inksOf } from "../cells/inks.js";
import { element } from "../dom/elements.js";
import { content } from "../run/metrics.js";

/** A cell and the gap beside it, in pixels. */
const [CELL, GAP] = [10, 1];
/** How much ink a cell of noise has: a cell so small needs more of it than a large one. */
const NOISE = 0.3;

/** @param {number} positions */
const columnsOf = (positions) => (positions > 128 ? 32 : 16);

/**
 * @param {import("../run/recording.js").Recording} recording
 * @param {number} share how far on in the run: 0 is the noise, 1 the end
 * @param {Element} place whose colours count
 * @param {import("../cells/colour.js").Theme} theme
 */
export function smallCanvas(recording, share, place, theme) {
  const { frames } = recording;
  const row = Math.round(share * (frames.length - 1));
  const { accepted, entropy } = frames[row];
  const text = content(recording, row);
  const inks = inksOf(place);
  const [plain, columns] = [shades(theme), columnsOf(accepted.length)];
  const canvas = element("canvas", {
    width: String(columns * (CELL + GAP)),
    height: String(Math.ceil(accepted.length / columns) * (CELL + GAP)),
    "aria-hidden": "true",
  });
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  accepted.forEach((stays, position) => {
    const [x, y] = [(position % columns) * (CELL + GAP), Math.floor(position / columns) * (CELL + GAP)];
    if (share > 0 && text[position] === 0) return;
    brush.globalAlpha = share === 0 ? NOISE : 1;
    brush.fillStyle = share === 0 ? inks.soft : plain[shadeOf(entropy[position])].fill;
    brush.fillRect(x, y, CELL, CELL);
    brush.fillStyle = inks.kept;
    if (share > 0 && stays === 1) brush.fillRect(x, y + CELL - 2, CELL, 2);
  });
  return canvas;
}
