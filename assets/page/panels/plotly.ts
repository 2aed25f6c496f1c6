/** Loads Plotly, which is large and not a module: as a script, once a page, when a curve is first looked at. */

/** @param source address of plotly.js @returns the Plotly object */
export function loadPlotly(source: string): Promise<any> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => resolve((window as any).Plotly);
    script.onerror = () => reject(new Error("The curve cannot be drawn: plotly.js did not load."));
    document.head.append(script);
  });
}
