/** What the charts that Plotly draws have in common: no frame of its own, and the colours of the page. */

import type { Inks } from "../cells/inks.ts";

export const axisOf = ({ soft, line }: Inks) => ({ color: soft, gridcolor: line, zeroline: false, fixedrange: true });

/** @param layout of this chart @param size of its letters */
export const chartOf = ({ soft }: Inks, layout: object, size: number = 12) => ({
  paper_bgcolor: "transparent",
  plot_bgcolor: "transparent",
  font: { size, color: soft, family: "system-ui, sans-serif" },
  dragmode: false,
  ...layout,
});
