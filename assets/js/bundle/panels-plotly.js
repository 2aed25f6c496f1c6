import { element } from "./main.js";
// panels/plotly.js
function loadPlotly(source) {
	return new Promise((resolve, reject) => {
		const script = element("script", { src: source });
		script.onload = () => resolve(window.Plotly);
		script.onerror = () => reject(new Error("The curve cannot be drawn: plotly.js did not load."));
		document.head.append(script);
	});
}
export { loadPlotly };
