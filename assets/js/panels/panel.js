/** What the panels have in common: their type, their frame, and a sharp 2D canvas. */

import { cellText, fit } from "../cells/glyphs.js";
import { element, setText } from "../dom/elements.js";

/** @typedef {import("../run/recording.js").Recording} Recording */
/** @typedef {import("../cells/colour.js").Theme} Theme */
/** @typedef {{ unit: import("../words/units.js").Unit, layer: import("../run/recording.js").Layer, terms: import("../words/terms.js").Mode, endless?: boolean, newcomer?: boolean }} Taste what the reader wants to see, and in which words */

/**
 * @typedef {object} Reader how a panel tells the player what the reader did, and what it may draw with
 * @property {(position: number | null) => void} choose a position, or none
 * @property {(position: number | null) => void} pin keep a position to compare it with the ones chosen next, or none
 * @property {(position: number | null) => void} point the pointer is over a position, or has left it
 * @property {(step: number) => void} seek show another step
 * @property {((settings: Record<string, number | string>) => void) | null} tune makes a run with other settings; null if the page cannot
 * @property {import("./lanes.js").LaneActions | null} lanes shows runs side by side; null if the page cannot
 * @property {import("./often.js").OftenActions | null} often runs with many seeds; null if the page cannot
 * @property {(name: string) => Promise<void>} detail opens a panel of the tray
 * @property {() => Record<string, number | string>} form the settings that the reader is about to run with; empty if the page has none
 * @property {{ ask: (name: string, request: string) => Promise<any>, stage: HTMLElement, layout: () => import("../cells/layout.js").Layout } | null} inside computes a step again, and where the cells are; null if the page cannot
 * @property {((request: string) => Promise<import("./roofline.js").Answer | undefined>) | null} machine says how fast the server's machine is, and measures it; null if the page cannot
 * @property {(() => Promise<any>) | null} plotly loads Plotly; null if the page has none
 */

/**
 * @typedef {object} Panel a view of (recording, step, chosen and pinned position)
 * @property {(recording: Recording, theme: Theme, taste: Taste) => void} show sets the run, the theme and the reader's preferences
 * @property {(step: number, chosen: number | null, pinned: number | null) => void} paint
 * @property {(position: number | null) => void} [point] the pointer is over a position, here or elsewhere
 */

/** @typedef {"watch" | "tune" | "compare" | "tray"} Place in the drawer of one of the modes, or in the tray of details */
/** @typedef {{ place: Place, title?: string, term?: string, new (root: HTMLElement, reader: Reader): Panel }} PanelClass `root` is an empty section; the tray shows the title, or the field's term for it */
/** @typedef {{ place: Place, title?: string, term?: string, wanted?: (recording: Recording, step: number, chosen: number | null) => boolean, needs?: "plotly" | "machine" | "often", holds?: (recording: Recording) => boolean, fetch: () => Promise<new (root: HTMLElement, reader: Reader) => Panel> }} LatePanel is fetched when it is first opened, or in the drawer when it is first `wanted`; left out where there is not what it needs, and not offered for a run that does not hold what it shows */
/** @typedef {Record<string, PanelClass | LatePanel>} Panels by name, in the order of the screen */

const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
export const FONT = `12px ${FAMILY}`;

/**
 * @param {HTMLElement} root will be filled
 * @param {string} name
 * @param {...(Node | string)} tools to put beside the name
 * @returns {HTMLElement} where the panel's own elements go
 */
export function frame(root, name, ...tools) {
  const body = element("div.tdp-panel-body");
  root.classList.add("tdp-panel");
  root.replaceChildren(element("div.tdp-panel-head", element("h2", name), ...tools), body);
  return body;
}

/**
 * @param {number} number its place in the step
 * @param {string} name
 * @returns {{ root: HTMLElement, head: HTMLElement, title: HTMLElement, aside: HTMLElement, body: HTMLElement }} one of the
 *   parts of a step, which a line joins
 */
export function stepPart(number, name) {
  const [title, aside, body] = [element("span", name), element("small"), element("div.tdp-part-body")];
  const head = element("h4", { "data-number": String(number) }, title, " ", aside);
  return { root: element("section.tdp-part", head, body), head, title, aside, body };
}

/**
 * Fills a track from the left by painting only: a transform or a width would make the browser lay out its layers again.
 *
 * @param {HTMLElement} track
 * @param {number} share 0 .. 1
 */
export function fillTrack(track, share) {
  track.style.backgroundSize = `${(100 * share).toFixed(2)}% 100%`;
}

/** @param {Recording} recording @param {number} id @returns {string} the token's text, safe to show */
export const tokenText = (recording, id) => cellText(recording.tokens.get(id) ?? "");

/** Room for a token's text in a sentence, in pixels. */
const IN_SENTENCE = 80;

const ruler = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
ruler.font = `600 12px ${FAMILY}`;

/**
 * @param {Recording} recording
 * @param {number} id
 * @returns {string} the token's text, cut so that a sentence with it keeps its length
 */
export const shortToken = (recording, id) =>
  fit(tokenText(recording, id), IN_SENTENCE, (part) => ruler.measureText(part).width);

/**
 * Shows a token's text, cut to a width; the tooltip has the whole text. It is cut here rather than by the style sheet,
 * because every clip slows down every picture.
 *
 * @template {HTMLElement} E
 * @param {E} place
 * @param {string} text safe to show
 * @param {number} width in pixels, in a table's font size
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
 * Sets the size of a canvas in CSS pixels, sharp on any screen, and clears it.
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
