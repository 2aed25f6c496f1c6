/**
 * Mounts a player of one run into an element of any page: the canvas, its playback and the panels. It needs a recording
 * and the style sheets `base`, `player`, `legend`, `timeline`, `panels` and `honest` in `assets/css`, but no form and no
 * server. Several players on one page share nothing.
 *
 *     import { mountPlayer } from "./js/player/mount.js";
 *     import { readTrace } from "./js/run/trace.js";
 *
 *     const recording = await readTrace(new Uint8Array(bytes), "lily.trace");
 *     const player = mountPlayer(document.querySelector("#run"), recording);
 *     player.move(0);
 *     player.play();
 */

import { Player } from "./player.js";

/**
 * @param {HTMLElement} place will be filled
 * @param {import("../run/recording.js").Recording | null} recording to show, at a telling step; null shows nothing yet
 * @param {import("./player.js").Options} [options]
 * @returns {Player} shows another run, moves through it, plays it, sends events, and removes itself
 */
export function mountPlayer(place, recording, options = {}) {
  const player = new Player(place, options);
  if (recording !== null) player.show(recording);
  return player;
}
