/** The inspector: the chosen position at this step, and a second position to compare it with. */

import { ICONS, button, element, icon } from "../dom/elements.js";
import { PositionCard } from "./position-card.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class Inspector {
  /** @type {import("./panel.js").Place} */
  static place = "watch";

  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, reader) {
    this.root = root;
    this.close = button("", "No position (Esc)");
    this.close.append(icon(ICONS.close));
    this.close.classList.add("tdp-close");
    this.close.onclick = () => reader.choose(null);
    this.hint = element("p.tdp-hint", "Now choose a second position to compare this one with.");
    this.pinnedCard = new PositionCard();
    this.card = new PositionCard([this.close]);
    root.classList.add("tdp-panel");
    root.replaceChildren(element("div.tdp-cards", this.card.root, this.pinnedCard.root), this.hint);
    /** @type {number | null} */
    this.chosen = null;
  }

  /** @type {Panel["show"]} */
  show(recording, theme, taste) {
    for (const card of [this.pinnedCard, this.card]) card.show(recording, theme, taste);
  }

  /** @param {number} step @param {number | null} chosen @param {number | null} pinned the position that others are compared with */
  paint(step, chosen, pinned) {
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
