/** Takes the page of one who watches to where the presenter is. While something is hidden, it stays there. */

import type { Recording } from "../../run/recording.ts";
import type { Watcher } from "./watcher.tsx";

type Lead = {
  run: string;
  moment: number;
  by: string;
  playing: boolean;
  speed: number;
  live: boolean;
  position: number | null;
  layer: string;
};

const STEERING = new Set(["ArrowLeft", "ArrowRight", "Home", "End", " "]);

export class Place {
  /** Where the presenter is; null while they do not lead. */
  lead: Lead | null = null;
  #free = false;

  constructor(private hall: Watcher) {
    const { player } = hall.page;
    const { signal } = hall.over;
    player.view.root.addEventListener("pointerdown", () => this.free(), { signal });
    addEventListener("keydown", ({ key }) => STEERING.has(key) && this.free(), { signal });
    player.addEventListener("paint", () => this.#stay(), { signal });
  }

  /** Does the page go where the presenter goes? */
  get led() {
    return this.lead !== null && (!this.#free || this.hall.hides);
  }

  /** The reader has taken the playhead. */
  free() {
    if (this.led && !this.hall.hides) this.turn();
  }

  /** The reader leaves the presenter's place, or comes back to it. */
  turn() {
    this.#free = !this.#free;
    this.follow();
    this.hall.draw();
  }

  #stay() {
    const { lead, hall } = this;
    const { clock, axis } = hall.page.player;
    if (!hall.hides || lead === null || lead.playing) return;
    const last = axis.count - 1;
    if (clock.playing || clock.moment !== (lead.live ? last : Math.min(lead.moment, last))) this.follow();
  }

  /** Goes where the presenter is. */
  follow() {
    const { lead, led } = this;
    const { player, runList } = this.hall.page;
    const { standing } = this.hall.runs;
    if (!led || lead === null || lead.run !== standing?.name || runList.shown !== standing.item) return;
    const { views } = player;
    views.state.look({ by: lead.by, layer: lead.layer });
    const { canvas_length: cells } = (player.recording as Recording).header;
    views.choose(lead.position !== null && lead.position < cells ? lead.position : null);
    const last = player.axis.count - 1;
    player.seek(lead.live ? last : Math.min(lead.moment, last));
    if (!lead.playing) return;
    player.clock.speed = lead.speed;
    player.play();
  }
}
