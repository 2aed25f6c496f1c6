/**
 * Goes to what is worth seeing next: the next self-correction, or, with runs side by side, where they begin to differ
 * again. The button says which of the two it does, and hides where there is none.
 */

import { setText } from "../dom/elements.ts";
import { corrections, nextCorrection } from "../run/corrections.ts";
import type { Player } from "./player.ts";

export class Next {
  constructor(
    public view: { next: HTMLButtonElement; nextName: HTMLElement; nextKey: HTMLElement },
    public player: Player,
  ) {}

  /** Goes to the step at which the next token that was kept and reopened is kept again as another one. */
  correct() {
    const { player } = this;
    const next = player.recording && nextCorrection(corrections(player.recording), player.step);
    if (!next) return;
    player.move(next.again);
    player.views.choose(next.position);
  }

  /** Goes to the next moment at which the runs side by side begin to differ somewhere. */
  differ() {
    const next = this.player.sideBySide.nextDifference();
    if (next !== -1) this.player.seek(next);
  }

  /** @param parts do the runs side by side part somewhere? */
  offer(parts: boolean) {
    const { view, player } = this;
    const several = player.lanes.length > 1;
    setText(view.nextName, several ? "next difference" : "next self-correction");
    setText(view.nextKey, several ? "D" : "N");
    view.next.onclick = () => (several ? this.differ() : this.correct());
    view.next.hidden = several ? !parts : player.recording === null || corrections(player.recording).length === 0;
  }
}
