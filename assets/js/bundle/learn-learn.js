import { addStyle, bar, button, candidatesOf, canvasOf, cellText, content, counted, digits, element, entropyIn, fillTrack, inksOf, inputOf, memoryOf, percent, plainText, positionAt, recall, remember, setText, setToken, shadeOf, shades, shape, shortToken, temperatureText, tokenText } from "./main.js";
import { forgetGuesses, games, guesses, keepGuess } from "./guesses.js";
import { Marks, Pages } from "./pages.js";
import { draw, unpacked } from "./inside-weights.js";
import { barsOf as barsOf$1, knownRun, nodesOf, readRun, textOf, trialOf } from "./runs.js";
import { Chart, hides, predictionOf } from "./predict.js";
import { specOf } from "./branching.js";
// words/guesses.js
const written = (value, unit = "") => typeof value === "number" ? `${digits(value, 3)} ${unit}`.trim() : value;
function comparison({ guess, answer, unit, at, common, share, near }) {
	const [theirs, was] = [written(guess, unit), written(answer, unit)];
	if (at !== void 0) return `Furthest off at ${at}: ${theirs} drawn, and it was ${was}. ${closeAt(share)}.`;
	if (typeof guess === "string" || typeof answer === "string") return `You: ${theirs}. ${near ? "Right." : `It was: ${was}.`}`;
	if (common !== void 0) return `You: ${theirs}. It was: ${was}. The same in both: ${common}.`;
	if (guess === answer) return `You: ${theirs}. Exactly.`;
	return `You: ${theirs}. It was: ${was}. That is ${`${digits(Math.abs(guess - answer), 3)} too ${guess > answer ? "high" : "low"}`}, ${near ? "and close" : "and not close"}.`;
}
const closeAt = (share) => `Close at ${percent(share)} of the points`;
function stopWords(guesses) {
	if (guesses.length === 0) return "";
	if (guesses.length > 1) return `${nearOf(guesses)} of ${guesses.length} guesses close`;
	const [{ guess, answer, unit, at, common, near, share }] = guesses;
	if (at !== void 0) return closeAt(share).toLowerCase();
	if (typeof guess === "string" || typeof answer === "string") return near ? "right" : "not right";
	if (common !== void 0) return `${common} of ${written(answer, unit)}`;
	return `you: ${written(guess)} · it was: ${written(answer)}`;
}
function summary(guesses) {
	if (guesses.length === 0) return "You have not guessed yet.";
	const near = nearOf(guesses);
	return `You have guessed ${counted(guesses.length, "time")}; ${counted(near, "guess").replace(/guesss$/, "guesses")} ${near === 1 ? "was" : "were"} close.`;
}
const nearOf = (guesses) => guesses.filter(({ near }) => near).length;
function gameFigures({ shares }) {
	return `canvas 1: ${percent(shares[0])} · canvas ${shares.length}: ${percent(shares[shares.length - 1])}`;
}
const gameWords = (game) => `The game, by the ${game.rule} rule. Cells right on ${gameFigures(game)}.`;
// learn/small-canvas.js
const [CELL, GAP] = [10, 1];
const NOISE = .3;
const columnsOf = (positions) => positions > 128 ? 32 : 16;
function smallCanvas(recording, share, place, theme) {
	const { frames } = recording;
	const row = Math.round(share * (frames.length - 1));
	const { accepted, entropy } = frames[row];
	const text = content(recording, row);
	const inks = inksOf(place);
	const [plain, columns] = [shades(theme), columnsOf(accepted.length)];
	const canvas = element("canvas", {
		width: String(columns * (CELL + GAP)),
		height: String(Math.ceil(accepted.length / columns) * (CELL + GAP)),
		"aria-hidden": "true"
	});
	const brush = canvas.getContext("2d");
	accepted.forEach((stays, position) => {
		const [x, y] = [position % columns * (CELL + GAP), Math.floor(position / columns) * (CELL + GAP)];
		if (share > 0 && text[position] === 0) return;
		brush.globalAlpha = share === 0 ? NOISE : 1;
		brush.fillStyle = share === 0 ? inks.soft : plain[shadeOf(entropy[position])].fill;
		brush.fillRect(x, y, CELL, CELL);
		brush.fillStyle = inks.kept;
		if (share > 0 && stays === 1) brush.fillRect(x, y + CELL - 2, CELL, 2);
	});
	return canvas;
}
// learn/path.js
const numberOf = ({ name }) => parseInt(name, 10);
function goesOn(list, { read, last }) {
	const open = (entry) => !read.includes(numberOf(entry));
	const place = list.findIndex((entry) => numberOf(entry) === last);
	return list.slice(Math.max(place, 0)).find(open) ?? list.find(open) ?? null;
}
function levelsOf(list) {
	const levels = [];
	for (const entry of list) {
		const level = levels.at(-1);
		if (level?.[0].level === entry.level) level?.push(entry);
		else levels.push([entry]);
	}
	return levels;
}
function pathOf(list, progress, { open, guesses, play }) {
	const next = goesOn(list, progress);
	const begun = progress.read.length > 0 || progress.last > 0;
	const on = element("button.tdp-continue");
	on.append(next === null ? "What you guessed" : `${begun ? "Go on" : "Begin"}: ${next.title}`);
	on.onclick = () => next === null ? guesses() : open(numberOf(next));
	const head = element("div.tdp-path-head", element("div", element("h2", { tabindex: "-1" }, `From noise to text, in ${list.length} stops`), element("p", `Each stop asks you first. ${summary(progress.guesses)}`)), on);
	const stop = (entry) => {
		const number = numberOf(entry);
		const made = element("button.tdp-stop", element("span.tdp-stop-canvas"), element("strong", entry.title));
		if (entry.question) made.append(element("span.tdp-stop-question", entry.question));
		made.append(...answersOf(progress.guesses.filter(({ lesson }) => lesson === entry.name)));
		if (entry === next) {
			made.setAttribute("aria-current", "step");
			made.append(element("b", begun ? "you are here" : "begin here"));
		}
		made.onclick = () => open(number);
		return element(progress.read.includes(number) ? "li.tdp-stop-read" : "li", made);
	};
	const levels = levelsOf(list).map((level, at) => element("section", ...level[0].level ? [element("h3", level[0].level)] : [], element("ol.tdp-stops", ...level.map(stop), ...play !== null && at === 0 ? [gameStop(play, progress.games)] : [])));
	const more = button("What you guessed", "All that you guessed, and what the runs answered");
	more.classList.add("tdp-link-like");
	more.onclick = guesses;
	return [
		head,
		...levels,
		element("p.tdp-path-foot", "The small canvases are one run, further on at each stop. ", more, " Your guesses stay in this browser.")
	];
}
function gameStop(play, games) {
	const words = [element("strong", "Play: be the sampler"), element("span.tdp-stop-question", "Five canvases. What stays?")];
	const made = element("button.tdp-stop", element("span.tdp-stop-canvas"), ...words);
	for (const game of games.slice(-1)) made.append(barsOf(game.shares), element("span.tdp-stop-answer", gameFigures(game)));
	made.onclick = play;
	return element("li", made);
}
const answersOf = (guesses) => guesses.length === 0 ? [] : [barsOf(guesses.map(({ share }) => share)), element("span.tdp-stop-answer", plainText(stopWords(guesses)))];
function barsOf(shares) {
	const bars = shares.map((share) => {
		const bar = element("i");
		bar.style.setProperty("--tdp-share", percent(share));
		return bar;
	});
	return element("span.tdp-stop-bars", { "aria-hidden": "true" }, ...bars);
}
function drawStops(root, recording, theme) {
	const places = root.querySelectorAll(".tdp-stop-canvas");
	places.forEach((place, at) => {
		const share = (at / Math.max(places.length - 1, 1)) ** 1.5;
		place.replaceChildren(smallCanvas(recording, share, place, theme));
	});
}
// learn/lesson.js
function shownAt({ parts }, part) {
	let shown = {};
	for (const { show } of parts.slice(0, part + 1)) {
		const place = show.run === void 0 ? {} : {
			row: void 0,
			noise: void 0,
			position: void 0,
			beside: void 0,
			cells: void 0
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
// learn/memory.js
const SHOWN$2 = 5;
const [WIDTH, HEIGHT, LINE, FROM, TO, WIDE] = [
	340,
	176,
	23,
	128,
	212,
	60
];
const MEET = 38;
function memoryOfCell({ row, position }, recording) {
	const before = memoryOf(recording, row);
	const { id, origin } = inputOf(recording, row, position);
	const candidates = candidatesOf(before, position, recording.header.vocab_size, SHOWN$2);
	const streams = (candidates?.list ?? []).map((one) => ({
		name: shortToken(recording, one.id),
		share: one.share
	}));
	if (candidates) streams.push({
		name: "others",
		share: candidates.rest.share
	});
	const token = shortToken(recording, id);
	const stands = `${origin === "kept" ? "kept" : "noise"} “${token}”`;
	const next = `step ${recording.frames[row].step}`;
	let top = MEET;
	const drawn = streams.flatMap(({ name, share }, at) => {
		const [y, wide] = [31 + LINE * at, share * WIDE];
		const end = top + wide / 2;
		top += wide;
		return [
			shape("text", {
				x: 76,
				y: y + 4,
				"text-anchor": "end"
			}, name),
			shape("text", {
				x: 122,
				y: y + 4,
				"text-anchor": "end"
			}, percent(share)),
			shape("path", {
				class: at === streams.length - 1 ? "tdp-memory-stream tdp-memory-others" : "tdp-memory-stream",
				d: `M${FROM} ${y}C${(FROM + TO) / 2} ${y} ${(FROM + TO) / 2} ${end} ${TO} ${end}`,
				"stroke-width": wide
			})
		];
	});
	const middle = MEET + WIDE / 2;
	const picture = shape("svg", {
		viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
		"aria-hidden": "true"
	}, shape("text", {
		x: 122,
		y: 12,
		"text-anchor": "end"
	}, `step ${before.step} gave`), ...drawn, shape("rect", {
		class: "tdp-memory-note",
		x: TO,
		y: MEET,
		width: 34,
		height: WIDE,
		rx: 4
	}), shape("text", {
		x: TO + 17,
		y: 31,
		"text-anchor": "middle"
	}, "the note"), shape("path", { d: `M${TO + 34} ${middle}H268M284 ${middle}H300M295 ${middle - 4}L300 ${middle}L295 ${middle + 4}` }), shape("circle", {
		cx: 276,
		cy: middle,
		r: 8
	}), shape("path", { d: `M272 ${middle}H280M276 ${middle - 4}V${middle + 4}M276 138V${middle + 8}` }), shape("text", {
		x: 276,
		y: 153,
		"text-anchor": "middle"
	}, stands), shape("text", {
		x: 304,
		y: middle + 4
	}, next));
	const list = streams.map(({ name, share }) => `${name} ${percent(share)}`).join(", ");
	return element("figure.tdp-memory", {
		role: "img",
		"aria-label": `At step ${before.step} the cell had ${list}. That note and ${stands} go into ${next}.`
	}, picture);
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
// learn/swap.js
const SHOWN$1 = 5;
const NO_ANSWER = "The model does not answer; try again in a moment.";
function swapOf({ row, position, words }, { recording, player, ask, signal }) {
	const { block, step } = recording.frames[row];
	const bars = Array.from({ length: 6 }, bar);
	bars[SHOWN$1].root.classList.add("tdp-others");
	const label = element("small.tdp-label");
	const choices = element("div.tdp-choices", {
		role: "group",
		"aria-label": `The word at position ${position}`
	});
	const [nats, colour, more] = [
		element("b"),
		element("span.tdp-temperature-colour"),
		element("span")
	];
	const output = element("output", nats, colour, more);
	let shown = words[0];
	const paint = () => {
		const { word, tokens, shares, entropy, token, accepted } = shown;
		for (const button of choices.children) button.setAttribute("aria-pressed", String(button.getAttribute("data-word") === word));
		const rest = Math.max(1 - shares.reduce((sum, share) => sum + share, 0), Number.EPSILON);
		bars.forEach(({ root, token: name, track, share, marks }, rank) => {
			const others = rank === SHOWN$1;
			const part = others ? rest : shares[rank] ?? 0;
			root.hidden = !others && rank >= tokens.length;
			setToken(name, others ? "others" : cellText(tokens[rank] ?? ""), 84);
			fillTrack(track, part);
			setText(share, percent(part));
			setText(marks, (others ? !tokens.includes(token) : tokens[rank] === token) ? "drawn" : "");
		});
		setText(label, word === words[0].word ? "RECORDED" : "COMPUTED");
		setText(nats, entropyIn(entropy, "nats"));
		setText(colour, cellText(token));
		const shade = shades(player.views.theme())[shadeOf(entropy)];
		colour.classList.toggle("tdp-swap-kept", accepted);
		Object.assign(colour.style, {
			background: accepted ? "" : shade.fill,
			color: accepted ? "" : shade.text
		});
		setText(more, accepted ? "kept" : "thrown back");
	};
	const put = (swapped) => {
		const first = swapped === words[0];
		const choice = element("button.tdp-choice", { "data-word": swapped.word }, cellText(swapped.word));
		if (first) choice.append(element("small", " in the run"));
		choice.onclick = () => {
			shown = swapped;
			paint();
		};
		choices.append(choice);
	};
	words.forEach(put);
	player.addEventListener("looks", paint, { signal });
	paint();
	const live = (ask) => {
		const field = element("input", {
			type: "text",
			maxlength: "40",
			autocomplete: "off",
			spellcheck: "false",
			"aria-label": "Another word",
			placeholder: "another word"
		});
		const take = element("button.tdp-choice", { type: "submit" }, "Put it in");
		const status = element("p.tdp-rest", { role: "status" });
		const form = element("form.tdp-choices", field, take, status);
		form.onsubmit = async (event) => {
			event.preventDefault();
			const word = field.value.trim();
			const known = [...choices.children].find((choice) => choice.getAttribute("data-word") === word);
			if (word === "" || take.disabled) return;
			if (known instanceof HTMLElement) return known.click();
			take.disabled = true;
			setText(status, `Taking step ${step} again with “${plainText(word)}” …`);
			const answer = await computed(word, ask).catch(() => NO_ANSWER);
			take.disabled = false;
			setText(status, typeof answer === "string" ? answer : "");
			if (typeof answer === "string") return;
			put(answer);
			shown = answer;
			field.value = "";
			paint();
		};
		return form;
	};
	async function computed(word, ask) {
		const { ids, refused } = await tokensOf(word, ask);
		if (refused) return refused;
		if (ids.length !== 1) return `“${plainText(word)}” is ${ids.length} tokens, and a cell holds one. Try another word.`;
		const spec = specOf(recording.header);
		const edits = [...spec.edits ?? [], {
			block,
			step,
			cells: { [position]: ids[0] }
		}];
		const run = recording.made || recording.run;
		const answer = await ask("look_inside", JSON.stringify({
			run,
			spec: {
				...spec,
				edits
			},
			block,
			step,
			position
		}));
		if (answer.refused) return answer.refused;
		const seen = unpacked(answer);
		const tokens = seen.texts.map((text) => text.trim());
		return {
			word,
			tokens: tokens.slice(0, SHOWN$1),
			shares: [...seen.probs.subarray(0, SHOWN$1)],
			entropy: entropyOf([...seen.probs]),
			token: tokens[seen.ids.indexOf(answer.sampled)] ?? "",
			accepted: answer.accepted
		};
	}
	return element("section.tdp-swap", { "aria-label": "Swap the noise" }, label, ` Position ${position}, step ${step}: which word went in?`, choices, ...ask === null ? [] : [live(ask)], element("ol.tdp-candidates", { "aria-label": "What it might be" }, ...bars.map(({ root }) => root)), output);
}
async function tokensOf(word, ask) {
	const tokens = (text) => ask("own_text", JSON.stringify({
		kind: "tokens",
		text
	}));
	const within = await tokens(` ${word}`);
	if (within.refused || within.ids.length === 1) return within;
	const alone = await tokens(word);
	return alone.ids?.length === 1 ? alone : within;
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
const HALF = .5;
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
		this.ending = element("section.tdp-lesson-end", { "aria-label": "Where to read more" });
		const turns = element("div.tdp-lesson-turns", this.next, this.before);
		this.root = element("article.tdp-lesson", { "aria-label": "Lesson" }, this.place, this.title, this.parts, turns, this.ending);
		this.listening = new AbortController();
		this.part = 1;
		this.lesson = null;
		this.name = "";
		this.following = 0;
		this.alone = false;
		this.answers = new Set();
		this.next.onclick = () => this.part < this.parts.children.length ? reader.turn(this.part + 1) : reader.open(this.following);
		this.before.onclick = () => reader.turn(this.part - 1);
	}
	complain(sentence) {
		this.title.textContent = "Learn";
		this.parts.replaceChildren(element("p.tdp-complaint", { role: "alert" }, sentence));
		this.next.hidden = this.before.hidden = this.ending.hidden = true;
	}
	show(lesson, list, entry) {
		this.end();
		const level = levelsOf(list).find((entries) => entries.includes(entry)) ?? [entry];
		const following = level[level.indexOf(entry) + 1];
		Object.assign(this, {
			lesson,
			name: entry.name,
			alone: list.length === 1
		});
		this.following = following ? numberOf(following) : 0;
		this.answers.clear();
		this.#placeIn(level, entry);
		setText(this.title, lesson.title);
		this.parts.replaceChildren(...lesson.parts.map((part, at) => this.#part(part, at + 1)));
		const sources = element("ul", ...lesson.sources.map((source) => element("li", ...nodesOf(source, this.reader.name))));
		this.ending.replaceChildren(element("h3", "Read more"), sources);
		const guesses = button("What you guessed", "All that you guessed, and what the runs answered");
		guesses.classList.add("tdp-choice");
		guesses.onclick = () => this.reader.open(0, 2);
		const last = this.following === 0;
		const ways = (last ? ONWARD : ONWARD.slice(0, 1)).flatMap((way) => this.#leading(way));
		const choices = element("div.tdp-choices", ...last ? [guesses] : [], ...ways);
		this.ending.prepend(...last ? [element("h3", "Where to go on")] : [], choices);
	}
	#leading([mode, face, name]) {
		const { leave } = this.reader;
		if (leave === null) return [];
		const choice = button(face, name);
		choice.classList.add("tdp-choice");
		choice.onclick = () => leave(mode);
		return [choice];
	}
	#placeIn(level, entry) {
		this.place.hidden = this.alone;
		const place = level.indexOf(entry);
		const bars = level.map((_, at) => element("i", { class: at <= place ? "tdp-lesson-bar tdp-lesson-past" : "tdp-lesson-bar" }));
		const path = button("‹ All lessons", "The path of the lessons");
		path.classList.add("tdp-to-path");
		path.onclick = () => this.reader.open(0);
		this.place.replaceChildren(path, element("span", `${place + 1} of ${level.length}`), element("span.tdp-lesson-bars", { "aria-hidden": "true" }, ...bars));
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
		const { name, player, knobs, recording, make, branch, ask, mark, go } = this.reader;
		const open = () => this.part === part && player.views.mode === "learn";
		const { signal } = this.listening;
		switch (block.kind) {
			case "text": return element("p", ...nodesOf(block.text, name));
			case "list": return element("ul", ...block.items.map((item) => element("li", ...nodesOf(item, name))));
			case "bars": return barsOf$1(block, name);
			case "attention": return attentionOf(block, {
				player,
				signal,
				recording: () => recording(block.run),
				open
			});
			case "temperature": return temperatureOf(block, {
				recording: recording(block.run),
				player,
				signal
			});
			case "swap": return swapOf(block, {
				recording: recording(block.run),
				player,
				ask,
				signal
			});
			case "memory": return memoryOfCell(block, recording(block.run));
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
				const answered = (verdict) => {
					this.reveal(part);
					this.#keep(part, block.ask, verdict);
				};
				const again = () => {
					this.answers.delete(part);
					this.reader.reopened();
				};
				const run = "run" in block ? block.run : this.#runOf(part);
				return predictionOf(block, {
					player,
					name,
					mark,
					go,
					signal,
					answered,
					again,
					open,
					branch,
					recording: () => recording(run)
				});
			}
		}
	}
	#keep(part, ask, { right, sentence, ...outcome }) {
		const { name, lesson } = this;
		const { guess, answer, common, share } = outcome;
		const union = common === void 0 ? 0 : Number(guess) + Number(answer) - common;
		const near = right ?? (common === void 0 ? share : common / union) >= HALF;
		const [version, when] = [lesson?.version ?? "", new Date().toISOString()];
		keepGuess({
			lesson: name,
			version,
			part,
			ask: textOf(ask),
			...outcome,
			near,
			when
		});
	}
	#runOf(part) {
		return (this.lesson?.parts.slice(0, part).findLast(({ show }) => show.run !== void 0))?.show.run ?? Object.keys(this.lesson?.runs ?? {})[0];
	}
	asks(part) {
		return this.lesson?.parts[part - 1]?.blocks.some(({ kind }) => kind === "predict") ?? false;
	}
	hasAnswer(part) {
		return this.answers.has(part);
	}
	reveal(part) {
		this.answers.add(part);
		this.reader.answered();
	}
	among(part) {
		const question = this.lesson?.parts[part - 1].blocks.find((block) => block.kind === "predict");
		return question?.kind === "predict" && question.form === "press" && !this.answers.has(part) ? question.among : [];
	}
	hides(part) {
		const answered = this.answers.has(part) ? void 0 : this.lesson?.parts[part - 1].blocks.find((block) => block.kind === "predict");
		const length = this.lesson !== null && lengthAsked(this.lesson, part - 1, (at) => this.answers.has(at + 1));
		const painted = answered?.kind === "predict" && answered.form === "keep" ? answered : null;
		return {
			decision: answered?.kind === "predict" && hides(answered),
			length,
			before: painted !== null,
			colours: painted?.hidden === true
		};
	}
	end() {
		this.listening.abort();
		this.listening = new AbortController();
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
		this.next.hidden = last && this.alone;
		setText(this.next, !last ? "Continue" : this.following > 0 ? "Next lesson" : "Back to all lessons");
		this.ending.hidden = !last;
	}
	get inOneColumn() {
		return getComputedStyle(this.root).display === "contents";
	}
	arrived(part, opened) {
		if (opened && this.inOneColumn) return this.place.scrollIntoView({ block: "nearest" });
		const root = this.parts.children[part - 1];
		if (part > 1 || this.root.contains(document.activeElement)) root.focus({ preventScroll: true });
		const whole = root.getBoundingClientRect();
		if (whole.top < 0 || whole.bottom > innerHeight) root.scrollIntoView({ block: "nearest" });
	}
};
// learn/learn.js
const READ = "lessons read";
const LAST = "lesson and part";
const NOTHING = {
	decision: false,
	length: false
};
var Learn = class {
	constructor(page, pages = new Pages(page.assets)) {
		addStyle("learn");
		addStyle("path");
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
			open: (lesson, part = 1) => this.open({
				lesson,
				part
			}).catch(page.say),
			leave: page.leave && ((mode) => this.#leaveFor(mode).catch(page.say)),
			go,
			large: (run) => go({ run }),
			answered: () => {
				this.#withhold(NOTHING);
				player.refresh();
			},
			reopened: () => this.#show().catch(page.say),
			mark: (positions) => this.marks.show(positions),
			make: page.make,
			branch: page.branch,
			ask: page.ask,
			recording: (run) => this.#recording(run),
			player,
			knobs: page.knobs
		});
		player.view.root.querySelector(".tdp-desk")?.prepend(this.prose.root);
		this.overview = element("section.tdp-path", {
			"aria-label": "Lessons",
			hidden: ""
		});
		player.view.root.prepend(this.overview);
		this.overview.onkeydown = (event) => {
			if (event.key !== "?") event.stopPropagation();
		};
		this.behind = null;
		this.stops = null;
		this.prompt = element("p.tdp-lesson-prompt");
		this.prompted = null;
		player.view.main.prepend(this.prompt);
		this.back = button("back to the lesson", "Show again what the lesson speaks of");
		this.back.classList.add("tdp-back-to-lesson");
		this.back.hidden = true;
		this.back.onclick = () => this.#show().catch(page.say);
		player.view.caption.append(this.back);
		this.shown = null;
		player.addEventListener("paint", () => {
			this.#showPrompt(player.recording);
			this.#notice();
		});
		player.addEventListener("looks", () => {
			if (player.views.mode !== "learn") this.game?.close();
			if (player.views.mode !== "learn" && (this.shown !== null || !this.overview.hidden)) this.#leave();
			else if (!this.overview.hidden) this.#drawStops();
		});
		this.votes = false;
		this.away = false;
		this.arriving = false;
		this.turnOf = 0;
		this.game = null;
		this.borrowed = null;
	}
	#showPrompt(recording) {
		if (recording === this.prompted) return;
		this.prompted = recording;
		const prompt = plainText(recording?.header.prompt ?? "");
		this.prompt.hidden = prompt === "";
		setText(this.prompt, `Prompt: ${prompt}`);
	}
	async open({ lesson, part }) {
		const { player } = this.page;
		const turn = this.turnOf += 1;
		this.game?.close();
		this.prose.root.hidden = false;
		player.views.mode = "learn";
		const list = await this.pages.list();
		if (list.length === 0) return this.#complain("This server has no lessons.");
		if (lesson === 0 && (list.length > 1 || part > 1)) return this.#look(list, part);
		const entry = list.find((one) => numberOf(one) === lesson) ?? list[0];
		const number = numberOf(entry);
		const read = await this.pages.lesson(entry.name);
		if (turn !== this.turnOf) return;
		if (read.problem) return this.#complain(read.problem);
		for (const name of Object.keys(read.runs)) await readRun(this.pages, this.page.runList, read, name);
		if (turn !== this.turnOf || player.views.mode !== "learn") return;
		const changed = this.at !== null && this.at.lesson !== number;
		Object.assign(this, {
			lesson: read,
			name: entry.name
		});
		this.named.clear();
		this.prose.show(read, list, entry);
		this.#uncover(true);
		this.at = {
			lesson: number,
			part: Math.min(Math.max(part, 1), read.parts.length)
		};
		if (changed) this.page.rest(true);
		await this.turn(this.at.part, true);
	}
	async #look(list, part) {
		const { player, runList, say, play } = this.page;
		const turn = this.turnOf;
		const { guessPage } = part > 1 ? await import("./learn-guess-page.js") : { guessPage: null };
		const [first] = runList.items;
		if (player.recording === null && first) await runList.choose(first, (recording) => player.show(recording));
		const run = first ? await runList.read(first) : null;
		if (turn !== this.turnOf || player.views.mode !== "learn") return;
		const here = new Set(list.map(({ name }) => name));
		const records = {
			guesses: guesses().filter(({ lesson }) => here.has(lesson)),
			games: games()
		};
		const open = (lesson, place = 1) => this.open({
			lesson,
			part: place
		}).catch(say);
		const parts = guessPage ? guessPage(list, records, {
			open,
			back: [list.length > 1 ? "‹ All lessons" : `‹ ${list[0].title}`, () => open(0)],
			forget: () => {
				forgetGuesses();
				for (const name of [READ, LAST]) remember(name, []);
				open(0);
			}
		}) : pathOf(list, {
			...records,
			read: recall(READ, []).map(Number),
			last: Number(recall(LAST, [0])[0])
		}, {
			open,
			guesses: () => open(0, 2),
			play: play && (() => play(null))
		});
		const changed = this.at !== null && (this.at.lesson !== 0 || this.at.part !== part);
		this.#leave();
		player.pause();
		this.overview.replaceChildren(...parts);
		this.#uncover(false);
		this.behind = runList.shown;
		this.stops = run;
		this.#drawStops();
		Object.assign(this, {
			lesson: null,
			at: {
				lesson: 0,
				part
			}
		});
		this.page.rest(changed);
		this.overview.querySelector("h2")?.focus({ preventScroll: true });
	}
	#drawStops() {
		if (this.stops) drawStops(this.overview, this.stops, this.page.player.views.theme());
	}
	#complain(sentence) {
		this.#uncover(true);
		this.prose.complain(sentence);
	}
	#uncover(player) {
		this.overview.hidden = player;
		this.page.player.view.root.classList.toggle("tdp-on-path", !player);
	}
	get asks() {
		const { at, prose, page } = this;
		if (at === null || page.player.views.mode !== "learn" || this.away && !this.arriving) return false;
		return prose.asks(at.part) && !prose.hasAnswer(at.part);
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
		this.arriving = true;
		await this.#arrive().finally(() => this.arriving = false);
		this.#notice();
	}
	async #arrive() {
		const { lesson, at } = this;
		const { player } = this.page;
		if (lesson === null || at === null) return;
		const { layer = "sampled", colour = "entropy", unit = "nats", cells = "all", panel, hide, beside = [], ...place } = shownAt(lesson, at.part - 1);
		if (place.run === void 0) return;
		const hidden = this.prose.hides(at.part);
		const decision = hidden.decision || hide === true && !this.prose.hasAnswer(at.part);
		this.#withhold({
			...hidden,
			decision
		});
		const lanes = await Promise.all(beside.map(async (run) => (await this.#item(run)).recording));
		const { views } = player;
		const looks = views.looks;
		const wanted = {
			...looks,
			mode: "learn",
			layer,
			figure: colour,
			unit,
			cells,
			only: null
		};
		if (JSON.stringify(looks) !== JSON.stringify(wanted)) views.looks = wanted;
		await this.#go(place);
		if (player.views.mode !== "learn") return this.#leave();
		if (player.recording === null) return;
		player.sideBySide.accompany(lanes);
		this.shown = {
			recording: player.recording,
			moment: player.moment,
			position: views.chosen,
			layer,
			lanes: lanes.length
		};
		this.#borrow(panel);
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
		return knownRun(this.page.runList, run);
	}
	async #item(run) {
		return readRun(this.pages, this.page.runList, this.lesson, run);
	}
	#withhold(withheld) {
		const { views } = this.page.player;
		if (JSON.stringify(withheld) !== JSON.stringify(views.withheld)) views.withhold(withheld);
	}
	#borrow(name) {
		const { deck } = this.page.player.views;
		this.#giveBack();
		if (name === void 0) return;
		const tab = deck.tray.get(name);
		if (tab) deck.open(name);
		if (tab && deck.place.checkVisibility() && !this.prose.inOneColumn) return;
		const root = tab?.root ?? this.page.player.view.drawer.querySelector(`.tdp-${name}-panel`);
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
		const { player, runList } = this.page;
		if (!this.overview.hidden && runList.shown !== this.behind) player.views.mode = "watch";
		if (shown === null || this.arriving || player.views.mode !== "learn") return;
		const { recording, moment, position, layer, lanes } = shown;
		const others = player.recording !== recording || player.sideBySide.company.length !== lanes;
		const away = this.away = player.playing || others || player.moment !== moment || player.views.taste.layer !== layer;
		const elsewhere = !player.views.withheld.decision && player.views.chosen !== position;
		this.back.hidden = !away && !elsewhere;
		if (away) this.#withhold({
			...NOTHING,
			length: this.votes && player.views.withheld.length
		});
	}
	async #leaveFor(mode) {
		const first = this.lesson?.parts.find(({ show }) => show.run !== void 0)?.show.run;
		if (first) await this.page.leave?.(mode, await this.#item(first));
	}
	putAway() {
		this.#leave();
		Object.assign(this, {
			lesson: null,
			at: null
		});
		this.prose.root.hidden = true;
	}
	#leave() {
		this.turnOf += 1;
		this.shown = null;
		this.prose.end();
		this.back.hidden = true;
		this.marks.show([]);
		this.#giveBack();
		this.#withhold(NOTHING);
		this.#uncover(true);
	}
};
export { Learn, barsOf, comparison, gameWords, numberOf, summary };
