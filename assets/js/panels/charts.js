/** What the charts that Plotly draws have in common: no frame of its own, and the colours of the page. */

/** @typedef {import("../cells/inks.js").Inks} Inks */

/** @param {Inks} inks */
export const axisOf = ({ soft, line }) => ({ color: soft, gridcolor: line, zeroline: false, fixedrange: true });

/** @param {Inks} inks @param {object} layout of this chart @param {number} [size] of its letters */
export const chartOf = ({ soft }, layout, size = 12) => ({
  paper_bgcolor: "transparent",
  plot_bgcolor: "transparent",
  font: { size, color: soft, family: "system-ui, sans-serif" },
  dragmode: false,
  ...layout,
});
