/** What the panels have in common: their type, their frame, and a sharp 2D canvas. */

import { cellText, fit } from "../cells/glyphs.js";
import { element, setText } from "../dom/elements.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../cells/colour.js").Theme} Theme */
/** @typedef {{ unit: import("../words/units.js").Unit, layer: import("../run/recording.js").Layer }} Taste what the reader prefers to see */

/**
 * @typedef {object} Reader what a panel tells the player that the reader did, and what it may draw with
 * @property {(position: number | null) => void} choose a position is chosen, or none
 * @property {(position: number | null) => void} pin a position is kept, to be compared with those chosen next, or none
 * @property {(position: number | null) => void} point the pointer is over a position, or has left it
 * @property {(step: number) => void} seek another step is to be shown
 * @property {Promise<any> | null} plotly Plotly when it has been loaded; null where there is none
 */

/**
 * @typedef {object} Panel a view of (recording, step, chosen and pinned position)
 * @property {(recording: Recording, theme: Theme, taste: Taste) => void} show takes a run, a theme, the reader's preferences
 * @property {(step: number, chosen: number | null, pinned: number | null) => void} paint
 * @property {(position: number | null) => void} [point] the pointer is over a position, here or elsewhere
 */

/** @typedef {"centre" | "half" | "beside"} Place under the canvas, there with half the width, or beside it */
/** @typedef {{ place: Place, new (root: HTMLElement, reader: Reader): Panel }} PanelClass `root` is an empty section */
/** @typedef {Record<string, PanelClass>} Panels by name, in the order of the screen */

/** Colours of what is drawn on canvases. */
export const INK = {
  light: {
    text: "#374151",
    line: "#d8dee6",
    sum: "#1f2937",
    accepted: "#0a6fb8",
    rest: "#c9d0d9",
    bound: "#b45309",
    other: "#7c3aed",
    chosen: "#111827",
    surface: "#ffffff",
  },
  dark: {
    text: "#cbd5e1",
    line: "#2b313a",
    sum: "#f3f4f6",
    accepted: "#3d9be0",
    rest: "#4b5563",
    bound: "#f5b04c",
    other: "#c4a1ff",
    chosen: "#ffffff",
    surface: "#14171c",
  },
};

const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
export const FONT = `11px ${FAMILY}`;

/**
 * @param {HTMLElement} root is filled
 * @param {string} name
 * @param {...(Node | string)} tools stand beside the name
 * @returns {HTMLElement} where the panel's own elements go
 */
export function frame(root, name, ...tools) {
  const body = element("div", { class: "tdp-panel-body" });
  root.classList.add("tdp-panel");
  root.replaceChildren(element("div", { class: "tdp-panel-head" }, element("h2", {}, name), ...tools), body);
  return body;
}

/**
 * Fills a track from the left by painting alone: a transform or a width would have the browser lay out its layers anew.
 *
 * @param {HTMLElement} track
 * @param {number} share 0 .. 1
 */
export function fillTrack(track, share) {
  track.style.backgroundSize = `${(100 * share).toFixed(2)}% 100%`;
}

/**
 * @param {Recording} recording
 * @param {number} id
 * @returns {string} the token's text, fit to be shown
 */
export const tokenText = (recording, id) => cellText(recording.tokens.get(id) ?? "");

const ruler = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
ruler.font = `600 12px ${FAMILY}`;

/**
 * Shows a token's text, cut to a width; the whole one stands in the tooltip. Cut here rather than by the style sheet: each
 * clip of its own is a burden on every picture.
 *
 * @template {HTMLElement} E
 * @param {E} place
 * @param {string} text fit to be shown
 * @param {number} width in pixels, at the size of a table
 * @returns {E}
 */
export function setToken(place, text, width) {
  const short = fit(text, width, (part) => ruler.measureText(part).width);
  setText(place, short);
  const title = short === text ? "" : text;
  if (place.title !== title) place.title = title;
  return place;
}

/**
 * Gives a canvas a size in CSS pixels, sharp on any screen, and clears it.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 * @returns {CanvasRenderingContext2D}
 */
export function surface(canvas, width, height) {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = FONT;
  return context;
}
