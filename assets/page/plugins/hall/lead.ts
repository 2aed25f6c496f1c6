/** Tells those who watch where the presenter is: at which moment of the run, at which cell, and whether it plays. */

import { signal } from "@preact/signals";
import type { Presenter } from "./presenter.tsx";

/** It is told at most so often. */
const LEAD_MS = 400;
const MOST_SPEED = 60;

export class Lead {
  /** Do those who watch see the step and the cell that is seen here? */
  on = signal(true);
  /** What was told, in short. */
  #sent = "null";
  #next = 0;

  constructor(private hall: Presenter) {}

  turn(on: boolean) {
    this.on.value = on;
    this.tell();
  }

  /** The hall shows another run. */
  begin() {
    this.#sent = "null";
  }

  /** Soon, if it was told a moment ago. */
  tell() {
    if (this.#next !== 0 || this.hall.ending) return;
    const { page, first, hidden } = this.hall;
    const { clock, axis, state } = page.player;
    const { moment, playing, following: live, seeks } = clock;
    const speed = Number.isFinite(clock.speed) ? clock.speed : MOST_SPEED;
    const place = { run: first, moment: Math.max(moment, 0), by: axis.by, playing, speed, live };
    const lead =
      (this.on.value || hidden.length > 0) && first !== ""
        ? { ...place, position: state.chosen.value, layer: state.layer.value }
        : null;
    // While it plays or grows, those who follow go on by themselves, unless it was set to another moment meanwhile.
    const message = JSON.stringify(lead && { ...lead, moment: playing || live ? -1 : moment, seeks });
    if (message === this.#sent) return;
    this.#sent = message;
    this.hall.ask("/lead", { lead });
    this.#next = window.setTimeout(() => {
      this.#next = 0;
      this.tell();
    }, LEAD_MS);
  }
}
