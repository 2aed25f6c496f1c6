import { button, counted, digits, element, frame, inksOf, plainText, promptName, quoted$1 as quoted, setText, settingName, shadeOf, shades, surface, takeTurns } from "./main.js";
import { Judge, MEASURES, SCRIPT } from "./rules-measures.js";
import { studyRuns, studySettings } from "./share-figures.js";
import { takeAlong } from "./share-take-along.js";
import { candidate, differences, mean, moreNeeded, quartiles, refuted, shareOf, wilson } from "./intervals.js";
import { axisOf, chartOf } from "./charts.js";
import "./studies.js";
// words/study.js
const percent = (share) => `${Math.round(100 * share)}%`;
const signed = (value, text) => `${value < 0 ? "−" : "+"}${text}`;
const changeName = (vary, value) => vary === "" ? "as it is" : settingName(vary, value);
function offerSentence({ run, seeds, vary, values }) {
	const at = vary === "" ? "" : values.map((value) => `, with ${changeName(vary, value)}`).join("");
	const count = seeds * values.length;
	return `The address asks for ${quoted(promptName(run.prompt))}, seeds ${run.seed} to ${run.seed + seeds - 1}${at}: ${counted(count, "run")}. It does not hold what came of them; made again, they come out the same.`;
}
function shareSentence(finding, interval) {
	const { right, cases, share } = shareOf(finding);
	if (interval === null) return "No quality measured.";
	return `Right ${right} of ${cases}: ${percent(share)}, 95% interval ${percent(interval[0])} to ${percent(interval[1])}.`;
}
function passesSentence({ passes }) {
	const all = [...passes.values()];
	const [low, middle, high] = quartiles(all);
	if (all.length < 4) return `${digits(mean(all), 3)} passes on average.`;
	return `${digits(mean(all), 3)} passes on average, from ${Math.min(...all)} to ${Math.max(...all)}; half of the runs took ${digits(low, 3)} to ${digits(high, 3)}, the median is ${digits(middle, 3)}.`;
}
function differenceSentence(first, second, name) {
	const { share, passes } = differences(first, second);
	const parts = [...share ? [`right ${share.map((end) => signed(end, `${Math.round(100 * Math.abs(end))}`)).join(" to ")} points`] : [], ...passes ? [`passes ${passes.map((end) => signed(end, digits(Math.abs(end), 2))).join(" to ")}`] : []];
	return parts.length === 0 ? "" : `Against ${name}, on the same seeds: ${parts.join(", ")} (95% intervals).`;
}
function proposalOf(findings, fresh, wish, names) {
	if (findings.every(({ right }) => right.size === 0)) return {
		sentence: "No quality measured, so no setting is proposed.",
		best: null,
		more: 0
	};
	const best = candidate(findings, wish, fresh);
	const out = [...fresh].filter(([, finding]) => refuted(shareOf(finding).right, shareOf(finding).cases, wish)).map(([number]) => names[number]);
	const refutation = out.length > 0 ? `Fresh seeds refute ${out.join(" and ")}. ` : "";
	if (best === null) return {
		sentence: `${refutation}No setting has ${percent(wish)} right on these seeds.`,
		best: null,
		more: 0
	};
	const known = fresh.get(best) ?? {
		right: new Map(),
		passes: new Map()
	};
	const { right, cases } = shareOf(known);
	const more = moreNeeded(right, cases, wish);
	if (more === 0) return {
		sentence: `${refutation}Shown: ${names[best]} has at least ${percent(wish)} right (${right} of ${cases} on fresh seeds), with the fewest passes of those that do.`,
		best,
		more
	};
	const far = cases > 0 ? `${right} of ${cases} right on fresh seeds; ` : "";
	return {
		sentence: `${refutation}The best here is ${names[best]}. Not shown yet: ${far}${more} more runs, if all of them are right. The seeds that chose it do not count.`,
		best,
		more
	};
}
// panels/often-ask.js
const SEEDS = [
	"16",
	"32",
	"64"
];
const MOST_SUGGESTED = 4;
var OftenAsk = class {
	constructor(root, knobs, { run, stop, measured }) {
		this.knobs = knobs;
		this.seeds = element("select", { "aria-label": "How many seeds" }, ...SEEDS.map((value) => element("option", { value }, `${value} seeds`)));
		this.vary = element("select", { "aria-label": "What varies" }, element("option", { value: "" }, "settings as they are"));
		for (const { name, label } of knobs) this.vary.append(element("option", { value: name }, `vary: ${label}`));
		this.values = element("input", {
			type: "text",
			maxlength: "200",
			hidden: "",
			"aria-label": "Values that it takes, up to 8"
		});
		this.run = button("Run", "Run all of them");
		this.run.classList.add("tdp-often-run");
		this.stop = button("Stop", "Stop; what is done stays");
		this.vary.onchange = () => this.#suggest();
		this.run.onclick = () => run(Number(this.seeds.value), this.vary.value, this.values.value);
		this.stop.onclick = stop;
		this.measure = element("select", { "aria-label": "What counts as right" });
		for (const [value, name, hint] of MEASURES) this.measure.append(element("option", {
			value,
			title: hint
		}, name));
		this.wanted = element("input", {
			type: "text",
			maxlength: "500",
			hidden: ""
		});
		this.measure.onchange = () => {
			this.#explain();
			measured();
		};
		this.wanted.onchange = measured;
		root.append(element("div.tdp-often-row", this.seeds, this.vary, this.values, this.run, this.stop), element("label.tdp-often-row", "A text counts as right if it ", this.measure, this.wanted));
	}
	offerRule(there) {
		const [rule, next] = this.measure.options;
		rule.hidden = rule.disabled = !there;
		if (there || !rule.selected) return false;
		this.measure.value = next.value;
		this.#explain();
		return true;
	}
	fill({ seeds, vary, values, measure: { kind, wanted } }) {
		this.measure.value = kind;
		this.#explain();
		this.wanted.value = wanted;
		if (![...this.seeds.options].some(({ value }) => value === String(seeds))) this.seeds.append(element("option", { value: String(seeds) }, `${seeds} seeds`));
		this.seeds.value = String(seeds);
		this.vary.value = vary;
		this.values.hidden = vary === "";
		this.values.value = values.join(", ");
	}
	set busy(busy) {
		takeTurns(this.run, this.stop, busy);
	}
	measureOf(reference) {
		return {
			kind: this.measure.value,
			wanted: this.wanted.value,
			reference
		};
	}
	#suggest() {
		const knob = this.knobs.find(({ name }) => name === this.vary.value);
		this.values.hidden = knob === void 0;
		if (knob === void 0) return;
		const { choices, slider, value, whole, minimum, maximum } = knob;
		const [low, high] = slider;
		const names = Object.keys(choices);
		const numbers = [
			.25,
			1,
			4
		].map((factor) => factor * Number(value)).map((number) => whole ? Math.round(number) : +number.toPrecision(3));
		const suggested = names.length > 0 ? names.slice(0, MOST_SUGGESTED) : [...new Set(numbers)].filter((number) => number >= low && number <= high);
		this.values.value = suggested.join(", ");
		this.values.title = names.length > 0 ? `Up to 8 of: ${names.join(", ")}` : `Up to 8 numbers from ${minimum} to ${maximum}`;
	}
	#explain() {
		const [kind, name, hint, example] = MEASURES.find(([one]) => one === this.measure.value) ?? MEASURES[0];
		this.wanted.hidden = example === "";
		this.wanted.value = kind === "agrees" ? example : "";
		this.wanted.placeholder = example;
		this.wanted.title = hint;
		this.wanted.setAttribute("aria-label", name);
	}
};
// panels/often-chart.js
const CONFIG = {
	displayModeBar: false,
	responsive: true
};
var OftenChart = class {
	constructor(root, plotly, open) {
		this.root = root;
		this.plotly = plotly;
		this.open = open;
		this.runs = element("div.tdp-often-chart", { role: "img" });
		this.shares = element("div.tdp-often-chart", {
			role: "img",
			hidden: ""
		});
		root.hidden = true;
		root.append(this.runs, this.shares);
		this.listening = false;
	}
	clear() {
		this.root.hidden = true;
	}
	async draw({ vary, values }, results, findings, right) {
		const plotly = await this.plotly?.().catch(() => null);
		if (!plotly) return;
		this.root.hidden = false;
		const names = vary === "" ? [""] : values.map((value) => changeName(vary, value));
		const inks = inksOf(this.root);
		await plotly.react(this.runs, points(results, right, inks), runLayout(inks, {
			names,
			title: "passes of each run"
		}), CONFIG);
		this.runs.setAttribute("aria-label", `Passes of each run: ${findings.map(({ passes }, at) => `${names[at]} ${[...passes.values()].sort((a, b) => a - b).join(" ")}`).join("; ")}`);
		if (!this.listening) {
			this.listening = true;
			this.runs.on("plotly_click", (event) => this.open(event.points[0].customdata));
		}
		this.shares.hidden = values.length < 2 || findings.every((finding) => finding.right.size === 0);
		if (!this.shares.hidden) await plotly.react(this.shares, shares(findings, names, inks), shareLayout(inks), CONFIG);
		this.shares.setAttribute("aria-label", "Share right against passes, with 95% intervals; the figures stand in words below");
	}
};
function points(results, right, { ink, soft, warn }) {
	const done = [...results].filter(([, { sentence }]) => sentence === "");
	return [
		[
			"right",
			true,
			{
				color: ink,
				symbol: "circle"
			}
		],
		[
			"wrong",
			false,
			{
				color: warn,
				symbol: "x"
			}
		],
		[
			"",
			void 0,
			{
				color: soft,
				symbol: "circle"
			}
		]
	].map(([name, judged, marker]) => {
		const group = done.filter(([key]) => right.get(key) === judged);
		return {
			name,
			x: group.map(([, { passes }]) => passes),
			y: group.map(([, { change, number }]) => change + (number * 7 % 11 - 5) / 18),
			customdata: group.map(([key]) => key),
			text: group.map(([, { seed }]) => `seed ${seed}${name && `, ${name}`}`),
			mode: "markers",
			marker: {
				size: 8,
				opacity: .8,
				...marker
			},
			hovertemplate: "%{text}: %{x} passes<extra></extra>"
		};
	});
}
function shares(findings, names, { ink }) {
	const shown = findings.flatMap((finding, at) => finding.right.size > 0 ? [{
		...shareOf(finding),
		passes: mean([...finding.passes.values()]),
		name: names[at]
	}] : []);
	const ends = shown.map(({ right, cases }) => wilson(right, cases));
	return [{
		x: shown.map(({ passes }) => passes),
		y: shown.map(({ share }) => share),
		text: shown.map(({ name }) => name),
		error_y: {
			type: "data",
			symmetric: false,
			thickness: 1.5,
			color: ink,
			array: ends.map(([, high], at) => high - shown[at].share),
			arrayminus: ends.map(([low], at) => shown[at].share - low)
		},
		mode: "markers+text",
		textposition: "middle right",
		cliponaxis: false,
		marker: {
			size: 9,
			color: ink
		},
		hovertemplate: "%{text}: %{y:.0%} right, %{x:.1f} passes<extra></extra>"
	}];
}
const studyChart = (inks, layout) => chartOf(inks, {
	margin: {
		l: 10,
		r: 20,
		t: 8,
		b: 40
	},
	showlegend: false,
	hovermode: "closest",
	...layout
});
const runLayout = (inks, { names, title }) => studyChart(inks, {
	height: 90 + 44 * names.length,
	xaxis: {
		...axisOf(inks),
		title: { text: title }
	},
	yaxis: {
		...axisOf(inks),
		automargin: true,
		tickvals: names.map((_, at) => at),
		ticktext: names,
		range: [names.length - .5, -.5]
	}
});
const shareLayout = (inks) => studyChart(inks, {
	margin: {
		l: 60,
		r: 90,
		t: 8,
		b: 40
	},
	height: 260,
	xaxis: {
		...axisOf(inks),
		title: { text: "passes on average" },
		rangemode: "tozero"
	},
	yaxis: {
		...axisOf(inks),
		title: { text: "right" },
		tickformat: ".0%",
		range: [-.02, 1.04]
	}
});
// panels/often-wish.js
var OftenWish = class {
	constructor(root, { check, adopt, changed }) {
		this.root = root;
		this.least = element("input", {
			type: "number",
			min: "1",
			max: "99",
			value: "95",
			"aria-label": "Per cent right, at least"
		});
		this.least.onchange = changed;
		this.sentence = element("p", { role: "status" });
		this.check = button("", "Run this setting with seeds that it has not had");
		this.adopt = button("Use this setting", "Put this setting into the form");
		this.proposed = {
			best: -1,
			more: 0
		};
		this.check.onclick = () => check(this.proposed.best, this.proposed.more);
		this.adopt.onclick = () => adopt(this.proposed.best);
		root.append(element("label.tdp-often-row", "Fewest passes with at least ", this.least, " % right"), this.sentence, element("div.tdp-often-row", this.check, this.adopt));
	}
	show(request, findings, fresh, busy) {
		this.root.hidden = request === null || findings.length < 2 || findings.every(({ passes }) => passes.size === 0);
		if (request === null || this.root.hidden) return;
		const wish = this.least.valueAsNumber / 100;
		if (!(wish > 0 && wish < 1)) return this.#say("The wish must be a number of per cent from 1 to 99.", -1, 0, busy);
		const { sentence, best, more } = proposalOf(findings, fresh, wish, request.values.map((value) => changeName(request.vary, value)));
		this.#say(sentence, best ?? -1, more, busy);
	}
	#say(sentence, best, more, busy) {
		setText(this.sentence, sentence);
		this.proposed = {
			best,
			more
		};
		this.check.hidden = best < 0 || more === 0;
		this.check.disabled = busy;
		setText(this.check, `Run ${Math.min(more, 64)} fresh seeds`);
		this.adopt.hidden = best < 0 || more > 0;
	}
};
// panels/often-setting.js
const COLUMNS = 16;
const WIDTH = 64;
const MOST_HEIGHT = 64;
var Setting = class {
	constructor(name, open) {
		this.open = open;
		this.words = element("p");
		this.difference = element("p.tdp-hint");
		this.runs = element("div.tdp-often-runs", {
			role: "group",
			"aria-label": name === "" ? "Runs" : `Runs, ${name}`
		});
		this.root = element("section.tdp-often-setting", ...name === "" ? [] : [element("h3", name)], this.words, this.difference, this.runs);
		this.made = new Map();
	}
	clear() {
		this.made.clear();
		this.runs.replaceChildren();
	}
	show(results, finding, right, theme, first = null) {
		const { right: count, cases } = shareOf(finding);
		const known = finding.passes.size > 0;
		setText(this.words, known ? `${shareSentence(finding, cases > 0 ? wilson(count, cases) : null)} ${passesSentence(finding)}` : "");
		setText(this.difference, known && first ? differenceSentence(first, finding, "the first setting") : "");
		for (const [key, result] of results) {
			const made = this.made.get(key) ?? this.#add(key, result, theme);
			const judged = right.get(key);
			const outcome = result.sentence !== "" ? "failed" : judged === void 0 ? "" : judged ? "right" : "wrong";
			const sign = judged === void 0 ? "" : judged ? "✓ " : "✗ ";
			setText(made.mark, result.sentence !== "" ? "failed" : `${sign}${result.passes}`);
			made.root.dataset.said = outcome;
			made.root.setAttribute("aria-label", [
				`Seed ${result.seed}`,
				result.sentence || `${result.passes} passes`,
				outcome
			].filter(Boolean).join(", "));
		}
	}
	#add(key, result, theme) {
		const canvas = element("canvas", { "aria-hidden": "true" });
		const mark = element("span", "");
		const about = result.sentence || result.verdict?.sentence || "";
		const root = element("button", { title: plainText(`Seed ${result.seed}${about && `: ${about}`}. ${result.text}`.slice(0, 300)) }, canvas, mark);
		root.dataset.seed = String(result.seed);
		if (result.sentence === "") root.onclick = () => this.open(result);
		else root.disabled = true;
		draw(canvas, result.uncertainty, theme);
		const made = {
			root,
			mark
		};
		this.made.set(key, made);
		const after = [...this.runs.children].find((other) => Number(other.dataset.seed) > result.seed);
		this.runs.insertBefore(root, after ?? null);
		return made;
	}
};
function draw(canvas, uncertainty, theme) {
	const lines = Math.max(Math.ceil(uncertainty.length / COLUMNS), 1);
	const [wide, high] = [WIDTH / COLUMNS, Math.min(4, MOST_HEIGHT / lines)];
	canvas.style.width = `${WIDTH}px`;
	canvas.style.height = `${lines * high}px`;
	const context = surface(canvas, WIDTH, lines * high);
	const palette = shades(theme);
	uncertainty.forEach((nats, at) => {
		context.fillStyle = palette[shadeOf(nats)].fill;
		context.fillRect(at % COLUMNS * wide, Math.floor(at / COLUMNS) * high, wide, high);
	});
}
// panels/often.js
const CHART_MS = 400;
var Often = class {
	constructor(root, { often, plotly }) {
		const { studies, knobs, judges } = often;
		this.judges = judges;
		const body = frame(root, "How often?");
		const script = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
		this.judge = new Judge(() => new Worker(script));
		this.studies = null;
		this.recording = null;
		this.theme = "light";
		this.settings = [];
		this.freshOf = new Map();
		this.about = element("p.tdp-hint");
		this.complaint = element("p.tdp-often-said", { role: "alert" });
		this.status = element("p.tdp-often-status", { role: "status" });
		this.places = element("div.tdp-often-settings");
		this.freshPlaces = element("div.tdp-often-settings");
		this.offered = element("p");
		const make = button("Make them again", "Run all of them, with the same seeds and settings");
		make.onclick = () => this.studies?.make();
		this.offer = element("div.tdp-often-row.tdp-often-offered", {
			role: "status",
			hidden: ""
		}, this.offered, make);
		const charts = element("div.tdp-often-charts");
		this.chart = new OftenChart(charts, plotly, (key) => this.#open(key));
		const wish = element("div.tdp-often-wish", { hidden: "" });
		this.wish = new OftenWish(wish, {
			check: (change, seeds) => this.studies?.check(change, seeds),
			adopt: (change) => this.studies?.adopt(change),
			changed: () => this.#tell()
		});
		this.along = element("div", { hidden: "" }, takeAlong("each run", () => ({
			title: "how often, runs",
			columns: this.#runs()
		})), takeAlong("each setting", () => ({
			title: "how often, settings",
			columns: this.#compared()
		})));
		const form = element("div");
		this.ask = new OftenAsk(form, knobs, {
			run: async (seeds, vary, values) => (await studies()).ask(seeds, vary, values),
			stop: () => this.studies?.stop(),
			measured: () => this.#measured()
		});
		body.append(this.about, this.offer, form, this.complaint, this.status, charts, wish);
		body.append(this.along, this.freshPlaces, this.places);
		this.right = new Map();
		this.drawing = false;
		this.drawn = null;
		this.filled = null;
		this.drawnAt = -1e400;
		this.looked = "";
		studies().then((loaded) => {
			this.studies = loaded;
			loaded.addEventListener("change", () => this.#later());
			this.#later();
		}, () => this.#say("This part of the page did not arrive; close it and open it again when the server answers."));
	}
	show(recording, theme) {
		this.recording = recording;
		if (theme !== this.theme) {
			this.theme = theme;
			for (const setting of [...this.settings, ...this.freshOf.values()]) setting.clear();
		}
		this.#tell();
	}
	paint() {}
	async #look(run) {
		const looked = this.looked = JSON.stringify([run.prompt, run.settings.sampler]);
		const there = await this.judges(run).catch(() => true);
		if (looked === this.looked && this.ask.offerRule(there)) this.#measured();
	}
	#measured() {
		const { kind, wanted } = this.ask.measureOf(null);
		if (this.studies) this.studies.measure = {
			kind,
			wanted
		};
		this.#judgeAgain();
	}
	#later() {
		if (this.drawing) return;
		this.drawing = true;
		requestAnimationFrame(async () => {
			this.drawing = false;
			await this.#judgeAgain();
		});
	}
	async #judgeAgain() {
		const { studies } = this;
		if (studies === null) return;
		const fresh = [...studies.fresh].flatMap(([change, results]) => [...results.values()].map((result) => [freshKey(change, result), result]));
		const reference = this.recording ? Uint32Array.from(this.recording.tokenIds) : null;
		const { right, sentence } = await this.judge.judge(new Map([...studies.results, ...fresh]), this.ask.measureOf(reference));
		this.right = right;
		this.#tell(sentence);
	}
	#tell(sentence = "") {
		const { studies } = this;
		this.ask.busy = studies?.busy ?? false;
		const request = studies?.request ?? null;
		const prompt = request?.run.prompt ?? this.recording?.header.prompt ?? "";
		const first = request?.run.seed ?? this.recording?.header.seed ?? 0;
		const heading = request ? `${quoted(promptName(prompt))}, seeds ${first} to ${first + request.seeds - 1}.` : `One run proves little. Run ${quoted(promptName(prompt))} with other seeds, all together.`;
		setText(this.about, `${heading} Each small canvas is a run, in the colours of uncertainty on the way: press it to open it.`);
		if (studies === null) return;
		this.#say(sentence || studies.sentence);
		const { offered } = studies;
		this.offer.hidden = offered === null;
		setText(this.offered, offered ? offerSentence(offered) : "");
		const wanted = offered ?? request;
		if (wanted && wanted !== this.filled) {
			this.ask.fill(this.filled = wanted);
			this.looked = "";
		}
		const run = wanted?.run ?? this.recording?.header;
		if (run && this.looked !== JSON.stringify([run.prompt, run.settings.sampler])) this.#look(run);
		setText(this.status, request === null ? "" : statusOf(studies));
		this.places.parentElement?.classList.toggle("tdp-often-one", request?.vary === "");
		this.along.hidden = studies.results.size === 0;
		const findings = this.#findings();
		this.#settings(findings);
		this.#draw(findings);
		const fresh = this.#freshFindings();
		this.wish.show(request, findings, fresh, studies.busy);
		this.#fresh(fresh);
	}
	#findings() {
		const { request, results } = this.studies;
		return (request?.values ?? []).map((_, change) => findingOf([...results.values()].filter((result) => result.change === change), (result) => `${result.number} ${change}`, this.right));
	}
	#freshFindings() {
		const { fresh } = this.studies;
		return new Map([...fresh].map(([change, results]) => [change, findingOf([...results.values()], (result) => freshKey(change, result), this.right)]));
	}
	#runs() {
		const { request, measure, results, fresh } = this.studies;
		const same = [...results].map(([key, result]) => ({
			seeds: "same",
			change: result.change,
			key,
			result
		}));
		const others = [...fresh].flatMap(([change, bySeed]) => [...bySeed.values()].map((result) => ({
			seeds: "fresh",
			change,
			key: freshKey(change, result),
			result
		})));
		const runs = [...same, ...others].map(({ key, ...run }) => ({
			...run,
			right: this.right.get(key)
		}));
		return request ? studyRuns({
			...request,
			measure
		}, runs) : [];
	}
	#compared() {
		const { request, measure } = this.studies;
		const same = this.#findings().map((finding, change) => ({
			seeds: "same",
			change,
			finding
		}));
		const fresh = [...this.#freshFindings()].map(([change, finding]) => ({
			seeds: "fresh",
			change,
			finding
		}));
		return request ? studySettings({
			...request,
			measure
		}, [...same, ...fresh]) : [];
	}
	#fresh(findings) {
		const { request, fresh } = this.studies;
		for (const [change, bySeed] of fresh) {
			const known = this.freshOf.get(change);
			const setting = known ?? new Setting(`Fresh seeds: ${changeName(request?.vary ?? "", request?.values[change] ?? "")}`, (result) => this.studies?.open(result));
			if (known === void 0) this.freshPlaces.append(setting.root);
			this.freshOf.set(change, setting);
			const results = [...bySeed.values()].map((result) => [freshKey(change, result), result]);
			setting.show(results, findings.get(change), this.right, this.theme);
		}
	}
	#settings(findings) {
		const { request, results } = this.studies;
		if (request !== this.drawn) {
			this.drawn = request;
			const { vary, values } = request ?? {
				vary: "",
				values: []
			};
			this.settings = values.map((value) => new Setting(vary === "" ? "" : changeName(vary, value), (result) => this.studies?.open(result)));
			this.places.replaceChildren(...this.settings.map(({ root }) => root));
			this.freshOf = new Map();
			this.freshPlaces.replaceChildren();
		}
		this.settings.forEach((setting, change) => {
			const group = [...results].filter(([, result]) => result.change === change);
			setting.show(group, findings[change], this.right, this.theme, change > 0 ? findings[0] : null);
		});
	}
	#draw(findings) {
		const { studies } = this;
		if (studies?.request == null || studies.results.size === 0) return this.chart.clear();
		if (studies.busy && performance.now() - this.drawnAt < CHART_MS) return;
		this.drawnAt = performance.now();
		this.chart.draw(studies.request, studies.results, findings, this.right);
	}
	#open(key) {
		const result = this.studies?.results.get(key);
		if (result) this.studies?.open(result);
	}
	#say(sentence) {
		setText(this.complaint, sentence);
	}
};
const freshKey = (change, { seed }) => `fresh ${change} ${seed}`;
function statusOf({ busy, waiting, arrived, total, checking, request }) {
	if (waiting) return waiting;
	const noun = checking === null ? "runs" : "runs on fresh seeds";
	if (busy) return `${arrived} of ${total} ${noun} are done.`;
	const wanted = (request?.seeds ?? 0) * (request?.values.length ?? 0);
	return checking === null && arrived < wanted ? `Stopped: ${arrived} of ${wanted} runs are done.` : "";
}
function findingOf(results, keyOf, right) {
	const done = results.filter(({ sentence }) => sentence === "");
	const judged = done.filter((result) => right.has(keyOf(result)));
	return {
		passes: new Map(done.map((result) => [result.seed, result.passes])),
		right: new Map(judged.map((result) => [result.seed, right.get(keyOf(result)) === true]))
	};
}
export { Often };
