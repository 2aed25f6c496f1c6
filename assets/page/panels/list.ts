/**
 * All panels by name, in the order on the screen. To add a panel, add its file and a line here. None delays the first
 * picture: those of the drawer are fetched when their mode first shows a run, those for a chosen cell with the first
 * choice, and those of the tray when they are first opened.
 */

import type { LatePanel, Panels } from "../player/panel.ts";

const ifChosen: NonNullable<LatePanel["wanted"]> = (_recording, _step, chosen) => chosen !== null;

export const PANELS: Panels = {
  inspector: { place: "watch", wanted: ifChosen, fetch: async () => (await import("./inspector.tsx")).Inspector },
  decision: { place: "watch", fetch: async () => (await import("./decision.tsx")).DecisionPanel },
  favoured: {
    place: "watch",
    wanted: ({ frames }, step) => frames[step]?.lead !== undefined,
    fetch: async () => (await import("./favoured.tsx")).FavouredPanel,
  },
  history: { place: "watch", wanted: ifChosen, fetch: async () => (await import("./history.tsx")).History },
  supposed: { place: "tune", fetch: async () => (await import("./supposed.tsx")).Supposed },
  gauge: { place: "tune", fetch: async () => (await import("./gauge.tsx")).StopGauge },
  lanes: { place: "compare", fetch: async () => (await import("./lanes.tsx")).Lanes },
  step: { place: "tray", title: "One step", fetch: async () => (await import("./one-step.tsx")).OneStep },
  overview: { place: "tray", title: "Overview", fetch: async () => (await import("./overview.tsx")).Overview },
  curve: {
    place: "tray",
    title: "Curves",
    needs: "plotly",
    fetch: async () => (await import("./curve.tsx")).EntropyCurve,
  },
  table: { place: "tray", title: "Table", fetch: async () => (await import("./table.tsx")).StepTable },
  text: { place: "tray", title: "Running text", fetch: async () => (await import("./text.tsx")).TextSoFar },
  cost: { place: "tray", title: "Cost", needs: "costs", fetch: async () => (await import("./cost.tsx")).CostPanel },
  blocks: {
    place: "tray",
    title: "Parts",
    term: "Blocks",
    fetch: async () => (await import("./blocks.tsx")).BlockStrip,
  },
  repair: {
    place: "tray",
    title: "Own text",
    holds: ({ header }) => Boolean(header.spec.start),
    fetch: async () => (await import("./repair.tsx")).Repair,
  },
};
