/**
 * The drawer on a phone: a sheet from below, above playback. It opens where a position is chosen or the settings are
 * asked for; a button, Escape or a swipe down closes it. The style sheet says on which screens it is one, and on which
 * it stays at the lower edge.
 */

import { listenToSwipes } from "./swipe.ts";
import type { View } from "./view.tsx";
import type { Views } from "./views.ts";

/** A swipe is at least this long. */
const LEAST_PX = 50;
/** So long after a choice what explains it may come, and the sheet grow over its cell. */
const GROWS_MS = 2000;

export class BottomSheet {
  /** Do the settings, or the figures of a comparison, show? */
  tuning = false;
  chosen: number | null = null;
  /** When it was chosen, or the mode was. */
  since = 0;

  constructor(
    public view: View,
    public views: Pick<Views, "painter" | "choose">,
  ) {
    const begins = ({ target }: TouchEvent) =>
      view.drawer.scrollTop <= 0 && !(target as Element).closest("input, canvas, .tdp-scroller");
    const swiped = (across: number, down: number) => down >= LEAST_PX && down > 2 * Math.abs(across) && this.close();
    listenToSwipes(view.drawer, swiped, begins);
    // What it shows of a cell may come late, and in another mode the cells are of another size.
    const resized = new ResizeObserver(() => {
      if (performance.now() - this.since < GROWS_MS) this.uncover();
    });
    for (const place of [view.drawer, view.canvas]) resized.observe(place);
  }

  /** Is the drawer a sheet on this screen, and open? */
  get #stands() {
    const { drawer } = this.view;
    return drawer.classList.contains("tdp-sheet") && getComputedStyle(drawer).position === "fixed";
  }

  /** @param tunes is it another mode than Watch? */
  paint(tunes: boolean, chosen: number | null) {
    const { drawer, dock } = this.view;
    const open = tunes ? this.tuning : chosen !== null;
    const opens = open && !drawer.classList.contains("tdp-sheet");
    drawer.classList.toggle("tdp-sheet", open);
    if (opens && this.#stands) drawer.style.setProperty("--tdp-below", `${dock.offsetHeight}px`);
    if (chosen === this.chosen) return;
    this.chosen = chosen;
    this.since = performance.now();
    this.uncover();
  }

  /** The chosen cell must not lie under the sheet. */
  uncover() {
    const { drawer, canvas } = this.view;
    const box = this.views.painter.grid.boxes[this.chosen ?? -1];
    if (box === undefined || !(this.#stands || getComputedStyle(drawer).position === "sticky")) return;
    const { top, height } = drawer.getBoundingClientRect();
    if (height === 0) return; // it is hidden, and covers nothing
    const below = canvas.getBoundingClientRect().top + box.y + box.height + 8 - top;
    if (below > 0) scrollBy({ top: below });
  }

  /** @returns was it open? */
  close(): boolean {
    if (!this.#stands) return false;
    if (this.tuning) this.tuning = false;
    else this.views.choose(null);
    this.view.drawer.classList.remove("tdp-sheet");
    return true;
  }
}
