/** All panels together: each gets its place on the page, and all follow the same run, row and chosen position. */

import { BlockStrip } from "./blocks.js";
import { BudgetPanel } from "./budget.js";
import { StopGauge } from "./gauge.js";
import { Inspector } from "./inspector.js";
import { Overview } from "./overview.js";
import { StepTable } from "./table.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @implements {Panel} */
export class Deck {
  /**
   * @param {Record<"overview" | "blocks" | "budget" | "gauge" | "inspector" | "table", HTMLElement>} places
   * @param {import("./panel.js").Callbacks} callbacks
   */
  constructor(places, callbacks) {
    this.overview = new Overview(places.overview, callbacks);
    this.blocks = new BlockStrip(places.blocks, callbacks);
    this.budget = new BudgetPanel(places.budget, callbacks);
    this.gauge = new StopGauge(places.gauge);
    this.inspector = new Inspector(places.inspector, callbacks);
    this.table = new StepTable(places.table, callbacks);
    /** @type {Panel[]} */
    this.panels = [this.overview, this.blocks, this.budget, this.gauge, this.inspector, this.table];
  }

  /**
   * @param {import("./panel.js").Recording} recording
   * @param {import("./panel.js").Theme} theme
   * @param {import("./panel.js").Taste} taste
   */
  show(recording, theme, taste) {
    for (const panel of this.panels) panel.show(recording, theme, taste);
  }

  /**
   * @param {number} row
   * @param {number | null} chosen
   */
  paint(row, chosen) {
    for (const panel of this.panels) panel.paint(row, chosen);
  }

  /** @param {number | null} position that the pointer is over */
  point(position) {
    this.budget.point(position);
  }
}
