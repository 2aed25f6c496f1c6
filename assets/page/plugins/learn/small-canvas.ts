/** A canvas of tokens, as small as a stamp: how unsure each position is, and what is kept. */

import { shadeOf, shades } from "../../cells/colour.ts";
import { inksOf } from "../../cells/inks.ts";
import { element } from "../../dom/elements.ts";
import { content } from "../../run/metrics.ts";
import type { Theme } from "../../cells/colour.ts";
import type { Recording } from "../../run/recording.ts";

/** A cell and the gap beside it, in pixels. */
const [CELL, GAP] = [10, 1];
/** How much ink a cell of noise has: a cell so small needs more of it than a large one. */
const NOISE = 0.3;

const columnsOf = (positions: number) => (positions > 128 ? 32 : 16);

/**
 * @param share how far on in the run: 0 is the noise, 1 the end
 * @param place whose colours count
 */
export function smallCanvas(recording: Recording, share: number, place: Element, theme: Theme) {
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
  const brush = canvas.getContext("2d") as CanvasRenderingContext2D;
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
