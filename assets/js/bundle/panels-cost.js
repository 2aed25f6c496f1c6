import { addStyle, button, digits, element, figuresOf, frame, inksOf, rowsOf, secondsText, setText, timesOf } from "./main.js";
import { GPUS, LIMITS, MEASURED, REHEARSED_FLOOR, REPORTED, SHAPES, bytesText, claimSentence, denoiserPass, flopsText, machineText, modelOf, pointSentence, rehearsedRows, roofline, stepCosts, timeText, total } from "./cost.js";
import { axisOf, chartOf } from "./charts.js";
// panels/roofline.js
const FULL_SIZE = "google/diffusiongemma-26B-A4B-it";
const PREFIX = 1e3;
const MOST_PEOPLE = 64;
const SYMBOLS = [
	"circle",
	"square",
	"triangle-up",
	"x"
];
var Roofline = class {
	constructor(server, plotly, measured) {
		this.server = server;
		this.measured = measured;
		this.measuredMachine = null;
		this.lanes = [];
		this.complaint = "";
		this.knowable = true;
		this.plotly = null;
		this.machines = element("select", { "aria-label": "Machine" });
		this.measure = button("Measure this machine", "Copies memory and multiplies matrices for about two seconds");
		this.measure.classList.add("tdp-pill");
		this.measure.onclick = () => this.#ask("measure");
		this.about = element("p.tdp-hint", { role: "status" });
		this.plot = element("div.tdp-roofline", { role: "img" });
		this.positions = slider("positions in a pass");
		this.people = slider("people in a batch");
		this.people.input.max = String(Math.log2(MOST_PEOPLE));
		this.point = element("p.tdp-roofline-point", { role: "status" });
		this.claim = element("p");
		this.machines.onchange = this.positions.input.oninput = this.people.input.oninput = () => this.#draw();
		const head = element("div.tdp-panel-head", element("h3", "Roofline"), this.machines, this.measure);
		this.root = element("div.tdp-roofline-part", head, this.about, this.plot, this.positions.root, this.people.root, this.point, this.claim);
		plotly?.().then((loaded) => {
			this.plotly = loaded;
			this.#draw();
		}, () => {});
		this.#ask("");
	}
	async #ask(request) {
		this.measure.disabled = true;
		const answer = await this.server?.(request).catch(() => void 0);
		if (answer?.may && !answer.machine && request === "") return this.#ask("measure");
		this.measure.disabled = false;
		this.knowable = answer === void 0 || answer.may || answer.machine !== null;
		this.measure.hidden = !answer?.may;
		setText(this.measure, answer?.machine ? "Measure again" : "Measure this machine");
		this.complaint = answer === void 0 ? "The server does not answer, so this machine is not known." : answer.refused;
		if (answer?.machine) this.measuredMachine = answer.machine;
		this.measured(this.measuredMachine);
	}
	show(lanes) {
		this.lanes = lanes;
		const chosen = this.machines.value;
		const names = [...modelOf(lanes[0].recording) && this.knowable ? [["own", "this machine, the model of this run"]] : [], ...GPUS.map(({ name }) => [name, `${name}, the 26B model: COMPUTED`])];
		this.machines.replaceChildren(...names.map(([value, name]) => element("option", { value }, name)));
		if (names.some(([value]) => value === chosen)) this.machines.value = chosen;
		this.#draw();
	}
	get #picture() {
		const { recording } = this.lanes[0];
		const known = modelOf(recording);
		if (this.machines.value === "own" && known) return {
			machine: this.measuredMachine,
			setting: {
				...known,
				prefix: recording.header.prompt_ids.length
			}
		};
		return {
			machine: GPUS.find(({ name }) => name === this.machines.value) ?? GPUS[0],
			setting: {
				shape: SHAPES[FULL_SIZE],
				width: 2,
				prefix: PREFIX
			}
		};
	}
	#draw() {
		if (this.lanes.length === 0) return;
		const { machine, setting } = this.#picture;
		const isMeasured = this.machines.value === "own";
		const { canvas } = setting.shape;
		this.positions.input.max = String(Math.log2(canvas));
		const positions = 2 ** Number(this.positions.input.value);
		const people = 2 ** Number(this.people.input.value);
		setText(this.positions.said, String(positions));
		setText(this.people.said, String(people));
		for (const place of [
			this.plot,
			this.positions.root,
			this.people.root,
			this.point,
			this.claim
		]) place.hidden = machine === null;
		setText(this.about, this.#aboutSentence(machine, isMeasured));
		if (machine === null) return;
		setText(this.point, `COMPUTED: ${pointSentence(machine, setting, positions, people)}`);
		setText(this.claim, `${claimSentence(machine, setting, people)}${setting.shape === SHAPES.embedded ? ` ${MEASURED}` : ""}`);
		this.plot.setAttribute("aria-label", `Roofline of ${machine.name}. ${this.point.textContent}`);
		this.plotly?.react(this.plot, this.#traces(machine, setting, positions, people, isMeasured), this.#layout(), {
			displayModeBar: false,
			responsive: true
		});
	}
	#aboutSentence(machine, isMeasured) {
		if (isMeasured && this.complaint) return this.complaint;
		if (machine === null) return "This machine is measured, which takes about two seconds.";
		const rates = machineText(machine);
		if (isMeasured) return `${machine.name}, measured: ${rates}. Other work slows it down, and what stays in a cache may be faster than memory allows.`;
		return `COMPUTED, not measured: the 26B model in bfloat16 on an ${machine.name}, by the rates that its maker publishes: ${rates}.`;
	}
	#traces(machine, { shape, width, prefix }, positions, people, isMeasured) {
		const inks = inksOf(this.plot);
		const lanes = [
			inks.ink,
			inks.bound,
			inks.soft,
			inks.reopened
		];
		const corner = machine.flopsPerS / machine.bytesPerS;
		const roof = [
			corner / 300,
			corner,
			corner * 100
		];
		const computed = (at) => {
			const cost = denoiserPass(shape, {
				positions: at,
				rows: people,
				prefix,
				width
			});
			return {
				x: total(cost.flops) / total(cost.bytes),
				y: total(cost.flops) / roofline(cost, machine).seconds
			};
		};
		const path = [...Array(Math.log2(shape.canvas) + 1)].map((_, power) => computed(2 ** power));
		const here = computed(positions);
		const measured = isMeasured ? this.lanes.flatMap(({ recording, letter, costs }, at) => {
			const points = rowsOf(recording.header) > 1 ? [] : recording.frames.flatMap(({ seconds = 0 }, step) => seconds > 0 && costs?.[step] ? [{
				x: costs[step].flops / costs[step].bytes,
				y: costs[step].flops / seconds
			}] : []);
			return points.length === 0 ? [] : [{
				...xy(points),
				name: `${letter || "this run"}, measured`,
				mode: "markers",
				marker: {
					size: 7,
					symbol: SYMBOLS[at],
					color: lanes[at]
				}
			}];
		}) : [];
		return [
			{
				x: roof,
				y: roof.map((intensity) => Math.min(intensity * machine.bytesPerS, machine.flopsPerS)),
				name: "at best",
				mode: "lines",
				line: {
					color: inks.ink,
					width: 2
				},
				hoverinfo: "skip"
			},
			{
				...xy(path),
				name: `1 to ${shape.canvas} positions, computed`,
				mode: "lines+markers",
				line: {
					color: inks.bound,
					dash: "dot",
					width: 1
				},
				marker: {
					size: 4,
					color: inks.bound
				},
				hoverinfo: "skip"
			},
			{
				...xy([here]),
				name: "the sliders, computed",
				mode: "markers",
				marker: {
					size: 14,
					symbol: "diamond",
					color: inks.bound
				}
			},
			...measured
		];
	}
	#layout() {
		const inks = inksOf(this.plot);
		const axis = {
			...axisOf(inks),
			type: "log",
			dtick: 1,
			exponentformat: "power"
		};
		return chartOf(inks, {
			height: 280,
			margin: {
				l: 64,
				r: 8,
				t: 8,
				b: 40
			},
			legend: {
				orientation: "h",
				y: -.25
			},
			xaxis: {
				...axis,
				title: {
					text: "operations for each byte",
					standoff: 6
				}
			},
			yaxis: {
				...axis,
				title: {
					text: "operations a second",
					standoff: 4
				}
			}
		});
	}
};
const xy = (points) => ({
	x: points.map(({ x }) => x),
	y: points.map(({ y }) => y),
	hovertemplate: "%{x:.3g} operations a byte, %{y:.3s} a second<extra></extra>"
});
function slider(name) {
	const input = element("input", {
		type: "range",
		min: "0",
		max: "8",
		step: "1",
		value: name.startsWith("positions") ? "7" : "0",
		"aria-label": name
	});
	const output = element("output");
	return {
		input,
		said: output,
		root: element("label.tdp-roofline-slider", element("span", name), input, output)
	};
}
// panels/cost.js
const PARTS = {
	projections: "projections",
	attention: "attention",
	mlp: "dense layers",
	router: "router",
	experts: "experts",
	"self-conditioning": "self-conditioning",
	head: "head",
	weights: "weights",
	cache: "what was read before",
	embeddings: "embeddings",
	logits: "logits"
};
var CostPanel = class {
	constructor(root, { lanes, machine, plotly }) {
		addStyle("compare");
		this.shownLanes = lanes?.shown ?? (() => []);
		const body = frame(root, "Cost");
		this.table = element("table.tdp-cost-table");
		this.parts = element("p.tdp-hint");
		const sentence = element("p.tdp-hint", "Operations and bytes are computed from the shape of the model, as if each run had its passes for itself. Seconds are measured, drawing the tokens included.");
		const more = element("details.tdp-more", element("summary", "What the pass of the first run is made of"), this.parts);
		const reported = element("details.tdp-more", element("summary", "Speeds that others reported"));
		reported.append(element("p", "As reported, collected in November 2026; none of them was measured here."), element("ul", ...REPORTED.map(([what, source]) => element("li", `${what} (${source}).`))));
		const [names, ...rows] = rehearsedRows();
		const rehearsed = element("details.tdp-more", element("summary", "What a step of the 26B model does beside reading weights"), element("p.tdp-hint", REHEARSED_FLOOR), element("table.tdp-cost-table", element("thead", element("tr", ...names.map((name) => element("th", { scope: "col" }, name)))), element("tbody", ...rows.map(([part, ...cells]) => element("tr", element("th", { scope: "row" }, part), ...cells.map((cell) => element("td", cell)))))));
		this.machine = null;
		this.roofline = new Roofline(machine, plotly, (measured) => {
			this.machine = measured;
			this.#again();
		});
		body.append(this.table, sentence, more, this.roofline.root, rehearsed, reported);
		this.lanes = [];
		this.cells = [];
		this.shown = null;
		this.step = -1;
	}
	#again() {
		if (this.shown) this.show(...this.shown);
		if (this.step >= 0) this.paint(this.step);
	}
	show(recording, theme, taste) {
		this.shown = [
			recording,
			theme,
			taste
		];
		const shown = this.shownLanes();
		const lanes = shown.length > 0 ? shown : [{
			recording,
			letter: ""
		}];
		const times = timesOf(lanes.map((lane) => lane.recording));
		this.lanes = lanes.map((lane, at) => laneOf(lane, times[at]));
		const rows = [
			["passes, one after the other", "tdp-cost-now"],
			["tokens a pass, whole run", ""],
			["this pass", "tdp-cost-now"],
			["this pass, at best", "tdp-cost-now"],
			["this pass, measured", "tdp-cost-now"],
			["all so far, encoder included", "tdp-cost-now"],
			["measured, whole run", ""]
		];
		this.cells = this.lanes.map(() => rows.map(([, style]) => element("td", style ? { class: style } : {})));
		this.cells.forEach((cells, at) => {
			const { perPass, time, costs } = this.lanes[at];
			setText(cells[1], Number.isNaN(perPass) ? "–" : digits(perPass, 2));
			setText(cells[6], time.note || secondsText(time.seconds));
			if (costs === null) setText(cells[2], "not known");
		});
		this.table.replaceChildren(element("thead", element("tr", element("td"), ...this.lanes.map(({ letter }) => element("th", { scope: "col" }, letter || "this run")))), element("tbody", ...rows.map(([name], row) => element("tr", row === 3 && this.machine === null ? { hidden: "" } : {}, element("th", { scope: "row" }, name), ...this.cells.map((cells) => cells[row])))));
		if (this.lanes.some(({ costs }) => costs === null)) this.table.append(element("caption", "The page does not know the shape of every model here, and computes nothing for it."));
		this.roofline.show(this.lanes);
	}
	paint(step) {
		this.step = step;
		const now = this.shownLanes();
		this.lanes.forEach((lane, at) => {
			const { recording, time } = lane;
			const moment = now.length > 0 ? now[at]?.moment : {
				step,
				noise: false
			};
			if (recording.frames.length > lane.flops.length) extend(lane);
			const cells = this.cells[at];
			const here = moment?.noise ? moment.step - 1 : moment?.step ?? -1;
			setText(cells[0], recording.header.source ? "not recorded" : `${here + 1} of ${recording.frames.length}`);
			const cost = lane.costs?.[here];
			if (!cost) return [
				3,
				4,
				5
			].forEach((row) => setText(cells[row], "–"));
			setText(cells[2], `${flopsText(cost.flops)}, ${bytesText(cost.bytes)}`);
			const best = this.machine && roofline(cost.pass, this.machine);
			setText(cells[3], best ? `${timeText(best.seconds)}, ${LIMITS[best.limit]}` : "–");
			const seconds = recording.frames[here].seconds ?? NaN;
			setText(cells[4], recording.live ? "–" : time.note || (Number.isNaN(seconds) ? "not recorded" : timeText(seconds)));
			setText(cells[5], `${flopsText(lane.flops[here])}, ${bytesText(lane.bytes[here])}`);
			if (at === 0) setText(this.parts, partsSentence(cost.pass));
		});
	}
};
function laneOf({ recording, letter }, time) {
	const { perPass } = figuresOf(recording);
	const lane = {
		recording,
		letter,
		costs: stepCosts(recording),
		flops: [],
		bytes: [],
		perPass,
		time
	};
	extend(lane);
	return lane;
}
function extend({ recording, flops, bytes }) {
	for (const { flops: ours, bytes: theirs, encoder } of (stepCosts(recording) ?? []).slice(flops.length)) {
		flops.push((flops.at(-1) ?? 0) + ours + (encoder ? total(encoder.flops) : 0));
		bytes.push((bytes.at(-1) ?? 0) + theirs + (encoder ? total(encoder.bytes) : 0));
	}
}
function partsSentence({ flops, bytes }) {
	const list = (parts, text) => Object.entries(parts).filter(([, value]) => value > 0).sort(([, a], [, b]) => b - a).map(([part, value]) => `${PARTS[part]} ${text(value)}`).join(", ");
	return `Operations: ${list(flops, flopsText)}. Bytes: ${list(bytes, bytesText)}. Of the experts, only those that some position is expected to reach are counted.`;
}
export { CostPanel };
