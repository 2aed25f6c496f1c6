import { addStyle, button, counted, digits, element, frame, inksOf, messageOf, onceSeen, promptName, quoted$1 as quoted, setText, settingName, shades, takeTurns } from "./main.js";
import { differences, joined, mean, wilson } from "./intervals.js";
import { mapMarks } from "./share-figures.js";
import { takeAlong } from "./share-take-along.js";
import { axisOf, chartOf } from "./charts.js";
// run/marks.js
function kindsOf(sweeps, { tasks }) {
	const count = (kind) => sweeps.reduce((sum, sweep) => sum + (sweep.kind === kind ? sweep.rows.length : 0), 0);
	const [like = ""] = tasks[0]?.task.split(/[ ,]/) ?? [];
	const rank = (kind) => (kind.startsWith(like) ? 1e3 : 0) + count(kind);
	return [...new Set([...sweeps.map(({ kind }) => kind), ...tasks.map(({ task }) => task)])].sort((a, b) => rank(b) - rank(a));
}
function shippedMarks(kind, sweeps, { tasks }, shipped, knobs) {
	const swept = sweeps.flatMap((sweep) => sweep.kind === kind ? sweep.rows : []).flatMap(({ share, low: _low, high: _high, passes, cases, each, ...varied }) => share === null ? [] : [markOf({
		settings: {
			...shipped,
			...varied
		},
		right: Math.round(share * cases),
		cases,
		passes,
		each
	})]);
	const printed = tasks.flatMap(({ task, rows }) => task === kind ? rows.filter(({ way }) => way === "uniform") : []).map(({ right, cases, passes }) => markOf({
		settings: shipped,
		right,
		cases,
		passes
	}));
	const marks = new Map();
	for (const mark of [...swept, ...printed]) {
		const key = settingKey(mark.settings, knobs);
		if (!(Number(marks.get(key)?.cases) >= mark.cases)) marks.set(key, mark);
	}
	return [...marks.values()];
	function markOf({ each, ...figures }) {
		const right = each?.right.flatMap((value, at) => value === null ? [] : [[at, value]]);
		const finding = each && right ? {
			passes: new Map(each.passes.entries()),
			right: new Map(right)
		} : null;
		return {
			...figures,
			subject: kind,
			yours: false,
			finding
		};
	}
}
function studyMarks({ request: { run, vary, values }, results }) {
	return values.flatMap((value, change) => {
		const done = [...results.values()].filter((result) => result.change === change && result.verdict !== null);
		if (done.length === 0) return [];
		const typed = typeof run.settings[vary] === "number" ? Number(value) : value;
		const right = new Map(done.map(({ seed, verdict }) => [seed, verdict?.right === true]));
		return [{
			settings: vary === "" ? run.settings : {
				...run.settings,
				[vary]: typed
			},
			right: [...right.values()].filter(Boolean).length,
			cases: done.length,
			passes: mean(done.map(({ passes }) => passes)),
			subject: run.prompt,
			yours: true,
			finding: {
				passes: new Map(done.map(({ seed, passes }) => [seed, passes])),
				right
			}
		}];
	});
}
const settingKey = (settings, knobs) => JSON.stringify(knobs.filter(({ samplers }) => samplers.length === 0 || samplers.includes(String(settings.sampler))).map(({ name, value }) => settings[name] ?? value));
function gapOf(first, second) {
	return (first.subject === second.subject && first.finding && second.finding ? differences(first.finding, second.finding).share : null) ?? joined([first.right, first.cases], [second.right, second.cases]);
}
function apart(first, second) {
	const [low, high] = gapOf(first, second);
	return low > 0 || high < 0;
}
// words/map.js
const EMPTY = "Nothing was measured of this model yet, so the map is empty. Run 16 seeds here, and it has its first mark.";
const percent = (share) => `${Math.round(100 * share)}%`;
const NAMED = [
	"entropy_bound",
	"t_max",
	"t_min"
];
function markName(settings, shipped, knobs) {
	const has = (name) => {
		const samplers = knobs.find((knob) => knob.name === name)?.samplers ?? [];
		return samplers.length === 0 || samplers.includes(String(settings.sampler));
	};
	const others = knobs.flatMap(({ name, value }) => !NAMED.includes(name) && has(name) && (settings[name] ?? value) !== (shipped[name] ?? value) ? [settingName(name, settings[name])] : []);
	return [
		...has("entropy_bound") ? [budgetName(settings)] : [],
		temperatureName(settings),
		...others
	].join(", ");
}
const budgetName = ({ entropy_bound: bound }) => `budget ${digits(Number(bound), 3)}`;
const temperatureName = ({ t_max: first, t_min: last }) => `temperature ${digits(Number(first), 3)} to ${digits(Number(last), 3)}`;
function markFigures({ right, cases, passes }) {
	const [low, high] = wilson(right, cases);
	return `${right} of ${cases} right (${percent(low)} to ${percent(high)}), ${passesText(passes)} passes`;
}
const passesText = (passes) => passes < 100 ? passes.toFixed(1) : String(Math.round(passes));
function tellSentence(mark, marks) {
	const others = marks.filter((other) => other !== mark);
	if (others.length === 0) return "";
	const alike = others.filter((other) => !apart(mark, other)).length;
	const runs = mark.yours ? `Your ${counted(mark.cases, "run")}` : `${counted(mark.cases, "run")}`;
	const all = others.length === 1 ? "the other mark" : `all of the other ${others.length} marks`;
	const none = others.length === 1 ? "the other mark" : `any of the other ${others.length} marks`;
	return `${alike === 0 ? `${runs} tell this setting from ${all}: each interval of the difference leaves out 0.` : `${runs} cannot tell this setting from ${alike === others.length ? none : `${alike} of the other ${others.length} marks`}: there the 95% interval of the difference reaches 0.`}${mixed(mark, others)}`;
}
function mixed(mark, others) {
	if (others.every(({ subject }) => subject === mark.subject)) return "";
	return " Your marks are one prompt with many seeds; the others are many prompts of a kind, so that they differ in that too.";
}
// panels/map-chart.js
const HEIGHT = 340;
const ROOM = 480;
const SYMBOLS = [
	"circle",
	"square",
	"triangle-up",
	"diamond",
	"cross",
	"star"
];
const TICKS = [
	1,
	2,
	3,
	5,
	7,
	10,
	15,
	20,
	30,
	50,
	70,
	100,
	150,
	200,
	300
];
const [PALEST, DARKEST] = [22, 58];
const KEYS = {
	ArrowRight: 1,
	ArrowUp: 1,
	ArrowLeft: -1,
	ArrowDown: -1,
	Home: -1e400,
	End: 1e400
};
var MapChart = class {
	constructor(actions) {
		this.actions = actions;
		this.plot = element("div.tdp-plot");
		this.dot = element("div.tdp-map-dot", {
			role: "slider",
			tabindex: "0",
			"aria-label": "Your setting, among those that were measured",
			"aria-valuemin": "1"
		});
		this.root = element("div.tdp-map-chart", this.plot, this.dot);
		this.root.style.minHeight = `${HEIGHT}px`;
		this.marks = [];
		this.here = null;
		this.plotly = null;
		this.dot.onkeydown = (event) => this.#key(event);
		this.dot.onpointerdown = (event) => this.#drag(event);
		new ResizeObserver(() => this.plotly?.Plots.resize(this.plot).then(() => this.#stand(this.here))).observe(this.root);
	}
	async draw(plotly, groups, theme) {
		const inks = inksOf(this.plot);
		this.marks = groups.flatMap(({ marks }) => marks).sort((a, b) => a.passes - b.passes);
		const passes = this.marks.map((mark) => mark.passes);
		const lows = this.marks.map(({ right, cases }) => wilson(right, cases)[0]);
		const shipped = groups.filter(({ yours }) => !yours).length;
		const axis = axisOf(inks);
		const range = [Math.min(...passes) * .8, Math.max(...passes) * 1.2].map(Math.log10);
		const layout = chartOf(inks, {
			height: HEIGHT,
			margin: {
				l: 52,
				r: 14,
				t: 6,
				b: 40
			},
			hovermode: "closest",
			showlegend: groups.length > 1,
			legend: {
				orientation: "h",
				y: 1.02,
				yanchor: "bottom",
				font: { size: 12 },
				title: { text: "temperature" }
			},
			xaxis: {
				...axis,
				type: "log",
				range,
				tickvals: TICKS,
				ticktext: TICKS.map(String),
				title: { text: "passes on average" }
			},
			yaxis: {
				...axis,
				range: [Math.floor(10 * Math.min(.8, ...lows) - .2) / 10, 1.04],
				tickformat: ".0%",
				title: {
					text: "share right, 95% interval",
					standoff: 4
				}
			}
		});
		const data = groups.map((group, at) => this.#line(group, at, shipped, inks, theme));
		await plotly.react(this.plot, data, layout, {
			displayModeBar: false,
			responsive: false
		});
		if (this.plotly === null) this.plot.on("plotly_click", ({ points: [point] }) => this.actions.look(this.marks[point.customdata]));
		this.plotly = plotly;
		this.#stand(this.here);
	}
	#line({ name, marks, yours }, at, count, inks, theme) {
		const share = count > 1 ? at / (count - 1) : .5;
		const color = yours ? inks.ink : shades(theme)[Math.round(PALEST + share * (DARKEST - PALEST))].fill;
		const ends = marks.map(({ right, cases }) => wilson(right, cases));
		const shares = marks.map(({ right, cases }) => right / cases);
		return {
			name,
			x: marks.map(({ passes }) => passes),
			y: shares,
			customdata: marks.map((mark) => this.marks.indexOf(mark)),
			text: marks.map(({ settings }) => yours ? "" : digits(Number(settings.entropy_bound), 3)),
			hovertext: marks.map((mark) => this.actions.text(mark)),
			hovertemplate: "%{hovertext}<extra></extra>",
			mode: yours ? "markers" : this.root.clientWidth < ROOM ? "lines+markers" : "lines+markers+text",
			textposition: "top right",
			textfont: {
				size: 11,
				color: inks.soft
			},
			cliponaxis: false,
			line: {
				color,
				width: 1
			},
			marker: {
				size: 11,
				color,
				symbol: yours ? "circle" : SYMBOLS[at % SYMBOLS.length],
				line: {
					width: 1,
					color: inks.soft
				}
			},
			error_y: {
				type: "data",
				symmetric: false,
				thickness: yours ? 2.5 : 1,
				width: yours ? 5 : 0,
				color: yours ? inks.ink : color,
				array: ends.map(([, high], mark) => high - shares[mark]),
				arrayminus: ends.map(([low], mark) => shares[mark] - low)
			}
		};
	}
	place(mark, text) {
		this.here = mark;
		this.dot.setAttribute("aria-valuetext", text);
		this.#stand(mark);
	}
	#stand(mark) {
		const layout = this.plot._fullLayout;
		this.dot.hidden = layout?.xaxis?._length === void 0 || this.marks.length === 0;
		if (this.dot.hidden) return;
		const [x, y] = mark ? this.#pixels(mark) : [layout.xaxis._offset + 14, layout.yaxis._offset + layout.yaxis._length - 14];
		this.dot.classList.toggle("tdp-map-nowhere", mark === null);
		this.dot.style.translate = `${x}px ${y}px`;
		this.dot.setAttribute("aria-valuemax", String(this.marks.length));
		this.dot.setAttribute("aria-valuenow", String(mark ? this.marks.indexOf(mark) + 1 : 1));
	}
	#pixels({ passes, right, cases }) {
		const { xaxis, yaxis } = this.plot._fullLayout;
		return [xaxis._offset + xaxis.d2p(passes), yaxis._offset + yaxis.d2p(right / cases)];
	}
	#key(event) {
		const by = KEYS[event.key];
		if (by === void 0 || this.marks.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		const at = this.here ? this.marks.indexOf(this.here) : by > 0 ? -1 : this.marks.length;
		this.actions.use(this.marks[Math.min(Math.max(at + by, 0), this.marks.length - 1)]);
	}
	#drag(down) {
		down.preventDefault();
		this.dot.focus();
		this.dot.setPointerCapture(down.pointerId);
		const { left, top } = this.plot.getBoundingClientRect();
		let nearest = null;
		this.dot.onpointermove = ({ clientX, clientY }) => {
			const far = (mark) => {
				const [x, y] = this.#pixels(mark);
				return Math.hypot(x - (clientX - left), y - (clientY - top));
			};
			const next = this.marks.reduce((best, mark) => far(mark) < far(best) ? mark : best);
			if (next === nearest) return;
			nearest = next;
			this.#stand(next);
			this.actions.look(next);
		};
		const end = () => {
			this.dot.onpointermove = this.dot.onpointerup = this.dot.onpointercancel = null;
		};
		this.dot.onpointerup = () => {
			end();
			if (nearest) this.actions.use(nearest);
		};
		this.dot.onpointercancel = () => {
			end();
			this.#stand(this.here);
		};
	}
};
// panels/map.js
const SEEDS = 16;
const NO_CARD = {
	tasks: [],
	shares: {},
	settings: ""
};
var MapPanel = class {
	constructor(root, { often, plotly, form }) {
		addStyle("map");
		this.page = often;
		this.form = form;
		this.kinds = element("select", { "aria-label": "What was measured" });
		this.kinds.onchange = () => this.#draw();
		const body = frame(root, "Map", this.kinds);
		this.empty = element("p.tdp-map-empty", { hidden: "" }, EMPTY);
		this.chart = new MapChart({
			use: (mark) => this.#use(mark),
			look: (mark) => this.#look(mark),
			text: (mark) => this.#text(mark)
		});
		this.here = element("p");
		this.tells = element("p", { role: "status" });
		this.run = button(`${SEEDS} seeds here`, "Make this run with 16 seeds at your settings, and put the result on the map");
		this.run.classList.add("tdp-map-run");
		this.run.onclick = async () => (await this.page.studies()).ask(SEEDS, "", "", this.form());
		this.stop = button("Stop", "Stop; what is done stays");
		this.stop.onclick = () => this.studies?.stop();
		this.status = element("p.tdp-hint", { role: "status" });
		this.name = element("b");
		this.figures = element("p");
		const take = button("Use this setting", "Put the settings of this mark into the form");
		take.onclick = () => this.looked && this.#use(this.looked);
		this.mark = element("div.tdp-map-mark", { hidden: "" }, this.name, this.figures, take);
		this.list = element("tbody");
		const head = [
			"setting",
			"right",
			"passes"
		].map((name) => element("th", { scope: "col" }, name));
		const more = element("details.tdp-more", element("summary", "All marks as a table"));
		more.append(element("table.tdp-map-table", element("thead", element("tr", ...head, element("td"))), this.list));
		this.along = takeAlong("each mark", () => ({
			title: `map, ${this.kinds.value}`,
			columns: mapMarks(this.marks)
		}));
		body.append(element("p.tdp-hint", "How few passes, and still right? Up and to the left is better. The number at a mark is its budget in nats."), this.empty, element("div.tdp-map", this.chart.root, element("div.tdp-map-side", element("h3", "You are here"), this.here, element("div.tdp-map-row", this.run, this.stop), this.status, this.tells, this.mark)), more, this.along);
		this.studies = null;
		this.looked = null;
		this.marks = [];
		this.sweeps = [];
		this.card = NO_CARD;
		this.known = false;
		this.prompt = null;
		this.theme = "light";
		this.placed = "";
		this.plotly = null;
		this.page.studies().then((studies) => {
			this.studies = studies;
			studies.addEventListener("change", () => this.#studied());
			this.#studied();
		}, (error) => setText(this.status, messageOf(error)));
		if (plotly) onceSeen(this.chart.root, () => plotly().then((loaded) => {
			this.plotly = loaded;
			this.#draw();
		}, () => {}));
	}
	show({ header: { prompt } }, theme) {
		if (prompt !== this.prompt) this.#ask(prompt);
		else if (theme !== this.theme) this.#draw(theme);
		this.theme = theme;
	}
	paint() {
		if (JSON.stringify(this.form()) !== this.placed) this.#place();
	}
	async #ask(prompt) {
		this.prompt = prompt;
		const { card, sweeps } = await this.page.measured(prompt);
		if (prompt !== this.prompt) return;
		this.card = "tasks" in card ? card : NO_CARD;
		this.sweeps = "tasks" in card ? sweeps : [];
		this.known = true;
		const kinds = kindsOf(this.sweeps, this.card);
		this.kinds.hidden = kinds.length === 0;
		this.kinds.replaceChildren(...kinds.map((kind) => element("option", { value: kind }, kind)));
		this.#draw();
	}
	#studied() {
		const { studies } = this;
		if (studies === null) return;
		const { busy, sentence, arrived, total, waiting, request, results } = studies;
		takeTurns(this.run, this.stop, busy);
		const done = [...results.values()];
		const unjudged = !busy && request !== null && done.length > 0 && done.every(({ verdict }) => verdict === null);
		setText(this.status, sentence || waiting || (busy ? `${arrived} of ${total} runs are done.` : unjudged ? "No rule judged these texts, so that the map cannot place these runs." : ""));
		if (!busy) this.#draw();
	}
	#draw(theme = this.theme) {
		const { studies, card, sweeps, page, prompt } = this;
		const shipped = page.shipped() ?? this.form();
		const kind = this.kinds.value;
		const measured = kind === "" ? [] : shippedMarks(kind, sweeps, card, shipped, page.knobs);
		const yours = (studies?.all ?? []).flatMap((study) => study.request.run.prompt === prompt ? studyMarks(study) : []);
		this.marks = [...measured, ...yours];
		const empty = this.known && this.marks.length === 0;
		this.empty.hidden = !empty;
		this.along.hidden = this.marks.length === 0;
		this.chart.root.hidden = empty;
		if (this.looked && !this.marks.includes(this.looked)) this.#look(null);
		const budget = (mark) => Number(mark.settings.entropy_bound);
		const groups = new Map();
		for (const mark of [...measured].sort((a, b) => Number(a.settings.t_max) - Number(b.settings.t_max) || budget(a) - budget(b))) {
			const name = this.#name(mark).replace(/^budget [^,]+, /, "").replace("temperature ", "");
			const group = groups.get(name) ?? {
				name,
				marks: [],
				yours: false
			};
			group.marks.push(mark);
			groups.set(name, group);
		}
		const all = [...groups.values(), ...yours.length > 0 ? [{
			name: "yours",
			marks: yours,
			yours: true
		}] : []];
		this.#table();
		this.#place();
		if (this.plotly && this.marks.length > 0) this.chart.draw(this.plotly, all, theme);
	}
	#place() {
		const form = this.form();
		this.placed = JSON.stringify(form);
		const key = settingKey(form, this.page.knobs);
		const here = this.marks.findLast(({ settings }) => settingKey(settings, this.page.knobs) === key) ?? null;
		const name = markName(form, this.page.shipped() ?? form, this.page.knobs);
		const text = here ? `${name}: ${markFigures(here)}` : `${name}: not measured yet, so the dot waits in the corner`;
		setText(this.here, `${text}.`);
		setText(this.tells, here ? tellSentence(here, this.marks) : "");
		this.chart.place(here, text);
	}
	#table() {
		const row = (mark) => {
			const name = this.#name(mark);
			const take = button("Use", `Use ${name}`);
			take.onclick = () => this.#use(mark);
			const { right, cases, passes } = mark;
			const cells = [`${right} of ${cases}`, passesText(passes)].map((text) => element("td", text));
			return element("tr", element("th", { scope: "row" }, `${mark.yours ? "yours: " : ""}${name}`), ...cells, element("td", take));
		};
		this.list.replaceChildren(...this.marks.map(row));
	}
	#name(mark) {
		return markName(mark.settings, this.page.shipped() ?? this.form(), this.page.knobs);
	}
	#text(mark) {
		return `${this.#name(mark)}<br>${markFigures(mark)}${mark.yours ? "<br>yours" : ""}`;
	}
	#look(mark) {
		this.looked = mark;
		this.mark.hidden = mark === null;
		if (mark === null) return;
		setText(this.name, this.#name(mark));
		setText(this.figures, `${markFigures(mark)}${mark.yours ? `, on ${quoted(promptName(mark.subject))}` : ""}.`);
	}
	#use(mark) {
		this.#look(null);
		this.page.adopt(mark.settings);
		this.#place();
	}
};
export { MapPanel };
