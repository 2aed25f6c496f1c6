/**
 * Goes to what is worth seeing next: the next self-correction, or, with runs side by side, where they begin to differ
 * again. The button says which of the two it does, and hides where there is none.
 */

import { signal } from "@preact/signals";
import { corrections, nextCorrection } from "../run/corrections.ts";
import { Pill } from "../ui/pill.tsx";
import type { Player } from "./player.ts";

export class Next {
  /** Are there runs side by side? */
  several = signal(false);
  offered = signal(false);

  constructor(public player: Player) {}

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
    const { recording, lanes } = this.player;
    this.several.value = lanes.length > 1;
    this.offered.value = lanes.length > 1 ? parts : recording !== null && corrections(recording).length > 0;
  }
}

export function NextButton({ next }: { next: Next }) {
  const { value: several } = next.several;
  return (
    <Pill
      class="tdp-pill tdp-next"
      hidden={!next.offered.value}
      onClick={() => (several ? next.differ() : next.correct())}
    >
      <span>{several ? "next difference" : "next self-correction"}</span> <kbd>{several ? "D" : "N"}</kbd>
    </Pill>
  );
}
