/** The whole run as a picture: a column for each step, a line for each position. The overview says where its pixels go. */

import { shadeOf, shades } from "./colour.js";

/** More positions than this share lines, each showing their mean colour. */
export const MOST_LINES = 256;

/** Status by code, told apart by lightness as well as hue. @type {Record<import("./colour.js").Theme, string[]>} */
export const STATUS_COLOURS = {
  light: ["rgb(10, 111, 184)", "rgb(127, 196, 240)", "rgb(240, 236, 226)", "rgb(194, 24, 91)"],
  dark: ["rgb(58, 140, 205)", "rgb(176, 224, 255)", "rgb(38, 43, 52)", "rgb(255, 126, 176)"],
};

/** A position that a person holds: the ink of a pin in the cells. @type {Record<import("./colour.js").Theme, string>} */
export const PIN_COLOUR = { light: "rgb(28, 35, 48)", dark: "rgb(233, 236, 241)" };

/** @typedef {Uint8Array} Palette red, green and blue of every code, one after the other */
/** @typedef {{ full: Palette, muted: Palette, pin: Palette }} Palettes */

/** @param {"entropy" | "status"} by @param {import("./colour.js").Theme} theme @returns {Palettes} */
export function palettes(by, theme) {
  const of = (/** @type {string[]} */ colours) =>
    Uint8Array.from(colours.flatMap((css) => (css.match(/\d+/g) ?? []).map(Number)));
  const fills = (/** @type {boolean} */ muted) => shades(theme, muted).map(({ fill }) => fill);
  const pin = of([PIN_COLOUR[theme]]);
  if (by === "entropy") return { full: of(fills(false)), muted: of(fills(true)), pin };
  const full = of(STATUS_COLOURS[theme]);
  const surface = theme === "light" ? 255 : 20;
  return { full, muted: full.map((value) => Math.round(0.4 * value + 0.6 * surface)), pin };
}

/**
 * @param {import("../run/recording.js").Frame} frame
 * @param {"entropy" | "status"} by
 * @param {Uint8Array} content 1 where there is text; the rest is muted
 * @param {Palettes} colours
 * @returns {Uint8ClampedArray<ArrayBuffer>} red, green, blue, alpha of each line from the top
 */
export function column(frame, by, content, { full, muted, pin }) {
  const positions = content.length;
  const lines = Math.min(positions, MOST_LINES);
  const pixels = new Uint8ClampedArray(4 * lines);
  for (let line = 0; line < lines; line += 1) {
    const first = Math.floor((line * positions) / lines);
    const end = Math.floor(((line + 1) * positions) / lines);
    const sum = [0, 0, 0];
    for (let position = first; position < end; position += 1) {
      const code = by === "entropy" ? shadeOf(frame.entropy[position]) : frame.status[position];
      const held = frame.pinned?.[position] === 1;
      const palette = held ? pin : content[position] ? full : muted;
      for (let channel = 0; channel < 3; channel += 1) sum[channel] += palette[(held ? 0 : 3 * code) + channel];
    }
    pixels.set([...sum.map((value) => value / (end - first)), 255], 4 * line);
  }
  return pixels;
}
