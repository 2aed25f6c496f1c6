/** What a panel is to the player that shows it, and what the player does for it. */

import type { Theme } from "../cells/colour.ts";
import type { Layer, Recording } from "../run/recording.ts";
import type { Mode } from "../words/terms.ts";
import type { Unit } from "../words/units.ts";
import type { CostsShown, LaneActions, PositionShown } from "./actions.ts";

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
  /** Opens a panel of the tray. */
  detail: (name: string) => Promise<void>;
  /** The settings that the reader is about to run with; empty if the page has none. */
  form: () => Record<string, number | string>;
  /** Adds to what is said of the chosen position; null where nothing is added. */
  position: ((place: HTMLElement, shown: PositionShown) => void) | null;
  /** Adds to the costs of passes; null where they are not shown. */
  costs: ((place: HTMLElement, shown: CostsShown) => void) | null;
  /** What the page calls a processor of logits; without it, its name. */
  titleOf?: (processor: string) => string;
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
/**
 * Is fetched when it is first opened; in the drawer when its mode is, or when it is first `wanted`, and hidden where that
 * says it is not. Left out where there is not what it needs, and not offered for a run that does not hold what it shows.
 * `fetch` gives its class, which gets an empty section.
 */
export type LatePanel = {
  place: Place;
  /** In the tray; and the field's term for it. */
  title?: string;
  term?: string;
  wanted?: (recording: Recording, step: number, chosen: number | null) => boolean;
  needs?: "plotly" | "costs";
  holds?: (recording: Recording) => boolean;
  fetch: () => Promise<new (root: HTMLElement, reader: Reader) => Panel>;
};
/** By name, in the order of the screen. */
export type Panels = Record<string, LatePanel>;
