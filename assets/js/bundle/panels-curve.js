import { LETTERS, PER_NAT, acceptedShare, changed, digits, element, growing, inksOf, onceSeen, percent, revised, setText, temperatureText, total, words } from "./main.js";
import { axisOf, chartOf } from "./charts.js";
// run/series.js
const SERIES = [
	"entropy",
	"accepted",
	"temperature",
	"revisions",
	"changed"
];
function seriesName(name, terms) {
	const { uncertainty, argmax, sampled, temperature } = words(terms);
	const share = terms === "plain" ? "share of the text that is kept" : "accepted share";
	return {
		entropy: `mean ${uncertainty}`,
		accepted: share,
		temperature,
		revisions: `changes of the ${argmax}`,
		changed: `changes of ${terms === "plain" ? sampled : `the ${sampled}`}`
	}[name];
}
function seriesFigure(name, value, unit) {
	if (name === "accepted") return percent(value);
	if (name === "temperature") return temperatureText(value);
	return `${digits(value, 3)} ${unit}`;
}
const [FLOOR, MOST] = [1e-4, 10];
const stepByStep = (figure) => growing(() => [], (figures, recording, step) => figures.push(figure(recording, step)));
const sharesOf = stepByStep(acceptedShare);
const revisedOf = stepByStep((recording, step) => total(revised(recording, step)));
const changedOf = stepByStep((recording, step) => total(changed(recording, step)));
function seriesOf(name, recording, unit) {
	const { frames, header } = recording;
	const { confidence_threshold: threshold, t_max: hottest } = header.settings;
	const plain = (unit, exact) => ({
		unit,
		exact,
		values: exact,
		logarithmic: false,
		limit: null
	});
	switch (name) {
		case "entropy": {
			const exact = frames.map(({ mean_entropy }) => mean_entropy * PER_NAT[unit]);
			const values = exact.map((value) => Math.max(value, FLOOR * PER_NAT[unit]));
			const limit = threshold > 0 ? threshold * PER_NAT[unit] : null;
			return {
				unit,
				exact,
				values,
				range: [FLOOR * PER_NAT[unit], MOST * PER_NAT[unit]],
				logarithmic: true,
				limit
			};
		}
		case "accepted": return {
			...plain("of the text", sharesOf(recording).map((share) => Number.isNaN(share) ? null : share)),
			range: [0, 1]
		};
		case "temperature": return {
			...plain("", frames.map(({ temperature }) => temperature)),
			range: [0, Math.max(hottest, 1)]
		};
		case "revisions": return {
			...plain("positions", [...revisedOf(recording)]),
			range: [0, header.canvas_length]
		};
		case "changed": return {
			...plain("positions", [...changedOf(recording)]),
			range: [0, header.canvas_length]
		};
	}
}
function seriesSentence(name, { unit, exact, limit }, terms) {
	const known = exact.flatMap((value, step) => value === null ? [] : [{
		step: step + 1,
		value
	}]);
	const title = seriesName(name, terms);
	const named = `${title[0].toUpperCase()}${title.slice(1)}`;
	if (known.length === 0) return `${named}: no steps yet.`;
	const [first, last] = [known[0], known[known.length - 1]];
	const sentenceOf = ({ step, value }) => `${seriesFigure(name, value, unit)} at step ${step}`;
	const threshold = limit === null ? "" : `; confidence threshold ${seriesFigure(name, limit, unit.replace(" (at least)", ""))}`;
	return `${named}: ${sentenceOf(first)}, ${sentenceOf(last)}${threshold}.`;
}
// panels/curve.js
const DASHES = [
	"solid",
	"dash",
	"dot",
	"dashdot"
];
const LIVE_INTERVAL_MS = 250;
var EntropyCurve = class {
	constructor(root, { seek, plotly, lanes }) {
		this.lanes = lanes?.shown ?? (() => []);
		this.beside = [];
		this.plot = element("div.tdp-plot");
		this.head = element("div.tdp-playhead");
		this.host = element("div.tdp-curve", {
			role: "img",
			"aria-label": "Curve"
		}, this.plot, this.head);
		const series = element("select.tdp-series", { "aria-label": "Figure that the curve shows" });
		this.names = SERIES.map((value) => element("option", { value }));
		series.append(...this.names);
		series.onchange = () => this.#pick(series.value);
		root.append(element("div.tdp-panel-head", element("h2", "Curve"), series), this.host);
		this.plotly = null;
		this.recording = null;
		this.theme = "light";
		this.name = "entropy";
		this.unit = "nats";
		this.terms = "plain";
		this.step = -1;
		this.drawn = {
			steps: 0,
			live: false,
			at: 0
		};
		const begin = (loaded) => this.#begin(loaded, seek);
		if (plotly) onceSeen(this.host, () => plotly().then(begin, () => {}));
	}
	async #begin(plotly, seek) {
		this.plotly = plotly;
		await this.#draw();
		this.plot.on("plotly_click", (event) => seek(event.points[0].pointNumber));
		new ResizeObserver(() => plotly.Plots.resize(this.plot).then(() => this.#moveTo(this.step))).observe(this.host);
	}
	show(recording, theme, { unit, terms }) {
		const beside = this.lanes().map(({ recording }) => recording);
		const alike = beside.length === this.beside.length && beside.every((one, at) => one === this.beside[at]);
		this.beside = beside;
		const same = alike && recording === this.recording && theme === this.theme && unit === this.unit && terms === this.terms;
		Object.assign(this, {
			recording,
			theme,
			unit,
			terms
		});
		SERIES.forEach((name, i) => setText(this.names[i], seriesName(name, terms)));
		if (!same) this.#draw();
	}
	paint(step) {
		const { frames, live } = this.recording;
		if ((frames.length + this.beside.reduce((sum, one) => sum + one.frames.length, 0) !== this.drawn.steps || live !== this.drawn.live) && (!live || performance.now() - this.drawn.at >= LIVE_INTERVAL_MS)) this.#draw();
		this.#moveTo(step);
	}
	#pick(name) {
		this.name = name;
		this.#draw();
	}
	#moveTo(step) {
		this.step = step;
		const layout = this.plot._fullLayout;
		this.head.hidden = layout === void 0 || step < 0;
		if (this.head.hidden) return;
		const { xaxis, yaxis } = layout;
		this.head.style.setProperty("--tdp-at", `${xaxis._offset + xaxis.l2p(step + 1) - 1}px`);
		this.head.style.top = `${yaxis._offset}px`;
		this.head.style.height = `${yaxis._length}px`;
	}
	#line(series, letter, color, dash) {
		return {
			x: series.exact.map((_, step) => step + 1),
			y: series.values,
			name: letter,
			mode: "lines+markers",
			line: {
				color,
				width: letter === "A" || letter === "" ? 2 : 1.5,
				dash
			},
			marker: {
				size: 4,
				color
			},
			text: series.exact.map((value) => value === null ? "" : seriesFigure(this.name, value, series.unit)),
			hovertemplate: `${letter && `${letter}, `}step %{x}: %{text}<extra></extra>`
		};
	}
	async #draw() {
		if (this.plotly === null || this.recording === null) return;
		const { frames, header, live } = this.recording;
		const others = this.lanes().slice(1).filter(({ recording }) => !recording.header.source);
		const steps = frames.length + this.beside.reduce((sum, one) => sum + one.frames.length, 0);
		this.drawn = {
			steps,
			live,
			at: performance.now()
		};
		const series = seriesOf(this.name, this.recording, this.unit);
		const { max_denoising_steps: most } = header.settings;
		const inks = inksOf(this.plot);
		const end = Math.max(live ? most * (frames.at(-1)?.block ?? 1) : frames.length, ...others.map(({ recording }) => recording.frames.length));
		const axis = axisOf(inks);
		const limit = series.limit === null ? [] : [series.limit];
		const figure = {
			data: [this.#line(series, others.length > 0 ? "A" : "", inks.ink, DASHES[0]), ...others.map(({ recording, letter }) => this.#line(seriesOf(this.name, recording, this.unit), letter, inks.soft, DASHES[LETTERS.indexOf(letter)]))],
			layout: chartOf(inks, {
				height: 190,
				margin: {
					l: 64,
					r: 8,
					t: 8,
					b: 34
				},
				showlegend: others.length > 0,
				legend: {
					orientation: "h",
					y: 1.02,
					yanchor: "bottom",
					font: { size: 12 }
				},
				xaxis: {
					...axis,
					range: [.5, Math.max(end, 2) + .5],
					title: {
						text: "denoising step",
						standoff: 6
					}
				},
				yaxis: {
					...axis,
					...scale(series)
				},
				shapes: limit.map((threshold) => thresholdLine(threshold, inks.bound)),
				annotations: limit.map((threshold) => thresholdName(threshold, inks.bound))
			}, 11)
		};
		await this.plotly.react(this.plot, figure.data, figure.layout, {
			displayModeBar: false,
			responsive: false
		});
		this.host.setAttribute("aria-label", seriesSentence(this.name, series, this.terms));
		this.#moveTo(this.step);
	}
};
function scale({ range, logarithmic, unit }) {
	const title = {
		text: unit,
		standoff: 4
	};
	if (!logarithmic) return {
		type: "linear",
		range,
		title,
		nticks: 5
	};
	const decades = [
		.001,
		.01,
		.1,
		1,
		10
	];
	return {
		type: "log",
		range: range.map(Math.log10),
		title,
		tickvals: [range[0], ...decades],
		ticktext: [`≤ ${digits(range[0], 2)}`, ...decades.map(String)]
	};
}
const thresholdLine = (threshold, color) => ({
	type: "line",
	xref: "paper",
	x0: 0,
	x1: 1,
	y0: threshold,
	y1: threshold,
	line: {
		color,
		width: 1.5,
		dash: "dash"
	}
});
const thresholdName = (threshold, color) => ({
	xref: "paper",
	x: 0,
	xanchor: "left",
	y: Math.log10(threshold),
	yanchor: "bottom",
	showarrow: false,
	text: `confidence threshold ${digits(threshold, 3)}`,
	font: {
		color,
		size: 11
	}
});
export { EntropyCurve };
