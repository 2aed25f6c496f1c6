/**
 * Entropy as colour: a fixed absolute scale, ordered only by lightness so that it works with any colour vision, and a
 * text colour for each shade with a contrast of at least 4.5 : 1.
 */

/** 0..255 */
export type Rgb = [number, number, number];
export type Theme = "light" | "dark";
export type Shade = { fill: string; text: string };

/** The end of the scale, in nats; larger entropies look the same. The square root gives most room to small ones, where the sampler decides. */
export const MAX_NATS = 6;

const SHADES = 64;

/** From sure to unsure. In both themes, sure cells recede into the page and unsure ones stand out. */
const STOPS: Record<Theme, Rgb[]> = {
  light: [
    [255, 255, 255],
    [253, 232, 180],
    [249, 188, 98],
    [230, 126, 62],
    [183, 66, 71],
    [122, 34, 88],
    [66, 16, 82],
  ],
  dark: [
    [25, 30, 39],
    [70, 52, 32],
    [108, 70, 34],
    [154, 84, 44],
    [204, 98, 58],
    [245, 149, 49],
    [253, 219, 125],
  ],
};

/** The page behind the cells; muted cells are mixed with it. */
const SURFACE: Record<Theme, Rgb> = { light: [255, 255, 255], dark: [20, 23, 28] };

/** @param entropy nats @returns its place on the scale, 0 .. 1 */
export function place(entropy: number): number {
  return Math.sqrt(Math.min(Math.max(entropy, 0), MAX_NATS) / MAX_NATS);
}

/** @param entropy nats @returns index of its shade */
export function shadeOf(entropy: number): number {
  return Math.round(place(entropy) * (SHADES - 1));
}

/**
 * @param muted for what only holds a place, which counts less than words
 * @returns by index of `shadeOf`
 */
export function shades(theme: Theme, muted: boolean = false): Shade[] {
  return Array.from({ length: SHADES }, (_, i) => {
    const full = between(STOPS[theme], i / (SHADES - 1));
    const fill = muted ? mix(full, SURFACE[theme], 0.55) : full;
    return { fill: css(fill), text: css(textOn(fill)) };
  });
}

/** Black or white, whichever is easier to read: one of them always reaches 4.58 : 1. */
export function textOn(fill: Rgb): Rgb {
  const black = [0, 0, 0] as Rgb;
  const white = [255, 255, 255] as Rgb;
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

/** Contrast ratio as WCAG 2 defines it. */
export function contrast(a: Rgb, b: Rgb) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

export function luminance(rgb: Rgb) {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * @param stops evenly spaced
 * @param at 0 .. 1
 */
function between(stops: Rgb[], at: number): Rgb {
  const position = at * (stops.length - 1);
  const left = Math.min(Math.floor(position), stops.length - 2);
  return mix(stops[left], stops[left + 1], position - left);
}

/** @param share of `b` */
function mix(a: Rgb, b: Rgb, share: number) {
  return a.map((value, i) => Math.round(value + (b[i] - value) * share)) as Rgb;
}

const css = ([r, g, b]: Rgb) => `rgb(${r}, ${g}, ${b})`;
