/** All panels together: each gets its place on the screen, and all follow the same run, step and chosen positions. */

import { element } from "../dom/elements.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class Deck {
  /**
   * @param {import("./panel.js").Panels} panels
   * @param {{ centre: HTMLElement, beside: HTMLElement }} places under the canvas and beside it
   * @param {import("./panel.js").Reader} reader
   */
  constructor(panels, { centre, beside }, reader) {
    /** By name, for who looks into one. @type {Record<string, any>} */
    this.panels = {};
    /** @type {HTMLElement | null} */
    let pair = null;
    for (const [name, Panel] of Object.entries(panels)) {
      const root = element("section");
      if (Panel.place !== "half") pair = null;
      else if (pair === null) centre.append((pair = element("div", { class: "tdp-below" })));
      (pair ?? (Panel.place === "beside" ? beside : centre)).append(root);
      this.panels[name] = new Panel(root, reader);
    }
    /** @type {Panel[]} */
    this.all = Object.values(this.panels);
  }

  /**
   * @param {import("../run/recording.js").Recording} recording
   * @param {import("./panel.js").Theme} theme
   * @param {import("./panel.js").Taste} taste
   */
  show(recording, theme, taste) {
    for (const panel of this.all) panel.show(recording, theme, taste);
  }

  /**
   * @param {number} step
   * @param {number | null} chosen
   * @param {number | null} pinned
   */
  paint(step, chosen, pinned) {
    for (const panel of this.all) panel.paint(step, chosen, pinned);
  }

  /** @param {number | null} position under the pointer */
  point(position) {
    for (const panel of this.all) panel.point?.(position);
  }
}
