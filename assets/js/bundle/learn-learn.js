import { KnobRow, apart, boundOf, button, canvasOf, cellText, content, cutAt, decisionOf, digits, element, entropyIn, percent, plainText, positionAt, recall, remember, setText, tokenText } from "./main.js";
import { addStyle } from "./style.js";
import { draw } from "./inside-lines.js";
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
		draw(overlay, layout, Float32Array.from(seen[way].canvas), seen.position);
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
	const most = Math.max(...rows.map(({ value, interval }) => Math.max(value, ...interval))) || 1;
	const share = (value) => `${100 * value / most}%`;
	const drawn = rows.map(({ text, value, figure, interval }) => {
		const bar = element("i.tdp-bar-length", { style: `width: ${share(value)}` });
		const [low, high] = interval;
		const span = interval.length === 0 ? [] : [element("i.tdp-bar-span", { style: `left: ${share(low)}; width: ${share(high - low)}` })];
		return [element("dt", ...nodesOf(text, name)), element("dd", element("span.tdp-bar-room", { "aria-hidden": "true" }, bar, ...span), element("b", figure))];
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
			sentence: right ? `${begin} ${name(pressed)} was kept one step before, and is not kept now.` : `${begin} Reopened here: ${others}.`
		};
	}
	if (rule === "just missed") {
		const decision = decisionOf(frame, recording.header);
		const [sum, bound] = apart(decision?.held[decision.cut] ?? NaN, boundOf(recording.header) ?? NaN);
		return {
			right,
			sentence: `${begin} ${name(answers[0])} is the next: those surer than it add up to ${sum} nats, and the budget is ${bound}.`
		};
	}
	const [answer] = answers;
	return {
		right,
		sentence: right ? `${begin} ${name(pressed)} has ${nats(pressed)}.` : `${begin} ${name(pressed)} has ${nats(pressed)}, and ${name(answer)} at position ${answer} has ${nats(answer)}.`
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
		sentence: `${begin} ${`${cut} ${cut === 1 ? "position is" : "positions are"} kept, ${words} of them text`}; you said ${guess}. Before the last of them the sum is ${last} nats, not above ${limit}.${next}`
	};
}
function guessVerdict({ answer, unit, near }, guess) {
	const right = Math.abs(guess - answer) <= near;
	const [is, was] = apart(answer, guess);
	return {
		right,
		sentence: `${guess === answer ? "Exactly." : right ? "Near enough." : guess < answer ? "It is more." : "It is less."} It is ${is} ${unit}${guess === answer ? "" : `; you said ${was}`}.`
	};
}
// learn/predict.js
const hides = (prediction) => prediction.form === "cut" || prediction.form === "press";
function predictionOf(prediction, stand) {
	const verdict = element("div.tdp-told", { role: "status" });
	const tell = ({ right, sentence }) => {
		const sign = element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ ");
		verdict.replaceChildren(element("p", sign, sentence), element("p", ...nodesOf(prediction.because, stand.name)));
		stand.answered();
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
	guess
};
function choose({ options }, { name }, tell) {
	const buttons = options.map(({ text }) => element("button.tdp-choice", { "aria-pressed": "false" }, ...nodesOf(text, name)));
	buttons.forEach((button, at) => {
		button.onclick = () => {
			for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
			const right = buttons[options.findIndex((option) => option.right)];
			tell(options[at].right ? {
				right: true,
				sentence: "Right."
			} : {
				right: false,
				sentence: `No: “${right.textContent}”.`
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
	const { order } = cutAnswer(recording(), prediction);
	const range = element("input", {
		type: "range",
		min: "1",
		max: String(order.length),
		value: "1",
		"aria-label": "How many positions would be kept, the surest first"
	});
	const count = element("output");
	const take = element("button.tdp-choice", "Cut here");
	const show = () => {
		setText(count, `keep the ${range.value} surest`);
		mark(order.subarray(0, Number(range.value)));
	};
	range.oninput = show;
	take.onclick = () => {
		tell(cutVerdict(recording(), prediction, Number(range.value)));
		mark(prediction.bound === null ? [] : order.subarray(0, cutAnswer(recording(), prediction).cut));
	};
	setText(count, "drag to begin");
	return element("div.tdp-choices.tdp-cut", range, count, take);
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
		if (this.reader.tune !== null) this.end.prepend(this.#tune(this.reader.tune));
	}
	#tune(open) {
		const tune = button("Tune it yourself", "Open Tune on the run of this lesson");
		tune.classList.add("tdp-choice");
		tune.onclick = open;
		return tune;
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
		const { name, player, knobs, recording, make, mark } = this.reader;
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
		this.named = new Named(player, (place) => this.#go(place).catch(page.say));
		this.prose = new Prose({
			name: (ref, words) => this.named.words(ref, words),
			turn: (part) => this.turn(part),
			open: (lesson) => this.open({
				lesson,
				part: 1
			}).catch(page.say),
			tune: page.tune && (() => this.#tune()),
			large: (run) => this.#go({ run }).catch(page.say),
			answered: () => this.#withhold(NOTHING),
			mark: (positions) => this.marks.show(positions),
			make: page.make,
			recording: (run) => this.#recording(run),
			player,
			knobs: page.knobs
		});
		player.view.root.querySelector(".tdp-desk")?.prepend(this.prose.root);
		this.back = button("back to the lesson", "Show again what the lesson speaks of");
		this.back.classList.add("tdp-back-to-lesson");
		this.back.hidden = true;
		this.back.onclick = () => this.#show().catch(page.say);
		player.view.caption.append(this.back);
		this.shown = null;
		player.addEventListener("paint", () => this.#notice());
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
		if (deck.tray.has(name)) return void deck.open(name);
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
	async #tune() {
		const first = this.lesson && this.lesson.parts.find(({ show }) => show.run !== void 0)?.show.run;
		if (first) this.page.tune?.(await this.#item(first));
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
