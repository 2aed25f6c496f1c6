/** Takes the page of one who watches to where the presenter is. While something is hidden, it stays there. */

import type { Around } from "../../page/places.ts";
import type { Recording } from "../../run/recording.ts";
import type { HallLane } from "./lane.ts";

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

  /**
   * @param standing the hall's first run, once it stands on the page
   * @param hides is something hidden that the presenter has not shown yet?
   * @param changed the reader has left the presenter's place, or come back
   */
  constructor(
    private page: Around,
    private standing: () => HallLane | null,
    private hides: () => boolean,
    private changed: () => void,
    signal: AbortSignal,
  ) {
    const { player } = page;
    player.view.root.addEventListener("pointerdown", () => this.free(), { signal });
    addEventListener("keydown", ({ key }) => STEERING.has(key) && this.free(), { signal });
    player.addEventListener("paint", () => this.#stay(), { signal });
  }

  /** Does the page go where the presenter goes? */
  get led() {
    return this.lead !== null && (!this.#free || this.hides());
  }

  /** The reader has taken the playhead. */
  free() {
    if (this.led && !this.hides()) this.turn();
  }

  /** The reader leaves the presenter's place, or comes back to it. */
  turn() {
    this.#free = !this.#free;
    this.follow();
    this.changed();
  }

  #stay() {
    const { lead } = this;
    const { clock, axis } = this.page.player;
    if (!this.hides() || lead === null || lead.playing) return;
    const last = axis.count - 1;
    if (clock.playing || clock.moment !== (lead.live ? last : Math.min(lead.moment, last))) this.follow();
  }

  /** Goes where the presenter is. */
  follow() {
    const { lead, led } = this;
    const { player, runList } = this.page;
    const standing = this.standing();
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
