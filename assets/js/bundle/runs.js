import { KnobRow, apart, boundOf, button, cellText, content, counted, cutAt, decisionOf, digits, element, entropyIn, entropyText, freshId, neighbour, plainText, positionAt, setText, shadeOf, shades, tokenText, verdictSentence } from "./main.js";
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
	const outcome = {
		guess: name(pressed),
		answer: answers.map(name).join(", "),
		share: Number(right),
		right
	};
	if (rule === "reopened") {
		const others = answers.map((position) => `${name(position)} at position ${position}`).join(", ");
		const sentence = right ? `${begin} ${name(pressed)} was kept one step before, and is not kept now.` : `${begin} Reopened here: ${others}.`;
		return {
			...outcome,
			sentence: [sentence]
		};
	}
	if (rule === "just missed") {
		const decision = decisionOf(frame, recording.header);
		const [sum, bound] = apart(decision?.held[decision.cut] ?? NaN, boundOf(recording.header) ?? NaN);
		const next = `${name(answers[0])} is the next: those surer than it add up to ${sum} nats, and the budget is ${bound}.`;
		return {
			...outcome,
			sentence: [`${begin} ${next}`]
		};
	}
	const [answer] = answers;
	const theirs = `${begin} ${name(pressed)} has ${nats(pressed)}`;
	return {
		...outcome,
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
	const sentence = `${cut} ${cut === 1 ? "position is" : "positions are"} kept, ${words} of them text`;
	const sums = `Before the last of them the sum is ${last} nats, not above ${limit}.${next}`;
	return {
		guess,
		answer: cut,
		unit: "positions",
		share: likeness(guess, cut),
		right,
		sentence: [`${begin} ${sentence}; you said ${guess}. ${sums}`]
	};
}
function guessVerdict({ answer, unit, near }, guess) {
	const right = Math.abs(guess - answer) <= near;
	const [is, was] = apart(answer, guess);
	const begin = guess === answer ? "Exactly." : right ? "Near enough." : guess < answer ? "It is more." : "It is less.";
	return {
		guess,
		answer,
		unit,
		share: likeness(guess, answer),
		right,
		sentence: [`${begin} It is ${is} ${unit}${guess === answer ? "" : `; you said ${was}`}.`]
	};
}
const likeness = (a, b) => a === b ? 1 : Math.max(0, Math.min(a, b) / Math.max(a, b));
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
	const had = "run" in place ? "the run had" : "it was";
	return {
		guess: curve[at],
		answer: value,
		unit,
		at: name,
		share: close / points.length,
		right: null,
		sentence: [
			"You were furthest off at ",
			where,
			`: you drew ${theirs} ${unit}, ${had} ${was}. Of ${points.length} ${axis.name}s, you were within ${digits(near, 3)} ${unit} at ${close}.`
		]
	};
}
const isNoise = ({ header, frames }, { original }) => original.map((_, position) => frames[0].input_ids[position] !== header.spec?.start?.[position]);
function noiseVerdict(recording, question, marked) {
	const noise = isNoise(recording, question);
	const all = noise.filter(Boolean).length;
	const of = (says) => {
		const right = noise.filter((is, position) => is && says(position)).length;
		const wrong = noise.filter((is, position) => !is && says(position)).length;
		return `${right} of ${all}, and ${wrong === 0 ? "took nothing else for noise" : `took ${counted(wrong, "other token")} for noise`}`;
	};
	const theirs = of((position) => marked[position] === 1);
	const model = of((position) => Math.exp(question.standing[position]) < .5);
	const agreed = noise.map((is, position) => is === (marked[position] === 1));
	return {
		guess: Array.from(marked).filter(Boolean).length,
		answer: all,
		unit: "tokens",
		common: noise.filter((is, position) => is && marked[position] === 1).length,
		share: agreed.filter(Boolean).length / noise.length,
		right: null,
		sentence: [`You found ${theirs}. The model found ${model}.`]
	};
}
function keepVerdict(recording, { row }, chosen) {
	const frame = recording.frames[row];
	const decision = decisionOf(frame, recording.header);
	const bound = boundOf(recording.header) ?? NaN;
	const { both, reader, rule, share } = agreementOf(chosen, frame.accepted, content(recording, row));
	const [guess, answer] = [both.length + reader.length, both.length + rule.length];
	const outcome = {
		guess,
		answer,
		unit: "words",
		common: both.length,
		share,
		right: null
	};
	const name = (position) => `“${cellText(recording.tokens.get(frame.sampled_ids[position]) ?? "")}”`;
	const nats = (position) => entropyIn(decision.figures[position], "nats");
	const by = (a, b) => decision.rank[a] - decision.rank[b];
	const begin = `You agree on ${counted(both.length, "word")}.`;
	if (reader.length + rule.length === 0) return {
		...outcome,
		sentence: [`${begin} You kept what the sampler kept.`]
	};
	const [dearest] = [...reader].sort((a, b) => by(b, a));
	const [surest] = [...rule].sort(by);
	const [sum, limit] = dearest === void 0 ? [] : apart(decision.held[decision.rank[dearest]], bound);
	const over = dearest === void 0 ? "" : ` ${name(dearest)} costs ${nats(dearest)}, and those surer than it add up to ${sum}; the bucket holds ${limit}.`;
	const missed = surest === void 0 ? "" : ` You left out ${name(surest)}: at ${nats(surest)} it fits.`;
	return {
		...outcome,
		sentence: [`${begin}${over}${missed}`]
	};
}
function agreementOf(chosen, mask, open) {
	const cells = Array.from(open, (flag, position) => ({
		flag,
		position
	})).flatMap(({ flag, position }) => flag ? [position] : []);
	const both = cells.filter((position) => chosen[position] && mask[position]);
	const reader = cells.filter((position) => chosen[position] && !mask[position]);
	const rule = cells.filter((position) => !chosen[position] && mask[position]);
	return {
		both,
		reader,
		rule,
		share: 1 - (reader.length + rule.length) / cells.length
	};
}
const editOf = ({ block, step, sampled_ids }, { reader, rule }) => ({
	block,
	step: step + 1,
	cells: Object.fromEntries([...reader.map((position) => [position, sampled_ids[position]]), ...rule.map((position) => [position, null])])
});
// learn/bucket.js
const [RIM, NEAREST] = [.78, .5];
const [LEAST, TEXT_PX] = [.02, 40];
const sumOf = ({ words, rest }) => words.reduce((sum, { cost }) => sum + cost, rest);
function tooMany({ words, rest }, bound) {
	let sum = rest;
	return words.map(({ cost }) => cost).sort((a, b) => a - b).filter((cost) => {
		const full = sum > bound;
		sum += cost;
		return full;
	}).length;
}
const lengthFor = (bound, loads) => Math.min(Math.max(bound / RIM, ...loads.map((load) => 1.04 * sumOf(load))), bound / NEAREST);
var Bucket = class {
	constructor(owner, theme) {
		this.owner = owner;
		this.theme = theme;
		this.head = element("span", { role: "status" });
		this.aside = element("small");
		this.track = element("div.tdp-bucket-track", { "aria-hidden": "true" });
		this.root = element("div.tdp-bucket", element("p", this.head, " ", this.aside), this.track);
	}
	show(load, bound, { next = null, length, unit = "nats", covered = false } = {}) {
		const { words, rest } = load;
		const sorted = [...words, ...next ? [next] : []].sort((a, b) => a.cost - b.cost);
		const end = length ?? lengthFor(bound, [{
			words: sorted,
			rest
		}]);
		const small = sorted.filter(({ cost }) => cost < LEAST * end);
		const few = small.reduce((sum, { cost }) => sum + cost, rest);
		setText(this.head, covered ? `${this.owner}: ${counted(words.length, "word")}.` : this.#sentence(load, bound, unit));
		this.track.classList.toggle("tdp-bucket-covered", covered);
		const rim = element("i.tdp-bucket-rim");
		rim.style.left = share(bound / end);
		const wall = element("i.tdp-bucket-wall");
		wall.style.width = share(bound / end);
		const name = element("small.tdp-bucket-name", `rim: ${entropyIn(bound, unit)}`);
		name.style.left = share(bound / end);
		if (covered) {
			this.track.replaceChildren(wall, rim, name);
			return setText(this.aside, "What they cost is shown with the answer.");
		}
		let at = few;
		const first = few > 0 ? [this.#box(null, 0, few, end, unit)] : [];
		const boxes = sorted.slice(small.length).map((word) => {
			const box = this.#box(word, at, word.cost, end, unit);
			box.classList.toggle("tdp-bucket-next", word === next);
			at += word.cost;
			return box;
		});
		const spill = element("i.tdp-bucket-spill", { hidden: "" });
		spill.hidden = at <= bound;
		spill.style.left = share(bound / end);
		spill.style.width = share(Math.min(at - bound, end - bound) / end);
		this.track.replaceChildren(wall, ...first, ...boxes, spill, rim, name);
		const certain = small.filter((word) => word !== next).length;
		const all = certain === words.length ? "They" : `${certain} of them`;
		setText(this.aside, certain < 2 ? "" : `${all} are so sure that they cost ${entropyIn(few, unit)} together.`);
	}
	#sentence(load, bound, unit) {
		const { words } = load;
		const sum = sumOf(load);
		const over = tooMany(load, bound);
		const limit = entropyIn(bound, unit);
		const last = words.reduce((most, word) => word.cost > most.cost ? word : most, {
			text: "",
			cost: -1
		});
		const state = over > 0 ? `${entropyIn(sum, unit)} are too many for ${limit}, and ${counted(over, "word")} would not go in` : sum > bound ? `full: the last one, “${last.text}”, spills over the rim, as it may` : `the bucket holds ${entropyText(sum, unit)} of ${limit}`;
		return `${this.owner}: ${counted(words.length, "word")}; ${state}.`;
	}
	#box(word, from, cost, end, unit) {
		const box = element("span.tdp-bucket-word");
		box.style.left = share(from / end);
		box.style.width = share(Math.min(cost, end - from) / end);
		const { fill, text } = shades(this.theme())[shadeOf(cost)];
		Object.assign(box.style, {
			background: fill,
			color: text
		});
		if (word !== null && cost / end * this.track.clientWidth >= TEXT_PX) box.append(element("b", word.text), element("small", entropyText(cost, unit)));
		return box;
	}
};
const share = (part) => `${(100 * Math.min(Math.max(part, 0), 1)).toFixed(3)}%`;
// learn/paint.js
const FINENESS = 8;
const ARROWS = /^Arrow(Left|Right|Up|Down)$/;
var Paint = class extends EventTarget {
	constructor(name, cells, layout) {
		super();
		this.cells = cells;
		this.layout = layout;
		this.chosen = new Uint8Array(cells.length);
		this.shown = null;
		this.pointed = null;
		this.at = cells.findIndex(({ open }) => open);
		this.options = cells.map(({ name }) => element("div.tdp-paint-cell", {
			role: "option",
			id: freshId("tdp-paint"),
			"aria-label": name
		}));
		this.root = element("div.tdp-paint", {
			role: "listbox",
			tabindex: "0",
			"aria-multiselectable": "true",
			"aria-label": name
		}, ...this.options.filter((_, position) => cells[position].open));
		this.laid = null;
		this.#paint();
		this.#listen();
	}
	place() {
		const layout = this.layout();
		if (layout === this.laid) return;
		this.laid = layout;
		this.root.style.width = `${layout.width}px`;
		this.root.style.height = `${layout.height}px`;
		this.options.forEach(({ style }, position) => {
			const { x, y, width, height } = layout.boxes[position];
			style.transform = `translate(${x}px, ${y}px)`;
			style.width = `${width}px`;
			style.height = `${height}px`;
		});
	}
	clear() {
		this.#set([...this.chosen.keys()], false);
	}
	answer(mask, rule = "the sampler keeps it", both = "you and the sampler keep it") {
		this.shown = mask;
		this.root.setAttribute("aria-readonly", String(mask !== null));
		this.cells.forEach(({ name }, position) => {
			const option = this.options[position];
			const either = this.chosen[position] ? ["you keep it", both] : ["", rule];
			const words = mask === null ? "" : either[Number(mask[position] === 1)];
			option.classList.toggle("tdp-paint-kept", mask?.[position] === 1);
			option.setAttribute("aria-label", words === "" ? name : `${name}: ${words}`);
		});
	}
	#set(positions, keeps) {
		const others = positions.filter((position) => this.cells[position].open && keeps !== (this.chosen[position] === 1));
		if (others.length === 0 || this.shown !== null) return;
		for (const position of others) this.chosen[position] = Number(keeps);
		this.#paint();
		this.dispatchEvent(new Event("change"));
	}
	#paint() {
		this.options.forEach((option, position) => {
			option.setAttribute("aria-selected", String(this.chosen[position] === 1));
			option.classList.toggle("tdp-paint-at", position === this.at);
		});
		if (this.at >= 0) this.root.setAttribute("aria-activedescendant", this.options[this.at].id);
	}
	#point(position) {
		const pointed = position !== null && this.cells[position].open ? position : null;
		if (pointed === this.pointed) return;
		this.pointed = pointed;
		this.dispatchEvent(new Event("point"));
	}
	#listen() {
		const { root } = this;
		let stroke = null;
		const within = ({ clientX, clientY }) => {
			const { left, top } = root.getBoundingClientRect();
			return {
				x: clientX - left,
				y: clientY - top
			};
		};
		const under = ({ x, y }) => positionAt(this.layout(), x, y);
		const follow = (to) => {
			if (stroke === null) return;
			const { x, y, keeps } = stroke;
			const count = Math.ceil(Math.hypot(to.x - x, to.y - y) / FINENESS);
			const along = Array.from({ length: count + 1 }, (_, at) => {
				const share = count === 0 ? 1 : at / count;
				return under({
					x: x + share * (to.x - x),
					y: y + share * (to.y - y)
				});
			});
			Object.assign(stroke, to);
			this.#set([...new Set(along)].filter((position) => position !== null), keeps);
		};
		root.onpointerdown = (event) => {
			if (event.button !== 0) return;
			const from = within(event);
			const position = under(from);
			if (position === null || !this.cells[position].open || this.shown !== null) return;
			stroke = {
				...from,
				keeps: this.chosen[position] === 0,
				before: this.chosen.slice()
			};
			this.at = position;
			if (event.pointerType === "touch") return;
			root.setPointerCapture(event.pointerId);
			follow(from);
		};
		root.onpointermove = (event) => {
			if (event.pointerType !== "touch") this.#point(under(within(event)));
			follow(within(event));
		};
		root.onpointerup = (event) => {
			follow(within(event));
			stroke = null;
		};
		root.onpointercancel = () => {
			if (stroke !== null) {
				const { before } = stroke;
				const differ = [...before.keys()].filter((position) => before[position] !== this.chosen[position]);
				this.#set(differ, !stroke.keeps);
			}
			stroke = null;
		};
		root.onpointerleave = () => this.#point(null);
		root.onblur = () => this.#point(null);
		root.onclick = ({ detail, target }) => {
			const position = this.options.indexOf(target);
			if (detail === 0 && position >= 0) this.#set([position], this.chosen[position] === 0);
		};
		root.onkeydown = (event) => this.#key(event);
		for (const name of ["touchstart", "touchend"]) root.addEventListener(name, (event) => event.stopPropagation());
	}
	#key(event) {
		const { key } = event;
		if (event.ctrlKey || event.metaKey || event.altKey || this.at < 0) return;
		const open = this.cells.flatMap(({ open }, position) => open ? [position] : []);
		const ends = {
			Home: open[0],
			End: open[open.length - 1]
		}[key];
		const to = ends ?? (ARROWS.test(key) ? neighbour(this.layout(), this.at, key) : null);
		if (key !== " " && ends === void 0 && !ARROWS.test(key)) return;
		event.preventDefault();
		event.stopPropagation();
		if (key === " ") return this.#set([this.at], this.chosen[this.at] === 0);
		if (to === null || !this.cells[to].open) return;
		const keeps = this.chosen[this.at] === 1;
		this.at = to;
		if (event.shiftKey) this.#set([to], keeps);
		this.#paint();
		this.options[to].scrollIntoView({ block: "nearest" });
		this.#point(to);
	}
};
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
const textOf = (pieces) => nodesOf(pieces, (_, words) => element("span", ...words)).map((node) => node.textContent).join("");
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
// learn/keep.js
const NAMED = 6;
function keep(question, { player, recording, signal, open, again: askAgain, branch }, tell) {
	const run = recording();
	const { row, hidden } = question;
	const frame = run.frames[row];
	const text = content(run, row);
	const { figures: costs } = decisionOf(frame, run.header);
	const bound = Number(boundOf(run.header));
	const others = [...text.keys()].filter((position) => text[position] === 0 && frame.accepted[position] === 1);
	const rest = others.reduce((sum, position) => sum + costs[position], 0);
	const word = (position) => ({
		text: tokenText(run, frame.sampled_ids[position]),
		cost: costs[position]
	});
	const load = (mask) => ({
		words: [...text.keys()].filter((position) => text[position] && mask[position]).map(word),
		rest
	});
	const paint = new Paint("Words: paint those that you would keep", Array.from(text, (flag, position) => {
		const { text, cost } = word(position);
		return {
			name: hidden ? text : `${text}, ${entropyIn(cost, "nats")}`,
			open: flag === 1
		};
	}), () => player.painter.grid);
	const [yours, theirs] = ["Yours", "The sampler’s"].map((owner) => new Bucket(owner, () => player.views.theme()));
	const below = element("div.tdp-keep-buckets", yours.root, theirs.root);
	paint.root.hidden = below.hidden = true;
	player.view.stage.append(paint.root);
	player.view.lanes.after(below);
	signal.addEventListener("abort", () => [paint.root, below].forEach((root) => root.remove()));
	const show = element("button.tdp-choice.tdp-keep-show", "Show what the sampler kept");
	const clear = element("button.tdp-choice", "Clear");
	const again = element("button.tdp-choice", "Paint again");
	const goOn = element("button.tdp-choice", "Go on from yours");
	const table = element("ul.tdp-keep-table");
	const says = element("p.tdp-told", { role: "status" });
	const hint = element("small.tdp-drawing-hint", `A word costs its uncertainty. The bucket holds ${entropyIn(bound, "nats")}. ${HINT}`, others.length > 0 ? ` ${othersSentence(others.length, rest)}` : "");
	let made = false;
	const fill = () => {
		const answered = paint.shown !== null;
		const { unit } = player.views.taste;
		const loads = [load(paint.chosen), load(frame.accepted)];
		const next = paint.pointed !== null && !paint.chosen[paint.pointed] && !answered ? word(paint.pointed) : null;
		const length = answered ? lengthFor(bound, loads) : void 0;
		yours.show(loads[0], bound, {
			next: hidden ? null : next,
			length,
			unit,
			covered: hidden && !answered
		});
		theirs.root.hidden = !answered;
		if (answered) theirs.show(loads[1], bound, {
			length,
			unit
		});
		show.disabled = clear.disabled = loads[0].words.length === 0;
		show.hidden = clear.hidden = hint.hidden = answered;
		again.hidden = table.hidden = !answered;
		const agreement = agreementOf(paint.chosen, frame.accepted, text);
		goOn.hidden = !answered || branch === null || agreement.reader.length + agreement.rule.length === 0;
	};
	const follow = () => {
		const here = open() && player.recording === run && player.step === row && !player.noise && player.lanes.length === 1 && player.views.taste.layer === "sampled";
		const turned = paint.root.hidden === here;
		paint.root.hidden = below.hidden = !here;
		if (turned) {
			player.views.prepare();
			player.refresh();
		}
		if (here) paint.place();
		const lane = made ? player.lanes[1] : void 0;
		if (!lane || lane.live || lane.frames.length === 0 || says.textContent !== GOES_ON) return;
		setText(says, comparison(run, lane));
		player.fresh = false;
		player.play();
	};
	show.onclick = () => {
		paint.answer(frame.accepted);
		fill();
		const agreement = agreementOf(paint.chosen, frame.accepted, text);
		table.replaceChildren(...agreementLines(agreement, "the sampler", (position) => word(position).text));
		tell(keepVerdict(run, question, paint.chosen));
		again.focus({ preventScroll: true });
	};
	clear.onclick = () => paint.clear();
	again.onclick = () => {
		made = false;
		setText(says, "");
		paint.answer(null);
		askAgain();
		fill();
		paint.root.focus({ preventScroll: true });
	};
	goOn.onclick = async () => {
		const edit = editOf(frame, agreementOf(paint.chosen, frame.accepted, text));
		made = await branch?.(run, run.momentOf(row), edit) === true;
		if (made) setText(says, GOES_ON);
	};
	paint.addEventListener("change", fill);
	paint.addEventListener("point", fill);
	player.addEventListener("paint", follow, { signal });
	player.addEventListener("looks", fill, { signal });
	fill();
	follow();
	return element("div", hint, table, element("div.tdp-choices", show, clear, again, goOn), says);
}
const HINT = "Drag over words, or press them; once more takes them back. With the keys: arrows move, Space paints.";
const GOES_ON = "Your choice goes on from here, with the same seed. Nothing else is changed.";
const othersSentence = (count, cost) => `${counted(count, "cell")} after the end of the text cost ${entropyIn(cost, "nats")} together, and are kept for you.`;
function agreementLines({ both, reader, rule }, who, word) {
	const names = (positions) => {
		const first = positions.slice(0, NAMED).map(word);
		return `${first.length ? ": " : ""}${first.join(", ")}${positions.length > NAMED ? " …" : ""}`;
	};
	return [
		line("both", `you and ${who}`, both.length),
		line("reader", `only you${names(reader)}`, reader.length),
		line("rule", `only ${who}${names(rule)}`, rule.length)
	];
}
const line = (side, words, count) => element("li", element("i.tdp-keep-key", {
	"data-side": side,
	"aria-hidden": "true"
}), element("span", words), element("b", String(count)));
function comparison(run, lane) {
	if (lane.header.model !== run.header.model || lane.header.revision !== run.header.revision) return "This page has another model than the one of the lesson’s run; yours went on from its steps and cannot be compared.";
	const judged = lane.verdict ? "" : ` ${verdictSentence(lane)}`;
	return `${figures("Yours", lane)}${judged} ${figures("The sampler’s", run)} One run each proves little: that one is shorter may be luck.`;
}
// learn/bars.js
function barsOf({ label, rows }, name, end = 0) {
	const ends = rows.flatMap(({ value, interval }) => [value, ...interval]);
	const least = Math.min(0, ...ends);
	const room = Math.max(end, ...ends) - least || 1;
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
// learn/runs.js
const knownRun = ({ items }, run) => items.find((item) => item.run?.kind === "recorded" && item.run.name === run);
async function readRun(pages, runList, { runs }, run) {
	const { title, file } = runs[run];
	const item = knownRun(runList, run) ?? runList.add({
		title,
		face: title,
		prompt: "",
		run: {
			kind: "recorded",
			name: run
		},
		recording: null,
		file: () => pages.trace(file),
		whole: true,
		about: null,
		kept: false
	});
	item.recording = await runList.read(item);
	return item;
}
export { HINT, Paint, agreementLines, agreementOf, barsOf, curveThrough, cutAnswer, cutVerdict, drawVerdict, furthest, guessVerdict, isNoise, keep, knownRun, nodesOf, noiseVerdict, pointName, pressAnswer, pressVerdict, readRun, textOf, trialOf };
