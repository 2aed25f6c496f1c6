/**
 * Entropy as colour: a fixed absolute scale, ordered only by lightness so that it works with any colour vision, and a
 * text colour for each shade with a contrast of at least 4.5 : 1.
 */

/** @typedef {[number, number, number]} Rgb 0..255 */
/** @typedef {"light" | "dark"} Theme */
/** @typedef {{ fill: string, text: string }} Shade */

/** The end of the scale, in nats; larger entropies look the same. The square root gives most room to small ones, where the sampler decides. */
export const MAX_NATS = 6;

const SHADES = 64;

/** From sure to unsure. In both themes, sure cells recede into the page and unsure ones stand out. @type {Record<Theme, Rgb[]>} */
const STOPS = {
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

/** The page behind the cells; muted cells are mixed with it. @type {Record<Theme, Rgb>} */
const SURFACE = { light: [255, 255, 255], dark: [20, 23, 28] };

/** @param {number} entropy nats @returns {number} its place on the scale, 0 .. 1 */
export function place(entropy) {
  return Math.sqrt(Math.min(Math.max(entropy, 0), MAX_NATS) / MAX_NATS);
}

/** @param {number} entropy nats @returns {number} index of its shade */
export function shadeOf(entropy) {
  return Math.round(place(entropy) * (SHADES - 1));
}

/**
 * @param {Theme} theme
 * @param {boolean} muted for what only holds a place, which counts less than words
 * @returns {Shade[]} by index of `shadeOf`
 */
export function shades(theme, muted = false) {
  return Array.from({ length: SHADES }, (_, i) => {
    const full = between(STOPS[theme], i / (SHADES - 1));
    const fill = muted ? mix(full, SURFACE[theme], 0.55) : full;
    return { fill: css(fill), text: css(textOn(fill)) };
  });
}

/**
 * Black or white, whichever is easier to read: one of them always reaches 4.58 : 1.
 *
 * @param {Rgb} fill
 * @returns {Rgb}
 */
export function textOn(fill) {
  const black = /** @type {Rgb} */ ([0, 0, 0]);
  const white = /** @type {Rgb} */ ([255, 255, 255]);
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

/** Contrast ratio as WCAG 2 defines it. @param {Rgb} a @param {Rgb} b */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** @param {Rgb} rgb */
export function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * @param {Rgb[]} stops evenly spaced
 * @param {number} at 0 .. 1
 * @returns {Rgb}
 */
function between(stops, at) {
  const position = at * (stops.length - 1);
  const left = Math.min(Math.floor(position), stops.length - 2);
  return mix(stops[left], stops[left + 1], position - left);
}

/** @param {Rgb} a @param {Rgb} b @param {number} share of `b` */
function mix(a, b, share) {
  return /** @type {Rgb} */ (a.map((value, i) => Math.round(value + (b[i] - value) * share)));
}

/** @param {Rgb} rgb */
const css = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;
