/** The inspector: the chosen position through the steps of its block, and a second position to compare it with. */

import { ICONS, button, element, icon, setText } from "../dom/elements.js";
import { PositionCard } from "./position-card.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class Inspector {
  /** @type {import("./panel.js").Place} */
  static place = "watch";

  /** @param {HTMLElement} root @param {import("./panel.js").Reader} reader */
  constructor(root, reader) {
    this.root = root;
    this.compare = element(
      "button.tdp-compare",
      { "aria-pressed": "false", title: "Keep this position and choose a second one" },
      "Compare with a cell",
    );
    this.close = button("", "No position (Esc)");
    this.close.append(icon(ICONS.close));
    this.close.classList.add("tdp-close");
    this.hint = element("p.tdp-hint");
    this.look = element(
      "button.tdp-pill.tdp-look-inside",
      { title: "Every token that it might be, and where it looks: the server computes this step again" },
      "Look inside",
    );
    this.inner = element("div");
    this.pinnedCard = new PositionCard(reader.seek);
    this.card = new PositionCard(reader.seek, [this.close], [this.compare]);
    root.classList.add("tdp-panel");
    root.replaceChildren(
      element("div.tdp-cards", this.card.root, this.pinnedCard.root),
      this.hint,
      this.look,
      this.inner,
    );
    /** @type {number | null} */
    this.chosen = null;
    /** The position that others are compared with. @type {number | null} */
    this.pinned = null;
    this.reader = reader;
    /** @type {import("./panel.js").Recording | null} */
    this.recording = null;
    /** @type {import("./panel.js").Taste | null} */
    this.taste = null;
    this.step = -1;
    /** Once it is asked for. @type {import("./inside.js").Inside | null} */
    this.inside = null;
    this.look.onclick = () => this.#lookInside();
    this.compare.onclick = () => reader.pin(this.pinned === null ? this.chosen : null);
    this.close.onclick = () => reader.choose(null);
  }

  /** @type {Panel["show"]} */
  show(recording, theme, taste) {
    Object.assign(this, { recording, taste });
    for (const card of [this.pinnedCard, this.card]) card.show(recording, theme, taste);
  }

  /** @param {number} step @param {number | null} chosen @param {number | null} pinned */
  paint(step, chosen, pinned) {
    if (chosen !== null && chosen !== this.chosen) this.#reveal();
    Object.assign(this, { step, chosen, pinned });
    this.look.hidden = chosen === null || this.recording?.live === true || this.reader.inside === null;
    this.inside?.paint(this.recording, step, chosen);
    const second = pinned !== null && pinned !== chosen;
    this.compare.setAttribute("aria-pressed", String(pinned !== null));
    this.hint.hidden = chosen !== null && (pinned === null || second);
    setText(
      this.hint,
      chosen === null
        ? "Press a token to see why it is there."
        : "Now choose a second position to compare this one with.",
    );
    this.pinnedCard.paint(step, second ? pinned : null);
    this.card.paint(step, chosen);
  }

  async #lookInside() {
    const { reader, recording, taste, chosen, step } = this;
    if (reader.inside === null || recording === null || taste === null || chosen === null) return;
    const { Inside } = await import("./inside.js");
    this.inside ??= new Inside(this.inner, reader.inside);
    await this.inside.open(recording, step, chosen, taste);
  }

  /** A position that was chosen elsewhere has its card in sight. */
  #reveal() {
    const drawer = this.root.closest(".tdp-drawer");
    if (drawer && !drawer.contains(document.activeElement)) drawer.scrollTop = 0;
  }
}
