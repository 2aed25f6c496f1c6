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
 * @typedef {object} Options
 * @property {EventTarget} [keys] where to listen for keys; by default the player's own element, which hears them with the focus
 * @property {import("../panels/panel.js").Panels} [panels] all panels by default
 * @property {(settings: Record<string, number | string>) => void} [tune] makes a run with other settings; without it there is no button for it
 * @property {import("../panels/lanes.js").LaneActions | null} [lanes] adds runs to compare with; without it there are none
 * @property {import("../panels/often.js").OftenActions | null} [often] runs with many seeds; without it there are none
 * @property {() => Record<string, number | string>} [form] the settings that the reader is about to run with
 * @property {import("../panels/panel.js").Reader["machine"]} [machine] says how fast the server's machine is; without it the costs of passes are not shown
 * @property {(recording: import("../run/recording.js").Recording, moment: number) => void} [branch] makes a run that goes on from a moment of this one; without it there is no button for it
 * @property {((name: string, request: string) => Promise<any>) | null} [inside] computes a step again to look inside; without it there is no button for it
 * @property {() => Promise<any>} [plotly] loads what draws the curve; without it there is none
 */

/**
 * @param {HTMLElement} place will be filled
 * @param {import("../run/recording.js").Recording | null} recording to show, at a telling step; null shows nothing yet
 * @param {Options} [options]
 * @returns {Player} shows another run, moves through it, plays it, sends events, and removes itself
 */
export function mountPlayer(place, recording, options = {}) {
  const player = new Player(place, options);
  if (recording !== null) player.show(recording);
  return player;
}
