/** Loads Plotly, which is large and not a module: as a script, once a page, when a curve is first looked at. */

import { element } from "../dom/elements.js";

/** @param {string} source address of plotly.js @returns {Promise<any>} the Plotly object */
export function loadPlotly(source) {
  return new Promise((resolve, reject) => {
    const script = element("script", { src: source });
    script.onload = () => resolve(/** @type {any} */ (window).Plotly);
    script.onerror = () => reject(new Error("The curve cannot be drawn: plotly.js did not load."));
    document.head.append(script);
  });
}
