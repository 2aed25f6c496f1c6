/**
 * All panels by name, in the order on the screen. To add a panel, add its file and a line here. Those of the tray are
 * fetched when they are first opened, and those for a chosen cell with the first choice, so that they do not delay the first
 * picture.
 */

import { DecisionPanel } from "./decision.js";
import { StopGauge } from "./gauge.js";
import { LaneTable } from "./lanes.js";
import { Supposed } from "./supposed.js";

/** @type {NonNullable<import("./panel.js").LatePanel["wanted"]>} */
const ifChosen = (_recording, _step, chosen) => chosen !== null;

/** @type {import("./panel.js").Panels} */
export const PANELS = {
  inspector: { place: "watch", wanted: ifChosen, fetch: async () => (await import("./inspector.js")).Inspector },
  decision: DecisionPanel,
  favoured: {
    place: "watch",
    wanted: ({ frames }, step) => frames[step]?.lead !== undefined,
    fetch: async () => (await import("./favoured.js")).FavouredPanel,
  },
  history: { place: "watch", wanted: ifChosen, fetch: async () => (await import("./history.js")).History },
  supposed: Supposed,
  gauge: StopGauge,
  lanes: LaneTable,
  step: { place: "tray", title: "One step", fetch: async () => (await import("./one-step.js")).OneStep },
  overview: { place: "tray", title: "Overview", fetch: async () => (await import("./overview.js")).Overview },
  curve: {
    place: "tray",
    title: "Curves",
    needs: "plotly",
    fetch: async () => (await import("./curve.js")).EntropyCurve,
  },
  table: { place: "tray", title: "Table", fetch: async () => (await import("./table.js")).StepTable },
  text: { place: "tray", title: "Running text", fetch: async () => (await import("./text.js")).TextSoFar },
  cost: { place: "tray", title: "Cost", needs: "machine", fetch: async () => (await import("./cost.js")).CostPanel },
  often: { place: "tray", title: "How often?", needs: "often", fetch: async () => (await import("./often.js")).Often },
  map: { place: "tray", title: "Map", needs: "often", fetch: async () => (await import("./map.js")).MapPanel },
  blocks: {
    place: "tray",
    title: "Parts",
    term: "Blocks",
    fetch: async () => (await import("./blocks.js")).BlockStrip,
  },
  repair: {
    place: "tray",
    title: "Own text",
    holds: ({ header }) => Boolean(header.spec?.start),
    fetch: async () => (await import("./repair.js")).Repair,
  },
};
