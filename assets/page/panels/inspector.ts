/** The inspector: the chosen position at this step, and a second position to compare it with. */

import { ICONS, button, element, icon } from "../dom/elements.ts";
import { PositionCard } from "./position-card.ts";
import type { Theme } from "../cells/colour.ts";
import type { Panel, Reader, Taste } from "../player/panel.ts";
import type { Recording } from "../run/recording.ts";

export class Inspector implements Panel {
  close = button("", "No position (Esc)");
  hint = element("p.tdp-hint", "Now choose a second position to compare this one with.");
  pinnedCard: PositionCard;
  card: PositionCard;
  chosen: number | null = null;

  constructor(
    public root: HTMLElement,
    reader: Reader,
  ) {
    this.close.append(icon(ICONS.close));
    this.close.classList.add("tdp-close");
    this.close.onclick = () => reader.choose(null);
    this.pinnedCard = new PositionCard();
    this.card = new PositionCard([this.close]);
    root.classList.add("tdp-panel");
    root.replaceChildren(element("div.tdp-cards", this.card.root, this.pinnedCard.root), this.hint);
  }

  show(recording: Recording, theme: Theme, taste: Taste): void {
    for (const card of [this.pinnedCard, this.card]) card.show(recording, theme, taste);
  }

  /** @param pinned the position that others are compared with */
  paint(step: number, chosen: number | null, pinned: number | null) {
    if (chosen !== null && chosen !== this.chosen) this.#reveal();
    this.chosen = chosen;
    const second = pinned !== null && pinned !== chosen;
    this.hint.hidden = chosen === null || pinned === null || second;
    this.pinnedCard.paint(step, second ? pinned : null);
    this.card.paint(step, chosen);
  }

  /** A position that was chosen elsewhere has its card in sight. */
  #reveal() {
    const drawer = this.root.closest(".tdp-drawer");
    if (drawer && !drawer.contains(document.activeElement)) drawer.scrollTop = 0;
  }
}
