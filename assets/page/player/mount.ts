/**
 * Mounts a player of one run into an element of any page: the canvas, its playback and the panels. It needs a recording
 * and the style sheets `base`, `player`, `legend`, `timeline`, `panels` and `honest` in `assets/css`, but no form and no
 * server. Several players on one page share nothing.
 *
 *     import { mountPlayer, readTrace } from "./dist/player.js";
 *
 *     const recording = await readTrace(new Uint8Array(bytes), "lily.trace");
 *     const player = mountPlayer(document.querySelector("#run"), recording);
 *     player.move(0);
 *     player.play();
 */

import { Player } from "./player.ts";
import type { LaneActions } from "../panels/lanes.ts";
import type { OftenActions } from "../panels/often.ts";
import type { Panels, Reader } from "../panels/panel.ts";
import type { Recording } from "../run/recording.ts";

export interface Options {
  /** Where to listen for keys; by default the player's own element, which hears them with the focus. */
  keys?: EventTarget;
  /** All panels by default. */
  panels?: Panels;
  /** Makes a run with other settings; without it there is no button for it. */
  tune?: (settings: Record<string, number | string>) => void;
  /** Adds runs to compare with; without it there are none. */
  lanes?: LaneActions | null;
  /** Runs with many seeds; without it there are none. */
  often?: OftenActions | null;
  /** The settings that the reader is about to run with. */
  form?: () => Record<string, number | string>;
  /** Says how fast the server's machine is; without it the costs of passes are not shown. */
  machine?: Reader["machine"];
  /** Makes a run that goes on from a moment of this one; without it there is no button for it. */
  branch?: (recording: Recording, moment: number) => void;
  /** Computes a step again to look inside; without it there is no button for it. */
  inside?: ((name: string, request: string) => Promise<any>) | null;
  /** Loads what draws the curve; without it there is none. */
  plotly?: () => Promise<any>;
}

/**
 * @param place will be filled
 * @param recording to show, at a telling step; null shows nothing yet
 * @returns shows another run, moves through it, plays it, sends events, and removes itself
 */
export function mountPlayer(place: HTMLElement, recording: Recording | null, options: Options = {}): Player {
  const player = new Player(place, options);
  if (recording !== null) player.show(recording);
  return player;
}
