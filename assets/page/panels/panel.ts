/** What the panels have in common: tokens cut to the room there is, and a sharp 2D canvas. */

import { fit, tokenText } from "../words/glyphs.ts";
import type { Recording } from "../run/recording.ts";

const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
export const FONT = `12px ${FAMILY}`;

/** Room for a token's text in a sentence, in pixels. */
const IN_SENTENCE = 80;

const ruler = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
ruler.font = `600 12px ${FAMILY}`;

/** @returns the token's text, cut so that a sentence with it keeps its length */
export const shortToken = (recording: Recording, id: number): string => cutToken(tokenText(recording, id), IN_SENTENCE);

/** @returns the text as far as so many pixels have room for it, in a table's font size */
export const cutToken = (text: string, width: number): string =>
  fit(text, width, (part) => ruler.measureText(part).width);

/**
 * Cuts a token's text to a width; the tooltip has the whole text. It is cut here rather than by the style sheet, because
 * every clip slows down every picture.
 *
 * @param text safe to show
 * @param width in pixels, in a table's font size
 * @returns properties of an element
 */
export function tokenProps(text: string, width: number): { children: string; title?: string } {
  const short = cutToken(text, width);
  return short === text ? { children: text } : { children: short, title: text };
}

/** Sets the size of a canvas in CSS pixels, sharp on any screen, and clears it. */
export function surface(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = FONT;
  return context;
}
