/** The inspector: the chosen position through the steps of its block, and a second position to compare it with. */

import { element } from "../dom/elements.js";
import { frame } from "./panel.js";
import { PositionCard } from "./position-card.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class Inspector {
  /** @type {import("./panel.js").Place} */
  static place = "watch";

  /**
   * @param {HTMLElement} root
   * @param {import("./panel.js").Reader} reader
   */
  constructor(root, reader) {
    this.root = root;
    this.compare = element(
      "button",
      { type: "button", class: "tdp-compare", "aria-pressed": "false", title: "Keep this position and choose a second one" },
      "Compare",
    );
    this.close = element("button", { type: "button", title: "Close (Esc)" }, "Close");
    const body = frame(root, "Position", this.compare, this.close);
    this.hint = element("p", { class: "tdp-hint" });
    this.kept = new PositionCard(reader.seek);
    this.card = new PositionCard(reader.seek);
    body.append(this.hint, element("div", { class: "tdp-cards" }, this.kept.root, this.card.root));
    /** @type {number | null} */
    this.chosen = null;
    /** The position that others are compared with. @type {number | null} */
    this.pinned = null;
    this.compare.onclick = () => reader.pin(this.pinned === null ? this.chosen : null);
    this.close.onclick = () => reader.choose(null);
  }

  /**
   * @param {import("./panel.js").Recording} recording
   * @param {import("./panel.js").Theme} theme
   * @param {import("./panel.js").Taste} taste
   */
  show(recording, theme, taste) {
    for (const card of [this.kept, this.card]) card.show(recording, theme, taste);
  }

  /**
   * @param {number} step
   * @param {number | null} chosen
   * @param {number | null} pinned
   */
  paint(step, chosen, pinned) {
    Object.assign(this, { chosen, pinned });
    const second = pinned !== null && pinned !== chosen;
    this.compare.setAttribute("aria-pressed", String(pinned !== null));
    this.compare.hidden = this.close.hidden = chosen === null;
    this.hint.hidden = chosen !== null && (pinned === null || second);
    this.hint.textContent =
      chosen === null
        ? "Choose a position: press a cell, a bar of the decision or a row of the table, or move with the arrow keys in the grid."
        : "Now choose a second position to compare this one with.";
    this.kept.paint(step, second ? pinned : null);
    this.card.paint(step, chosen);
    this.root.classList.toggle("tdp-comparing", second);
  }
}
