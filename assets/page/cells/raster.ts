/** The whole run as a picture: a column for each step, a line for each position. The overview says where its pixels go. */

import { handAt } from "../rules/hand.ts";
import { shadeOf, shades } from "./colour.ts";
import type { Frame } from "../run/recording.ts";
import type { Theme } from "./colour.ts";

export type Colouring = "entropy" | "status";
/** More positions than this share lines, each showing their mean colour. */
export const MOST_LINES = 256;

/** Status by code, told apart by lightness as well as hue. */
export const STATUS_COLOURS: Record<Theme, string[]> = {
  light: ["rgb(10, 111, 184)", "rgb(127, 196, 240)", "rgb(240, 236, 226)", "rgb(194, 24, 91)"],
  dark: ["rgb(58, 140, 205)", "rgb(176, 224, 255)", "rgb(38, 43, 52)", "rgb(255, 126, 176)"],
};

/** What a person holds has the ink of a pin in the cells; what is favoured and stands has half of it. */
export const HAND_COLOURS = {
  light: { held: "rgb(28, 35, 48)", favoured: "rgb(132, 138, 150)" },
  dark: { held: "rgb(233, 236, 241)", favoured: "rgb(140, 146, 158)" },
};

/** Red, green and blue of every code, one after the other. */
type Palette = Uint8Array;
type Palettes = { full: Palette; muted: Palette; held: Palette; favoured: Palette };

export function palettes(by: Colouring, theme: Theme): Palettes {
  const of = (colours: string[]) => Uint8Array.from(colours.flatMap((css) => (css.match(/\d+/g) ?? []).map(Number)));
  const fills = (muted: boolean) => shades(theme, muted).map(({ fill }) => fill);
  const hands = { held: of([HAND_COLOURS[theme].held]), favoured: of([HAND_COLOURS[theme].favoured]) };
  if (by === "entropy") return { full: of(fills(false)), muted: of(fills(true)), ...hands };
  const full = of(STATUS_COLOURS[theme]);
  const surface = theme === "light" ? 255 : 20;
  return { full, muted: full.map((value) => Math.round(0.4 * value + 0.6 * surface)), ...hands };
}

/**
 * @param content 1 where there is text; the rest is muted
 * @returns red, green, blue, alpha of each line from the top
 */
export function column(frame: Frame, by: Colouring, content: Uint8Array, colours: Palettes) {
  const positions = content.length;
  const lines = Math.min(positions, MOST_LINES);
  const pixels = new Uint8ClampedArray(4 * lines);
  for (let line = 0; line < lines; line += 1) {
    const first = Math.floor((line * positions) / lines);
    const end = Math.floor(((line + 1) * positions) / lines);
    const sum = [0, 0, 0];
    for (let position = first; position < end; position += 1) {
      const code = by === "entropy" ? shadeOf(frame.entropy[position]) : frame.status[position];
      const hand = handAt(frame, position);
      const stands = hand === "held" || hand === "favoured";
      const palette = colours[stands ? hand : content[position] ? "full" : "muted"];
      for (let channel = 0; channel < 3; channel += 1) sum[channel] += palette[(stands ? 0 : 3 * code) + channel];
    }
    pixels.set([...sum.map((value) => value / (end - first)), 255], 4 * line);
  }
  return pixels;
}
