import { KnobRow, apart, bar, boundOf, button, canvasOf, cellText, content, cutAt, decisionOf, digits, element, entropyIn, fillTrack, percent, plainText, positionAt, recall, remember, setText, setToken, shadeOf, shades, shape, temperatureText, tokenText } from "./main.js";
import { addStyle } from "./style.js";
import { draw as draw$1 } from "./inside-lines.js";
// learn/lesson.js
function shownAt({ parts }, part) {
	let shown = {};
	for (const { show } of parts.slice(0, part + 1)) {
		const place = show.run === void 0 ? {} : {
			row: void 0,
			noise: void 0,
			position: void 0,
			beside: void 0
		};
		shown = {
			...shown,
			panel: void 0,
			...place,
			...show,
			hide: show.hide ?? false
		};
	}
	return shown;
}
function lengthAsked(lesson, part, answered) {
	const runs = (at) => {
		const { run, beside } = shownAt(lesson, at);
		return JSON.stringify([run, beside]);
	};
	return lesson.parts.some(({ blocks }, at) => at >= part && !answered(at) && blocks.some((block) => "length" in block && block.length) && runs(at) === runs(part));
}
function momentAt(recording, { row, noise = false }) {
	if (row === void 0) return recording.momentOf(recording.middle);
	return recording.moments.findIndex((moment) => moment.step === row && moment.noise === noise);
}
// learn/marks.js
var Marks = class {
	constructor(player) {
		this.player = player;
		this.root = element("div.tdp-cell-marks", { "aria-hidden": "true" });
		player.view.stage.append(this.root);
		this.positions = [];
		player.addEventListener("paint", () => this.#place());
	}
	show(positions) {
		this.positions = [...positions];
		this.root.replaceChildren(...this.positions.map(() => element("i.tdp-cell-mark")));
		this.#place();
	}
	#place() {
		const { boxes } = this.player.painter.grid;
		this.positions.forEach((position, at) => {
			const box = boxes[position];
			const mark = this.root.children[at];
			mark.hidden = box === void 0;
			if (box === void 0) return;
			mark.style.transform = `translate(${box.x}px, ${box.y}px)`;
			mark.style.width = `${box.width}px`;
			mark.style.height = `${box.height}px`;
		});
	}
};
// learn/named.js
const NAMED = {
	canvas: ".tdp-stage",
	timeline: ".tdp-timeline",
	play: ".tdp-play",
	legend: ".tdp-legend",
	kept: ".tdp-legend .tdp-state:nth-child(1)",
	"just-kept": ".tdp-legend .tdp-state:nth-child(2)",
	"thrown-back": ".tdp-legend .tdp-state:nth-child(3)",
	reopened: ".tdp-legend .tdp-state:nth-child(4)",
	"went-in": ".tdp-layers [data-value=input]",
	drawn: ".tdp-layers [data-value=sampled]",
	"best-guess": ".tdp-layers [data-value=argmax]",
	scale: ".tdp-scale-place",
	sentence: ".tdp-sentence",
	details: ".tdp-tabs",
	prediction: ".tdp-lesson-part:last-of-type .tdp-predict"
};
var Named = class {
	constructor(player, go) {
		this.player = player;
		this.go = go;
		this.all = [];
		const { root, canvas } = player.view;
		root.addEventListener("pointerover", ({ target }) => this.#lightWords((ref) => "named" in ref && this.#find(ref)?.contains(target) === true));
		canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => this.#lightCell(positionAt(player.painter.grid, offsetX, offsetY)));
		canvas.addEventListener("pointerleave", () => this.#lightCell(player.views.chosen));
		player.addEventListener("paint", () => {
			if (!canvas.matches(":hover")) this.#lightCell(player.views.chosen);
		});
	}
	clear() {
		this.all = [];
	}
	words(ref, content) {
		const words = element("button.tdp-lit-words", ...content);
		const light = (on) => this.#light(ref, on);
		words.onpointerenter = words.onfocus = () => light(true);
		words.onpointerleave = words.onblur = () => light(false);
		words.onclick = () => {
			if (!("named" in ref)) return this.go(ref);
			this.#find(ref)?.scrollIntoView({ block: "nearest" });
			light(true);
		};
		this.all.push({
			words,
			ref
		});
		return words;
	}
	#find({ named }) {
		return this.player.view.root.querySelector(NAMED[named] ?? "#nothing");
	}
	#light(ref, on) {
		const { player } = this;
		if ("named" in ref) this.#find(ref)?.classList.toggle("tdp-lit", on);
		else {
			player.view.stage.classList.toggle("tdp-lit-cell", on);
			player.views.cursor.point(on && ref.position !== void 0 ? ref.position : null);
		}
	}
	#lightCell(position) {
		this.#lightWords((ref) => "position" in ref && position !== null && ref.position === position);
	}
	#lightWords(lit) {
		for (const { words, ref } of this.all) words.classList.toggle("tdp-lit", lit(ref));
	}
};
// learn/pages.js
const GONE = "The lessons cannot be read from the server. Try again when it answers.";
var Pages = class {
	constructor(assets) {
		this.assets = assets;
		this.lessons = new Map();
	}
	list() {
		return this.#fetch("index");
	}
	lesson(name) {
		return this.#fetch(name);
	}
	async trace(file) {
		const response = await fetch(new URL(file, this.assets)).catch(() => null);
		if (!response?.ok) throw new Error(GONE);
		return new Uint8Array(await response.arrayBuffer());
	}
	#fetch(name) {
		const lesson = this.lessons.get(name);
		if (lesson) return lesson;
		const coming = fetch(new URL(`lessons/${name}.json`, this.assets)).then((response) => response.ok ? response.json() : Promise.reject(new Error(GONE)), () => Promise.reject(new Error(GONE)));
		this.lessons.set(name, coming);
		coming.catch(() => this.lessons.delete(name));
		return coming;
	}
};
// learn/attention.js
const WAYS = [["both", "both ways"], ["causal", "only back"]];
function attentionOf(seen, { player, recording, open, signal }) {
	const overlay = element("canvas.tdp-inside-lines", {
		"aria-hidden": "true",
		hidden: ""
	});
	player.view.stage.append(overlay);
	signal.addEventListener("abort", () => overlay.remove());
	const status = element("p", { role: "status" });
	const buttons = WAYS.map(([way, name]) => element("button.tdp-choice", {
		"data-way": way,
		"aria-pressed": String(way === "both")
	}, name));
	let drawn = {
		layout: null,
		way: ""
	};
	let way = "both";
	const paint = () => {
		const shown = open() && player.recording === recording() && player.step === seen.row && !player.noise && player.lanes.length === 1;
		overlay.hidden = !shown;
		if (!shown) return drawn = {
			layout: null,
			way: ""
		};
		const layout = player.painter.grid;
		if (drawn.layout === layout && drawn.way === way) return;
		drawn = {
			layout,
			way
		};
		draw$1(overlay, layout, Float32Array.from(seen[way].canvas), seen.position);
	};
	const choose = () => {
		for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.way === way));
		setText(status, sentence(seen, way, recording()));
		paint();
	};
	for (const button of buttons) button.onclick = () => {
		way = button.dataset.way === "causal" ? "causal" : "both";
		choose();
	};
	player.addEventListener("paint", paint, { signal });
	choose();
	return element("section.tdp-attention", { "aria-label": "Where it looks" }, element("small.tdp-label", "COMPUTED"), element("div.tdp-choices", ...buttons), status);
}
function sentence({ row, position, ...weights }, way, recording) {
	const { read, canvas } = weights[way];
	const sum = (from, to) => canvas.slice(from, to).reduce((all, one) => all + one, 0);
	const ids = canvasOf(recording.frames[row], "input");
	const best = canvas.reduce((most, one, at) => at !== position && one > (canvas[most] ?? -1) ? at : most, position === 0 ? 1 : 0);
	const most = `Of the other cells it looks most at “${cellText(recording.tokens.get(ids[best]) ?? "")}”, position ${best}: ${percent(canvas[best])}.`;
	return `${percent(read)} at what was read before, ${percent(sum(0, position))} before its position, ${percent(sum(position + 1, canvas.length))} after it. ${most}`;
}
// learn/text.js
function nodesOf(pieces, name) {
	return pieces.map((piece) => {
		if (typeof piece === "string") return document.createTextNode(plainText(piece));
		if ("strong" in piece) return element("strong", ...nodesOf(piece.strong, name));
		if ("em" in piece) return element("em", ...nodesOf(piece.em, name));
		if ("code" in piece) return element("code", plainText(piece.code));
		if ("ref" in piece) return name(piece.ref, nodesOf(piece.text, name));
		const link = element("a", {
			rel: "noopener noreferrer",
			target: "_blank"
		}, ...nodesOf(piece.text, name));
		if (/^https?:\/\//.test(piece.href)) link.href = piece.href;
		return link;
	});
}
// learn/bars.js
function barsOf({ label, rows }, name) {
	const ends = rows.flatMap(({ value, interval }) => [value, ...interval]);
	const least = Math.min(0, ...ends);
	const room = Math.max(0, ...ends) - least || 1;
	const length = (value) => `${100 * value / room}%`;
	const between = (low, high) => `left: ${length(low - least)}; width: ${length(high - low)}`;
	const drawn = rows.map(({ text, value, figure, interval }) => {
		const bar = element("i.tdp-bar-length", { style: between(Math.min(value, 0), Math.max(value, 0)) });
		const zero = least < 0 ? [element("i.tdp-bar-zero", { style: `left: ${length(-least)}` })] : [];
		const [low, high] = interval;
		const span = interval.length === 0 ? [] : [element("i.tdp-bar-span", { style: between(low, high) })];
		return [element("dt", ...nodesOf(text, name)), element("dd", element("span.tdp-bar-room", { "aria-hidden": "true" }, bar, ...zero, ...span), element("b", figure))];
	});
	return element("figure.tdp-bars", element("figcaption", ...nodesOf(label, name)), element("dl", ...drawn.flat()));
}
// learn/forward.js
const TOKENS = 32;
const SIDE = 24;
function chance(at) {
	let mixed = Math.imul(at + 1, 2654435761);
	mixed = Math.imul(mixed ^ mixed >>> 15, 2246822507);
	mixed = Math.imul(mixed ^ mixed >>> 13, 3266489909);
	return ((mixed ^ mixed >>> 16) >>> 0) / 2 ** 32;
}
function noisyText(recording, t) {
	const { frames } = recording;
	const last = frames.length - 1;
	const text = content(recording, last);
	return Array.from(text.keys()).filter((position) => text[position] === 1).slice(0, TOKENS).map((position) => {
		const noise = chance(position) < t;
		return {
			id: (noise ? frames[0].input_ids : frames[last].argmax_ids)[position],
			noise
		};
	});
}
function pixel(x, y) {
	if (Math.abs(x - 14) + Math.abs(y - 8) <= 5) return x < 14 ? [
		204,
		54,
		62
	] : [
		230,
		98,
		88
	];
	if (y > 12 && y < 20 && Math.abs(x - (14 - (y - 12) * .7 + Math.sin(y) * 1.1)) < .8) return [
		92,
		60,
		120
	];
	if (y > 18 + 2 * Math.cos(x / 5)) return [
		86,
		140,
		84
	];
	return [
		168 + y * 2,
		206 + y,
		235
	];
}
function drawPicture(canvas, t) {
	const context = canvas.getContext("2d");
	const image = context.createImageData(SIDE, SIDE);
	for (let at = 0; at < 576; at += 1) {
		pixel(at % SIDE, Math.floor(at / SIDE)).forEach((colour, channel) => {
			image.data[4 * at + channel] = (1 - t) * colour + t * 255 * chance(7919 + 3 * at + channel);
		});
		image.data[4 * at + 3] = 255;
	}
	context.putImageData(image, 0, 0);
}
function forwardOf(recording) {
	const range = element("input", {
		type: "range",
		min: "0",
		max: "100",
		value: "30",
		"aria-label": "How much noise, in percent"
	});
	const output = element("output");
	const text = element("p.tdp-forward-text");
	const canvas = element("canvas", {
		width: String(SIDE),
		height: String(SIDE),
		role: "img",
		"aria-label": "A picture of a kite, made noisy"
	});
	const show = () => {
		const t = Number(range.value) / 100;
		const tokens = noisyText(recording, t);
		setText(output, `noise t = ${range.value}%: ${tokens.filter(({ noise }) => noise).length} of ${tokens.length} tokens replaced`);
		text.replaceChildren(...tokens.flatMap(({ id, noise }) => [element(noise ? "s" : "span", { class: noise ? "tdp-forward-noise" : "" }, cellText((recording.tokens.get(id) ?? "").trim())), " "]));
		drawPicture(canvas, t);
	};
	range.oninput = show;
	show();
	return element("section.tdp-forward", { "aria-label": "Noise by hand" }, element("small.tdp-label", "COMPUTED"), range, output, element("div.tdp-forward-both", text, canvas));
}
// learn/answers.js
function pressAnswer(recording, { row, rule, among }) {
	const frame = recording.frames[row];
	if (rule === "just missed") {
		const decision = decisionOf(frame, recording.header);
		return decision === null || decision.cut >= decision.order.length ? [] : [decision.order[decision.cut]];
	}
	const text = content(recording, row);
	const open = among.length > 0 ? among : Array.from(text.keys()).filter((position) => text[position] === 1);
	if (rule === "reopened") return open.filter((position) => frame.status[position] === 3);
	const figures = open.map((position) => frame.entropy[position]);
	const wanted = rule === "surest" ? Math.min(...figures) : Math.max(...figures);
	return open.filter((position) => frame.entropy[position] === wanted);
}
function pressVerdict(recording, question, pressed) {
	const { row, rule } = question;
	const frame = recording.frames[row];
	const answers = pressAnswer(recording, question);
	const right = answers.includes(pressed);
	const name = (position) => `“${cellText(recording.tokens.get(frame.sampled_ids[position]) ?? "")}”`;
	const nats = (position) => entropyIn(frame.entropy[position], "nats");
	const begin = right ? "Right." : "No.";
	if (rule === "reopened") {
		const others = answers.map((position) => `${name(position)} at position ${position}`).join(", ");
		return {
			right,
			sentence: [right ? `${begin} ${name(pressed)} was kept one step before, and is not kept now.` : `${begin} Reopened here: ${others}.`]
		};
	}
	if (rule === "just missed") {
		const decision = decisionOf(frame, recording.header);
		const [sum, bound] = apart(decision?.held[decision.cut] ?? NaN, boundOf(recording.header) ?? NaN);
		return {
			right,
			sentence: [`${begin} ${`${name(answers[0])} is the next: those surer than it add up to ${sum} nats, and the budget is ${bound}.`}`]
		};
	}
	const [answer] = answers;
	const theirs = `${begin} ${name(pressed)} has ${nats(pressed)}`;
	return {
		right,
		sentence: [right ? `${theirs}.` : `${theirs}, and ${name(answer)} at position ${answer} has ${nats(answer)}.`]
	};
}
function cutAnswer(recording, { row, bound: wanted }) {
	const decision = decisionOf(recording.frames[row], recording.header);
	const bound = wanted ?? boundOf(recording.header);
	if (decision === null || bound === null) throw new Error("This run has no cut: its sampler orders nothing.");
	return {
		order: decision.order,
		held: decision.held,
		cut: cutAt(decision, bound),
		bound
	};
}
function cutVerdict(recording, question, guess) {
	const { held, cut, bound, order } = cutAnswer(recording, question);
	const { row } = question;
	const right = Math.abs(guess - cut) <= .1 * cut;
	const begin = guess === cut ? "Exactly." : right ? "Very near." : guess < cut ? "The cut falls later." : "The cut falls earlier.";
	const [last, limit] = apart(held[cut - 1], bound);
	const next = cut < order.length ? ` Before the next one it would be ${apart(held[cut], bound)[0]}.` : " It never gets past it.";
	const text = content(recording, row);
	const words = order.subarray(0, cut).reduce((sum, position) => sum + text[position], 0);
	return {
		right,
		sentence: [`${begin} ${`${cut} ${cut === 1 ? "position is" : "positions are"} kept, ${words} of them text`}; you said ${guess}. ${`Before the last of them the sum is ${last} nats, not above ${limit}.${next}`}`]
	};
}
function guessVerdict({ answer, unit, near }, guess) {
	const right = Math.abs(guess - answer) <= near;
	const [is, was] = apart(answer, guess);
	return {
		right,
		sentence: [`${guess === answer ? "Exactly." : right ? "Near enough." : guess < answer ? "It is more." : "It is less."} It is ${is} ${unit}${guess === answer ? "" : `; you said ${was}`}.`]
	};
}
function curveThrough(drawn) {
	const set = drawn.flatMap((value, at) => value === null ? [] : [{
		at,
		value
	}]);
	if (set.length === 0) return [];
	return drawn.map((_, at) => {
		const after = set.find((one) => one.at >= at);
		const before = set.findLast((one) => one.at <= at);
		if (!before || !after) return (before ?? after).value;
		const way = after.at === before.at ? 0 : (at - before.at) / (after.at - before.at);
		return before.value + way * (after.value - before.value);
	});
}
const furthest = ({ points }, curve) => points.reduce((most, { value }, at) => {
	const off = (one) => Math.abs(curve[one] - points[one].value);
	return Math.abs(curve[at] - value) > off(most) ? at : most;
}, 0);
const pointName = ({ axis, points }, at) => `${axis.name} ${points[at].label} ${axis.unit}`.trim();
function drawVerdict(question, curve) {
	const { points, unit, near, axis } = question;
	const at = furthest(question, curve);
	const { label: _, value, ...place } = points[at];
	const [theirs, was] = apart(curve[at], value);
	const name = pointName(question, at);
	const where = "run" in place ? {
		ref: place,
		text: [name]
	} : name;
	const close = points.filter((point, one) => Math.abs(point.value - curve[one]) <= near).length;
	return {
		right: null,
		sentence: [
			"You were furthest off at ",
			where,
			`: you drew ${theirs} ${unit}, ${"run" in place ? "the run had" : "it was"} ${was}. Of ${points.length} ${axis.name}s, you were within ${digits(near, 3)} ${unit} at ${close}.`
		]
	};
}
// learn/chart.js
const WIDTH = 340;
const [LEFT, RIGHT, TOP, BOTTOM] = [
	38,
	12,
	22,
	36
];
var Chart = class {
	constructor({ labels, words, top, unit, height = 214 }) {
		this.last = labels.length - 1;
		this.top = top;
		this.ceiling = TOP;
		this.floor = height - BOTTOM;
		const lines = marksUpTo(top).flatMap((value) => [shape("path", { d: `M${LEFT} ${this.y(value)}H${WIDTH - RIGHT}` }), shape("text", {
			x: LEFT - 6,
			y: this.y(value) + 4,
			"text-anchor": "end"
		}, digits(value, 3))]);
		const every = Math.ceil(this.last / 6);
		const shown = labels.flatMap((label, at) => at % every === 0 || at === this.last ? [{
			label,
			at
		}] : []);
		if (shown.length > 2 && this.last - shown[shown.length - 2].at < every) shown.splice(-2, 1);
		this.root = shape("svg", {
			viewBox: `0 0 ${WIDTH} ${height}`,
			"aria-hidden": "true"
		}, ...lines, ...shown.map(({ label, at }) => shape("text", {
			x: this.x(at),
			y: this.floor + 15,
			"text-anchor": "middle"
		}, label)), shape("text", {
			x: 2,
			y: 11
		}, unit), shape("text", {
			x: WIDTH - RIGHT,
			y: height - 5,
			"text-anchor": "end"
		}, words));
	}
	x(place) {
		return LEFT + place / this.last * (WIDTH - LEFT - RIGHT);
	}
	y(value) {
		return TOP + (1 - value / this.top) * (this.floor - TOP);
	}
	line(values) {
		return values.map((value, at) => `${at ? "L" : "M"}${this.x(at)} ${this.y(value)}`).join("");
	}
	between(values, others) {
		const back = others.map((value, at) => `L${this.x(at)} ${this.y(value)}`).reverse();
		return `${this.line(values)}${back.join("")}Z`;
	}
	dot(name, place, value) {
		return shape("circle", {
			class: name,
			cx: this.x(place),
			cy: this.y(value),
			r: 4.5
		});
	}
	under({ clientX, clientY }) {
		const { left, top, width } = this.root.getBoundingClientRect();
		const [x, y] = [(clientX - left) * WIDTH / width, (clientY - top) * WIDTH / width];
		const place = Math.round((x - LEFT) / (WIDTH - LEFT - RIGHT) * this.last);
		return {
			place: Math.min(Math.max(place, 0), this.last),
			value: this.top * (1 - (y - TOP) / (this.floor - TOP))
		};
	}
};
function marksUpTo(top) {
	const power = 10 ** Math.floor(Math.log10(top / 2));
	const step = [
		1,
		2,
		2.5,
		5,
		10
	].map((factor) => factor * power).find((size) => top / size <= 5) ?? top;
	return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => at * step);
}
// learn/draw.js
const FINENESS = 200;
const MOVES = {
	ArrowUp: 1 / 20,
	ArrowDown: -1 / 20,
	PageUp: 1 / 5,
	PageDown: -1 / 5
};
let hatchings = 0;
function draw(question, { player, go, signal, recording }, tell) {
	const { points, top, unit, axis } = question;
	const words = axis.unit ? `${axis.name}, ${axis.unit}` : axis.name;
	const chart = new Chart({
		labels: points.map(({ label }) => label),
		words,
		top,
		unit
	});
	let drawn = points.map(() => null);
	let [at, answered] = [0, false];
	const hatching = `tdp-gap-${hatchings += 1}`;
	const gap = shape("path", { class: "tdp-drawing-gap" });
	gap.style.fill = `url(#${hatching})`;
	const theirs = shape("path", { class: "tdp-drawing-theirs" });
	const run = shape("path", { class: "tdp-drawing-run" });
	const head = shape("path", { class: "tdp-drawing-head" });
	const marks = shape("g", {});
	const hatch = shape("path", {
		d: "M-1 7 7 -1M-1 1 1 -1M5 7 7 5",
		class: "tdp-drawing-hatch"
	});
	const pattern = shape("pattern", {
		id: hatching,
		width: 6,
		height: 6,
		patternUnits: "userSpaceOnUse"
	}, hatch);
	chart.root.append(shape("defs", {}, pattern), head, gap, run, theirs, marks);
	const slider = element("div.tdp-drawing", {
		role: "slider",
		tabindex: "0",
		"aria-orientation": "vertical",
		"aria-label": `Your curve. Left and right choose a ${axis.name}, up and down move its point`,
		"aria-valuemin": "0",
		"aria-valuemax": String(top)
	}, chart.root);
	const output = element("output");
	const compare = element("button.tdp-choice", { disabled: "" }, "Compare");
	const again = element("button.tdp-choice", { hidden: "" }, "Draw again");
	const hint = element("small.tdp-drawing-hint", "Drag in the chart. With the keys: left and right choose, up and down move.");
	const paint = () => {
		const curve = curveThrough(drawn);
		theirs.setAttribute("d", chart.line(curve));
		const value = curve[at];
		const name = pointName(question, at);
		const figure = value === void 0 ? "nothing drawn yet" : `${digits(value, 3)} ${unit}`;
		const words = answered ? `${name}: you drew ${figure}, and it was ${digits(points[at].value, 3)}` : `${name}: ${figure}`;
		slider.setAttribute("aria-valuenow", String(value ?? 0));
		slider.setAttribute("aria-valuetext", words);
		setText(output, answered && at === furthest(question, curve) ? "" : words);
		compare.disabled = drawn.filter((one) => one !== null).length < 2;
		marks.replaceChildren(...answered ? miss(question, chart, curve) : value === void 0 ? [] : [chart.dot("tdp-drawing-theirs", at, value)]);
		const measured = points.map(({ value }) => value);
		gap.setAttribute("d", answered ? chart.between(curve, measured) : "");
		run.setAttribute("d", answered ? chart.line(measured) : "");
		follow();
	};
	const follow = () => {
		const here = answered && "run" in points[0] && player.recording === recording() ? points.findIndex(({ row }) => row === player.step) : -1;
		head.setAttribute("d", here < 0 ? "" : `M${chart.x(here)} ${chart.ceiling}V${chart.floor}`);
	};
	const visit = () => {
		const { run: name, row, noise } = points[at];
		if (name !== void 0) go({
			run: name,
			row,
			noise
		});
	};
	const set = (place, value) => {
		drawn[place] = Math.round(Math.min(Math.max(value / top, 0), 1) * FINENESS) / FINENESS * top;
	};
	slider.onpointerdown = (event) => {
		const { place, value } = chart.under(event);
		slider.setPointerCapture(event.pointerId);
		at = place;
		if (answered) visit();
		else set(place, value);
		paint();
	};
	slider.onpointermove = (event) => {
		if (!slider.hasPointerCapture(event.pointerId)) return;
		const { place, value } = chart.under(event);
		if (answered) {
			if (place !== at) [at] = [place], visit();
			return paint();
		}
		const from = drawn[at] ?? value;
		for (let between = at; between !== place; between += Math.sign(place - at)) set(between, from + (between - at) / (place - at) * (value - from));
		set(place, value);
		at = place;
		paint();
	};
	slider.onkeydown = (event) => {
		const { key } = event;
		const goes = {
			ArrowLeft: at - 1,
			ArrowRight: at + 1,
			Home: 0,
			End: points.length - 1
		}[key];
		const moves = MOVES[key];
		if (goes === void 0 && (answered || moves === void 0 && key !== "Enter")) return;
		event.preventDefault();
		if (goes !== void 0) {
			at = Math.min(Math.max(goes, 0), points.length - 1);
			if (answered) visit();
		} else set(at, (curveThrough(drawn)[at] ?? top / 2) + (moves ?? 0) * top);
		paint();
	};
	compare.onclick = () => {
		answered = true;
		at = furthest(question, curveThrough(drawn));
		[compare.hidden, hint.hidden, again.hidden] = [
			true,
			true,
			false
		];
		paint();
		tell(drawVerdict(question, curveThrough(drawn)));
		again.focus({ preventScroll: true });
	};
	again.onclick = () => {
		[drawn, answered, at] = [
			points.map(() => null),
			false,
			0
		];
		[compare.hidden, hint.hidden, again.hidden] = [
			false,
			false,
			true
		];
		paint();
		slider.focus({ preventScroll: true });
	};
	player.addEventListener("paint", follow, { signal });
	paint();
	return element("div", slider, hint, element("div.tdp-choices", compare, again, output));
}
function miss(question, chart, curve) {
	const at = furthest(question, curve);
	const { value, run } = question.points[at];
	const above = curve[at] > value;
	const words = (name, figure, up) => {
		const [from, anchor] = at > question.points.length / 2 ? [-8, "end"] : [8, "start"];
		const height = Math.min(Math.max(chart.y(figure) + (up ? -8 : 18), 11), chart.floor - 4);
		return shape("text", {
			class: `tdp-drawing-${name}-name`,
			x: chart.x(at) + from,
			y: height,
			"text-anchor": anchor
		}, `${name === "theirs" ? "you" : run === void 0 ? "measured" : "the run"}: ${digits(figure, 3)}`);
	};
	return [
		shape("path", {
			class: "tdp-drawing-miss",
			d: `M${chart.x(at)} ${chart.y(curve[at])}V${chart.y(value)}`
		}),
		chart.dot("tdp-drawing-theirs", at, curve[at]),
		chart.dot("tdp-drawing-run", at, value),
		words("theirs", curve[at], above),
		words("run", value, !above)
	];
}
// learn/predict.js
const hides = (prediction) => prediction.form === "cut" || prediction.form === "press";
function predictionOf(prediction, stand) {
	const verdict = element("div.tdp-told", { role: "status" });
	const tell = ({ right, sentence }) => {
		const sign = element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ ");
		verdict.replaceChildren(element("p", ...right === null ? [] : [sign], ...nodesOf(sentence, stand.name)), element("p", ...nodesOf(prediction.because, stand.name)));
		stand.answered();
		verdict.scrollIntoView({ block: "nearest" });
	};
	const question = element("p.tdp-question", ...nodesOf(prediction.ask, stand.name));
	return element("section.tdp-predict", {
		"data-form": prediction.form,
		"aria-label": "Prediction"
	}, question, FORMS[prediction.form](prediction, stand, tell), verdict);
}
const FORMS = {
	choose,
	press,
	cut,
	guess,
	draw
};
function choose({ options }, { name }, tell) {
	const buttons = options.map(({ text }) => element("button.tdp-choice", { "aria-pressed": "false" }, ...nodesOf(text, name)));
	buttons.forEach((button, at) => {
		button.onclick = () => {
			for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
			const right = buttons[options.findIndex((option) => option.right)];
			tell(options[at].right ? {
				right: true,
				sentence: ["Right."]
			} : {
				right: false,
				sentence: [`No: “${right.textContent}”.`]
			});
		};
	});
	return element("div.tdp-choices", {
		role: "group",
		"aria-label": "Choices"
	}, ...buttons);
}
function press(prediction, { player, recording, mark, signal }, tell) {
	const take = element("button.tdp-choice");
	const allowed = () => prediction.among.length === 0 || player.views.chosen !== null && prediction.among.includes(player.views.chosen);
	const show = () => {
		const { chosen } = player.views;
		take.disabled = chosen === null || !allowed() || player.recording !== recording();
		const frame = recording().frames[prediction.row];
		const token = chosen === null ? "" : tokenText(recording(), canvasOf(frame, "sampled")[chosen]);
		const waits = prediction.among.length > 0 ? "Press one of the marked cells" : "Press a cell";
		setText(take, take.disabled ? waits : `Take “${token}”`);
	};
	player.addEventListener("paint", show, { signal });
	take.onclick = () => {
		if (player.views.chosen === null) return;
		tell(pressVerdict(recording(), prediction, player.views.chosen));
		mark(pressAnswer(recording(), prediction));
	};
	show();
	return element("div.tdp-choices", take);
}
function cut(prediction, { recording, mark }, tell) {
	const { order, held, bound } = cutAnswer(recording(), prediction);
	const range = element("input", {
		type: "range",
		min: "1",
		max: String(order.length),
		value: "1",
		"aria-label": "How many positions would be kept, the surest first"
	});
	const count = element("output");
	const filled = element("i.tdp-bar-length", { style: "width: 0" });
	const rim = element("i.tdp-bar-zero", { style: "left: 50%" });
	const sums = element("span.tdp-bar-room", { "aria-hidden": "true" }, filled, rim);
	const scale = element("small.tdp-cut-budget", { "aria-hidden": "true" }, `budget ${digits(bound, 3)} nats`);
	const take = element("button.tdp-choice", "Cut here");
	const show = () => {
		const surest = Number(range.value);
		const sum = held[surest - 1];
		setText(count, `keep the ${surest} surest; those before the last add up to ${sum.toFixed(3)} nats`);
		filled.style.width = `${Math.min(100 * sum / (2 * bound), 100)}%`;
		mark(order.subarray(0, surest));
	};
	range.oninput = show;
	take.onclick = () => {
		tell(cutVerdict(recording(), prediction, Number(range.value)));
		mark(prediction.bound === null ? [] : order.subarray(0, cutAnswer(recording(), prediction).cut));
	};
	setText(count, "drag to begin");
	return element("div.tdp-choices.tdp-cut", range, sums, scale, count, take);
}
function guess(prediction, _, tell) {
	const field = element("input", {
		type: "number",
		min: String(prediction.from),
		max: String(prediction.to),
		step: "any",
		inputmode: "decimal",
		"aria-label": `Your guess, ${prediction.unit}`
	});
	const complaint = element("p.tdp-complaint", { role: "alert" });
	const take = element("button.tdp-choice", { type: "submit" }, "Guess");
	const form = element("form.tdp-choices", { novalidate: "" }, field, element("span", prediction.unit), take, complaint);
	form.onsubmit = (event) => {
		event.preventDefault();
		const guess = field.valueAsNumber;
		const within = guess >= prediction.from && guess <= prediction.to;
		setText(complaint, within ? "" : `A guess is a number from ${prediction.from} to ${prediction.to}.`);
		if (within) tell(guessVerdict(prediction, guess));
	};
	return form;
}
// rules/temperature.js
function probabilitiesAt({ at, logs }, temperature) {
	if (temperature === 0) return logs.map((_, rank) => rank === 0 ? 1 : 0);
	const shares = logs.map((log) => Math.exp((log - logs[0]) * at / temperature));
	const sum = shares.reduce((all, share) => all + share, 0);
	return shares.map((share) => share / sum);
}
const entropyOf = (probabilities) => probabilities.reduce((sum, share) => share > 0 ? sum - share * Math.log(share) : sum, 0);
function drawsFrom(probabilities, chances, shown) {
	const counts = Array(shown + 1).fill(0);
	for (let left of chances) {
		let rank = 0;
		while (rank < shown && left >= probabilities[rank]) left -= probabilities[rank++];
		counts[rank] += 1;
	}
	return counts;
}
// learn/temperature.js
const SHOWN = 5;
const DRAWS = 20;
const [STEP, MOST] = [.02, 1.2];
const COIN = Math.LN2;
function temperatureOf(cell, { recording, player, signal }) {
	const { row, position, at } = cell;
	const ids = recording.frames[row].top_ids ?? [];
	const first = ids.length / recording.frames[row].accepted.length * position;
	const bars = Array.from({ length: 6 }, bar);
	bars.forEach(({ token, root }, rank) => {
		root.classList.toggle("tdp-others", rank === SHOWN);
		setToken(token, rank === SHOWN ? "others" : tokenText(recording, ids[first + rank]), 62);
	});
	const range = element("input", {
		type: "range",
		min: "0",
		max: String(MOST),
		step: String(STEP),
		value: String(at),
		"aria-label": "Temperature"
	});
	const [where, nats, more] = [
		element("span"),
		element("b"),
		element("span")
	];
	const colour = element("span.tdp-temperature-colour", "its colour");
	const output = element("output", nats, colour, more);
	const again = element("button.tdp-choice", `Draw ${DRAWS} again`);
	const places = Array.from({ length: Math.round(MOST / STEP) + 1 }, (_, place) => place * STEP);
	const curve = places.map((temperature) => entropyOf(probabilitiesAt(cell, temperature)));
	const chart = new Chart({
		labels: places.map((temperature) => digits(temperature, 2)),
		words: "temperature",
		top: Math.max(1, Math.ceil(2 * curve[curve.length - 1]) / 2),
		unit: "nats",
		height: 170
	});
	const coin = shape("path", {
		class: "tdp-temperature-coin",
		d: chart.line(places.map(() => COIN))
	});
	const name = {
		x: chart.x(0) + 4,
		y: chart.y(COIN) - 5
	};
	const dots = shape("g", {});
	const line = shape("path", {
		class: "tdp-drawing-run",
		d: chart.line(curve)
	});
	const here = entropyOf(probabilitiesAt(cell, at));
	const run = {
		x: chart.x(at / STEP) + 8,
		y: chart.y(here) + 14
	};
	const inRun = [chart.dot("tdp-drawing-run", at / STEP, here), shape("text", run, `in the run: ${temperatureText(at)}`)];
	chart.root.append(coin, shape("text", name, `a coin: ${digits(COIN, 2)}`), line, ...inRun, dots);
	let round = 0;
	const show = () => {
		const temperature = Number(range.value);
		const probabilities = probabilitiesAt(cell, temperature);
		const entropy = entropyOf(probabilities);
		const counts = drawsFrom(probabilities, Array.from({ length: DRAWS }, (_, draw) => chance(DRAWS * round + draw)), SHOWN);
		const shares = [...probabilities.slice(0, SHOWN), probabilities.slice(SHOWN).reduce((sum, share) => sum + share, 0)];
		bars.forEach(({ track, share, marks }, rank) => {
			fillTrack(track, shares[rank]);
			setText(share, percent(shares[rank]));
			setText(marks, "●".repeat(counts[rank]).replace(/^.{10}(?=.)/, "$&\n"));
			marks.setAttribute("aria-label", `${counts[rank]} of ${DRAWS} draws`);
			marks.setAttribute("role", "img");
		});
		setText(where, `temperature ${temperatureText(temperature)}`);
		setText(nats, entropyIn(entropy, "nats"));
		setText(more, `${entropyIn(entropy, "bits")}, as open as ${digits(Math.exp(entropy), 2)} equal words`);
		range.setAttribute("aria-valuetext", `${temperatureText(temperature)}: ${entropyIn(entropy, "nats")}`);
		const shade = shades(player.views.theme())[shadeOf(entropy)];
		colour.style.background = shade.fill;
		colour.style.color = shade.text;
		dots.replaceChildren(chart.dot("tdp-drawing-theirs", temperature / STEP, entropy));
	};
	range.oninput = show;
	again.onclick = () => {
		round += 1;
		show();
	};
	player.addEventListener("looks", show, { signal });
	show();
	return element("section.tdp-temperature", { "aria-label": "Temperature by hand" }, element("small.tdp-label", "COMPUTED"), " ", where, range, output, element("ol.tdp-candidates", { "aria-label": "What it might be" }, ...bars.map(({ root }) => root)), element("div.tdp-choices", again), chart.root);
}
// learn/trial.js
const NO_MODEL = "This page holds recorded runs and no model. To run it, open this lesson in the playground.";
function trialOf({ knob, value, say }, { player, knobs, recording, name, make, signal }) {
	const entry = knobs.find((known) => known.name === knob);
	const sentence = element("p", ...nodesOf(say, name));
	if (make === null) return element("section.tdp-trial", sentence, element("p.tdp-told", NO_MODEL));
	if (entry === void 0) return element("section.tdp-trial", sentence);
	const row = new KnobRow(entry, () => {});
	row.value = value;
	const run = button("Run it", "Make this run now, with the model of this page");
	run.classList.add("tdp-choice");
	const compared = element("p.tdp-told", { role: "status" });
	let made = false;
	run.onclick = () => {
		if (row.problem !== "") return row.complain(row.problem);
		made = true;
		make(recording(), { [knob]: row.value });
	};
	player.addEventListener("paint", () => {
		const shown = player.recording;
		if (!made || shown === null || shown === recording() || shown.live || shown.frames.length === 0) return;
		setText(compared, `${figures("The lesson’s run", recording())} ${figures("Yours", shown)}`);
	}, { signal });
	return element("section.tdp-trial", { "aria-label": "Try it" }, sentence, row.root, element("div.tdp-choices", run), compared);
}
function figures(who, { frames, verdict, textTokens }) {
	const judged = verdict ? `; ${verdict.sentence}` : "";
	return `${who}: ${frames.length} passes, ${digits(textTokens / frames.length, 3)} tokens a pass${judged}.`;
}
// learn/prose.js
const ONWARD = [
	[
		"tune",
		"Tune it yourself",
		"Open Tune on the run of this lesson"
	],
	[
		"watch",
		"Write a prompt of your own",
		"Open Watch"
	],
	[
		"compare",
		"Let the three ways race",
		"Open Compare"
	]
];
var Prose = class {
	constructor(reader) {
		this.reader = reader;
		this.place = element("div.tdp-lesson-place");
		this.title = element("h2");
		this.parts = element("div.tdp-lesson-parts");
		this.panel = element("div.tdp-lesson-panel");
		this.next = element("button.tdp-continue", "Continue");
		this.before = button("Back", "Go back to the part before");
		this.before.classList.add("tdp-choice");
		this.end = element("section.tdp-lesson-end", { "aria-label": "Where to read more" });
		const turns = element("div.tdp-lesson-turns", this.next, this.before);
		this.root = element("article.tdp-lesson", { "aria-label": "Lesson" }, this.place, this.title, this.parts, turns, this.end);
		this.listening = new AbortController();
		this.part = 1;
		this.lesson = null;
		this.following = 0;
		this.answers = new Set();
		this.next.onclick = () => this.part < this.parts.children.length ? reader.turn(this.part + 1) : reader.open(this.following);
		this.before.onclick = () => reader.turn(this.part - 1);
	}
	complain(sentence) {
		this.title.textContent = "Learn";
		this.parts.replaceChildren(element("p.tdp-complaint", { role: "alert" }, sentence));
		this.next.hidden = this.before.hidden = this.end.hidden = true;
	}
	show(lesson, list, place, read) {
		this.listening.abort();
		this.listening = new AbortController();
		Object.assign(this, {
			lesson,
			following: place + 1 < list.length ? parseInt(list[place + 1].name, 10) : 0
		});
		this.answers.clear();
		this.#placeIn(list, place, read);
		setText(this.title, lesson.title);
		this.parts.replaceChildren(...lesson.parts.map((part, at) => this.#part(part, at + 1)));
		const sources = element("ul", ...lesson.sources.map((source) => element("li", ...nodesOf(source, this.reader.name))));
		this.end.replaceChildren(element("h3", "Read more"), sources);
		const last = this.following === 0;
		const choices = element("div.tdp-choices", ...(last ? ONWARD : ONWARD.slice(0, 1)).flatMap((way) => this.#leading(way)));
		if (last && list.length > 1) this.end.prepend(element("h3", "Where to go on"), this.#unread(list, read), choices);
		else this.end.prepend(choices);
	}
	#leading([mode, face, name]) {
		const { leave } = this.reader;
		if (leave === null) return [];
		const choice = button(face, name);
		choice.classList.add("tdp-choice");
		choice.onclick = () => leave(mode);
		return [choice];
	}
	#unread(list, read) {
		const open = list.slice(0, -1).filter(({ name }) => !read.includes(String(parseInt(name, 10))));
		if (open.length === 0) return element("p", "You have read all lessons. Now try it on a prompt of your own.");
		const items = open.map(({ name, title }) => {
			const entry = element("button.tdp-lit-words", title);
			entry.onclick = () => this.reader.open(parseInt(name, 10));
			return element("li", entry);
		});
		return element("div", element("p", "This is the last lesson. These you have not read to their end:"), element("ul", ...items));
	}
	#placeIn(list, place, read) {
		this.place.hidden = list.length === 1;
		const bars = list.map((_, at) => element("i", { class: at <= place ? "tdp-lesson-bar tdp-lesson-past" : "tdp-lesson-bar" }));
		const entries = list.map(({ name, title }, at) => {
			const entry = element("button", { ...at === place && { "aria-current": "true" } }, `${at + 1}. ${title}${read.includes(String(parseInt(name, 10))) ? " ✓" : ""}`);
			entry.onclick = () => this.reader.open(parseInt(name, 10));
			return element("li", entry);
		});
		const summary = element("summary", `Lesson ${place + 1} of ${list.length} `, element("span.tdp-lesson-bars", { "aria-hidden": "true" }, ...bars));
		this.place.replaceChildren(element("details", summary, element("ol", ...entries)));
	}
	#part({ blocks }, number) {
		const root = element("section.tdp-lesson-part", {
			tabindex: "-1",
			"aria-label": `Part ${number}`
		});
		root.append(...blocks.map((block) => this.#block(block, number)));
		root.onclick = ({ target }) => {
			if (number < this.part && !target.closest("button, a, input, form")) this.reader.turn(number);
		};
		return root;
	}
	#block(block, part) {
		const { name, player, knobs, recording, make, mark, go } = this.reader;
		const { signal } = this.listening;
		switch (block.kind) {
			case "text": return element("p", ...nodesOf(block.text, name));
			case "list": return element("ul", ...block.items.map((item) => element("li", ...nodesOf(item, name))));
			case "bars": return barsOf(block, name);
			case "attention": return attentionOf(block, {
				player,
				signal,
				recording: () => recording(block.run),
				open: () => this.part === part && player.views.mode === "learn"
			});
			case "temperature": return temperatureOf(block, {
				recording: recording(block.run),
				player,
				signal
			});
			case "forward": return forwardOf(recording(block.run));
			case "large": {
				const large = button("The same with the large model", "Show this on a run of another checkpoint");
				large.classList.add("tdp-choice");
				large.onclick = () => this.reader.large(block.run);
				return element("section.tdp-large", element("p", ...nodesOf(block.say, name)), large);
			}
			case "try": return trialOf(block, {
				player,
				knobs,
				name,
				make,
				signal,
				recording: () => recording(this.#runOf(part))
			});
			case "predict": {
				const answered = () => {
					this.answers.add(part);
					this.reader.answered();
				};
				const run = "run" in block ? block.run : this.#runOf(part);
				return predictionOf(block, {
					player,
					name,
					mark,
					go,
					signal,
					answered,
					recording: () => recording(run)
				});
			}
		}
	}
	#runOf(part) {
		return (this.lesson?.parts.slice(0, part).findLast(({ show }) => show.run !== void 0))?.show.run ?? Object.keys(this.lesson?.runs ?? {})[0];
	}
	hasAnswer(part) {
		return this.answers.has(part);
	}
	among(part) {
		const question = this.lesson?.parts[part - 1].blocks.find((block) => block.kind === "predict");
		return question?.kind === "predict" && question.form === "press" && !this.answers.has(part) ? question.among : [];
	}
	hides(part) {
		const answered = this.answers.has(part) ? void 0 : this.lesson?.parts[part - 1].blocks.find((block) => block.kind === "predict");
		const length = this.lesson !== null && lengthAsked(this.lesson, part - 1, (at) => this.answers.has(at + 1));
		return {
			decision: answered?.kind === "predict" && hides(answered),
			length
		};
	}
	turn(part) {
		this.part = part;
		for (const [at, root] of [...this.parts.children].entries()) {
			root.classList.toggle("tdp-lesson-later", at + 1 > part);
			root.classList.toggle("tdp-lesson-past", at + 1 < part);
		}
		const last = part === this.parts.children.length;
		this.parts.children[part - 1].append(this.panel);
		this.before.hidden = part === 1;
		this.next.hidden = last && this.following === 0;
		setText(this.next, last ? "Next lesson" : "Continue");
		this.end.hidden = !last;
	}
	arrived(part, opened) {
		if (opened && getComputedStyle(this.root).display === "contents") return this.place.scrollIntoView({ block: "nearest" });
		const root = this.parts.children[part - 1];
		if (part > 1 || this.root.contains(document.activeElement)) root.focus({ preventScroll: true });
		const whole = root.getBoundingClientRect();
		if (whole.top < 0 || whole.bottom > innerHeight) root.scrollIntoView({ block: "nearest" });
	}
};
// learn/learn.js
const numberOf = (name) => parseInt(name, 10);
const READ = "lessons read";
const LAST = "lesson and part";
const NOTHING = {
	decision: false,
	length: false
};
var Learn = class {
	constructor(page, pages = new Pages(page.assets)) {
		addStyle("learn");
		this.page = page;
		const { player } = page;
		this.at = null;
		this.lesson = null;
		this.name = "";
		this.pages = pages;
		this.marks = new Marks(player);
		const go = (place) => this.#go(place).catch(page.say);
		this.named = new Named(player, go);
		this.prose = new Prose({
			name: (ref, words) => this.named.words(ref, words),
			turn: (part) => this.turn(part),
			open: (lesson) => this.open({
				lesson,
				part: 1
			}).catch(page.say),
			leave: page.leave && ((mode) => this.#leaveFor(mode).catch(page.say)),
			go,
			large: (run) => go({ run }),
			answered: () => this.#withhold(NOTHING),
			mark: (positions) => this.marks.show(positions),
			make: page.make,
			recording: (run) => this.#recording(run),
			player,
			knobs: page.knobs
		});
		player.view.root.querySelector(".tdp-desk")?.prepend(this.prose.root);
		this.prompt = element("p.tdp-lesson-prompt");
		player.view.main.prepend(this.prompt);
		this.back = button("back to the lesson", "Show again what the lesson speaks of");
		this.back.classList.add("tdp-back-to-lesson");
		this.back.hidden = true;
		this.back.onclick = () => this.#show().catch(page.say);
		player.view.caption.append(this.back);
		this.shown = null;
		player.addEventListener("paint", () => {
			const prompt = plainText(player.recording?.header.prompt ?? "");
			this.prompt.hidden = prompt === "";
			setText(this.prompt, `Prompt: ${prompt}`);
			this.#notice();
		});
		player.addEventListener("looks", () => {
			if (player.views.mode !== "learn" && this.shown !== null) this.#leave();
		});
		this.turnOf = 0;
		this.borrowed = null;
	}
	async open({ lesson, part }) {
		const { player } = this.page;
		const turn = this.turnOf += 1;
		player.views.mode = "learn";
		const list = await this.pages.list();
		if (list.length === 0) return this.prose.complain("This server has no lessons.");
		const [last, lastPart] = recall(LAST, [1, 1]).map(Number);
		const target = lesson === 0 ? last : lesson;
		const place = Math.max(list.findIndex(({ name }) => numberOf(name) >= target), 0);
		const number = numberOf(list[place].name);
		const read = await this.pages.lesson(list[place].name);
		if (turn !== this.turnOf) return;
		if (read.problem) return this.prose.complain(read.problem);
		for (const name of Object.keys(read.runs)) await this.#read(read, name);
		if (turn !== this.turnOf || player.views.mode !== "learn") return;
		const changed = this.at !== null && this.at.lesson !== number;
		Object.assign(this, {
			lesson: read,
			name: list[place].name
		});
		this.named.clear();
		this.prose.show(read, list, place, recall(READ, []).map(String));
		const wanted = lesson === 0 && number === last ? lastPart || 1 : part;
		this.at = {
			lesson: number,
			part: Math.min(Math.max(wanted, 1), read.parts.length)
		};
		if (changed) this.page.rest(true);
		await this.turn(this.at.part, true);
	}
	get taken() {
		const { lesson, name, at } = this;
		if (lesson === null || at === null || this.page.player.views.mode !== "learn") return null;
		const runs = Object.entries(lesson.runs).map(([run, { title }]) => ({
			name: run,
			title,
			file: () => this.#itemOf(run)?.file() ?? Promise.reject(new Error(`The run ${run} is not there any more; open the lesson again.`))
		}));
		return {
			name,
			lesson,
			part: at.part,
			runs
		};
	}
	async turn(part, opened = false) {
		if (this.lesson === null || this.at === null) return;
		this.at = {
			...this.at,
			part
		};
		remember(LAST, [this.at.lesson, part]);
		this.prose.turn(part);
		if (part === this.lesson.parts.length) remember(READ, [...new Set([...recall(READ, []).map(String), this.at.lesson])].map(String));
		this.marks.show(this.prose.among(part));
		await this.#show();
		this.prose.arrived(part, opened);
		this.page.rest(false);
	}
	async #show() {
		const { lesson, at } = this;
		const { player } = this.page;
		if (lesson === null || at === null) return;
		const { layer = "sampled", colour = "entropy", unit = "nats", panel, hide, beside = [], ...place } = shownAt(lesson, at.part - 1);
		if (place.run === void 0) return;
		const lanes = await Promise.all(beside.map(async (run) => (await this.#item(run)).recording));
		const { views } = player;
		const looks = views.looks;
		if (looks.layer !== layer || looks.figure !== colour || looks.unit !== unit || looks.only !== null) views.looks = {
			...looks,
			mode: "learn",
			layer,
			figure: colour,
			unit,
			only: null
		};
		await this.#go(place);
		if (player.recording === null) return;
		player.sideBySide.accompany(lanes);
		this.shown = {
			recording: player.recording,
			moment: player.moment,
			position: views.chosen,
			layer,
			lanes: lanes.length
		};
		const { decision, length } = this.prose.hides(at.part);
		this.#withhold({
			decision: decision || hide === true && !this.prose.hasAnswer(at.part),
			length
		});
		this.#borrow(panel);
		this.#notice();
	}
	async #go(place) {
		const { player, runList } = this.page;
		const item = await this.#item(place.run);
		if (player.recording === null || player.recording !== item.recording || runList.shown !== item) await runList.choose(item, (recording) => player.show(recording, momentAt(recording, place)));
		else player.seek(player.axis.tickOf(0, momentAt(player.recording, place)));
		player.views.choosePair(place.position ?? null, null);
	}
	#recording(run) {
		return this.#itemOf(run)?.recording;
	}
	#itemOf(run) {
		return this.page.runList.items.find((item) => item.run?.kind === "recorded" && item.run.name === run);
	}
	async #item(run) {
		if (this.lesson !== null) await this.#read(this.lesson, run);
		return this.#itemOf(run);
	}
	async #read({ runs }, run) {
		const { runList } = this.page;
		const { title, file } = runs[run];
		const address = {
			kind: "recorded",
			name: run
		};
		const item = this.#itemOf(run) ?? runList.add({
			title,
			face: title,
			prompt: "",
			run: address,
			recording: null,
			file: () => this.pages.trace(file),
			whole: true,
			about: null,
			kept: false
		});
		item.recording = await runList.read(item);
	}
	#withhold(withheld) {
		const { views } = this.page.player;
		const { decision, length } = views.withheld;
		if (decision !== withheld.decision || length !== withheld.length) views.withhold(withheld);
	}
	#borrow(name) {
		const { deck } = this.page.player.views;
		this.#giveBack();
		if (name === void 0) return;
		if (deck.tray.has(name)) return void deck.open(name, true);
		const root = this.page.player.view.drawer.querySelector(`.tdp-${name}-panel`);
		if (!(root instanceof HTMLElement) || root.parentElement === null) return;
		this.borrowed = {
			root,
			home: root.parentElement
		};
		const [place, next] = [this.prose.panel, root.nextSibling];
		place.append(root);
		this.borrowed.home.insertBefore(document.createComment(name), next);
	}
	#giveBack() {
		if (this.borrowed === null) return;
		const { root, home } = this.borrowed;
		const held = [...home.childNodes].find((node) => node.nodeType === Node.COMMENT_NODE);
		if (held) held.replaceWith(root);
		else home.append(root);
		this.borrowed = null;
	}
	#notice() {
		const { shown } = this;
		const { player } = this.page;
		if (shown === null || player.views.mode !== "learn") return;
		const { recording, moment, position, layer, lanes } = shown;
		const others = player.recording !== recording || player.sideBySide.company.length !== lanes;
		const away = player.playing || others || player.moment !== moment || player.views.taste.layer !== layer;
		const elsewhere = !player.views.withheld.decision && player.views.chosen !== position;
		this.back.hidden = !away && !elsewhere;
		if (away) this.#withhold(NOTHING);
	}
	async #leaveFor(mode) {
		const first = this.lesson?.parts.find(({ show }) => show.run !== void 0)?.show.run;
		if (first) await this.page.leave?.(mode, await this.#item(first));
	}
	#leave() {
		this.turnOf += 1;
		this.shown = null;
		this.back.hidden = true;
		this.marks.show([]);
		this.#giveBack();
		this.#withhold(NOTHING);
	}
};
export { Learn };
