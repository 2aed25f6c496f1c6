// panels/charts.js
const axisOf = ({ soft, line }) => ({
	color: soft,
	gridcolor: line,
	zeroline: false,
	fixedrange: true
});
const chartOf = ({ soft }, layout, size = 12) => ({
	paper_bgcolor: "transparent",
	plot_bgcolor: "transparent",
	font: {
		size,
		color: soft,
		family: "system-ui, sans-serif"
	},
	dragmode: false,
	...layout
});
export { axisOf, chartOf };
