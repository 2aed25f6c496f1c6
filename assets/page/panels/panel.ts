/** What the panels have in common: their type, their frame, and a sharp 2D canvas. */

import { cellText, fit } from "../cells/glyphs.ts";
import { element, setText } from "../dom/elements.ts";
import type { Theme } from "../cells/colour.ts";
import type { Layout } from "../cells/layout.ts";
import type { Layer, Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { LaneActions } from "./lanes.ts";
import type { OftenActions } from "./often.ts";
import type { Answer } from "./roofline.ts";

/** What the reader wants to see, and in which words. */
export type Taste = { unit: Unit; layer: Layer; terms: Mode; endless?: boolean; newcomer?: boolean };

/** How a panel tells the player what the reader did, and what it may draw with. */
export interface Reader {
  /** A position, or none. */
  choose: (position: number | null) => void;
  /** Keep a position to compare it with the ones chosen next, or none. */
  pin: (position: number | null) => void;
  /** The pointer is over a position, or has left it. */
  point: (position: number | null) => void;
  /** Show another step. */
  seek: (step: number) => void;
  /** Makes a run with other settings; null if the page cannot. */
  tune: ((settings: Record<string, number | string>) => void) | null;
  /** Shows runs side by side; null if the page cannot. */
  lanes: LaneActions | null;
  /** Runs with many seeds; null if the page cannot. */
  often: OftenActions | null;
  /** Opens a panel of the tray. */
  detail: (name: string) => Promise<void>;
  /** The settings that the reader is about to run with; empty if the page has none. */
  form: () => Record<string, number | string>;
  /** Computes a step again, and where the cells are; null if the page cannot. */
  inside: { ask: (name: string, request: string) => Promise<any>; stage: HTMLElement; layout: () => Layout } | null;
  /** Says how fast the server's machine is, and measures it; null if the page cannot. */
  machine: ((request: string) => Promise<Answer | undefined>) | null;
  /** Loads Plotly; null if the page has none. */
  plotly: (() => Promise<any>) | null;
}

/** A view of (recording, step, chosen and pinned position). */
export interface Panel {
  /** Sets the run, the theme and the reader's preferences. */
  show: (recording: Recording, theme: Theme, taste: Taste) => void;
  paint: (step: number, chosen: number | null, pinned: number | null) => void;
  /** The pointer is over a position, here or elsewhere. */
  point?: (position: number | null) => void;
}

/** In the drawer of one of the modes, or in the tray of details. */
export type Place = "watch" | "tune" | "compare" | "tray";
/** `root` is an empty section; the tray shows the title, or the field's term for it */
export type PanelClass = {
  place: Place;
  title?: string;
  term?: string;
  new (root: HTMLElement, reader: Reader): Panel;
};
/**
 * Is fetched when it is first opened, or in the drawer when it is first `wanted`; left out where there is not what it
 * needs, and not offered for a run that does not hold what it shows.
 */
export type LatePanel = {
  place: Place;
  title?: string;
  term?: string;
  wanted?: (recording: Recording, step: number, chosen: number | null) => boolean;
  needs?: "plotly" | "machine" | "often";
  holds?: (recording: Recording) => boolean;
  fetch: () => Promise<new (root: HTMLElement, reader: Reader) => Panel>;
};
/** By name, in the order of the screen. */
export type Panels = Record<string, PanelClass | LatePanel>;

const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
export const FONT = `12px ${FAMILY}`;

/**
 * @param root will be filled
 * @param tools to put beside the name
 * @returns where the panel's own elements go
 */
export function frame(root: HTMLElement, name: string, ...tools: (Node | string)[]): HTMLElement {
  const body = element("div.tdp-panel-body");
  root.classList.add("tdp-panel");
  root.replaceChildren(element("div.tdp-panel-head", element("h2", name), ...tools), body);
  return body;
}

/**
 * @param number its place in the step
 * @returns one of the parts of a step, which a line joins
 */
export function stepPart(
  number: number,
  name: string,
): { root: HTMLElement; head: HTMLElement; title: HTMLElement; aside: HTMLElement; body: HTMLElement } {
  const [title, aside, body] = [element("span", name), element("small"), element("div.tdp-part-body")];
  const head = element("h4", { "data-number": String(number) }, title, " ", aside);
  return { root: element("section.tdp-part", head, body), head, title, aside, body };
}

/**
 * Fills a track from the left by painting only: a transform or a width would make the browser lay out its layers again.
 *
 * @param share 0 .. 1
 */
export function fillTrack(track: HTMLElement, share: number) {
  track.style.backgroundSize = `${(100 * share).toFixed(2)}% 100%`;
}

/** @returns the token's text, safe to show */
export const tokenText = (recording: Recording, id: number): string => cellText(recording.tokens.get(id) ?? "");

/** Room for a token's text in a sentence, in pixels. */
const IN_SENTENCE = 80;

const ruler = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
ruler.font = `600 12px ${FAMILY}`;

/** @returns the token's text, cut so that a sentence with it keeps its length */
export const shortToken = (recording: Recording, id: number): string =>
  fit(tokenText(recording, id), IN_SENTENCE, (part) => ruler.measureText(part).width);

/**
 * Shows a token's text, cut to a width; the tooltip has the whole text. It is cut here rather than by the style sheet,
 * because every clip slows down every picture.
 *
 * @param text safe to show
 * @param width in pixels, in a table's font size
 */
export function setToken<E extends HTMLElement>(place: E, text: string, width: number): E {
  const short = fit(text, width, (part) => ruler.measureText(part).width);
  setText(place, short);
  const title = short === text ? "" : text;
  if (place.title !== title) place.title = title;
  return place;
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
