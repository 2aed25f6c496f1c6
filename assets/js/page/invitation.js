/** The call to action on the first picture. It goes for good when the reader does anything with the run. */

import { ICONS, element, icon } from "../dom/elements.js";

export class Invitation {
  /** @param {import("../player/player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.button = element("button", { type: "button", class: "tdp-invitation", hidden: "" }, "Watch noise become text");
    this.button.prepend(icon(ICONS.play));
    this.button.onclick = () => {
      player.clock.seek(0);
      player.play();
      player.view.play.focus();
    };
    player.view.canvas.after(this.button);
    player.addEventListener("paint", () => {
      this.button.hidden ||= player.playing || player.clock.following || player.step !== player.recording?.middle;
    });
  }

  /** There is something to see. */
  offer() {
    this.button.hidden = this.player.recording === null;
  }
}
