import { bar, canvasOf, digits, element, fillTrack, freshId, percent, setText, setToken, shape, tokenText } from "./main.js";
import { Paint, curveThrough, cutAnswer, cutVerdict, drawVerdict, furthest, guessVerdict, isNoise, keep, nodesOf, noiseVerdict, pointName, pressAnswer, pressVerdict, textOf } from "./runs.js";
// learn/chart.js
const WIDTH$1 = 340;
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
		const lines = marksUpTo(top).flatMap((value) => [shape("path", { d: `M${LEFT} ${this.y(value)}H${WIDTH$1 - RIGHT}` }), shape("text", {
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
			viewBox: `0 0 ${WIDTH$1} ${height}`,
			"aria-hidden": "true"
		}, ...lines, ...shown.map(({ label, at }) => shape("text", {
			x: this.x(at),
			y: this.floor + 15,
			"text-anchor": "middle"
		}, label)), shape("text", {
			x: 2,
			y: 11
		}, unit), shape("text", {
			x: WIDTH$1 - RIGHT,
			y: height - 5,
			"text-anchor": "end"
		}, words));
	}
	x(place) {
		return LEFT + place / this.last * (WIDTH$1 - LEFT - RIGHT);
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
		const [x, y] = [(clientX - left) * WIDTH$1 / width, (clientY - top) * WIDTH$1 / width];
		const place = Math.round((x - LEFT) / (WIDTH$1 - LEFT - RIGHT) * this.last);
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
	const hatching = freshId("tdp-gap");
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
			if (place === at) return;
			at = place;
			visit();
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
// learn/noise.js
const WIDTH = 74;
const HINT = "Drag over cells, or press them; once more takes a mark back. With the keys: arrows move, Space marks.";
const LEGEND = "A frame is your mark. A line below is the model’s: it gives what stands there less than 50%. Press a cell.";
function markNoise(question, { player, recording, signal, open, again: askAgain }, tell) {
	const run = recording();
	const seen = run.frames[0].input_ids;
	const noise = isNoise(run, question);
	const text = run.header.spec?.start;
	const word = (id) => tokenText(run, id);
	const cells = Array.from(seen, (id, position) => ({
		name: word(id),
		open: position < noise.length
	}));
	const paint = new Paint("Text: mark what is noise", cells, () => player.painter.grid);
	paint.root.classList.add("tdp-paint-noise");
	player.view.stage.append(paint.root);
	signal.addEventListener("abort", () => paint.root.remove());
	const hint = element("small.tdp-drawing-hint");
	const count = element("output");
	const show = element("button.tdp-choice", "Compare with the model");
	const clear = element("button.tdp-choice", "Clear");
	const again = element("button.tdp-choice", "Mark again");
	const bars = [bar(), bar()];
	const list = element("ol.tdp-candidates", ...bars.map(({ root }) => root));
	const says = element("p", { role: "status" });
	const model = element("div.tdp-noise-model", element("small.tdp-label", "COMPUTED"), list, says);
	let at = question.original.indexOf(Math.min(...question.original));
	const fill = () => {
		const marked = paint.chosen.reduce((sum, mark) => sum + mark, 0);
		setText(count, `${marked} marked`);
		show.disabled = clear.disabled = marked === 0;
		const answered = paint.shown !== null;
		setText(hint, `${answered ? LEGEND : HINT} The text has ${noise.length} tokens; what comes after it does not count.`);
		show.hidden = clear.hidden = count.hidden = answered;
		again.hidden = model.hidden = !answered;
	};
	const look = (position) => {
		if (paint.shown === null || position === null || position >= noise.length) return;
		at = position;
		const [stands, stood] = [word(seen[at]), word(text[at])];
		const shares = [question.standing, question.original].map((logs) => Math.exp(logs[at]));
		const marks = noise[at] ? ["stands here", "stood here"] : ["not noise", ""];
		bars.forEach((each, place) => {
			setToken(each.token, place === 0 ? stands : stood, WIDTH);
			fillTrack(each.track, shares[place]);
			setText(each.share, percent(shares[place]));
			setText(each.marks, marks[place]);
		});
		bars[1].root.hidden = !noise[at];
		const cost = `The model gives “${stood}” ${percent(shares[1])}. So it pays ${digits(-question.original[at], 3)} nats here.`;
		setText(says, noise[at] ? `“${stands}” is noise. ${cost}` : cost);
		paint.options.forEach((option, place) => option.classList.toggle("tdp-paint-open", place === at));
	};
	const follow = () => {
		const here = open() && player.recording === run && player.step === 0 && player.noise && player.lanes.length === 1;
		const turned = paint.root.hidden === here;
		paint.root.hidden = !here;
		if (turned) player.views.prepare();
		if (here) paint.place();
	};
	show.onclick = () => {
		paint.answer(question.standing.map((log) => Number(Math.exp(log) < .5)));
		paint.options.slice(0, noise.length).forEach((option, position) => {
			const words = [
				word(seen[position]),
				noise[position] ? `noise for “${word(text[position])}”` : "not noise",
				...paint.chosen[position] ? ["you marked it"] : [],
				`the model gives it ${percent(Math.exp(question.standing[position]))}`
			];
			option.setAttribute("aria-label", words.join(", "));
		});
		fill();
		look(at);
		paint.options[at].scrollIntoView({ block: "nearest" });
		tell(noiseVerdict(run, question, paint.chosen));
		paint.root.focus({ preventScroll: true });
	};
	clear.onclick = () => paint.clear();
	again.onclick = () => {
		paint.answer(null);
		paint.options.forEach((option) => option.classList.remove("tdp-paint-open"));
		askAgain();
		fill();
		paint.root.focus({ preventScroll: true });
	};
	paint.addEventListener("change", fill);
	paint.addEventListener("point", () => look(paint.pointed));
	paint.root.addEventListener("click", ({ target }) => {
		const position = paint.options.indexOf(target);
		if (position >= 0) look(position);
	});
	player.addEventListener("paint", follow, { signal });
	fill();
	follow();
	return element("div", hint, model, element("div.tdp-choices", show, clear, again, count));
}
// learn/predict.js
const EXERCISES = {
	draw,
	keep,
	mark: markNoise
};
const isAsk = (prediction) => !(prediction.form in EXERCISES);
const hides = (prediction) => [
	"press",
	"keep",
	"mark"
].includes(prediction.form) || prediction.form === "cut" && prediction.bound === null;
function predictionOf(prediction, stand) {
	const { name, mark, recording } = stand;
	const verdict = element("div.tdp-told", { role: "status" });
	const tell = (outcome) => {
		const { right, sentence } = outcome;
		const sign = element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ ");
		verdict.replaceChildren(element("p", ...right === null ? [] : [sign], ...nodesOf(sentence, name)), element("p", ...nodesOf(prediction.because, name)));
		stand.answered(outcome);
		if (prediction.form === "cut" || prediction.form === "press") mark(cellsOf(prediction, recording()));
		verdict.scrollIntoView({ block: "nearest" });
	};
	return element("section.tdp-predict", {
		"data-form": prediction.form,
		"aria-label": "Prediction"
	}, element("p.tdp-question", ...nodesOf(prediction.ask, name)), isAsk(prediction) ? answerOf(prediction, stand, (answer) => tell(verdictOf(prediction, recording(), answer))) : EXERCISES[prediction.form](prediction, stand, tell), verdict);
}
function verdictOf(prediction, recording, answer) {
	if (prediction.form === "press") return pressVerdict(recording, prediction, answer);
	if (prediction.form === "cut") return cutVerdict(recording, prediction, answer);
	if (prediction.form === "guess") return guessVerdict(prediction, answer);
	const { options } = prediction;
	const right = options.find((option) => option.right);
	const chosen = options[answer];
	return {
		guess: textOf(chosen.text),
		answer: textOf(right.text),
		share: Number(chosen.right),
		right: chosen.right,
		sentence: [chosen.right ? "Right." : `No: “${textOf(right.text)}”.`]
	};
}
function cellsOf(prediction, recording) {
	if (prediction.form === "press") return pressAnswer(recording, prediction);
	if (prediction.form !== "cut" || prediction.bound === null) return [];
	const { order, cut } = cutAnswer(recording, prediction);
	return order.subarray(0, cut);
}
const answerOf = (prediction, stand, tell) => FORMS[prediction.form](prediction, stand, tell);
const FORMS = {
	choose,
	press,
	cut,
	guess
};
function choose({ options }, { name }, tell) {
	const buttons = options.map(({ text }) => element("button.tdp-choice", { "aria-pressed": "false" }, ...nodesOf(text, name)));
	buttons.forEach((button, at) => {
		button.onclick = () => {
			for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
			tell(at);
		};
	});
	return element("div.tdp-choices", {
		role: "group",
		"aria-label": "Choices"
	}, ...buttons);
}
function press(prediction, { player, recording, signal }, tell) {
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
		if (player.views.chosen !== null) tell(player.views.chosen);
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
	take.onclick = () => tell(Number(range.value));
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
		if (within) tell(guess);
	};
	return form;
}
export { Chart, answerOf, hides, isAsk, predictionOf, verdictOf };
