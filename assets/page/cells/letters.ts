/** The letters of a token within its cell: as large as they fit, and never outside. */

import { cellText, fit, flowText, IS_MASK, MASK } from "../words/glyphs.ts";
import { GAP, gridFor, LEAST_FONT } from "./layout.ts";
import type { Box, Layout } from "./layout.ts";

/** `room`: the width that it takes at most; `spills`: has it ink outside its cell? */
type Fitted = { text: string; font: string; room: number; spills: boolean };

const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
/** The size of a word on a board, where it is noise, of that of a digit. */
const WORD = 0.6;
/** The least share of their width that letters keep before a word is cut: narrower ones cannot be told apart. */
const NARROWEST = 0.6;

/** @returns the font of the cells */
export const face = (size: number, bold: boolean): string => `${bold ? 600 : 400} ${size}px ${FAMILY}`;

export class Letters {
  fitted: Map<string, Fitted> = new Map();
  /** Of the cells. */
  layout: Layout = gridFor(1, { width: 1, height: 0, scale: 1 });

  constructor(public context: CanvasRenderingContext2D) {}

  /** @param layout of the cells from now on */
  stand(layout: Layout) {
    this.layout = layout;
    this.fitted.clear();
  }

  /**
   * Writes a token in the colour that is set.
   *
   * @param box of its cell
   * @param style `begins`: at the left edge, as in a text; else in the middle
   */
  write(token: string, box: Box, { bold, begins }: { bold: boolean; begins: boolean }) {
    const { context, layout } = this;
    const { x, y, width, height } = box;
    const { pad = 0 } = layout;
    const { text, font, room, spills } = this.#fit(token, bold, box);
    if (spills) {
      context.save();
      context.beginPath();
      context.rect(x + GAP, y + GAP, width - 2 * GAP, height - 2 * GAP);
      context.clip();
    }
    context.font = font;
    context.textAlign = begins ? "left" : "center";
    context.fillText(text, begins ? x + pad : x + width / 2, y + height / 2, room);
    if (spills) context.restore();
  }

  /** Makes a text that is too wide smaller, then narrower, and then shorter if it must. */
  #fit(token: string, bold: boolean, { width, height, font = this.layout.font }: Box): Fitted {
    const key = `${Number(bold)}${width} ${height} ${token}`;
    const known = this.fitted.get(key);
    if (known !== undefined) return known;
    const { context, layout } = this;
    const { pad = 0 } = layout;
    context.textAlign = "left"; // from where ink is measured
    const measure = (text: string) => context.measureText(text).width;
    const room = width - 2 * GAP - (layout.flows ? pad : 2);
    const whole = layout.flows ? flowText(token) : cellText(token);
    let [text, size] = [whole, layout.frame && whole.length > 1 ? Math.max(font * WORD, LEAST_FONT) : font];
    context.font = face(size, bold);
    let ink = context.measureText(text);
    if (ink.width > room) {
      const begun = whole.trimStart() || whole; // letters matter more than the space before them
      const halves = Math.floor((2 * size * room) / measure(begun)); // setting up a font of one more size takes long
      size = Math.min(size, Math.max(halves / 2, LEAST_FONT));
      context.font = face(size, bold);
      const cut = fit(begun, (room + 1) / NARROWEST, measure);
      text = cut !== begun && IS_MASK.test(token) ? MASK : cut;
      ink = context.measureText(text);
    }
    const narrow = Math.min(room / ink.width, 1);
    const beside = layout.flows ? pad - GAP : (width - ink.width * narrow) / 2 - GAP;
    const spills =
      Math.max(ink.actualBoundingBoxAscent, ink.actualBoundingBoxDescent) > height / 2 - GAP ||
      ink.actualBoundingBoxLeft * narrow > beside ||
      ink.actualBoundingBoxRight * narrow > width - 2 * GAP - beside;
    const fitted = { text, font: face(size, bold), room, spills };
    this.fitted.set(key, fitted);
    return fitted;
  }
}
