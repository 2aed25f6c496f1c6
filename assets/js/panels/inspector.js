/** The inspector: one chosen position through the steps of its block, and a second one beside it to compare with. */

import { element } from "../dom/elements.js";
import { frame } from "./panel.js";
import { PositionCard } from "./position-card.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class Inspector {
  /**
   * @param {HTMLElement} root
   * @param {import("./panel.js").Callbacks} callbacks
   */
  constructor(root, callbacks) {
    this.root = root;
    this.compare = element(
      "button",
      { type: "button", class: "tdp-compare", "aria-pressed": "false", title: "Keep this position and choose a second one" },
      "Compare",
    );
    this.close = element("button", { type: "button", title: "Close (Esc)" }, "Close");
    const body = frame(root, "Position", this.compare, this.close);
    this.hint = element("p", { class: "tdp-hint" });
    this.kept = new PositionCard(callbacks.seek);
    this.card = new PositionCard(callbacks.seek);
    body.append(this.hint, element("div", { class: "tdp-cards" }, this.kept.root, this.card.root));
    /** The position that others are compared with. @type {number | null} */
    this.pinned = null;
    /** @type {number | null} */
    this.chosen = null;
    this.row = -1;
    this.compare.onclick = () => {
      this.pinned = this.pinned === null ? this.chosen : null;
      this.#paint();
    };
    this.close.onclick = () => callbacks.choose(null);
  }

  /**
   * @param {import("./panel.js").Recording} recording
   * @param {import("./panel.js").Theme} theme
   * @param {import("./panel.js").Taste} taste
   */
  show(recording, theme, taste) {
    this.positions = recording.header.canvas_length;
    for (const card of [this.kept, this.card]) card.show(recording, theme, taste);
  }

  /**
   * @param {number} row
   * @param {number | null} chosen
   */
  paint(row, chosen) {
    this.row = row;
    this.chosen = chosen !== null && chosen < (this.positions ?? 0) ? chosen : null;
    if (this.chosen === null || (this.pinned ?? 0) >= (this.positions ?? 0)) this.pinned = null;
    this.#paint();
  }

  #paint() {
    const { chosen, pinned } = this;
    const second = pinned !== null && pinned !== chosen;
    this.compare.setAttribute("aria-pressed", String(pinned !== null));
    this.compare.hidden = this.close.hidden = chosen === null;
    this.hint.hidden = chosen !== null && (pinned === null || second);
    this.hint.textContent =
      chosen === null
        ? "Choose a position: press a cell, a bar of the entropy budget or a row of the table, or move with the arrow keys in the grid."
        : "Now choose a second position to compare this one with.";
    this.kept.paint(this.row, second ? pinned : null);
    this.card.paint(this.row, chosen);
    this.root.classList.toggle("tdp-comparing", second);
  }
}
