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

import { PANELS } from "./list.ts";
import { Player } from "../player/player.ts";
import type { Options } from "../player/options.ts";
import type { Recording } from "../run/recording.ts";

/**
 * @param place will be filled
 * @param recording to show, at a telling step; null shows nothing yet
 * @param options all panels by default
 * @returns shows another run, moves through it, plays it, sends events, and removes itself
 */
export function mountPlayer(place: HTMLElement, recording: Recording | null, options: Partial<Options> = {}): Player {
  const player = new Player(place, { panels: PANELS, ...options });
  if (recording !== null) player.show(recording);
  return player;
}
