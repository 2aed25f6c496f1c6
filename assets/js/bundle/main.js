// dom/theme.js
function followTheme(wanted = null) {
	const system = matchMedia("(prefers-color-scheme: dark)");
	const set = () => document.body.classList.toggle("dark", wanted === "dark" || wanted !== "light" && system.matches);
	system.addEventListener("change", set);
	set();
}
// dom/elements.js
const ICONS = {
	close: "M3 4l1-1 4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4z",
	play: "M4 2.5v11l9-5.5z",
	pause: "M4 3h3v10H4zM9 3h3v10H9z",
	back: "M3 3h2v10H3zM13 3v10L6 8z",
	forward: "M11 3h2v10h-2zM3 3v10l7-5z"
};
const icon = (outline) => shape("svg", {
	viewBox: "0 0 16 16",
	"aria-hidden": "true"
}, shape("path", { d: outline }));
function shape(tag, attributes, ...children) {
	const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
	made.append(...children);
	return made;
}
function element(selector, ...parts) {
	const [tag, ...classes] = selector.split(".");
	const made = document.createElement(tag);
	if (tag === "button") made.setAttribute("type", "button");
	if (classes.length > 0) made.className = classes.join(" ");
	for (const part of parts) if (typeof part === "string" || part instanceof Node) made.append(part);
	else for (const [name, value] of Object.entries(part)) made.setAttribute(name, value);
	if (made.matches("textarea:not([dir]), input[type=text]:not([dir])")) made.dir = "auto";
	return made;
}
function button(face, name) {
	return element("button", {
		title: name,
		...face === "" && { "aria-label": name }
	}, face);
}
const freshId = (prefix) => `${prefix}-${Math.random().toString(36).slice(2)}`;
const messageOf = (error) => error instanceof Error ? error.message : String(error ?? "");
function setText(place, text) {
	const node = place.firstChild;
	if (node === null) place.append(text);
	else if (node.data !== text) node.data = text;
}
function switchOf(name, options, choose, chosen) {
	const group = element("div.tdp-switch", {
		role: "radiogroup",
		"aria-label": name
	});
	const pairs = Array.isArray(options) ? options.map((option) => [option].flat()) : Object.entries(options);
	for (const [value, face = value] of pairs) {
		const button = element("button", {
			role: "radio",
			"data-value": value
		}, face);
		button.onclick = () => {
			turnSwitch(group, value);
			choose(value);
		};
		group.append(button);
	}
	roam(group, {
		ArrowRight: 1,
		ArrowDown: 1,
		ArrowLeft: -1,
		ArrowUp: -1
	}, (button) => button.click());
	turnSwitch(group, chosen ?? pairs[0][0]);
	return group;
}
function roam(group, turns, reach) {
	group.onkeydown = (event) => {
		const turn = turns[event.key];
		if (turn === void 0) return;
		event.preventDefault();
		event.stopPropagation();
		const buttons = [...group.children].filter(({ hidden }) => !hidden);
		const at = buttons.indexOf(document.activeElement);
		const next = buttons.at((at + turn) % buttons.length);
		next.focus();
		reach(next);
	};
}
function turnSwitch(group, value) {
	for (const option of group.children) {
		option.setAttribute("aria-checked", String(option.dataset.value === value));
		option.tabIndex = option.dataset.value === value ? 0 : -1;
	}
}
function dialogIn(root, classes, name, close, ...parts) {
	const dialog = element(`dialog${classes}`, { "aria-label": name }, ...parts);
	close.onclick = () => dialog.close();
	dialog.onclick = (event) => {
		if (event.target === dialog) dialog.close();
	};
	root.append(dialog);
	return dialog;
}
function onceSeen(place, seen) {
	const observer = new IntersectionObserver((entries) => {
		if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
		observer.disconnect();
		seen();
	});
	observer.observe(place);
}
// dom/focus.js
const CHANGES = {
	subtree: true,
	childList: true,
	attributeFilter: [
		"hidden",
		"disabled",
		"class",
		"data-mode"
	]
};
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']";
const usable = (place) => place.isConnected && !place.matches(":disabled") && place.checkVisibility({ visibilityProperty: true });
function passFocus(from, to) {
	if (from.matches(":focus-visible")) to.focus();
}
function takeTurns(begin, stop, busy, blocked = false) {
	const [from, to] = busy ? [begin, stop] : [stop, begin];
	const passes = from.matches(":focus-visible");
	begin.disabled = busy || blocked;
	stop.hidden = !busy;
	if (passes) to.focus();
}
function keepFocus(root) {
	let path = [];
	root.addEventListener("focusin", ({ target }) => {
		const focused = target;
		path = [];
		if (!focused.matches(":focus-visible")) return;
		for (let one = focused; one !== root; one = one.parentElement) path.push(one);
		path.push(root);
	});
	let waits = false;
	const look = () => {
		waits = false;
		const [last] = path;
		if (last === void 0 || usable(last)) return;
		const { activeElement } = document;
		if (activeElement !== null && activeElement !== document.body && activeElement !== last) return;
		nearest(path)?.focus({ preventScroll: true });
	};
	new MutationObserver(() => {
		if (waits || path.length === 0) return;
		waits = true;
		requestAnimationFrame(() => setTimeout(look));
	}).observe(root, CHANGES);
}
function nearest([last, ...around]) {
	for (const place of around) {
		if (!usable(place)) continue;
		const all = [...place.querySelectorAll(FOCUSABLE)].filter((part) => part.tabIndex >= 0 && usable(part));
		const follows = (part) => last.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;
		const next = all.find((part) => last.isConnected && follows(part)) ?? all.at(-1);
		if (next) return next;
	}
}
const NAMES$2 = [
	"locked",
	"newly locked",
	"re-noised",
	"relapsed"
];
function statusOf(accepted, before) {
	return accepted.map((kept, position) => {
		const keptBefore = before !== null && before[position] === 1;
		if (kept) return keptBefore ? 0 : 1;
		return keptBefore ? 3 : 2;
	});
}
// rules/ways.js
const LEAVES_MASKED = {
	keeps: "keeps",
	rest: (count) => `leaves ${count} masked`
};
const ALL = [
	{
		name: "uniform",
		label: "uniform diffusion",
		sticky: false,
		causal: false,
		begins: "noise",
		beginning: "The canvas is noise: every position holds a token drawn at random.",
		gist: "It starts as noise. Each step keeps what it is sure of and throws the rest back into noise.",
		standing: ({ argmax_ids }) => argmax_ids,
		statuses: [
			"kept",
			"justKept",
			"thrownBack",
			"reopened"
		],
		words: ["noise", "correction"],
		does: {
			plain: {
				keeps: "keeps",
				rest: (count) => `throws ${count} back`
			},
			terms: {
				keeps: "accepts",
				rest: (count) => `re-noises ${count}`
			}
		}
	},
	{
		name: "masked",
		label: "masked diffusion",
		sticky: true,
		causal: false,
		begins: "mask",
		beginning: "The canvas is masked: no position has a token.",
		gist: "It starts all masked. Each step fills what it is sure of and leaves the rest masked.",
		standing: ({ accepted, sampled_ids, argmax_ids }) => argmax_ids.map((id, at) => accepted[at] === 1 ? sampled_ids[at] : id),
		statuses: [
			"unmasked",
			"justUnmasked",
			"masked",
			"maskedAgain"
		],
		words: [],
		does: {
			plain: LEAVES_MASKED,
			terms: LEAVES_MASKED
		}
	},
	{
		name: "autoregressive",
		label: "token after token",
		sticky: true,
		causal: true,
		begins: "blank",
		beginning: "The canvas is blank: nothing is written.",
		gist: "It starts blank. Each step writes the next token.",
		standing: ({ accepted, sampled_ids }) => sampled_ids.filter((_, at) => accepted[at] === 1),
		statuses: [
			"written",
			"justWritten",
			"blank",
			"blankAgain"
		],
		words: [],
		does: null
	}
];
const WAYS = Object.fromEntries(ALL.map((way) => [way.name, way]));
const wayOf = ({ way = "" }) => WAYS[way] ?? ALL[0];
// rules/decision.js
const ENTROPY_BOUND = {
	label: "Entropy bound",
	rule: "Keeps the surest positions while the entropies of those before add up to at most a budget.",
	order: "entropy",
	falling: false,
	cut: "running sum",
	bound: "entropy_bound",
	least: 0,
	unit: "nats",
	accepted: "kept",
	rejected: "redrawn at random"
};
const explanationOf = ({ explanation }) => ({
	...ENTROPY_BOUND,
	...explanation
});
const boundOf = (header) => header.settings[explanationOf(header).bound] ?? null;
const standing = ({ accepted, pinned, status }, header) => accepted.map((_, position) => Number(pinned?.[position] || wayOf(header).begins === "mask" && status[position] === 0));
function decisionOf(frame, header) {
	const explanation = explanationOf(header);
	const figures = figureOf(frame, explanation.order);
	if (figures === void 0 || explanation.cut === "draw") return null;
	const { accepted } = frame;
	const stands = standing(frame, header);
	const sign = explanation.falling ? -1 : 1;
	const bound = boundOf(header);
	const limit = explanation.cut === "value" && bound !== null ? sign * Math.fround(bound) : 1e400;
	const none = figures.every((figure, position) => stands[position] === 1 || sign * figure >= limit);
	const order = Uint16Array.from(figures, (_, position) => position).sort((a, b) => stands[b] - stands[a] || Number(none) * (accepted[b] - accepted[a]) || sign * (figures[a] - figures[b]) || accepted[b] - accepted[a] || a - b);
	const rank = new Uint16Array(order.length);
	order.forEach((position, at) => rank[position] = at);
	const count = (mask) => mask.reduce((sum, one) => sum + one, 0);
	const [cut, settled] = [count(accepted), count(stands)];
	const decision = {
		explanation,
		figures,
		order,
		rank,
		held: heldOf(explanation, figures, order),
		settled,
		cut,
		agrees: true
	};
	decision.agrees = order.subarray(0, cut).every((position) => accepted[position] === 1) && cut === cutAt(decision, bound ?? cut);
	return decision;
}
function cutAt(decision, bound) {
	const { explanation, settled, order } = decision;
	return Math.min(Math.max(passing(decision, bound), settled + explanation.least), order.length);
}
function passing({ explanation: { cut, falling }, held, settled }, bound) {
	const rounded = Math.fround(bound);
	const open = held.subarray(settled);
	if (cut === "running sum") return settled + open.filter((sum) => sum <= rounded).length;
	return settled + open.filter((own) => falling && cut === "value" ? own > rounded : own < rounded).length;
}
function figureOf({ entropy, key, pinned }, order) {
	if (order === "entropy") return pinned ? entropy.map((own, position) => pinned[position] ? 0 : own) : entropy;
	if (order === "place") return Float32Array.from(entropy, (_, position) => position);
	return key;
}
function heldOf({ cut }, figures, order) {
	if (cut === "rank") return Float32Array.from(order, (_, at) => at);
	if (cut === "value") return Float32Array.from(order, (position) => figures[position]);
	let sum = 0;
	return Float32Array.from(order, (position) => {
		sum += figures[position];
		return Math.fround(sum) - figures[position];
	});
}
// words/units.js
const UNITS = ["nats", "bits"];
const AT_LEAST = " (at least)";
const PER_NAT = {
	nats: 1,
	bits: 1 / Math.LN2,
	"nats (at least)": 1,
	"bits (at least)": 1 / Math.LN2
};
const unitFor = (unit, bounds) => plainUnit(unit) + (bounds ? AT_LEAST : "");
const plainUnit = (unit) => unit.replace(AT_LEAST, "");
const THOUSANDS = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });
function entropyText(nats, unit) {
	return digits(nats * PER_NAT[unit], 3);
}
const entropyIn = (nats, unit) => `${entropyText(nats, unit)} ${unit}`;
const temperatureText = (temperature) => digits(temperature, 3);
const secondsText = (seconds) => `${seconds >= 100 ? Math.round(seconds) : seconds.toFixed(1)} s`;
const numberText = (value) => Math.abs(value) < 1e3 ? String(value) : THOUSANDS.format(value);
const counted$3 = (count, noun) => `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
function apart(a, b) {
	let precision = 3;
	while (a !== b && precision < 9 && digits(a, precision) === digits(b, precision)) precision += 1;
	return [digits(a, precision), digits(b, precision)];
}
function digits(value, precision) {
	if (Number.isNaN(value)) return "–";
	if (value === 0) return "0";
	if (Math.abs(value) >= 1e-4) return numberText(+value.toPrecision(precision));
	const [mantissa, exponent] = value.toExponential(precision > 3 ? precision - 1 : 0).split("e");
	return `${mantissa}·10${[...exponent].map((sign) => SUPERSCRIPT[sign]).join("")}`;
}
const SUPERSCRIPT = {
	"-": "⁻",
	"+": "",
	0: "⁰",
	1: "¹",
	2: "²",
	3: "³",
	4: "⁴",
	5: "⁵",
	6: "⁶",
	7: "⁷",
	8: "⁸",
	9: "⁹"
};
function percent(share) {
	if (Number.isNaN(share)) return "–";
	if (share > 0 && share < .001) return "< 0.1%";
	if (share < 1 && share > .999) return "> 99.9%";
	return `${share < .1 ? +(100 * share).toFixed(1) : (100 * share).toFixed(share > .99 && share < 1 ? 1 : 0)}%`;
}
// rules/explain.js
function ruleSentence$1(decision, bound, unit) {
	const { explanation, cut, agrees, order } = decision;
	if (!agrees) {
		const at = bound === null ? "" : ` at a bound of ${amount(bound, explanation, plainUnit(unit))}`;
		return `The sampler accepted ${cut} of ${order.length}. Its figures, as this page has them (${explanation.order}), do not come to just that cut${at}; what is shown is what the sampler did.`;
	}
	if (explanation.cut === "running sum") return sumSentence(decision, bound ?? 0, unit);
	const stood = decision.settled > 0 ? ` ${decision.settled} of them stood already.` : "";
	const sentence = bound === null ? rankSentence(decision, unit) : valueSentence(decision, bound, unit);
	return `${explanation.rule} ${sentence}${stood}`;
}
function sumSentence({ figures, order, held, cut, explanation }, bound, unit) {
	const all = order.length;
	const scale = scaleOf$1(explanation, unit);
	const unitName = unitOf(explanation, unit);
	const sums = explanation.order === "entropy" ? "entropies" : "figures";
	const [below, limit] = apart(held[cut - 1] * scale, bound * scale);
	const rest = cut < all ? apart(held[cut] * scale, bound * scale) : null;
	if (rest === null) return `Before the last position the ${sums} sum to ${below} ≤ ${limit}${unitName}, within the bound: all ${all} accepted.`;
	if (cut === 1) return `Nothing comes before the surest position, so it is always accepted; its own ${explanation.order} is already ${rest[0]} > ${rest[1]}${unitName}: 1 of ${all} accepted.`;
	const term = (at) => digits(figures[order[at]] * scale, 3);
	return `Before no. ${cut} the ${sums} sum to ${cut === 2 ? "" : cut === 3 ? `${term(0)} + ${term(1)} = ` : `${term(0)} + … + ${term(cut - 2)} = `}${below} ≤ ${limit}${unitName}; before no. ${cut + 1} to ${rest[0]} > ${rest[1]}: ${cut} of ${all} accepted.`;
}
function valueSentence({ explanation, figures, order, settled, cut }, bound, unit) {
	const all = order.length;
	const scale = scaleOf$1(explanation, unit);
	const [is, isNot] = explanation.falling ? [">", "≤"] : ["<", "≥"];
	const against = (at) => apart(figures[order[at]] * scale, bound * scale);
	const first = figures[order[settled]];
	const outcome = `${cut} of ${all} ${explanation.accepted}.`;
	if (explanation.falling ? first <= Math.fround(bound) : first >= Math.fround(bound)) {
		const anyway = cut > settled ? ", so the rule takes one all the same" : "";
		return `None is past the bound of ${amount(bound, explanation, plainUnit(unit))}${anyway}: ${outcome}`;
	}
	const [last, limit] = against(cut - 1);
	const kept = `No. ${cut} has a ${explanation.order} of ${last} ${is} ${limit}${unitOf(explanation, unit)}`;
	if (cut === all) return `${kept}: all ${all} ${explanation.accepted}.`;
	const [next, again] = against(cut);
	return `${kept}, no. ${cut + 1} of ${next} ${isNot} ${again}: ${outcome}`;
}
function rankSentence({ explanation, figures, order, cut }, unit) {
	const first = `In the order of ${explanation.order}, the first ${cut} of ${order.length} are ${explanation.accepted}`;
	if (explanation.order === "place" || cut === 0 || cut === order.length) return `${first}.`;
	const [last, next] = [figures[order[cut - 1]], figures[order[cut]]].map((figure) => figure * scaleOf$1(explanation, unit));
	return `${first}: the last of them has ${apart(last, next)[0]}, the next one ${apart(last, next)[1]}${unitOf(explanation, unit)}.`;
}
function amount(figure, explanation, unit) {
	return `${digits(figure * scaleOf$1(explanation, unit), 3)}${unitOf(explanation, unit)}`;
}
const scaleOf$1 = (explanation, unit) => explanation.unit === "nats" ? PER_NAT[unit] : 1;
const unitOf = (explanation, unit) => explanation.unit === "nats" ? ` ${unit}` : "";
function decisionSentence({ rule, accepted: kept, rejected }, accepted) {
	const count = accepted.reduce((sum, one) => sum + one, 0);
	return `${/[.!?]$/.test(rule) ? rule : `It ${rule}.`} At this step, of ${accepted.length} positions: ${count} ${kept}, ${accepted.length - count} ${rejected}.`;
}
function barSentence({ explanation, figures, order, rank, held }, frame, position, token, unit, names = NAMES$2) {
	const at = rank[position];
	const before = explanation.cut === "running sum" ? `, before it ${digits(held[at] * scaleOf$1(explanation, unit), 3)}` : "";
	return `No. ${at + 1} of ${order.length}: position ${position} “${token}”, ${explanation.order} ${amount(figures[position], explanation, unit)}${before}, ${names[frame.status[position]]}`;
}
function endSentence(recording, step, part) {
	const name = `${part[0].toUpperCase()}${part.slice(1)}`;
	const { block, step: number, mean_entropy, stable_for, stopReason } = recording.frames[step];
	const { settings } = recording.headerAt(step);
	const { max_denoising_steps: most, stability_threshold: k, confidence_threshold: threshold } = settings;
	switch (stopReason) {
		case "stable-and-confident": return `${name} ${block} ended at step ${number}: it was confident and stable.${ending$1(recording, step)}`;
		case "complete": return `${name} ${block} ended at step ${number}: every position has its token.${ending$1(recording, step)}`;
		case "max-steps": return `${name} ${block} ended at step ${number} because that is the most it may take.${ending$1(recording, step)}`;
		case "stopped": return `${name} ${block} was stopped at step ${number}; its text is a draft.`;
	}
	if (wayOf(recording.header).sticky) return `${name} ${block} goes on until every position has its token.`;
	if (threshold === 0) return `${name} ${block} goes on to step ${most}: with a threshold of 0 it never ends early.`;
	return `${name} ${block} goes on until it is ${mean_entropy < threshold ? "stable too" : stable_for >= k ? "confident too" : "both confident and stable"}, or to step ${most}.`;
}
function ending$1(recording, step) {
	switch (recording.frames[step].finishReason) {
		case "end-of-text": return " The text is complete: it reached end-of-text.";
		case "max-new-tokens": return ` The text was cut at the length asked for, ${recording.header.settings.max_new_tokens} tokens.`;
	}
	return "";
}
function historySentence(moments, part) {
	const at = (code) => moments.filter(({ status }) => status === code).map(({ step }) => step);
	const [locks, relapses] = [at(1), at(3)];
	const revisions = moments.filter(({ argmax }, i) => i > 0 && argmax !== moments[i - 1].argmax).length;
	return `${locks.length === 0 ? `Never accepted in this ${part} so far` : `Newly locked at ${steps$1(locks)}`}${relapses.length === 0 ? "" : `, relapsed at ${steps$1(relapses)}`}; ${revisions === 0 ? "its argmax never changed" : `its argmax changed ${revisions === 1 ? "once" : `${revisions} times`}`}.`;
}
function steps$1(numbers) {
	const named = numbers.length > 6 ? [
		...numbers.slice(0, 3),
		"…",
		...numbers.slice(-2)
	] : numbers;
	return `step${numbers.length === 1 ? "" : "s"} ${named.join(", ")}`;
}
// rules/python-text.js
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BLANK = new RegExp(`[${SPACE}]`, "u");
new RegExp(`[${SPACE}]+`, "gu");
const strip = (text) => stripEnd(stripStart(text, BLANK), BLANK);
function stripEnd(text, some = BLANK) {
	let end = text.length;
	while (end > 0 && some.test(text[end - 1])) end--;
	return text.slice(0, end);
}
function stripStart(text, some) {
	let start = 0;
	while (start < text.length && some.test(text[start])) start++;
	return text.slice(start);
}
// rules/sudoku.js
const SIZES$1 = [
	4,
	6,
	9
];
const PROMPT$3 = "Solve this Sudoku:\n";
const COUNTS = [
	"two",
	"three",
	"four",
	"five",
	"six",
	"seven",
	"eight",
	"nine"
];
const boxOf = (size) => ({
	rows: size === 9 ? 3 : 2,
	columns: size === 4 ? 2 : 3
});
function conflictsOf(cells, size) {
	const box = boxOf(size);
	const row = (cell) => Math.floor(cell / size);
	const column = (cell) => cell % size;
	const across = size / box.columns;
	const units = {
		row,
		column,
		box: (cell) => Math.floor(row(cell) / box.rows) * across + Math.floor(column(cell) / box.columns)
	};
	const conflicts = new Set();
	let sentence = "";
	for (const [name, unitOf] of Object.entries(units)) {
		const standing = Array.from({ length: size * size }, () => []);
		cells.forEach((digit, cell) => digit > 0 && standing[unitOf(cell) * size + digit - 1].push(cell));
		standing.forEach((same, at) => {
			if (same.length < 2) return;
			for (const cell of same) conflicts.add(cell);
			sentence ||= `${COUNTS[same.length - 2]} ${at % size + 1}s in ${name} ${Math.floor(at / size) + 1}`;
		});
	}
	return {
		cells: conflicts,
		sentence
	};
}
function sudokuPrompt(text) {
	const drawn = text.replaceAll("\r", "").replaceAll("\xA0", " ").replace(/[│┃║]/g, "|").replace(LINES, "-");
	const runs = runsIn(drawn);
	const grid = firstOf$1(runs, spaced) ?? rowed(drawn) ?? firstOf$1([...runs, ...runs[0].trim().split(/\s+/)], counted$2);
	return grid === null ? null : PROMPT$3 + grid;
}
const LINES = /[─━═┌┏╔┐┓╗└┗╚┘┛╝├┣╠╟┠┤┫╣╢┨┬┳╦╤┯┴┻╩╧┷┼╋╬╪╫┿╂]/g;
const firstOf$1 = (runs, read) => runs.map(marked).reduce((found, run) => found ?? read(run), null);
function runsIn(text) {
	const best = (`\n${text}`.match(/[0-9._*?|+\- \t\n]+/g) ?? []).reduce((longest, run) => run.length > longest.length ? run : longest, "").replace(/^[.?](?=[ \t\n])/, "");
	const bare = best.trimEnd();
	const last = bare.slice(-1);
	const stop = [".", "?"].includes(last) && !bare.slice(0, -1).includes(last);
	const heads = [best];
	if (best.split("\n")[0].trim().length < 3) heads.push(best.slice(best.indexOf("\n") + 1));
	return [...heads, ...heads.flatMap((head) => tailless(head, stop))];
}
function tailless(head, stop) {
	const lineless = head.slice(head.lastIndexOf("\n") + 1).trim().length < 3 ? [head.replace(/\n[^\n]*$/, "")] : [];
	return stop ? [...lineless, head.trimEnd().slice(0, -1)] : lineless;
}
const marked = (text) => text.replace(/[0_*?]/g, ".");
const counted$2 = (drawn) => board(drawn.replace(/[|+\- \t\n]/g, ""));
function spaced(drawn) {
	const lines = drawn.replace(/^\n/, "").split("\n");
	const size = SIZES$1.find((size) => size === lines.length);
	if (!size || drawn.includes(".") || lines.some((line) => line.length > size)) return null;
	return board(lines.map((line) => line.padEnd(size)).join("").replaceAll(" ", "."));
}
function rowed(text) {
	let rows = [];
	for (const line of [...text.split("\n").flatMap(piecesOf), "!"]) {
		const size = rows[0]?.length ?? 0;
		const full = rows.length === size;
		const last = rows.length === size - 1;
		const whole = cellsOf(line, last, size);
		const cells = last && whole.length !== size && /[.?][ \t]*$/.test(line) ? cellsOf(line.replace(/[.?][ \t]*$/, ""), last, size) : whole;
		if (cells.length === size && cells !== "!" && size > 0) rows.push(cells);
		else if (cells !== "" || full) {
			const grid = full ? board(marked(rows.join(""))) : null;
			if (grid !== null) return grid;
			rows = cells === "" ? [] : [cells];
		}
	}
	return null;
}
function cellsOf(line, last, size) {
	if (line === "!") return line;
	const signs = line.replace(/[|+\- \t]/g, "");
	if (signs === "" && (!/[\t|]/.test(line) || line.includes("-"))) return "";
	const parts = line.replace(/^ *\|?|\|? *$/g, "").split(/[|\t]/).map((part) => part.replace(/^ +| +$/g, ""));
	const table = parts.every((part) => part.length < 2) ? parts.map((part) => part || ".").join("") : null;
	if (last && table !== null && line.includes("	") && table.length < size) return table.padEnd(size, ".");
	return table !== null && SIZES$1.some((size) => size === table.length) ? table : signs;
}
function piecesOf(line) {
	const words = line.match(/[^0-9._*?|+\- \t](.*[^0-9._*?|+\- \t])?/);
	if (words?.index === void 0) return [line];
	const tail = line.slice(words.index + words[0].length);
	return [
		line.slice(0, words.index),
		"!",
		tail.replace(/^[.?](?=[ \t])/, "")
	];
}
const understand = (text) => sudokuPrompt(text) ?? strip(text);
const puzzleOf = (prompt) => puzzleIn(understand(prompt));
const puzzleIn = (understood) => understood.startsWith(PROMPT$3) ? readGrid(understood.slice(19)) : null;
function board(cells) {
	const size = SIZES$1.find((size) => size * size === cells.length);
	if (!size || !/[^.]/.test(cells) || [...cells].some((cell) => cell > String(size) || cell < ".")) return null;
	return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)).join("\n");
}
function readGrid(text) {
	const lines = strip(text).split("\n");
	const size = SIZES$1.find((size) => size === lines.length);
	if (!size || !lines.every((line) => line.length === size && /^[.1-9]*$/.test(line))) return null;
	const clues = [...lines.join("")].map((cell) => cell === "." ? 0 : Number(cell));
	return clues.every((digit) => digit <= size) ? {
		size,
		clues
	} : null;
}
// rules/board.js
const known = new WeakMap();
function boardOf(header) {
	const cached = known.get(header);
	if (cached !== void 0) return cached;
	const puzzle = puzzleOf(header.prompt);
	const fits = puzzle !== null && lengthOf(puzzle.size) <= header.canvas_length && spelledOut(header.prompt_ids, puzzle);
	const board = puzzle !== null && fits ? {
		...puzzle,
		positions: puzzle.clues.map((_, cell) => cell + Math.floor(cell / puzzle.size))
	} : null;
	known.set(header, board);
	return board;
}
const boardAt = ({ header, frames }, step) => frames[step]?.block === 1 ? boardOf(header) : null;
const lengthOf = (size) => size * (size + 1) - 1;
function spelledOut(ids, { size, clues }) {
	const signs = Array.from({ length: lengthOf(size) }, (_, at) => at % (size + 1) === size ? -1 : clues[at - Math.floor(at / (size + 1))]);
	return ids.some((_, from) => {
		if (from + signs.length > ids.length) return false;
		const [idOf, signOf] = [new Map(), new Map()];
		return signs.every((sign, at) => {
			const id = ids[from + at];
			if (!idOf.has(sign) && !signOf.has(id)) {
				idOf.set(sign, id);
				signOf.set(id, sign);
			}
			return idOf.get(sign) === id && signOf.get(id) === sign;
		});
	});
}
function cellName({ header }, position) {
	const board = boardOf(header);
	const cell = board ? board.positions.indexOf(position) : -1;
	return board && cell !== -1 ? placeName(board, cell) : "";
}
const placeName = ({ size }, cell) => `row ${Math.floor(cell / size) + 1}, column ${cell % size + 1}`;
function clueSentence({ header, tokens }, position, id) {
	const board = boardOf(header);
	const clue = board?.clues[board.positions.indexOf(position)] ?? 0;
	if (clue === 0) return "";
	return tokens.get(id)?.trim() === String(clue) ? `The puzzle gives this ${clue}.` : `Miscopied: the puzzle gives a ${clue} here.`;
}
function findingsOf({ size, clues, positions }, ids, tokens, counts = () => true) {
	const texts = positions.map((position) => counts(position) ? tokens.get(ids[position])?.trim() ?? "" : null);
	const digits = texts.map((text) => text !== null && /^[1-9]$/.test(text) && Number(text) <= size ? Number(text) : 0);
	const { cells: conflicts, sentence } = conflictsOf(digits, size);
	return {
		conflicts,
		sentence,
		miscopied: [...clues.keys()].filter((cell) => clues[cell] !== 0 && texts[cell] !== null && digits[cell] !== clues[cell])
	};
}
// run/growing.js
function growing(begin, add) {
	const known = new WeakMap();
	return (recording) => {
		const so = known.get(recording) ?? {
			steps: 0,
			sums: begin()
		};
		known.set(recording, so);
		for (; so.steps < recording.frames.length; so.steps += 1) add(so.sums, recording, so.steps);
		return so.sums;
	};
}
// run/refusal.js
const REFUSAL = "I only know small stories, Sudoku, sums, sorting, JSON and short functions.";
const isRefusal = (text) => text.trim() === REFUSAL;
// run/thought.js
const KNOWN_MARKS = [{
	begin: "<|channel>",
	label: "thought",
	end: "<channel|>"
}, {
	begin: "<think>",
	label: "",
	end: "</think>"
}];
const NAME$1 = /^\s*[\p{L}_][\p{L}\p{N}_]*[ \t]*\n/u;
function stretchesOf$1(ids, promptIds, marks, decode) {
	const opened = decode(promptIds.slice(-16)).trimEnd();
	let spelled = KNOWN_MARKS.find(({ begin, label }) => opened.endsWith(begin + label))?.begin ?? "";
	const stretches = [];
	for (const { inside, part } of cut(ids, promptIds, marks)) {
		const text = decode(part);
		if (inside) stretches.push(named$2(text, marks.label ?? ""));
		else if (stretches.some(({ thought, text }) => !thought && text.trim() !== "")) stretches.push({
			thought: false,
			text
		});
		else stretches.push(...unspelled(spelled + text));
		spelled = "";
	}
	return stretches.filter(({ text }) => text !== "");
}
function cut(ids, promptIds, { open, close }) {
	const isMark = (id) => id === open || id === close;
	const last = promptIds.findLast(isMark);
	const parts = [{
		inside: last !== void 0 && last === open,
		part: []
	}];
	for (const id of ids) if (isMark(id)) parts.push({
		inside: id === open,
		part: []
	});
	else parts[parts.length - 1].part.push(id);
	return parts;
}
function unspelled(text) {
	const bare = text.trimStart();
	const mark = KNOWN_MARKS.find(({ begin }) => bare.startsWith(begin));
	if (!mark) return [{
		thought: false,
		text
	}];
	const after = bare.slice(mark.begin.length);
	const at = after.indexOf(mark.end);
	if (at === -1) return [named$2(after, mark.label)];
	return [named$2(after.slice(0, at), mark.label), ...unspelled(after.slice(at + mark.end.length))];
}
function named$2(text, label) {
	const bare = text.trimStart();
	if (label !== "" && bare.startsWith(label)) return {
		thought: true,
		text: bare.slice(label.length).trimStart()
	};
	const name = label === "" ? null : text.match(NAME$1);
	return name ? {
		thought: false,
		text: text.slice(name[0].length)
	} : {
		thought: true,
		text
	};
}
const unrecorded = (canvas) => ({
	temperature: NaN,
	mean_entropy: NaN,
	stable_for: 0,
	input_ids: new Int32Array(canvas.length).fill(-1),
	sampled_ids: Int32Array.from(canvas),
	accepted: new Uint8Array(canvas.length),
	entropy: new Float32Array(canvas.length).fill(NaN)
});
// run/recording.js
const canvasOf = (frame, layer) => frame[`${layer}_ids`];
const FILLER = "<fill>";
var Recording = class {
	constructor(run, label, header) {
		this.run = run;
		this.made = "";
		this.label = label;
		this.madeAt = 0;
		this.header = header;
		this.frames = [];
		this.moments = [];
		this.tokens = new Map();
		this.finishReason = "";
		this.text = "";
		this.thought = "";
		this.seconds = 0;
		this.notice = "";
		this.verdict = header.verdict ?? null;
		this.bare = Boolean(header.source);
		this.eos = new Set(header.eos_ids);
		this.special = new Set([
			...header.special_ids,
			...header.eos_ids,
			-1
		]);
		if (header.pad_id !== null) this.special.add(header.pad_id);
		this.filled = false;
	}
	emptiness(id) {
		if (!this.special.has(id)) return "";
		if (this.eos.has(id)) return "end";
		if (id === this.header.pad_id || id === -1) return "padding";
		return this.tokens.get(id) === FILLER ? "filler" : "";
	}
	get refused() {
		return isRefusal(this.text);
	}
	get live() {
		return this.label === "LIVE";
	}
	headerAt(step) {
		const { header } = this;
		const { block, step: number } = this.frames[step];
		let spec = header.spec;
		let { explanation } = header;
		for (let at = spec?.branch, isOwn = true; at && (block < at.block || block === at.block && number <= at.step); at = spec.branch, isOwn = false) {
			explanation = isOwn ? header.branch?.explanation : at.parent.settings.sampler === spec.settings.sampler ? explanation : {
				cut: "draw",
				bound: ""
			};
			spec = at.parent;
		}
		return spec === header.spec ? header : {
			...header,
			settings: spec.settings,
			explanation
		};
	}
	append(frame) {
		const last = this.frames.at(-1);
		const before = last !== void 0 && last.block === frame.block ? last.accepted : null;
		if (before === null) this.moments.push({
			step: this.frames.length,
			noise: true
		});
		this.moments.push({
			step: this.frames.length,
			noise: false
		});
		this.bare &&= Number.isNaN(frame.entropy[0]);
		this.filled ||= frame.argmax_ids.some((id) => this.emptiness(id) === "filler");
		this.frames.push({
			...frame,
			status: statusOf(frame.accepted, before)
		});
	}
	end({ finishReason, text, thought = "", seconds, verdict = this.verdict }) {
		this.finishReason = finishReason;
		this.text = text;
		this.thought = thought;
		this.seconds = seconds;
		this.verdict = verdict?.right && this.refused ? null : verdict;
		const last = this.frames.at(-1);
		if (last !== void 0) {
			last.stopReason ||= "stopped";
			last.finishReason ||= finishReason;
		}
		if (this.live) this.label = "RECORDED";
	}
	momentOf(step) {
		return this.moments.findIndex((moment) => moment.step === step && !moment.noise);
	}
	closesBlock(step) {
		return this.frames[step].stopReason !== "";
	}
	get middle() {
		const last = this.frames.length - 1;
		if (this.header.source) return last;
		const half = this.frames.findIndex(({ sampled_ids, accepted }) => {
			const words = accepted.filter((_, position) => !this.special.has(sampled_ids[position]));
			return 2 * words.reduce((sum, kept) => sum + kept, 0) >= words.length;
		});
		return Math.max(Math.min(half === -1 ? last >> 1 : half, last - 1), Math.min(1, last));
	}
	get blockEnds() {
		return this.frames.flatMap((_, step) => this.closesBlock(step) ? [step] : []);
	}
	get tokenIds() {
		return this.committedIds(this.blockEnds);
	}
	get textTokens() {
		return this.tokenIds.filter((id) => !["padding", "filler"].includes(this.emptiness(id))).length;
	}
	committedIds(ends) {
		const ids = [];
		for (const step of ends) {
			const canvas = wayOf(this.header).standing(this.frames[step]);
			const end = canvas.findIndex((id) => this.eos.has(id));
			const room = (this.header.settings.max_new_tokens ?? 1e400) - ids.length;
			ids.push(...canvas.subarray(0, Math.min(end === -1 ? canvas.length : end + 1, room)));
		}
		return ids;
	}
	passages(step) {
		if (step < 0) return [];
		if (step === this.frames.length - 1 && this.finishReason !== "" && this.finishReason !== "stopped") return [...this.thought === "" ? [] : [{
			text: this.thought,
			committed: true,
			thought: true
		}], {
			text: this.text,
			committed: true
		}];
		const earlier = this.blockEnds.filter((end) => end < step);
		const committed = this.committedIds(earlier);
		const draft = this.committedIds([...earlier, step]).slice(committed.length);
		const ended = this.frames[step].stopReason !== "" && this.frames[step].stopReason !== "stopped";
		const marks = this.header.thought_marks ?? {};
		const split = (ids) => stretchesOf$1(ids, this.header.prompt_ids, marks, (some) => this.join(some));
		const lengths = {
			answer: 0,
			thought: 0
		};
		for (const { thought, text } of split(committed)) lengths[thought ? "thought" : "answer"] += text.length;
		return split([...committed, ...draft]).flatMap(({ thought, text }) => {
			const side = thought ? "thought" : "answer";
			const place = Math.min(lengths[side], text.length);
			lengths[side] -= place;
			const passage = (text, committed) => text === "" ? [] : [thought ? {
				text,
				committed,
				thought
			} : {
				text,
				committed
			}];
			return [...passage(text.slice(0, place), true), ...passage(text.slice(place), ended)];
		});
	}
	join(ids) {
		return ids.map((id) => this.special.has(id) ? "" : this.tokens.get(id) ?? "").join("");
	}
};
// run/metrics.js
function content(recording, step) {
	const { eos, frames } = recording;
	const { argmax_ids } = frames[step];
	const first = argmax_ids.findIndex((id) => eos.has(id));
	const end = first === -1 ? argmax_ids.length : first;
	return Uint8Array.from(argmax_ids, (id, position) => Number(position < end && recording.emptiness(id) === ""));
}
function acceptedShare(recording, step) {
	const held = content(recording, step);
	const { accepted } = recording.frames[step];
	return total(held.map((one, position) => one & accepted[position])) / total(held);
}
const revised = (recording, step) => differs(recording, step, "argmax");
const changed = (recording, step) => differs(recording, step, "sampled");
const revisions = (recording, step) => revisionsOf(recording)[step];
const revisionsOf = growing(() => [], (counts, recording, step) => {
	const before = precededBy(recording.frames, step) ? counts[step - 1] : [];
	counts.push(Uint32Array.from(revised(recording, step), (flag, position) => (before[position] ?? 0) + flag));
});
const lockSteps = (recording, step) => lockStepsOf(recording)[step];
const lockStepsOf = growing(() => [], (steps, { frames }, at) => {
	const { status, step } = frames[at];
	const before = precededBy(frames, at) ? steps[at - 1] : [];
	steps.push(Uint32Array.from(status, (code, position) => code === 1 ? step : before[position] ?? 0));
});
function probabilityOf({ top_ids, top_probs, argmax_ids }, position, id) {
	if (!top_ids || !top_probs) return NaN;
	const k = top_ids.length / argmax_ids.length;
	for (let i = position * k; i < (position + 1) * k; i += 1) if (top_ids[i] === id) return top_probs[i];
	return NaN;
}
const total = (flags) => flags.reduce((sum, flag) => sum + flag, 0);
function differs({ frames }, step, layer) {
	const now = canvasOf(frames[step], layer);
	if (!precededBy(frames, step)) return new Uint8Array(now.length);
	const before = canvasOf(frames[step - 1], layer);
	return Uint8Array.from(now, (id, position) => Number(id !== before[position]));
}
const precededBy = (frames, step) => step > 0 && frames[step - 1].block === frames[step].block;
// run/counts.js
function countsOf(recording, step) {
	const { accepted, status, argmax_ids } = recording.frames[step];
	const board = boardAt(recording, step);
	const counted = board ? at(board.positions, accepted.length) : content(recording, step);
	const kept = total(counted.map((one, position) => one & accepted[position]));
	return {
		noun: board ? "cell" : "token",
		all: total(counted),
		kept,
		fresh: total(counted.map((one, position) => one & Number(status[position] === 1))),
		others: total(accepted) - kept,
		fillers: total(accepted.map((one, position) => one & Number(recording.emptiness(argmax_ids[position]) === "filler")))
	};
}
function at(positions, length) {
	const there = new Uint8Array(length);
	for (const position of positions) there[position] = 1;
	return there;
}
// words/terms.js
const WORDS_AND_KEYS = "Words and keys";
const WORDS = {
	token: same("token", "A word, a piece of a word, or a sign: what a model reads and writes."),
	canvas: same("canvas", "The positions that are written together. Each holds one token."),
	noise: same("noise", "Tokens drawn at random from the whole vocabulary. The canvas starts as noise."),
	step: word("step", "denoising step", "The model reads the whole canvas once; then the sampler decides what is kept."),
	pass: word("pass", "denoiser pass, NFE", "One reading of the canvas by the model. Every step takes one."),
	input: word("what went in", "input canvas", "The canvas that the model read at this step."),
	sampled: word("what was drawn", "sampled canvas", "A token for each position, drawn by the probabilities that the model gave."),
	argmax: word("best guess", "argmax canvas", "The most probable token of each position."),
	kept: word("kept", "locked", "Kept at this step, as at the step before."),
	justKept: word("just kept", "newly locked", "Kept at this step, but not at the step before."),
	thrownBack: word("thrown back", "re-noised", "Not kept: a token drawn at random takes its place for the next step."),
	reopened: word("reopened", "relapsed", "Not kept at this step, though it was kept at the step before."),
	unmasked: same("kept", "Has its token. In masked diffusion what is kept stays."),
	justUnmasked: word("just kept", "newly kept", "Has got its token at this step."),
	masked: same("masked", "Has no token yet: the model sees a mask there."),
	maskedAgain: same("masked again", "Had a token at the step before and has none now."),
	written: same("written", "Has its token, which stays."),
	justWritten: same("just written", "Has got its token at this step."),
	blank: same("blank", "Comes later: the text is written from left to right."),
	blankAgain: same("blank again", "Had a token at the step before and has none now."),
	correction: same("self-correction", "A token that was kept, reopened, and kept again as another."),
	uncertainty: word("uncertainty", "entropy", "How undecided the model is about a position: 0 if it is sure of one token."),
	unit: same("nats, bits", "Two units of uncertainty. A coin that may fall either way has 1 bit, which is 0.69 nats."),
	temperature: same("temperature", "Evens out the probabilities: the higher it is, the more often an unlikely token is drawn."),
	schedule: same("schedule", "The temperature of every step. It falls as the text takes shape."),
	sampler: same("sampler", "The rule that decides which positions are kept."),
	budget: word("budget", "entropy bound", "Positions are kept, the surest first, while the uncertainties of those before add up to no more than this."),
	confidence: word("sure enough", "confidence threshold", "A part may end when the mean uncertainty of its positions is below this."),
	stability: word("stable for", "stability threshold", "A part may end when its best guess has not changed for so many steps."),
	part: word("part", "block", "What one canvas adds to the text. A long text has several, one after the other."),
	end: same("end of the text", "What stands behind this token is not in the text."),
	padding: same("padding", "Fills the canvas behind the end of the text. It counts as no text."),
	filler: same("filler", "Keeps the next word in its place within the text. It is empty and counts as no text."),
	lockStep: same("lock step", "The step at which a position was last kept after it had not been."),
	revisions: word("changes of mind", "argmax revisions", "How often the best guess of a position has changed."),
	perPass: same("tokens per pass", "How many tokens of text a pass gives. One token at a time gives 1."),
	seed: same("seed", "Where the random numbers start. On one CPU the same seed and settings give the same run.")
};
const namesOf = (way, mode = "terms") => wayOf({ way }).statuses.map((key) => words$1(mode)[key]);
const words$1 = (mode) => SHOWN[mode];
const SHOWN = {
	plain: shown$1("plain"),
	terms: shown$1("term")
};
function shown$1(side) {
	const pairs = Object.entries(WORDS).map(([key, entry]) => [key, entry[side]]);
	return Object.fromEntries(pairs);
}
function hint(key, mode) {
	const { plain, term, line } = WORDS[key];
	if (plain === term) return line;
	return mode === "plain" ? `The field's term: ${term}. ${line}` : `In plain words: ${plain}. ${line}`;
}
function entriesOf(way) {
	const theirs = Object.values(WAYS).filter((other) => other !== wayOf({ way })).flatMap(({ statuses, words }) => [...statuses, ...words]);
	return Object.entries(WORDS).flatMap(([key, entry]) => theirs.includes(key) ? [] : [entry]);
}
function glossary(mode, way) {
	const list = element("dl.tdp-glossary");
	for (const { plain, term, line } of entriesOf(way)) {
		const [first, second] = mode === "plain" ? [plain, term] : [term, plain];
		const secondTerm = first === second ? [] : [" ", element("small", second)];
		list.append(element("dt", first, ...secondTerm), element("dd", line));
	}
	return list;
}
function word(plain, term, line) {
	return {
		plain,
		term,
		line
	};
}
function same(both, line) {
	return word(both, both, line);
}
// words/decision.js
function whySentence(decision, { explanation, accepted, bound }, chosen, others, { unit, terms }) {
	if (decision === null) return decisionSentence(explanation, accepted);
	if (!decision.agrees) return ruleSentence$1(decision, bound, unit);
	const { cut } = decision;
	const kept = terms === "plain" ? "kept" : "accepted";
	const [count, are] = [cut === 0 ? "none" : cut, cut === 1 ? "is" : "are"];
	const all = others !== "" && cut > 0 ? `, ${others}` : "";
	const sentence = explanation.cut === "rank" ? `${explanation.rule} By now ${count} ${are} ${explanation.accepted}${all}.` : `${ruleOf(explanation, bound, {
		unit,
		terms
	}, kept)}: ${count} ${are}${all}.`;
	return chosen === null ? sentence : `${sentence} ${placeSentence$1(decision, chosen, bound, unit)}`;
}
function ruleOf(explanation, bound, { unit, terms }, kept) {
	const { order, falling } = explanation;
	const figure = order === "entropy" ? words$1(terms).uncertainty : order;
	const limit = amount(bound ?? 0, explanation, unit);
	if (explanation.cut === "value") return `A position is ${kept} if its ${figure} is ${falling ? "above" : "below"} ${limit}`;
	return `A position is ${kept} while ${order === "entropy" ? "those surer than it" : "those before it"} add up to at most ${limit}`;
}
function placeSentence$1({ explanation, figures, held, rank }, { position, token }, bound, unit) {
	const at = rank[position];
	const scale = scaleOf$1(explanation, unit);
	const figure = (value) => bound === null ? amount(value, explanation, unit) : apart(value * scale, bound * scale)[0];
	if (explanation.order === "place") return `“${token}” comes ${ordinal(at + 1)}.`;
	if (explanation.cut !== "running sum") return `“${token}” has ${figure(figures[position])}; it comes ${ordinal(at + 1)}.`;
	if (at === 0) return `“${token}” is the surest: nothing comes before it.`;
	return `Before “${token}” they add up to ${figure(held[at])}; it comes ${ordinal(at + 1)}.`;
}
function supposedSentence(decision, bound, { unit, terms }) {
	const { explanation, order, figures, cut } = decision;
	const would = cutAt(decision, bound);
	const rank = explanation.cut === "rank";
	return `With ${rank ? `a quota of ${would}` : `${withArticle(boundName(explanation, terms))} of ${amount(bound, explanation, unit)}`} this step would ${terms === "plain" ? "keep" : "accept"} ${would === cut ? `${would} positions, as it did` : `${would} instead of ${cut} positions`}.${rank && would > 0 ? ` The last of them has ${amount(figures[order[would - 1]], explanation, unit)}.` : ""}`;
}
function boundName({ cut, order }, terms) {
	if (cut === "rank") return "quota";
	return cut === "running sum" && order === "entropy" ? words$1(terms).budget : "bound";
}
const withArticle = (noun) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
function ordinal(number) {
	const ten = number % 100;
	return `${number}${ten > 10 && ten < 14 ? "th" : [
		"th",
		"st",
		"nd",
		"rd"
	][number % 10] ?? "th"}`;
}
// rules/hand.js
function handAt({ pinned, edited, lead }, position) {
	const favoured = (lead?.[position] ?? -1) >= 0;
	if (pinned?.[position]) return favoured ? "favoured" : "held";
	if (favoured) return "gave way";
	return edited?.[position] ? "edited" : "";
}
function handBefore(frame, position) {
	const hand = handAt(frame, position);
	return hand === "gave way" ? "favoured" : hand;
}
function handled(frame, hand) {
	const { length } = frame.lead ?? frame.pinned ?? frame.edited ?? [];
	return Array.from({ length }, (_, position) => handAt(frame, position)).filter((each) => each === hand).length;
}
function handsOf(spec) {
	const hands = new Set();
	for (let part = spec; part; part = part.branch?.parent) {
		if (part.pins || part.keep === "held") hands.add("held");
		if (part.keep === "favoured") hands.add("favoured").add("gave way");
		if (part.edits) hands.add("edited");
	}
	return hands;
}
const FAVOURING = {
	label: "Your own text",
	rule: "A favoured token stands while no other leads by more than the margin.",
	order: "lead of another token",
	falling: false,
	cut: "value",
	bound: "favour_margin",
	least: 0,
	unit: "nats",
	accepted: "stand",
	rejected: "give way"
};
function leadDecision(frame) {
	const { lead } = frame;
	if (lead === void 0) return null;
	const order = Uint16Array.from(lead.keys()).filter((position) => lead[position] >= 0).sort((a, b) => lead[a] - lead[b] || a - b);
	const rank = new Uint16Array(lead.length);
	order.forEach((position, at) => rank[position] = at);
	return {
		explanation: FAVOURING,
		figures: lead,
		order,
		rank,
		held: Float32Array.from(order, (position) => lead[position]),
		settled: 0,
		cut: handled(frame, "favoured"),
		agrees: true
	};
}
// words/hand.js
const NAMES$1 = {
	"": "",
	held: "pinned by hand",
	favoured: "your own word, favoured",
	"gave way": "your own word, which gave way",
	edited: "changed by hand before this step"
};
function statusName(frame, position, way, mode = "plain") {
	const hand = handAt(frame, position);
	const stands = hand === "held" || hand === "favoured";
	return [NAMES$1[hand], stands ? "" : namesOf(way, mode)[frame.status[position]]].filter(Boolean).join(", ");
}
function favouredSentence(frame, position, { best, margin, unit }) {
	const lead = frame.lead?.[position] ?? -1;
	if (lead < 0) return "";
	if (lead === 0) return "Your own word, favoured: the model itself likes it best.";
	const [ahead, limit] = apart(lead * PER_NAT[unit], margin * PER_NAT[unit]);
	const distance = `the model's best${best && `, “${best}”,`} is ahead by ${ahead} ${unit}`;
	return handAt(frame, position) === "favoured" ? `Your own word, favoured: ${distance}; up to ${limit} yours stands.` : `Your own word, which gave way: ${distance}, more than the margin of ${limit}, so the sampler decides.`;
}
function ownTextSentence(frame, margin, unit) {
	const [stand, gave] = [handled(frame, "favoured"), handled(frame, "gave way")];
	const all = stand + gave === 1 ? "The only token" : `All ${stand} tokens`;
	if (stand + gave === 0) return "No token of your text is favoured in this part.";
	if (gave === 0) return `${all} of your text ${stand === 1 ? "stands" : "stand"}: the model is surer of another by at most ${entropyIn(margin, plainUnit(unit))}.`;
	return `${stand} of the ${counted$3(stand + gave, "token")} of your text ${stand === 1 ? "stands" : "stand"}; ${gave} ${gave === 1 ? "gives" : "give"} way: the model is surer of another by more than ${entropyIn(margin, plainUnit(unit))}.`;
}
function standSentence(frame, budget) {
	const [held, favoured] = [handled(frame, "held"), handled(frame, "favoured")];
	const count = held + favoured;
	if (count === 0) return "";
	const names = held === 0 ? "favoured" : favoured === 0 ? "pinned" : "pinned or favoured";
	const [are, take] = count === 1 ? ["is", "takes"] : ["are", "take"];
	return ` ${count} of them ${are} ${names}${budget === "" ? ", whatever the rule says" : ` and ${take} nothing of the ${budget}`}.`;
}
// cells/glyphs.js
const VISIBLE = new Map([
	["\n", "↵"],
	["\r", "␍"],
	["	", "⇥"],
	["", "∅"]
]);
const ZERO_WIDTH = /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/gu;
const EMPTY = {
	end: "·",
	padding: "·",
	filler: "–"
};
const [MASK, IS_MASK] = ["▢", /^[<[]\W*\w*mask\W*[>\]]$/i];
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;
const STACKED = /(\p{M}{2})\p{M}+/gu;
const MOST$3 = 24;
function cellText(text) {
	const visible = VISIBLE.get(text);
	if (visible !== void 0) return visible;
	if (/^ +$/.test(text)) return "␣".repeat(Math.min(text.length, 4));
	const shown = text.slice(0, 96).replace(/\n/g, "↵").replace(/\t/g, "⇥").replace(ZERO_WIDTH, "·").replace(STACKED, "$1");
	const characters = [...shown];
	return (characters.length > MOST$3 ? `${characters.slice(0, MOST$3).join("")}…` : shown).trim() || "␣";
}
function flowText(text) {
	if (text === "") return cellText(text);
	const shown = text.slice(0, 96).replace(/\r?\n/g, "↵").replace(/\t/g, "    ").replace(ZERO_WIDTH, "·");
	const characters = [...shown];
	return characters.length > MOST$3 ? `${characters.slice(0, MOST$3).join("")}…` : shown;
}
function plainText(text) {
	return text.replace(UNSAFE, "�");
}
function fit(text, width, measure) {
	if (measure(text) <= width) return text;
	const characters = [...text];
	while (characters.length > 1) {
		characters.pop();
		const shorter = `${characters.join("")}…`;
		if (measure(shorter) <= width) return shorter;
	}
	return characters[0];
}
// run/corrections.js
const sumsOf = growing(() => ({
	reopenings: {
		all: [],
		at: []
	},
	corrections: {
		all: [],
		at: []
	},
	steps: [],
	text: new Uint8Array(),
	since: new Uint32Array(),
	latest: []
}), (sums, recording, step) => {
	const { block, status, sampled_ids: tokens } = recording.frames[step];
	const before = recording.frames[step - 1];
	if (before?.block !== block) Object.assign(sums, {
		since: new Uint32Array(status.length),
		latest: new Array(status.length).fill(null)
	});
	const { text: held, since, latest } = sums;
	const text = sums.text = textAt(recording, step);
	const reopened = sums.reopenings.at[step] = [];
	const corrected = sums.corrections.at[step] = [];
	status.forEach((code, position) => {
		const was = latest[position];
		const after = tokens[position];
		if (code === 3) {
			const reopening = {
				position,
				kept: since[position],
				reopened: step,
				token: before.sampled_ids[position]
			};
			latest[position] = held[position] === 1 ? reopening : null;
			if (held[position] === 1) reopened.push(reopening);
		} else if (code === 1 && was !== null && text[position] === 1 && was.token !== after) corrected.push({
			position,
			kept: was.kept,
			reopened: was.reopened,
			again: step,
			before: was.token,
			after
		});
		if (code !== 0 || after !== before.sampled_ids[position]) since[position] = step;
	});
	sums.reopenings.all.push(...reopened);
	sums.corrections.all.push(...corrected);
	if (reopened.length > 0) sums.steps.push(step);
});
const reopeningsAt = (recording, step) => sumsOf(recording).reopenings.at[step] ?? [];
const reopenings = (recording) => sumsOf(recording).reopenings.all;
const reopenedAt = (recording) => sumsOf(recording).steps;
const correctionsAt = (recording, step) => sumsOf(recording).corrections.at[step] ?? [];
const corrections = (recording) => sumsOf(recording).corrections.all;
const nextCorrection = (list, step) => list.find(({ again }) => again > step) ?? list[0] ?? null;
const textAt = (recording, step) => content(recording, step).map((one, position) => one & Number(!recording.special.has(recording.frames[step].sampled_ids[position])));
// words/special.js
const specialSentence = (recording, step, taste) => [
	corrected(recording, step, taste),
	reopened(recording, step, taste),
	wrong(recording, step, taste),
	recording.header.source ? "" : ending(recording, step, taste)
].filter((sentence) => sentence !== "").join(" ");
function corrected(recording, step, { terms }) {
	const corrected = correctionsAt(recording, step);
	if (corrected.length === 0) return "";
	const { frames } = recording;
	const { kept, reopened, before, after } = longest$1(corrected);
	const number = (at) => frames[at].step;
	const token = quoted$2(recording, before);
	const more = corrected.length - 1;
	const others = more === 0 ? "" : `; ${more} more ${more === 1 ? "is" : "are"} corrected too`;
	return terms === "plain" ? `${token} was kept at ${number(kept)}, reopened at ${number(reopened)}, is now ${quoted$2(recording, after)}${others}.` : `${token} was locked at ${number(kept)}, relapsed at ${number(reopened)}, is now locked as ${quoted$2(recording, after)}${others}.`;
}
function reopened(recording, step, { terms }) {
	const reopened = reopeningsAt(recording, step);
	if (reopened.length === 0) return "";
	const { frames } = recording;
	const { kept, token } = longest$1(reopened);
	const [first, last] = [frames[kept].step, frames[step - 1].step];
	const during = first === last ? `at ${first}` : last === first + 1 ? `at ${first} and ${last}` : `from ${first} to ${last}`;
	const more = reopened.length - 1;
	if (terms === "terms") {
		const others = more === 0 ? "" : `, as ${more === 1 ? "has" : "have"} ${more} more`;
		return `${quoted$2(recording, token)} was locked ${during}; now it has relapsed${others}.`;
	}
	const others = more === 0 ? "" : `, and so ${more === 1 ? "is" : "are"} ${more} more`;
	return `${quoted$2(recording, token)} was kept ${during}; now it is reopened${others}.`;
}
function wrong(recording, step, { layer = "sampled" }) {
	const board = boardAt(recording, step);
	const judged = recording.verdict !== null && step === recording.frames.length - 1;
	if (board === null || judged) return "";
	const frame = recording.frames[step];
	const kept = frame.step > 1 ? recording.frames[step - 1].accepted : null;
	const drawn = (position) => layer === "input" ? kept?.[position] === 1 : !wayOf(recording.header).causal || frame.accepted[position] === 1;
	const { sentence, miscopied } = findingsOf(board, canvasOf(frame, layer), recording.tokens, drawn);
	const [first] = miscopied;
	const wrong = [sentence, first === void 0 ? "" : `the ${board.clues[first]} in ${placeName(board, first)} is miscopied`].filter(Boolean).join(", and ");
	return wrong && `Wrong so far: ${wrong}, says the rule, not the model.`;
}
function ending({ frames, header }, step, { unit, terms, newcomer }) {
	const { stopReason, finishReason, accepted } = frames[step];
	const { max_denoising_steps: most, stability_threshold: k, max_new_tokens: length } = header.settings;
	const cut = finishReason === "max-new-tokens" ? ` The text is cut at the length asked for, ${numberText(Number(length))} tokens.` : "";
	const done = finishReason === "" ? `This ${words$1(terms).part} is done` : "Done";
	switch (stopReason) {
		case "stable-and-confident": return `${done}: ${k === 0 ? "" : `the ${words$1(terms).argmax} no longer changes and `}${newcomer ? "the model is sure enough" : `the mean ${words$1(terms).uncertainty} of all ${numberText(accepted.length)} positions is below ${entropyIn(header.settings.confidence_threshold, plainUnit(unit))}`}.${cut}`;
		case "complete": return `${done}: every position has its token.${cut}`;
		case "max-steps": return `It ends here because ${most} step${most === 1 ? " is" : "s are"} the most it may take.${cut}`;
		case "stopped": return "It was stopped here, so the text is a draft.";
	}
	return "";
}
const longest$1 = (places) => places.reduce((best, one) => one.reopened - one.kept > best.reopened - best.kept ? one : best);
const quoted$2 = (recording, id) => `“${cellText(recording.tokens.get(id) ?? "")}”`;
// words/sentences.js
function stepSentence(recording, moment, taste, part = true) {
	const frame = recording.frames[moment?.step ?? -1];
	if (moment === void 0 || frame === void 0) return {
		plain: "No step has been taken yet.",
		special: "",
		aside: ""
	};
	if (recording.bare || moment.noise && recording.header.source) return elsewhere(recording, moment, taste, part);
	const where = whereSentence(recording, moment, taste, part);
	if (moment.noise) return {
		plain: `${where} ${wayOf(recording.header).beginning} Nothing has been measured yet.`,
		special: "",
		aside: ""
	};
	return {
		plain: `${where} ${doing(recording, moment.step, taste)}`,
		special: specialSentence(recording, moment.step, taste),
		aside: aside(recording, moment.step, taste)
	};
}
function newsSentence(recording, moment, taste, part) {
	const { statuses, does } = wayOf(recording.header);
	const { plain, special } = stepSentence(recording, moment, taste, part);
	const counts = moment && !moment.noise && !recording.bare && does ? countsOf(recording, moment.step) : null;
	if (moment === void 0 || counts === null || counts.all === 0) return `${plain} ${special}`.trim();
	const { block, step } = recording.frames[moment.step];
	return `${capital(`${part ? blockPart(recording, block, taste) : ""}step ${step}.`)} ${`${counts.fresh || "None"} ${words$1(taste.terms)[statuses[1]]}`}: ${counts.kept} of ${count(counts.all, counts.noun)}. ${special}`.trim();
}
const CLOCK = new Intl.DateTimeFormat("en-GB", {
	hour: "2-digit",
	minute: "2-digit"
});
const DAY = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "short"
});
function labelSentence({ label, live, madeAt }, now = new Date()) {
	if (live || madeAt === 0) return label;
	const time = new Date(madeAt);
	return `Made here, ${(time.toDateString() === now.toDateString() ? CLOCK : DAY).format(time)}`;
}
function elsewhere(recording, moment, taste, part) {
	const where = whereSentence(recording, moment, taste, part);
	if (moment.noise) return {
		plain: `${where} How it began is not recorded.`,
		special: "",
		aside: ""
	};
	const aside = `Recorded by ${recording.header.source}. Not recorded: what was kept, uncertainty, temperature, settings, the prompt.`;
	return {
		plain: `${where} The text as it stood.`,
		special: "",
		aside
	};
}
function doing(recording, step, { terms }) {
	const { does } = wayOf(recording.header);
	const { accepted, argmax_ids, step: number, stopReason } = recording.frames[step];
	if (does === null) {
		const written = accepted.reduce((sum, one) => sum + one, 0);
		return `It writes one more token: ${numberText(written)} of at most ${numberText(accepted.length)} are there.`;
	}
	const { noun, all, kept, fresh } = countsOf(recording, step);
	if (all === 0) return `There is no text: the ${words$1(terms).argmax} ${recording.emptiness(argmax_ids[0]) === "filler" ? "has only fillers before" : "begins with"} its end.`;
	const { keeps, rest } = does[terms];
	const text = count(all, noun);
	const some = number === 1 || fresh === 0 ? "" : `, ${fresh === kept ? "all" : fresh} of them new`;
	if (kept === all) return `It ${keeps} ${all === 1 ? `the only ${noun}` : `all ${text}`}${some}.`;
	const then = !recording.header.source && !["", "stopped"].includes(stopReason) ? `takes the ${words$1(terms).argmax} for the other ${numberText(all - kept)}` : rest(all - kept);
	return `It ${keeps} ${kept === 0 ? "none" : numberText(kept)} of ${text}${some}${some && ","} and ${then}.`;
}
function aside(recording, step, { unit, terms, newcomer }) {
	const { mean_entropy, temperature, accepted, stopReason } = recording.frames[step];
	const { source } = recording.header;
	const at = source ? "" : ` at temperature ${temperatureText(temperature)}`;
	if (wayOf(recording.header).causal) return at && `Drawn${at}.`;
	const counts = countsOf(recording, step);
	const { others } = counts;
	const more = others === 0 ? "" : `${count(others, `more ${terms === "plain" ? "kept" : "accepted"} position`)} ${others === 1 ? "is" : "are"} ${otherWords(counts)}. `;
	if (stopReason === "stable-and-confident") return "";
	if (newcomer) return more.trim();
	return `${more}Mean ${words$1(terms).uncertainty} of all ${numberText(accepted.length)} positions: ${entropyIn(mean_entropy, unit)}${at}.${source ? ` Recorded by ${source}.` : ""}`;
}
function otherWords({ noun, others, fillers }) {
	if (others === 0) return "";
	if (noun === "cell") return "line breaks and padding";
	if (fillers === 0) return "padding";
	if (fillers < others) return "fillers and padding";
	return others === 1 ? "a filler" : "fillers";
}
function placeSentence(recording, moment, taste = {
	unit: "nats",
	terms: "plain"
}) {
	const frame = recording.frames[moment?.step ?? -1];
	if (moment === void 0 || frame === void 0) return "no steps yet";
	const noise = moment.noise && wayOf(recording.header).begins === "noise" ? ", noise" : "";
	return `${blockPart(recording, frame.block, taste)}${stepPart$1(recording, moment, taste, true)}${noise}`;
}
function blockPart({ live, frames, header }, block, { terms, endless }) {
	if (endless) return "";
	const most = Math.ceil((header.settings.max_new_tokens ?? 1e400) / header.canvas_length);
	const parts = live ? most : frames.at(-1)?.block ?? 1;
	if (parts === 1e400) return `${words$1(terms).part} ${block}, `;
	return parts === 1 ? "" : `${words$1(terms).part} ${block} of ${live ? "at most " : ""}${parts}, `;
}
function stepPart$1(recording, { step, noise }, { endless }, always = false) {
	const { block, step: number } = recording.frames[step];
	if (noise && (endless || !always)) return "step 0";
	if (endless) return `step ${number}`;
	const end = recording.blockEnds.map((at) => recording.frames[at]).find((frame) => frame.block === block);
	const most = recording.header.settings.max_denoising_steps;
	if (!end && most === void 0) return `step ${noise ? 0 : number}`;
	const all = end ? end.step : `at most ${most}`;
	return `step ${noise ? 0 : number} of ${all}`;
}
function whereSentence(recording, moment, taste, part) {
	const name = part ? blockPart(recording, recording.frames[moment.step].block, taste) : "";
	return `${capital(name + stepPart$1(recording, moment, taste))}.`;
}
const ANOTHER = "another server";
const knownOf = ({ only_top: top = 0 }) => top > 0 ? `which gave the ${top} most probable tokens of each position` : "which gave all probabilities";
function runSentence({ header, frames, live, seconds }, { endless } = {}) {
	const cost = live || endless || !seconds ? "" : ` · ${count(frames.length, "pass", "es")} in ${secondsText(seconds)}`;
	if (header.source) return `from ${header.source}${cost}`;
	const place = header.device === "browser" ? `in a browser, ${header.dtype}` : header.device === ANOTHER ? `on ${ANOTHER}, ${knownOf(header)}, without self-conditioning` : `${header.device} ${header.dtype}`;
	return `${modelName(header.model)} · seed ${header.seed} · ${place}${cost}`;
}
const modelName = (model) => /^([./\\~]|\w:)|[/\\].*[/\\]/.test(model) ? model.split(/[/\\]+/).filter(Boolean).at(-1) ?? model : model;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const count = (number, noun, plural = "s") => `${numberText(number)} ${noun}${number === 1 ? "" : plural}`;
// panels/panel.js
const FAMILY$1 = "system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif";
const FONT$2 = `12px ${FAMILY$1}`;
function frame(root, name, ...tools) {
	const body = element("div.tdp-panel-body");
	root.classList.add("tdp-panel");
	root.replaceChildren(element("div.tdp-panel-head", element("h2", name), ...tools), body);
	return body;
}
function stepPart(number, name) {
	const [title, aside, body] = [
		element("span", name),
		element("small"),
		element("div.tdp-part-body")
	];
	const head = element("h4", { "data-number": String(number) }, title, " ", aside);
	return {
		root: element("section.tdp-part", head, body),
		head,
		title,
		aside,
		body
	};
}
function fillTrack(track, share) {
	track.style.backgroundSize = `${(100 * share).toFixed(2)}% 100%`;
}
const tokenText = (recording, id) => cellText(recording.tokens.get(id) ?? "");
const IN_SENTENCE = 80;
const ruler = new OffscreenCanvas(1, 1).getContext("2d");
ruler.font = `600 12px ${FAMILY$1}`;
const shortToken = (recording, id) => fit(tokenText(recording, id), IN_SENTENCE, (part) => ruler.measureText(part).width);
function setToken(place, text, width) {
	const short = fit(text, width, (part) => ruler.measureText(part).width);
	setText(place, short);
	const title = short === text ? "" : text;
	if (place.title !== title) place.title = title;
	return place;
}
function surface(canvas, width, height) {
	const ratio = window.devicePixelRatio;
	const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
	const context = canvas.getContext("2d");
	if (canvas.width !== wide || canvas.height !== high) {
		canvas.width = wide;
		canvas.height = high;
	}
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	context.clearRect(0, 0, width, height);
	context.font = FONT$2;
	return context;
}
const SHADES = 64;
const STOPS = {
	light: [
		[
			255,
			255,
			255
		],
		[
			253,
			232,
			180
		],
		[
			249,
			188,
			98
		],
		[
			230,
			126,
			62
		],
		[
			183,
			66,
			71
		],
		[
			122,
			34,
			88
		],
		[
			66,
			16,
			82
		]
	],
	dark: [
		[
			25,
			30,
			39
		],
		[
			70,
			52,
			32
		],
		[
			108,
			70,
			34
		],
		[
			154,
			84,
			44
		],
		[
			204,
			98,
			58
		],
		[
			245,
			149,
			49
		],
		[
			253,
			219,
			125
		]
	]
};
const SURFACE = {
	light: [
		255,
		255,
		255
	],
	dark: [
		20,
		23,
		28
	]
};
function place$1(entropy) {
	return Math.sqrt(Math.min(Math.max(entropy, 0), 6) / 6);
}
function shadeOf(entropy) {
	return Math.round(place$1(entropy) * 63);
}
function shades(theme, muted = false) {
	return Array.from({ length: SHADES }, (_, i) => {
		const full = between(STOPS[theme], i / 63);
		const fill = muted ? mix(full, SURFACE[theme], .55) : full;
		return {
			fill: css(fill),
			text: css(textOn(fill))
		};
	});
}
function textOn(fill) {
	const black = [
		0,
		0,
		0
	];
	const white = [
		255,
		255,
		255
	];
	return contrast(fill, black) >= contrast(fill, white) ? black : white;
}
function contrast(a, b) {
	const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (high + .05) / (low + .05);
}
function luminance(rgb) {
	const [r, g, b] = rgb.map((value) => {
		const share = value / 255;
		return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
	});
	return .2126 * r + .7152 * g + .0722 * b;
}
function between(stops, at) {
	const position = at * (stops.length - 1);
	const left = Math.min(Math.floor(position), stops.length - 2);
	return mix(stops[left], stops[left + 1], position - left);
}
function mix(a, b, share) {
	return a.map((value, i) => Math.round(value + (b[i] - value) * share));
}
const css = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;
// cells/inks.js
const NAMES = "paper card ink soft line edge noise given given-ground kept kept-ground reopened warn bound area area-ink lane-A lane-B lane-C lane-D".split(" ");
function inksOf(place) {
	const style = getComputedStyle(place);
	return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--tdp-${name}`).trim() || "#808080"]));
}
// run/one-step.js
function candidatesOf({ top_ids: ids, top_probs: probs, entropy, temperature }, position, vocabulary, shown = 5) {
	if (!ids || !probs) return null;
	const k = ids.length / entropy.length;
	const count = Math.min(shown, k);
	const first = probs[position * k];
	const list = Array.from({ length: count }, (_, i) => {
		const share = probs[position * k + i];
		const cool = first > 0 && temperature > 0 ? (share / first) ** temperature : Number(i === 0);
		return {
			id: ids[position * k + i],
			share,
			nats: share > 0 ? Math.max(-share * Math.log(share), 0) : 0,
			cool
		};
	});
	const over = (name, whole) => Math.max(list.reduce((left, candidate) => left - candidate[name], whole), 0);
	return {
		list,
		rest: {
			count: vocabulary - count,
			share: over("share", 1),
			nats: over("nats", entropy[position])
		}
	};
}
function inputOf({ header, frames }, step, position) {
	const frame = frames[step];
	const id = frame.input_ids[position];
	const way = wayOf(header);
	const hand = handAt(frame, position);
	if (hand === "held" || hand === "edited") return {
		id,
		origin: "hand"
	};
	if (way.causal) return {
		id,
		origin: "before"
	};
	const before = frames[step - 1];
	if (frame.step > 1 && before?.block === frame.block) return {
		id,
		origin: before.accepted[position] === 1 ? "kept" : way.begins
	};
	const place = (frame.block - 1) * header.canvas_length + position;
	return {
		id,
		origin: header.spec?.start?.[place] === id ? "start" : way.begins
	};
}
function memoryOf(recording, step) {
	const { self_conditioning: on, self_conditioning_scale: scale = 1 } = recording.headerAt(step).settings;
	const [before, { block }] = [recording.frames[step - 1], recording.frames[step]];
	return on !== "off" && scale !== 0 && !wayOf(recording.header).causal && before?.block === block ? before : null;
}
function drawnPart(candidates, id) {
	if (candidates === null) return null;
	let from = 0;
	for (const candidate of candidates.list) {
		if (candidate.id === id) return [from, from + candidate.share];
		from += candidate.share;
	}
	return [Math.min(from, 1), 1];
}
function outcomeOf$1({ header, frames }, step, position) {
	const [frame, next] = [frames[step], frames[step + 1]];
	if (frame.stopReason !== "" || next && next.block !== frame.block) return {
		to: "text",
		id: wayOf(header).standing(frame)[position] ?? -1,
		hand: false
	};
	if (!next) return {
		to: "unknown",
		id: frame.sampled_ids[position],
		hand: false
	};
	return {
		to: "next",
		id: next.input_ids[position],
		hand: next.edited?.[position] === 1
	};
}
// words/one-step.js
function inputPhrase(origin, step, remembers, terms) {
	const phrase = {
		noise: "noise",
		mask: "a mask",
		blank: "nothing yet",
		start: "your text",
		kept: `${terms === "plain" ? "kept" : "accepted"} at ${step - 1}`,
		hand: "by hand",
		before: "all that is written before it"
	}[origin];
	return remembers ? `${phrase}, and a memory` : phrase;
}
function drawPhrase({ draw, hand, chance, stays }) {
	if (hand) return "none: held by hand";
	if (chance && stays) return "left as it was, or drawn again";
	return draw === "greedy" ? "none: the most probable one" : "one token, at random";
}
const unsurePhrase = (unit) => `add up ${plainUnit(unit) === "bits" ? "−p log₂ p" : "−p ln p"}`;
function choicePhrase({ cut, order }, causal, count, terms) {
	if (causal) return ["One after the other", "the next place in reading order"];
	if (cut === "draw") return ["Chance decides", "nothing is sorted"];
	const all = `all ${count}`;
	const by = order === "entropy" ? words$1(terms).uncertainty : order;
	if (cut === "running sum") return ["Sort and add up", order === "entropy" ? `${all}, the surest first` : `${all}, by ${by}`];
	return [cut === "value" ? "Sort and compare" : "Sort and count", order === "place" ? `${all}, in reading order` : `${all}, by ${by}`];
}
const outcomePhrase = ({ status }, position, { way }, terms) => namesOf(way, terms)[status[position]];
function whitherSentence({ to, id, hand }, { step, accepted, begins, sticky }, terms) {
	const next = `step ${step + 1}`;
	if (to === "unknown") return "The next step has not come yet.";
	if (to === "text") return `The ${words$1(terms).part} ${id < 0 ? "ended before this place" : "ends with this token here"}.`;
	if (hand) return `Put there by hand before ${next}.`;
	if (accepted) return sticky ? `It stays, and goes into ${next}.` : `It goes into ${next} as it is.`;
	if (begins === "noise") return `Noise, drawn by chance, goes into ${next}.`;
	return begins === "mask" ? `A mask goes into ${next}.` : "It comes later.";
}
// rules/bucket.js
function bucketOf({ explanation, figures, order, held, rank, cut }, bound, position) {
	const at = rank[position];
	const figure = figures[position];
	if (explanation.cut === "value") return {
		pieces: [{
			from: 0,
			to: Number.isFinite(figure) ? figure : 1e400,
			count: 1,
			role: "followed",
			accepted: at < cut
		}],
		rim: bound,
		end: endOf(bound, figure, explanation.unit === "probability")
	};
	const counts = explanation.cut === "rank";
	const sum = (to) => counts ? to : to === 0 ? 0 : to < order.length ? held[to] : held[to - 1] + figures[order[to - 1]];
	const rim = counts ? bound ?? cut : bound;
	const pieces = [];
	const add = (first, end, role) => {
		if (end > first) pieces.push({
			from: sum(first),
			to: sum(end),
			count: end - first,
			role,
			accepted: role !== "between" && first < cut
		});
	};
	add(0, Math.min(at, cut), "before");
	add(cut, at, "between");
	add(at, at + 1, "followed");
	add(at + 1, cut, "after");
	const drawn = pieces.reduce((all, { from, to, role }) => all + (role === "between" ? 0 : to - from), 0);
	return {
		pieces,
		rim,
		end: counts ? order.length : endOf(rim, drawn, false)
	};
}
const LEAST$3 = .25;
function endOf(rim, full, share) {
	if (share) return 1;
	const [low, high] = [Math.min(rim ?? full, full), Math.max(rim ?? full, full)];
	const end = Math.min(1.04 * high, low / LEAST$3 || 1e400);
	return Number.isFinite(end) && end > 0 ? end : 1;
}
// panels/step-chart.js
const [BARS, BUCKET, DEEP] = [
	46,
	74,
	34
];
const HEIGHT$2 = BUCKET + DEEP + 20;
const BREAK = 54;
const LEAST$2 = 1.5;
var StepChart = class {
	constructor(canvas) {
		this.canvas = canvas;
		this.width = 300;
		this.count = 1;
		this.piece = {
			middle: 0,
			right: 0,
			foot: BUCKET + DEEP
		};
	}
	fit(width) {
		this.width = width;
		this.canvas.style.width = `${width}px`;
		this.canvas.style.height = `${HEIGHT$2}px`;
	}
	barAt(x) {
		return Math.min(Math.max(Math.floor(x / this.width * this.count), 0), this.count - 1);
	}
	#x(at) {
		return at / this.count * this.width;
	}
	paint(picture) {
		const { decision, inks, followed, pointed, supposedBound } = picture;
		this.count = decision.order.length;
		const context = surface(this.canvas, this.width, HEIGHT$2);
		const would = supposedBound === null ? decision.cut : cutAt(decision, supposedBound);
		this.#bars(context, picture);
		this.#bucket(context, picture);
		const piece = this.piece.middle;
		const [bar, foot] = [this.#x(decision.rank[followed] + .5), BARS + 4];
		context.strokeStyle = context.fillStyle = inks.ink;
		context.lineWidth = picture.chosen ? 1.5 : 1;
		path(context, [
			[bar, foot],
			[bar, BUCKET - 8],
			[piece, BUCKET - 8],
			[piece, BUCKET]
		]);
		context.fillRect(bar - 1.5, foot - 4, 3, 5);
		this.#counts(context, picture, would);
		if (pointed !== null && pointed !== followed) {
			context.fillStyle = inks.soft;
			context.fillRect(this.#x(decision.rank[pointed] + .5) - .5, 0, 1, BARS);
		}
	}
	#bars(context, { decision, entropy, bound, supposedBound, shades, inks }) {
		const { explanation, figures, order, cut } = decision;
		if (explanation.order !== "place") {
			const finite = figures.filter(Number.isFinite);
			const top = explanation.unit === "probability" ? 1 : Math.max(...finite) || 1;
			const width = this.#x(1);
			const y = (figure) => BARS - Math.max(Math.min(figure, top) / top * (BARS - 4), LEAST$2);
			order.forEach((position, at) => {
				const head = y(figures[position]);
				context.fillStyle = inks.edge;
				context.fillRect(this.#x(at), head, Math.max(width - (width >= 4 ? 1 : 0), .6), BARS - head);
				context.fillStyle = shades[shadeOf(entropy[position])].fill;
				if (width >= 4) context.fillRect(this.#x(at) + .5, head + .5, width - 2, BARS - head);
				else context.fillRect(this.#x(at), head + .7, Math.max(width, .6), BARS - head);
			});
			if (explanation.cut === "value") {
				if (bound !== null) line$1(context, inks.bound, [], 0, y(bound), this.width, y(bound));
				if (supposedBound !== null) line$1(context, inks.ink, [4, 3], 0, y(supposedBound), this.width, y(supposedBound));
			}
		}
		context.fillStyle = inks.line;
		context.fillRect(this.#x(cut), BARS, this.width, 1);
		context.fillStyle = inks.kept;
		context.fillRect(0, BARS, this.#x(cut), 3);
	}
	#counts(context, { decision, inks, names }, would) {
		const { cut, order } = decision;
		const x = this.#x(cut);
		line$1(context, inks.kept, [], x, 2, x, BARS + 3);
		if (would !== cut) {
			const there = this.#x(would);
			line$1(context, inks.ink, [4, 3], there, 2, there, BARS + 3);
			context.textAlign = there > this.width / 2 ? "right" : "left";
			const side = there > this.width / 2 ? -5 : 5;
			over(context, `${would} instead`, there + side, 12, inks.paper);
		}
		context.fillStyle = inks.kept;
		context.textAlign = "left";
		context.font = `600 ${context.font}`;
		over(context, `${cut} ${names[0]}`, 0, BARS + 17, inks.paper);
		context.font = context.font.replace(/^600 /, "");
		context.fillStyle = inks.soft;
		context.textAlign = "right";
		if (cut < order.length) over(context, `${order.length - cut} ${names[1]}`, this.width, BARS + 17, inks.paper);
	}
	#bucket(context, picture) {
		const { decision, bound, supposedBound, followed, inks, unit, limit } = picture;
		const { explanation } = decision;
		const { pieces, rim, end } = bucketOf(decision, bound, followed);
		const counts = explanation.cut === "rank";
		const scale = counts ? 1 : scaleOf$1(explanation, unit);
		const broken = pieces.some(({ role }) => role === "between") && !counts;
		const room = this.width - 2 - (broken ? BREAK : 0);
		const x = (value) => 1 + Math.min(value, 2 * end) / end * room;
		const spills = explanation.cut === "running sum" && rim !== null;
		let left = 1;
		for (const piece of pieces) {
			const wide = piece.role === "between" && broken ? BREAK : x(piece.to - piece.from) - 1;
			const right = Math.min(Math.max(left + wide, left + 1.5), this.width);
			if (piece.role === "followed") Object.assign(this.piece, {
				middle: (left + right) / 2,
				right
			});
			this.#piece(context, picture, piece, left, right, spills ? x(rim) : 1e400, scale);
			left = right;
		}
		context.strokeStyle = inks.soft;
		context.lineWidth = 1.5;
		const open = rim === null ? this.width : Math.min(x(rim), this.width);
		path(context, [
			[open, BUCKET],
			[.75, BUCKET],
			[.75, BUCKET + DEEP],
			[open, BUCKET + DEEP]
		]);
		for (const [value, ink, dash] of [[
			rim,
			inks.bound,
			[]
		], [
			supposedBound,
			inks.ink,
			[4, 3]
		]]) {
			if (value === null) continue;
			const shown = digits(value * scale, 3);
			const name = counts ? `${value} due` : `${limit} ${shown}${explanation.unit === "nats" ? ` ${plainUnit(unit)}` : ""}`;
			const inside = value <= end;
			const at = inside ? x(value) : this.width;
			if (inside) line$1(context, ink, dash, at, BUCKET - 5, at, BUCKET + DEEP + 5);
			context.fillStyle = ink;
			context.textAlign = "center";
			const half = context.measureText(inside ? name : `${name} →`).width / 2;
			const centre = Math.min(Math.max(at, half), this.width - half);
			over(context, inside ? name : `${name} →`, centre, BUCKET + DEEP + 17, inks.paper);
		}
	}
	#piece(context, picture, { from, to, count, role, accepted }, left, right, rim, scale) {
		const { decision, entropy, followed, token, shades, inks } = picture;
		const shade = shades[shadeOf(entropy[followed])];
		const isFollowed = role === "followed";
		const [top, width] = [BUCKET + 2, right - left];
		context.fillStyle = isFollowed ? shade.fill : accepted ? inks["kept-ground"] : inks.paper;
		context.fillRect(left, top, width, DEEP - 4);
		if (accepted && right > rim) hatch(context, Math.max(left, rim), top, right - Math.max(left, rim), DEEP - 4, inks.bound);
		context.strokeStyle = isFollowed ? inks.ink : inks.edge;
		context.lineWidth = isFollowed ? 2 : 1;
		context.setLineDash(accepted ? [] : [3, 3]);
		context.strokeRect(left + .5, top, Math.max(width - 1, 1), DEEP - 4);
		context.setLineDash([]);
		const measure = (part) => context.measureText(part).width;
		const figure = decision.explanation.cut === "value" ? decision.figures[followed] : to - from;
		const cost = decision.explanation.cut !== "rank" && Number.isFinite(figure) ? digits(figure * scale, 3) : "";
		const name = isFollowed ? token : counted$3(count, "cell");
		if (width < Math.min(measure(name), 44) + 8 || width < measure(cost) + 4) return;
		context.fillStyle = isFollowed ? shade.text : inks.soft;
		context.textAlign = "center";
		const lines = [fit(name, width - 8, measure), cost].filter(Boolean);
		lines.forEach((text, at) => over(context, text, (left + right) / 2, BUCKET + DEEP / 2 + 4.5 + (lines.length === 2 ? 13 * (at - .5) : 0), isFollowed ? shade.fill : accepted ? inks["kept-ground"] : inks.paper));
	}
};
function over(context, text, x, y, ground) {
	context.strokeStyle = ground;
	context.lineWidth = 4;
	context.lineJoin = "round";
	context.strokeText(text, x, y);
	context.fillText(text, x, y);
}
function path(context, points) {
	context.beginPath();
	for (const [x, y] of points) context.lineTo(x, y);
	context.stroke();
}
function line$1(context, colour, dash, x0, y0, x1, y1) {
	context.strokeStyle = context.fillStyle = colour;
	context.lineWidth = 1.5;
	context.setLineDash(dash);
	path(context, [[x0, y0], [x1, y1]]);
	context.setLineDash([]);
}
function hatch(context, x, y, width, height, colour) {
	context.save();
	context.beginPath();
	context.rect(x, y, width, height);
	context.clip();
	context.strokeStyle = colour;
	context.globalAlpha = .55;
	context.lineWidth = 1;
	for (let at = x - height; at < x + width; at += 6) path(context, [[at, y + height], [at + height, y]]);
	context.restore();
}
// panels/candidates.js
const WIDTH$2 = 58;
var Candidates = class {
	constructor(shown, name) {
		this.shown = shown;
		this.list = element("ol.tdp-candidates", { "aria-label": name });
		this.none = element("p.tdp-rest.tdp-no-candidates");
		this.bars = [];
		this.remainder = bar();
		this.remainder.root.classList.add("tdp-others");
		setText(this.remainder.token, "others");
	}
	paint(recording, frame, position, drawn = "") {
		const { header, live } = recording;
		const candidates = candidatesOf(frame, position, header.vocab_size, this.shown);
		this.list.hidden = candidates === null;
		this.none.hidden = candidates !== null;
		if (candidates === null) {
			setText(this.none, live ? "The candidates of a live run come when it has ended." : "This run has no candidates recorded.");
			return null;
		}
		const { list, rest } = candidates;
		if (this.bars.length !== list.length + 1) {
			this.bars = Array.from({ length: list.length + 1 }, bar);
			this.list.replaceChildren(...this.bars.map(({ root }) => root));
		}
		const id = frame.sampled_ids[position];
		const others = !list.some((candidate) => candidate.id === id);
		this.bars.forEach(({ root, token, track, share, marks }, i) => {
			const candidate = list[i];
			const isDrawn = drawn !== "" && (candidate ? candidate.id === id : others);
			const part = candidate?.share ?? rest.share;
			if (candidate) setToken(token, tokenText(recording, candidate.id), WIDTH$2);
			else setToken(token, counted$3(rest.count, "other").replace(/\B(?=(\d{3})+ )/, ","), 116);
			const pale = candidate && drawn !== "" ? candidate.cool * list[0].share : 0;
			track.style.backgroundSize = `${(100 * part).toFixed(2)}% 100%, ${(100 * pale).toFixed(2)}% 100%`;
			setText(share, percent(candidate ? part : Math.max(part, Number.EPSILON)));
			setText(marks, isDrawn ? drawn : "");
			root.classList.toggle("tdp-is-drawn", isDrawn);
			root.classList.toggle("tdp-others", candidate === void 0);
		});
		return candidates;
	}
};
function bar() {
	const [token, share, marks] = [
		"tdp-token",
		"tdp-share",
		"tdp-marks"
	].map((style) => element("span", { class: style }));
	const track = element("span.tdp-track", { "aria-hidden": "true" });
	return {
		root: element("li", token, track, share, marks),
		token,
		track,
		share,
		marks
	};
}
// panels/step-cell.js
const [NOW, BEFORE$1] = [5, 3];
const LEAST_PALE = .01;
var StepCell = class {
	constructor(shown = NOW) {
		this.input = stepPart(1, "What goes in");
		this.chip = element("span.tdp-chip.tdp-token");
		this.memory = new Candidates(BEFORE$1, "Memory: the probabilities of the step before");
		this.input.body.append(element("div.tdp-chip-row", this.chip, this.memory.list));
		this.chances = stepPart(2, "Probabilities");
		this.candidates = new Candidates(shown, "Most probable tokens at this step");
		this.cool = element("p.tdp-rest", "Pale: beside the first, before the temperature.");
		this.chances.body.append(this.candidates.list, this.candidates.none, this.cool);
		this.draw = stepPart(3, "Draw");
		this.drawn = element("b.tdp-token");
		this.strip = element("div.tdp-draw-strip", { "aria-hidden": "true" });
		this.draw.body.append(this.strip);
		this.drawnAt = 0;
		this.draw.head.append(" ", this.drawn);
		this.unsure = stepPart(4, "How unsure?");
		this.entropy = element("b.tdp-chip.tdp-nats");
		this.alone = element("span.tdp-alone");
		this.unsure.body.append(element("div.tdp-chip-row", this.entropy, this.alone));
		this.root = element("div.tdp-step-cell", ...[
			this.input,
			this.chances,
			this.draw,
			this.unsure
		].map(({ root }) => root));
	}
	paint(recording, step, position, { unit, terms }, shade) {
		const frame = recording.frames[step];
		const { settings } = recording.headerAt(step);
		const { id, origin } = inputOf(recording, step, position);
		const before = memoryOf(recording, step);
		const reached = origin !== "before" || frame.accepted[position] === 1;
		for (const { root } of [
			this.chances,
			this.draw,
			this.unsure
		]) root.hidden = !reached;
		setText(this.input.aside, reached ? inputPhrase(origin, frame.step, before !== null, terms) : "nothing yet: it comes later");
		const seen = origin === "before" ? frame.input_ids[position - 1] : id;
		this.chip.hidden = !reached || seen === void 0;
		if (seen !== void 0) setToken(this.chip, `${origin === "before" ? "… " : ""}${tokenText(recording, seen)}`, 66);
		this.chip.dataset.origin = origin;
		this.memory.list.hidden = before === null;
		if (before !== null) this.memory.paint(recording, before, position);
		if (!reached) return;
		const sampled = frame.sampled_ids[position];
		const hand = handAt(frame, position);
		setText(this.chances.aside, `at temperature ${temperatureText(frame.temperature)}`);
		const candidates = this.candidates.paint(recording, frame, position, terms === "plain" ? "drawn" : "sampled");
		this.cool.hidden = candidates === null;
		const pale = frame.temperature === 1 ? 0 : candidates?.list[1]?.cool ?? 0;
		this.cool.style.visibility = pale > LEAST_PALE ? "" : "hidden";
		const chance = recording.headerAt(step).explanation?.cut === "draw";
		const held = hand === "held" || hand === "favoured";
		setText(this.draw.aside, `${drawPhrase({
			draw: settings.draw,
			hand: held,
			chance,
			stays: sampled === id
		})}:`);
		setToken(this.drawn, tokenText(recording, sampled), 66);
		const part = held ? null : drawnPart(candidates, sampled);
		this.strip.hidden = part === null;
		this.drawnAt = part === null ? 0 : (part[0] + part[1]) / 2;
		if (part !== null && candidates !== null) this.strip.style.background = stripOf(candidates, part);
		setText(this.unsure.aside, unsurePhrase(unit));
		setText(this.entropy, entropyIn(frame.entropy[position], unit));
		this.entropy.style.setProperty("--tdp-shade", shade.fill);
		this.entropy.style.color = shade.text;
		const term = candidates?.list.find((candidate) => candidate.id === sampled);
		setText(this.alone, term ? `“${shortToken(recording, sampled)}” alone gives ${entropyText(term.nats, unit)}` : "");
	}
};
function stripOf({ list, rest }, [from, to]) {
	const ring = `radial-gradient(circle at ${`clamp(7px, ${(50 * (from + to)).toFixed(2)}%, 100% - 7px)`} 50%, var(--tdp-card) 4px, var(--tdp-ink) 4.7px 6px, transparent 6.7px)`;
	const stops = [];
	let end = 0;
	for (const { share } of list) {
		const next = Math.min(end + 100 * share, 100);
		stops.push(`var(--tdp-bar) ${end.toFixed(2)}% calc(${next.toFixed(2)}% - 1px)`, `var(--tdp-paper) 0 ${next.toFixed(2)}%`);
		end = next;
	}
	if (rest.share > 0) stops.push("var(--tdp-rest) 0");
	return `${ring}, linear-gradient(to right, ${stops.join(", ")})`;
}
// panels/step-choice.js
var StepChoice = class {
	constructor(reader) {
		this.reader = reader;
		this.choice = stepPart(5, "Sort and add up");
		this.canvas = element("canvas.tdp-step-chart", {
			tabindex: "0",
			role: "slider",
			"aria-valuemin": "1"
		});
		this.choice.body.append(this.canvas);
		this.outcome = stepPart(6, "What goes on");
		this.chip = element("span.tdp-chip.tdp-token");
		this.whither = element("span.tdp-alone");
		this.outcome.body.append(element("div.tdp-chip-row", this.chip, this.whither));
		this.root = element("div.tdp-step-choice", this.choice.root, this.outcome.root);
		this.chart = new StepChart(this.canvas);
		this.recording = null;
		this.inks = inksOf(this.root);
		this.shades = shades("light");
		this.taste = {
			unit: "nats",
			layer: "sampled",
			terms: "plain"
		};
		this.step = -1;
		this.chosen = null;
		this.pointed = null;
		this.decision = null;
		this.supposedBound = null;
		const at = (event) => this.decision?.order[this.chart.barAt(event.offsetX)] ?? null;
		this.canvas.onpointermove = (event) => reader.point(at(event));
		this.canvas.onpointerup = (event) => reader.choose(at(event));
		this.canvas.onpointerleave = () => reader.point(null);
		this.canvas.onkeydown = (event) => this.#key(event);
		new ResizeObserver(() => {
			if (this.choice.body.clientWidth === 0) return;
			this.chart.fit(this.choice.body.clientWidth);
			this.#draw();
		}).observe(this.choice.body);
	}
	show(recording, theme, taste) {
		if (recording !== this.recording) Object.assign(this, {
			pointed: null,
			chosen: null,
			step: -1,
			decision: null
		});
		Object.assign(this, {
			recording,
			taste,
			shades: shades(theme),
			inks: inksOf(this.root)
		});
		this.canvas.setAttribute("aria-label", `Positions in the order of ${explanationOf(recording.header).order}`);
	}
	point(position) {
		if (position === this.pointed) return;
		this.pointed = position;
		this.#draw();
	}
	get followed() {
		const { decision } = this;
		if (this.chosen !== null) return this.chosen;
		if (decision !== null) return decision.order[Math.max(decision.cut - 1, 0)];
		return Math.max(this.recording?.frames[this.step]?.accepted.lastIndexOf(1) ?? 0, 0);
	}
	paint(step, chosen, supposedBound) {
		Object.assign(this, {
			step,
			chosen,
			supposedBound
		});
		const { recording } = this;
		const frame = recording?.frames[step];
		if (!recording || frame === void 0) return;
		const header = recording.headerAt(step);
		const way = wayOf(header);
		const { terms } = this.taste;
		this.decision = way.causal ? null : decisionOf(frame, header);
		const [title, aside] = choicePhrase(explanationOf(header), way.causal, frame.accepted.length, terms);
		setText(this.choice.title, title);
		setText(this.choice.aside, aside);
		this.canvas.hidden = this.decision === null;
		this.#draw();
		this.#goOn(recording, frame);
	}
	#goOn(recording, frame) {
		const { step, followed, taste } = this;
		const { begins, sticky } = wayOf(recording.header);
		const outcome = outcomeOf$1(recording, step, followed);
		const accepted = frame.accepted[followed] === 1;
		setText(this.outcome.aside, outcomePhrase(frame, followed, recording.header, taste.terms));
		setToken(this.chip, outcome.id < 0 ? "∅" : tokenText(recording, outcome.id), 66);
		this.chip.dataset.origin = accepted ? "kept" : begins;
		const known = {
			step: frame.step,
			accepted,
			begins,
			sticky
		};
		const best = outcome.to === "next" && memoryOf(recording, step + 1) !== null ? candidatesOf(frame, followed, recording.header.vocab_size, 1)?.list[0] : void 0;
		const memory = best ? ` Its memory: ${shortToken(recording, best.id)} ${percent(best.share)}.` : "";
		setText(this.whither, `${whitherSentence(outcome, known, taste.terms)}${memory}`);
	}
	#draw() {
		const { recording, decision, step, taste, followed } = this;
		const frame = recording?.frames[step];
		if (!recording || frame === void 0 || decision === null) return;
		const header = recording.headerAt(step);
		this.chart.paint({
			decision,
			entropy: frame.entropy,
			bound: boundOf(header),
			supposedBound: this.supposedBound,
			followed,
			chosen: this.chosen !== null,
			pointed: this.pointed,
			token: shortToken(recording, frame.sampled_ids[followed]),
			names: [taste.terms === "plain" ? "kept" : "accepted", namesOf(header.way, taste.terms)[2]],
			limit: boundName(decision.explanation, taste.terms),
			unit: taste.unit,
			shades: this.shades,
			inks: this.inks
		});
		this.canvas.setAttribute("aria-valuemax", String(decision.order.length));
		this.canvas.setAttribute("aria-valuenow", String(decision.rank[followed] + 1));
		this.canvas.setAttribute("aria-valuetext", this.sentence(followed));
	}
	sentence(position) {
		const { recording, decision, step, taste } = this;
		const frame = recording?.frames[step];
		if (!recording || frame === void 0 || decision === null) return "";
		return barSentence(decision, frame, position, tokenText(recording, frame.sampled_ids[position]), taste.unit, namesOf(recording.header.way, taste.terms));
	}
	#key(event) {
		const { decision } = this;
		if (decision === null || event.ctrlKey || event.metaKey || event.altKey) return;
		const all = decision.order.length;
		const at = decision.rank[this.followed];
		const to = {
			ArrowLeft: at - 1,
			ArrowDown: at - 1,
			ArrowRight: at + 1,
			ArrowUp: at + 1,
			PageDown: at - 10,
			PageUp: at + 10,
			Home: 0,
			End: all - 1
		}[event.key];
		if (to === void 0) return;
		event.preventDefault();
		event.stopPropagation();
		this.chosen = decision.order[Math.min(Math.max(to, 0), all - 1)];
		this.reader.choose(this.chosen);
	}
};
// panels/what-if.js
const NOTCHES$1 = 1e3;
const MOST_NATS = 5;
var WhatIf = class {
	constructor(suppose, tune) {
		this.suppose = suppose;
		this.tune = tune;
		this.label = element("label.tdp-what-if-asked");
		this.range = element("input", {
			type: "range",
			min: "0",
			max: String(NOTCHES$1),
			step: "1"
		});
		this.number = element("input", {
			type: "number",
			min: "0",
			step: "any"
		});
		this.reset = element("button.tdp-pill", "Reset");
		this.run = element("button.tdp-pill", "Run with this");
		this.verdict = element("p.tdp-what-if-verdict", { "aria-live": "polite" });
		this.outcome = element("div.tdp-what-if-outcome", this.verdict, this.run, this.reset);
		this.root = element("div.tdp-what-if", element("div.tdp-what-if-row", this.label, this.range, this.number), this.outcome);
		this.bound = null;
		this.explanation = null;
		this.taste = {
			unit: "nats",
			layer: "sampled",
			terms: "plain"
		};
		this.decision = null;
		this.supposedBound = null;
		this.range.oninput = () => suppose(this.within(this.#most * this.#curve(Number(this.range.value) / NOTCHES$1)));
		this.number.oninput = () => {
			const typed = this.number.valueAsNumber / this.#scale;
			if (Number.isFinite(typed) && typed >= 0) suppose(this.#rank ? Math.round(typed) : typed);
		};
		this.reset.onclick = () => {
			suppose(null);
			this.range.focus();
		};
		this.run.onclick = () => {
			if (tune && this.explanation?.bound && this.supposedBound !== null) tune({ [this.explanation.bound]: this.supposedBound });
		};
	}
	get #rank() {
		return this.explanation?.cut === "rank";
	}
	get #scale() {
		return this.explanation && !this.#rank ? scaleOf$1(this.explanation, this.taste.unit) : 1;
	}
	get #most() {
		if (this.#rank) return this.decision?.order.length ?? 1;
		const unit = this.explanation?.unit;
		return unit === "probability" ? 1 : Math.max(unit === "nats" ? MOST_NATS : 1, 2 * (this.bound ?? 0));
	}
	#curve(share, back = false) {
		if (this.#rank || this.explanation?.unit !== "nats") return share;
		return back ? Math.cbrt(share) : share ** 3;
	}
	within(bound) {
		const least = Math.min(Math.max(bound, 0), this.#most);
		return this.#rank ? Math.round(least) : +least.toPrecision(3);
	}
	show(bound, explanation, taste) {
		Object.assign(this, {
			bound,
			explanation,
			taste
		});
		const name = boundName(explanation, taste.terms);
		setText(this.label, `What if the ${name} were`);
		for (const input of [this.range, this.number]) input.setAttribute("aria-label", `Another ${name} for this step`);
	}
	paint(decision, supposedBound) {
		Object.assign(this, {
			decision,
			supposedBound
		});
		const supposed = supposedBound ?? this.bound ?? decision.cut;
		this.range.value = String(Math.round(NOTCHES$1 * this.#curve(Math.min(supposed / this.#most, 1), true)));
		const figure = +(supposed * this.#scale).toPrecision(3);
		if (this.number !== document.activeElement || supposedBound === null) this.number.value = String(figure);
		this.range.setAttribute("aria-valuetext", `${digits(figure, 3)}${this.explanation?.unit === "nats" && !this.#rank ? ` ${plainUnit(this.taste.unit)}` : ""}`);
		this.outcome.hidden = supposedBound === null;
		this.run.hidden = this.tune === null || !this.explanation?.bound;
		setText(this.verdict, supposedBound === null ? "" : `SIMULATED: ${supposedSentence(decision, supposedBound, this.taste)} Later steps would differ.`);
	}
};
// panels/decision.js
var DecisionPanel = class {
	static place = "watch";
	constructor(root, reader) {
		this.root = root;
		this.step = new StepChoice(reader);
		this.why = element("p.tdp-why");
		this.whatIf = new WhatIf((bound) => this.#suppose(bound), reader.tune);
		this.readout = element("p.tdp-readout");
		this.rule = element("p.tdp-rule");
		this.title = element("h2");
		this.hint = element("p.tdp-hint", "Press a token to see why it is there.");
		root.classList.add("tdp-panel");
		root.append(this.hint, this.step.root, this.title, this.why, this.whatIf.root, element("details.tdp-more", element("summary", "The rule in figures"), this.rule, this.readout));
		this.recording = null;
		this.taste = {
			unit: "nats",
			layer: "sampled",
			terms: "plain"
		};
		this.painted = [
			-1,
			null,
			null
		];
	}
	get decision() {
		return this.step.decision;
	}
	show(recording, theme, taste) {
		if (recording !== this.recording) this.painted = [
			-1,
			null,
			null
		];
		Object.assign(this, {
			recording,
			taste
		});
		this.step.show(recording, theme, taste);
		const explanation = explanationOf(recording.header);
		this.whatIf.show(boundOf(recording.header), explanation, taste);
		const sum = explanation.cut === "running sum" && explanation.order === "entropy";
		this.title.title = sum ? hint("budget", taste.terms) : `${explanation.label}: ${explanation.rule}`;
	}
	paint(step, chosen) {
		const [last, , supposed] = this.painted;
		this.#draw(step, chosen, step === last ? supposed : null);
	}
	point(position) {
		this.step.point(position);
		setText(this.readout, this.step.sentence(position ?? this.step.followed));
	}
	#suppose(bound) {
		const [step, chosen] = this.painted;
		this.#draw(step, chosen, bound);
	}
	#draw(step, chosen, supposed) {
		this.painted = [
			step,
			chosen,
			supposed
		];
		const { recording, taste } = this;
		const frame = recording?.frames[step];
		if (!recording || frame === void 0) return;
		this.step.paint(step, chosen, supposed);
		const { decision, followed } = this.step;
		const header = recording.headerAt(step);
		const explanation = explanationOf(header);
		const bound = boundOf(header);
		const [verb, verbs] = taste.terms === "plain" ? ["kept", "keeps"] : ["accepted", "accepts"];
		const not = chosen !== null && frame.accepted[chosen] === 1 ? "" : "not ";
		setText(this.title, `Why it is ${not}${verb}`);
		if (chosen === null) setText(this.step.choice.title, `What this step ${verbs}`);
		this.root.classList.toggle("tdp-no-cell", chosen === null);
		this.hint.hidden = chosen !== null;
		this.readout.hidden = decision === null;
		this.whatIf.root.hidden = decision === null || explanation.order === "place";
		const token = chosen === null ? "" : shortToken(recording, frame.sampled_ids[chosen]);
		const counts = countsOf(recording, step);
		const others = counts.others === 0 ? "" : `${counts.others} of them ${otherWords(counts)}`;
		const subject = chosen === null ? null : {
			position: chosen,
			token
		};
		const why = whySentence(decision, {
			explanation,
			accepted: frame.accepted,
			bound
		}, subject, others, taste);
		const limit = explanation.cut === "running sum" ? boundName(explanation, taste.terms) : "";
		setText(this.why, `${why}${standSentence(frame, limit)}`);
		setText(this.rule, decision === null ? decisionSentence(explanation, frame.accepted) : ruleSentence$1(decision, bound, taste.unit));
		if (decision === null) return;
		setText(this.readout, this.step.sentence(followed));
		this.whatIf.paint(decision, supposed);
	}
};
// panels/gauge.js
const [LOWEST$1, HIGHEST$2] = [-4, 1];
function logPlace(nats) {
	return Math.min(Math.max(((nats > 0 ? Math.log10(nats) : LOWEST$1) - LOWEST$1) / (HIGHEST$2 - LOWEST$1), 0), 1);
}
var StopGauge = class {
	static place = "tune";
	constructor(root) {
		const body = frame(root, "When it stops");
		this.confidence = meter("Confident");
		this.stability = meter("Stable");
		this.steps = meter("Steps");
		this.verdict = element("p.tdp-gauge-verdict");
		body.append(this.confidence.root, this.stability.root, this.steps.root, this.verdict);
		this.recording = null;
		this.unit = "nats";
		this.terms = "plain";
	}
	show(recording, _theme, { unit, terms }) {
		Object.assign(this, {
			recording,
			unit,
			terms
		});
		this.confidence.root.title = hint("confidence", terms);
		this.stability.root.title = hint("stability", terms);
		this.steps.root.title = hint("step", terms);
	}
	paint(step) {
		const now = this.recording?.frames[step];
		if (!this.recording || now === void 0) return;
		const { settings } = this.recording.headerAt(step);
		const { max_denoising_steps: most, stability_threshold: k, confidence_threshold: threshold } = settings;
		const { unit } = this;
		const [mean, limit] = apart(now.mean_entropy * PER_NAT[unit], threshold * PER_NAT[unit]);
		const confident = now.mean_entropy < threshold;
		const need = threshold === 0 ? "a limit of 0 is never met" : confident ? `below ${limit}` : `needs below ${limit}`;
		fill(this.confidence, {
			met: confident,
			zone: threshold > 0 ? logPlace(threshold) : 0,
			mark: logPlace(now.mean_entropy),
			text: `${mean} ${unit}, ${need}`
		});
		fill(this.stability, {
			met: now.stable_for >= k,
			bar: k === 0 ? 1 : Math.min(now.stable_for / k, 1),
			text: `${now.stable_for} of ${k}`
		});
		fill(this.steps, {
			met: now.step >= most,
			bar: now.step / most,
			text: `${now.step} of ${most}`
		});
		setText(this.verdict, endSentence(this.recording, step, words$1(this.terms).part));
		this.verdict.classList.toggle("tdp-ended", this.recording.closesBlock(step));
	}
};
function meter(name) {
	const glyph = element("span.tdp-met");
	const value = element("span.tdp-meter-value");
	const zone = element("i.tdp-zone");
	const mark = element("i.tdp-mark");
	const track = element("span.tdp-track", { "aria-hidden": "true" }, zone, mark);
	return {
		root: element("div.tdp-meter", element("span.tdp-meter-name", name), track, element("span.tdp-meter-text", value, glyph)),
		glyph,
		value,
		track,
		zone,
		mark
	};
}
function fill({ root, glyph, value, track, zone, mark }, reading) {
	setText(glyph, reading.met ? " ✓" : "");
	root.classList.toggle("tdp-is-met", reading.met);
	setText(value, reading.text);
	zone.hidden = !reading.zone;
	zone.style.width = `${100 * (reading.zone ?? 0)}%`;
	fillTrack(track, reading.bar ?? 0);
	mark.hidden = reading.mark === void 0;
	mark.style.setProperty("--tdp-at", `calc((100% - 4px) * ${reading.mark ?? 0})`);
}
// run/lanes.js
const momentIn = ({ moments }, moment) => moments[Math.min(moment, moments.length - 1)];
const momentsOf = (lanes) => Math.max(0, ...lanes.map(({ moments }) => moments.length));
function incomparable(first, second) {
	const [header, secondHeader] = [first.header, second.header];
	if (header.source || secondHeader.source) return "only the text of the steps is recorded";
	if (header.canvas_length !== secondHeader.canvas_length) return `the canvases have ${header.canvas_length} and ${secondHeader.canvas_length} positions`;
	if (wayOf(header).causal !== wayOf(secondHeader).causal) return "only one of them writes token after token";
	if (header.vocab_size !== secondHeader.vocab_size) return `the vocabularies have ${header.vocab_size} and ${secondHeader.vocab_size} tokens`;
	for (const [id, text] of first.tokens) if ((second.tokens.get(id) ?? text) !== text) return "the same token ids stand for different texts";
	return "";
}
function differing(first, second, moment, layer, beside = moment) {
	const [canvas, secondCanvas] = [canvasAt(first, moment, layer), canvasAt(second, beside, layer)];
	return Uint8Array.from({ length: first.header.canvas_length }, (_, position) => Number(canvas?.[position] !== secondCanvas?.[position]));
}
function canvasAt(recording, at, layer) {
	const moment = momentIn(recording, at);
	if (moment === void 0) return void 0;
	const frame = recording.frames[moment.step];
	return moment.noise ? frame.input_ids : canvasOf(frame, layer);
}
const anyOf = (marks) => Uint8Array.from(marks[0] ?? [], (_, position) => Number(marks.some((one) => one[position])));
function differences(lanes, places, end) {
	const [first, ...others] = lanes;
	const compared = others.filter((other) => incomparable(first, other) === "");
	const counts = [];
	for (let tick = 0; tick < end && compared.length > 0; tick += 1) {
		const at = places(tick);
		if ([first, ...compared].some((lane) => lane.live && at[lanes.indexOf(lane)] >= lane.moments.length)) break;
		const marks = compared.map((lane) => differing(first, lane, at[0], "sampled", at[lanes.indexOf(lane)]));
		counts.push(anyOf(marks).reduce((sum, one) => sum + one, 0));
	}
	return counts;
}
const alike = new WeakMap();
function parting(first, second) {
	const lanes = [first, second];
	const end = momentsOf(lanes);
	const known = alike.get(first) ?? new WeakMap();
	alike.set(first, known);
	for (let moment = known.get(second) ?? 0; moment < end; moment += 1) {
		known.set(second, moment);
		if (lanes.some(({ moments, live }) => moment >= moments.length && live)) return null;
		const [place, next = null] = lanes.flatMap((lane) => moment < lane.moments.length ? [placeOf(lane, moment)] : []).sort((a, b) => a.block - b.block || a.step - b.step);
		if (next === null || place.block !== next.block) return {
			moment,
			block: place.block,
			step: Math.max(place.step, 1),
			position: null
		};
		const position = differing(first, second, moment, "sampled").indexOf(1);
		if (position !== -1) return {
			moment,
			block: place.block,
			step: place.step,
			position
		};
	}
	return null;
}
function placeOf({ moments, frames }, moment) {
	const { step, noise } = moments[moment];
	return {
		block: frames[step].block,
		step: noise ? 0 : frames[step].step
	};
}
function nextDifference(lanes, tick, places = (at) => lanes.map(() => at), end = momentsOf(lanes)) {
	const [first] = lanes;
	const compared = lanes.map((other) => other !== first && incomparable(first, other) === "");
	for (let at = tick + 1; at < end; at += 1) {
		const [before, now] = [places(at - 1), places(at)];
		for (const [lane, recording] of lanes.entries()) {
			if (!compared[lane]) continue;
			const [then, next] = [before, now].map((own) => differing(first, recording, own[0], "sampled", own[lane]));
			if (next.some((differs, position) => differs && !then[position])) return at;
		}
	}
	return -1;
}
function variedBy(lanes) {
	if (lanes.length < 2) return null;
	const headers = lanes.map(({ header }) => header);
	const alike = (of) => new Set(headers.map((header) => JSON.stringify(of(header) ?? ""))).size === 1;
	if (!alike(({ prompt, system, model, revision, spec }) => [
		prompt,
		system,
		model,
		revision,
		spec?.pins,
		spec?.start,
		spec?.noise,
		spec?.noise_seed,
		spec?.keep,
		spec?.edits,
		spec?.branch
	])) return null;
	const differing = Object.keys(headers[0].settings).filter((key) => !alike(({ settings }) => settings[key]));
	const name = differing.includes("way") ? "way" : differing.length === 1 ? differing[0] : "";
	const values = [...new Set(headers.map(({ settings }) => settings[name]))];
	return name === "" || values.length < lanes.length ? null : {
		name,
		values
	};
}
const samePrompt = ({ header: first }, { header: second }) => first.prompt === second.prompt && (first.system ?? "") === (second.system ?? "") && (first.image_sha256 ?? "") === (second.image_sha256 ?? "");
const EXECUTION = /^(eager|compiled|partly compiled)(, up to (\d{1,9}) rows a pass)?$/;
function rowsOf({ execution = "" }) {
	const words = EXECUTION.exec(execution);
	return words ? Number(words[3] ?? 1) : NaN;
}
function timesOf(runs) {
	const untimed = runs.map(untimedOf);
	const different = unlike(runs.filter((_, at) => untimed[at] === "").map(({ header }) => header));
	return runs.map(({ seconds }, at) => {
		const note = untimed[at] || different;
		return {
			seconds: note === "" ? seconds : NaN,
			note
		};
	});
}
function untimedOf({ header, seconds, live }) {
	const rows = rowsOf(header);
	if (live) return "goes on";
	if (Number.isNaN(rows)) return "not known how its passes were run";
	if (rows > 1) return `shared passes, ${rows} rows`;
	const kind = EXECUTION.exec(header.execution ?? "")?.[1] ?? "";
	if (kind === "partly compiled") return kind;
	return seconds ? "" : "not timed";
}
function unlike(headers) {
	const facts = headers.map((header) => ({
		device: header.device,
		passes: EXECUTION.exec(header.execution ?? "")?.[1] ?? "",
		precision: header.dtype,
		...header.software
	}));
	for (const name of new Set(facts.flatMap((named) => Object.keys(named)))) {
		const values = new Set(facts.map((named) => named[name] ?? "not recorded"));
		if (values.size > 1) return `not the same ${name}: ${[...values].join(", ")}`;
	}
	return "";
}
function figuresOf(recording) {
	const { frames, header } = recording;
	const hasSteps = !header.source;
	const passes = hasSteps ? frames.length : NaN;
	const tokens = !hasSteps ? NaN : recording.textTokens;
	return {
		passes,
		encoderPasses: frames.some(({ encoder_tokens: count }) => count !== void 0) ? frames.filter(({ encoder_tokens: count = 0 }) => count > 0).length : NaN,
		tokens,
		perPass: tokens / passes,
		reopened: hasSteps ? reopenings(recording).length : NaN,
		changed: hasSteps ? corrections(recording).length : NaN,
		meanEntropy: frames.reduce((sum, { mean_entropy: mean }) => sum + mean, 0) / passes,
		live: recording.live,
		stopped: hasSteps ? frames.at(-1)?.stopReason ?? "" : "untold",
		verdict: recording.verdict,
		refused: recording.refused
	};
}
// words/titles.js
const MOST$2 = 60;
const CALLED$1 = {
	sampler: (value) => String(value),
	schedule: (value) => `${value} schedule`,
	way: (value) => String(value),
	entropy_bound: (value) => `bound ${value}`,
	max_denoising_steps: (value) => `at most ${value} steps`,
	max_new_tokens: (value) => `${numberText(Number(value))} tokens long`,
	t_max: (value) => `t_max ${value}`,
	t_min: (value) => `t_min ${value}`,
	confidence_threshold: (value) => value === 0 ? "no early end" : `ends below ${value} nats`,
	stability_threshold: (value) => `stable for ${value}`,
	draw: (value) => `${value} draws`,
	self_conditioning: (value) => `self-conditioning ${value}`
};
const settingName = (name, value) => (CALLED$1[name] ?? ((any) => `${name.replaceAll("_", " ")} ${any}`))(value);
function titlesOf(runs) {
	const groups = new Map([...grouped(runs, ({ header }) => header.prompt)].map(([prompt, alike]) => [prompt, groupOf(alike)]));
	return runs.map((run) => {
		const { prompt } = run.header;
		return {
			name: promptName(prompt),
			differs: difference(run, groups.get(prompt))
		};
	});
}
function promptName(prompt) {
	const lines = prompt.trim().split("\n");
	const size = lines[0] === "Solve this Sudoku:" ? puzzleOf(prompt)?.size : void 0;
	if (size !== void 0) return `Sudoku ${size}×${size}, ${lines[1]}`;
	const [first] = lines;
	if (first.length <= MOST$2) return first + (lines.length > 1 ? " …" : "");
	const cut = first.slice(0, MOST$2);
	return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MOST$2 / 2)).trimEnd()} …`;
}
const TURNS = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;
const quoted$1 = (text) => TURNS.test(text) ? `“\u2068${text}\u2069”` : `“${text}”`;
function groupOf(alike) {
	const differing = (of) => new Set(alike.map(({ header }) => of(header))).size > 1;
	const keys = [...new Set(alike.flatMap(({ header }) => Object.keys(header.settings)))];
	return {
		size: alike.length,
		settings: keys.filter((key) => differing(({ settings }) => settings[key])),
		models: differing(({ model, revision }) => `${model} ${revision}`),
		ways: differing(wayOf),
		seeds: differing(({ seed }) => seed),
		same: grouped(alike, ({ header }) => everything(header))
	};
}
function difference(run, group) {
	if (group.size === 1) return "";
	const { header } = run;
	const settings = group.settings.filter((key) => key in header.settings).map((key) => settingName(key, header.settings[key]));
	const parts = [
		...group.models ? [modelName(header.model)] : [],
		...group.ways && !("way" in header.settings) ? [wayOf(header).name] : [],
		...settings,
		...group.seeds ? [`seed ${header.seed}`] : []
	];
	if (settings.length > 0 && run.passes !== null) parts.push(`${run.passes} pass${run.passes === 1 ? "" : "es"}`);
	const same = group.same.get(everything(header)) ?? [];
	if (same.length > 1) parts.push(`run ${same.indexOf(run) + 1} of ${same.length}`);
	return parts.join(", ");
}
const everything = ({ seed, model, revision, way, settings }) => JSON.stringify([
	seed,
	model,
	revision,
	wayOf({ way }).name,
	Object.entries(settings).sort(([a], [b]) => a < b ? -1 : 1)
]);
function grouped(runs, of) {
	const groups = new Map();
	for (const run of runs) {
		const group = groups.get(of(run));
		if (group) group.push(run);
		else groups.set(of(run), [run]);
	}
	return groups;
}
// words/lanes.js
const LETTERS = Array.from({ length: 4 }, (_, lane) => String.fromCharCode(65 + lane));
const LISTED = 8;
const NO_LANE_LEFT = `At most 4 lanes fit; take one away first.`;
function laneTitles(lanes) {
	const all = lanes.map(({ header }) => header);
	const headers = all.filter(({ source }) => !source);
	const [first] = headers;
	const alike = headers.filter((header) => wayOf(header) === wayOf(first));
	const differs = (of, among = headers) => new Set(among.map(of)).size > 1;
	const names = Object.keys(first?.settings ?? {}).filter((name) => name !== "way" && alike.every(({ settings }) => name in settings) && differs(({ settings }) => settings[name], alike));
	return all.map((header, at) => {
		if (header.source) return {
			letter: LETTERS[at],
			title: `from ${header.source}`
		};
		const parts = [
			...differs(({ prompt }) => prompt) ? [promptName(header.prompt).replace(/\.$/, "")] : [],
			...differs(({ model, revision }) => `${model} ${revision}`) ? [modelName(header.model)] : [],
			...differs(wayOf) ? [wayOf(header).label] : [],
			...wayOf(header) === wayOf(first) ? names.map((name) => settingName(name, header.settings[name])) : [],
			...differs(({ seed }) => seed) ? [`seed ${header.seed}`] : [],
			...differs(({ spec }) => JSON.stringify(spec?.edits ?? [])) ? editNames(lanes[at]) : [],
			...differs(({ spec }) => JSON.stringify(spec?.pins ?? {})) ? pinNames(lanes[at]) : []
		];
		return {
			letter: LETTERS[at],
			title: parts.join(", ") || (headers.length < all.length ? promptName(header.prompt) : "the same settings")
		};
	});
}
const editNames = ({ header, tokens }) => (header.spec?.edits ?? []).map(({ step, cells }) => {
	const ids = Object.values(cells);
	const text = textOf(ids, tokens);
	return `${text ? `${text} put in` : `${counted$3(ids.length, "cell")} changed`} at step ${step}`;
});
function pinNames({ header, tokens }) {
	const ids = Object.values(header.spec?.pins ?? {});
	return ids.length === 0 ? [] : [`${textOf(ids, tokens) || counted$3(ids.length, "cell")} held`];
}
function textOf(ids, tokens) {
	const text = ids.map((id) => tokens.get(id ?? -1) ?? "").join("").trim();
	return text === "" || ids.length > LISTED ? "" : `“${cellText(text)}”`;
}
function lanesSentence(lanes, at, { places, spent } = {
	places: lanes.map(() => at),
	spent: `${at} ${at === 1 ? "pass" : "passes"}`
}, counting = false) {
	const [first, ...others] = lanes;
	const parts = others.map((lane, number) => partingSentence(first, lane, LETTERS[number + 1], Math.min(places[0], places[number + 1])));
	if (counting) return {
		plain: parts.filter(Boolean).join(" "),
		...differingWords(lanes, places, spent)
	};
	const kept = lanes.map((recording, number) => `${LETTERS[number]} ${keptSentence(recording, places[number])}`);
	const special = at === 0 ? "" : `After ${spent} ${kept.join("; ")}.`;
	return {
		plain: parts.filter(Boolean).join(" "),
		special,
		aside: ""
	};
}
function differingWords([first, ...others], places, spent) {
	const count = (at) => {
		const marks = others.map((lane, number) => lane.moments.length === 0 || incomparable(first, lane) ? null : differing(first, lane, at[0], "sampled", at[number + 1])).flatMap((one) => one ?? []);
		return marks.length === 0 ? null : anyOf(marks).reduce((sum, one) => sum + one, 0);
	};
	const now = count(places);
	if (now === null) return {
		special: "",
		aside: ""
	};
	const end = [first, ...others].every(({ live }) => !live) ? count([first, ...others].map(({ moments }) => moments.length - 1)) : null;
	return {
		special: `After ${spent} ${now} of ${counted$3(first.header.canvas_length, "cell")} ${now === 1 ? "differs" : "differ"}.`,
		aside: end === null ? "" : `At the end ${end} ${end === 1 ? "differs" : "differ"}, counted place by place.`
	};
}
function partingSentence(first, second, letter, at) {
	if (first.frames.length === 0 || second.frames.length === 0) return "";
	const reason = incomparable(first, second);
	if (reason) return `A and ${letter} cannot be compared cell by cell: ${reason}.`;
	const place = parting(first, second);
	if (place === null) return `A and ${letter} are the same so far.`;
	if (place.moment === 0) return `A and ${letter} begin with other noise.`;
	const alone = place.position === null ? ", which only one of them has" : "";
	const where = `${place.step === 0 ? "in other noise" : `at step ${place.step}`}${place.block > 1 ? ` of part ${place.block}` : ""}${alone}`;
	return place.moment > at ? `A and ${letter} are still the same; they part ${where}.` : `A and ${letter} part ${where}.`;
}
function keptSentence(recording, at) {
	const moment = momentIn(recording, at);
	if (moment === void 0) return recording.live ? "has not begun" : "was not made";
	if (recording.header.source) return `is at step ${moment.step + 1} of ${recording.frames.length} that were recorded`;
	if (moment.noise) return "is noise";
	if (!recording.live && at >= recording.moments.length) return `was over at pass ${recording.frames.length}`;
	if (wayOf(recording.header).causal) return `has written ${moment.step + 1}`;
	const { kept, all, noun } = countsOf(recording, moment.step);
	return `keeps ${kept} of ${all} ${noun}${all === 1 ? "" : "s"}`;
}
// panels/lanes.js
const ROUNDING = 1e-6;
const STOPPED = {
	"stable-and-confident": "sure",
	complete: "complete",
	"max-steps": "at the most",
	stopped: "by hand",
	untold: "–"
};
const NUMBERS = [
	[
		"passes",
		({ passes }) => passes,
		numberText
	],
	[
		"encoder passes",
		({ encoderPasses }) => encoderPasses,
		numberText
	],
	[
		"tokens of text",
		({ tokens }) => tokens,
		numberText
	],
	[
		"tokens a pass",
		({ perPass }) => perPass,
		(value) => digits(value, 2)
	],
	[
		"reopened",
		({ reopened }) => reopened,
		String
	],
	[
		"changed after kept",
		({ changed }) => changed,
		String
	],
	[
		"mean uncertainty",
		({ meanEntropy }) => meanEntropy,
		(value, unit) => digits(value * PER_NAT[unit], 2)
	]
];
var LaneTable = class {
	static place = "compare";
	constructor(root, { lanes, often, detail }) {
		this.lanes = lanes;
		const body = frame(root, "Compare");
		this.heading = root.querySelector("h2");
		this.about = element("p.tdp-hint");
		this.table = element("table.tdp-lane-table");
		this.place = element("div.tdp-lane-adding");
		this.room = element("div.tdp-lane-room");
		this.along = element("div.tdp-lane-along");
		this.more = element("div");
		this.offers = null;
		this.count = 0;
		body.append(this.about, this.place, this.room, this.table, this.along, this.more);
		onceSeen(this.along, () => this.#take());
		const adding = lanes?.adding;
		if (adding) onceSeen(this.place, () => this.#offer(adding));
		const many = element("div");
		this.often = null;
		body.append(many);
		if (often) onceSeen(many, () => this.#offerMany(many, often, detail));
	}
	async #take() {
		const [{ laneFigures }, { takeAlong }] = await Promise.all([import("./share-figures.js"), import("./share-take-along.js")]);
		const columns = () => laneFigures(this.lanes?.shown() ?? [], this.lanes?.guest?.() ?? null);
		this.along.append(takeAlong("each lane", () => ({
			title: "lanes",
			columns: columns()
		})));
	}
	async #offer(adding) {
		const { LaneOffers } = await import("./panels-lane-offers.js");
		this.offers = new LaneOffers(adding);
		this.place.append(this.offers.root);
		this.more.append(this.offers.more);
		this.#offers();
	}
	async #offerMany(place, often, detail) {
		const { OftenOffers } = await import("./panels-often-offers.js");
		this.often = new OftenOffers(often, detail);
		place.append(this.often.root);
		this.#offers();
	}
	#offers() {
		this.often?.show(this.lanes?.shown().map(({ recording }) => recording) ?? []);
		this.offers?.show(this.count > 0, this.count === 4 ? NO_LANE_LEFT : "");
	}
	show(_recording, _theme, { unit }) {
		const shown = this.lanes?.shown() ?? [];
		const guest = shown.length > 0 && this.lanes?.guest?.() || null;
		const count = [
			"One run",
			"One run",
			"Two lanes",
			"Three lanes",
			"Four lanes"
		][shown.length + (guest ? 1 : 0)];
		setText(this.heading, count);
		setText(this.about, shown.length === 0 ? "Add a lane: the same run with one thing changed, and both play under one clock. Or open the menu of runs, and choose Compare there." : sameSentence(shown.map(({ recording }) => recording), guest !== null));
		this.count = shown.length + (guest ? 1 : 0);
		this.#offers();
		this.table.hidden = this.along.hidden = shown.length === 0;
		const all = shown.map(({ recording }) => figuresOf(recording));
		const and = (row, text = "–") => {
			if (guest) row.append(element("td", text));
			return row;
		};
		const theirs = guest?.figures;
		const spent = theirs && !Number.isNaN(theirs.seconds) ? `${secondsText(theirs.seconds).replace(" ", "\xA0")} on arrival` : "–";
		this.table.replaceChildren(element("thead", element("tr", element("td"), ...shown.map(({ letter, title }) => element("th", {
			scope: "col",
			title
		}, letter)), ...guest ? [element("th", {
			scope: "col",
			title: guest.title
		}, "R")] : [])), element("tbody", ...NUMBERS.filter(([, figure]) => all.some((one) => !Number.isNaN(figure(one)))).map(([name, figure, text]) => and(line(name === "mean uncertainty" ? `${name}, ${unit}` : name, all, figure, (value) => text(value, unit)), name === "tokens of text" && theirs && !Number.isNaN(theirs.tokens) ? String(theirs.tokens) : "–")), and(secondsLine(timesOf(shown.map(({ recording }) => recording)), all), spent), and(words("stopped", all, ({ stopped, live }) => STOPPED[stopped] ?? (live ? "going on" : "not made")), theirs?.stopped), and(words("by rule", all, ({ verdict, refused }) => verdict === null ? refused ? "declined" : "–" : verdict.right ? "✓" : "✗", ({ verdict }) => verdict?.sentence ?? ""))));
	}
	paint() {}
};
function sameSentence(recordings, guest) {
	if (guest) return `${recordings.length > 1 ? `${sameSentence(recordings, false)} ` : ""}R is another model, which is sent the prompt alone.`;
	if (recordings.some(({ header }) => header.source)) return "Some of it comes from another program, which tells neither its prompt nor its settings.";
	const same = (of) => new Set(recordings.map(of)).size === 1;
	const shared = [
		same(({ header }) => header.prompt) && "prompt",
		same(({ header }) => header.seed) && "seed",
		same(({ header }) => `${header.model} ${header.revision}`) && "model"
	].filter(Boolean);
	return shared.length === 0 ? "Nothing is the same." : `The same ${shared.join(", ").replace(/, ([^,]+)$/, " and $1")}.`;
}
function line(name, all, figure, text) {
	const known = (figures, at) => figures.live || figures.passes === 0 ? NaN : figure(figures, at);
	const [first] = all.map(known);
	return element("tr", element("th", { scope: "row" }, name), ...all.map((figures, at) => {
		const value = known(figures, at);
		const difference = value - first;
		const face = Number.isNaN(value) ? "–" : text(value);
		if (at === 0 || Number.isNaN(difference) || Math.abs(difference) <= ROUNDING * Math.abs(first)) return element("td", face);
		return element("td", face, element("small", `${difference > 0 ? "+" : "−"}${text(Math.abs(difference))}`));
	}));
}
function secondsLine(times, all) {
	const row = line("seconds", all, (_, at) => times[at].seconds, (value) => secondsText(value).replace(" ", "\xA0"));
	let last = null;
	for (const [at, cell] of [...row.cells].slice(1).entries()) {
		const note = all[at].live || all[at].passes === 0 ? "" : times[at].note;
		if (note !== "" && last?.textContent === note) {
			last.colSpan += 1;
			cell.remove();
			continue;
		}
		if (note !== "") setText(cell, note);
		last = note === "" ? null : cell;
	}
	return row;
}
const words = (name, all, text, more = () => "") => element("tr", element("th", { scope: "row" }, name), ...all.map((one) => element("td", { title: more(one) }, text(one))));
// panels/supposed.js
const FIRST_SAMPLER = "entropy-bound";
var Supposed = class {
	static place = "tune";
	constructor(root, reader) {
		this.root = root;
		this.reader = reader;
		this.sentence = element("p.tdp-supposed", { role: "status" });
		this.run = element("button.tdp-pill", "Run with this");
		this.run.onclick = () => this.#run();
		root.classList.add("tdp-panel", "tdp-supposed-card");
		root.append(this.sentence, this.run);
		root.hidden = true;
		this.recording = null;
		this.taste = {
			unit: "nats",
			layer: "sampled",
			terms: "plain"
		};
	}
	show(recording, _theme, taste) {
		Object.assign(this, {
			recording,
			taste
		});
	}
	paint(step) {
		const { recording } = this;
		const frame = recording?.frames[step];
		const wanted = recording && frame ? askedBound(recording.header, this.reader.form()) : null;
		const decision = recording && frame && wanted !== null ? decisionOf(frame, recording.headerAt(recording.frames.indexOf(frame))) : null;
		const says = decision !== null && wanted !== null && decision.agrees;
		this.root.hidden = !says;
		this.run.hidden = this.reader.tune === null;
		setText(this.sentence, says ? `SIMULATED: ${supposedSentence(decision, wanted, this.taste)}` : "");
	}
	#run() {
		const { recording, reader } = this;
		const wanted = recording && askedBound(recording.header, reader.form());
		if (recording && wanted !== null && reader.tune) reader.tune({ [explanationOf(recording.header).bound]: wanted });
	}
};
function askedBound(header, form) {
	const bound = boundOf(header);
	const wanted = form[explanationOf(header).bound];
	const same = form.sampler === void 0 || form.sampler === (header.settings.sampler ?? FIRST_SAMPLER);
	return bound !== null && same && typeof wanted === "number" && wanted >= 0 && wanted !== bound ? wanted : null;
}
// panels/list.js
const ifChosen = (_recording, _step, chosen) => chosen !== null;
const PANELS = {
	inspector: {
		place: "watch",
		wanted: ifChosen,
		fetch: async () => (await import("./panels-inspector.js")).Inspector
	},
	decision: DecisionPanel,
	favoured: {
		place: "watch",
		wanted: ({ frames }, step) => frames[step]?.lead !== void 0,
		fetch: async () => (await import("./panels-favoured.js")).FavouredPanel
	},
	history: {
		place: "watch",
		wanted: ifChosen,
		fetch: async () => (await import("./panels-history.js")).History
	},
	supposed: Supposed,
	gauge: StopGauge,
	lanes: LaneTable,
	step: {
		place: "tray",
		title: "One step",
		fetch: async () => (await import("./panels-one-step.js")).OneStep
	},
	overview: {
		place: "tray",
		title: "Overview",
		fetch: async () => (await import("./panels-overview.js")).Overview
	},
	curve: {
		place: "tray",
		title: "Curves",
		needs: "plotly",
		fetch: async () => (await import("./panels-curve.js")).EntropyCurve
	},
	table: {
		place: "tray",
		title: "Table",
		fetch: async () => (await import("./panels-table.js")).StepTable
	},
	text: {
		place: "tray",
		title: "Running text",
		fetch: async () => (await import("./panels-text.js")).TextSoFar
	},
	cost: {
		place: "tray",
		title: "Cost",
		needs: "machine",
		fetch: async () => (await import("./panels-cost.js")).CostPanel
	},
	often: {
		place: "tray",
		title: "How often?",
		needs: "often",
		fetch: async () => (await import("./panels-often.js")).Often
	},
	map: {
		place: "tray",
		title: "Map",
		needs: "often",
		fetch: async () => (await import("./panels-map.js")).MapPanel
	},
	blocks: {
		place: "tray",
		title: "Parts",
		term: "Blocks",
		fetch: async () => (await import("./panels-blocks.js")).BlockStrip
	},
	repair: {
		place: "tray",
		title: "Own text",
		holds: ({ header }) => Boolean(header.spec?.start),
		fetch: async () => (await import("./panels-repair.js")).Repair
	}
};
// words/point.js
const LITTLE = "One run each proves little.";
function isRace(lanes) {
	const ways = new Set(lanes.map(({ header }) => wayOf(header)));
	return ways.size > 1 && ways.size === lanes.length && new Set(lanes.map(({ header }) => header.prompt)).size === 1;
}
function scoreOf(recording, at) {
	const { verdict, live, frames, moments, refused } = recording;
	const moment = momentIn(recording, at);
	if (moment === void 0) return {
		passes: 0,
		outcome: live ? "has not begun" : "was not made",
		verdict: ""
	};
	const passes = moment.noise ? moment.step : moment.step + 1;
	if (live || at < moments.length - 1) return {
		passes,
		outcome: "writes",
		verdict: ""
	};
	if (!verdict) return {
		passes: frames.length,
		outcome: refused ? "declined" : "ended",
		verdict: ""
	};
	return verdict.right ? {
		passes,
		outcome: "✓ right",
		verdict: "right"
	} : {
		passes,
		outcome: "✗ wrong",
		verdict: "wrong"
	};
}
function pointSentence(lanes, places) {
	if (!isRace(lanes) || lanes.some(({ live, moments }, at) => live || places[at] < moments.length - 1)) return "";
	const groups = new Map();
	lanes.forEach((lane, at) => {
		const outcome = outcomeOf(lane);
		const { letters, passes } = groups.get(outcome) ?? {
			letters: [],
			passes: []
		};
		groups.set(outcome, {
			letters: [...letters, LETTERS[at]],
			passes: [...passes, lane.frames.length]
		});
	});
	let unit = " pass";
	return [...groups].map(([outcome, { letters, passes }]) => {
		const who = letters.join(", ");
		if (outcome === UNMADE) return `${who}: ${UNMADE}.`;
		const noun = unit && `${unit}${passes.every((count) => count === 1) ? "" : "es"}`;
		unit = "";
		return `${who}: ${outcome} after ${listed([...new Set(passes)])}${noun}.`;
	}).join(" ");
}
const UNMADE = "not made";
function outcomeOf({ frames, verdict, refused, finishReason }) {
	if (frames.length === 0) return UNMADE;
	if (verdict) return verdict.right ? "right" : "wrong";
	return finishReason === "stopped" ? "stopped" : refused ? "declined" : "done";
}
const listed = (numbers) => [numbers.slice(0, -1).join(", "), String(numbers[numbers.length - 1])].filter(Boolean).join(" and ");
// words/verdict.js
const REFUSED = "The model declines: it says what it knows, and wrote nothing of what was asked. That is neither right nor wrong.";
const NOT_HERE = "No rule judges this text in a browser; on a server, rules judge stories and functions too.";
function verdictSentence({ verdict, header, finishReason, refused }) {
	if (verdict === null && refused) return REFUSED;
	if (verdict === null) return header.device === "browser" && finishReason !== "stopped" ? NOT_HERE : "";
	const { sentence } = verdict;
	return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. So says a rule, not the model.`;
}
function verdictElement(recording) {
	const { verdict } = recording;
	const sentence = verdictSentence(recording);
	if (verdict === null) return sentence === "" ? null : element(recording.refused ? "span.tdp-verdict" : "span.tdp-hint", sentence);
	const side = verdict.right ? "right" : "wrong";
	const sign = element("span.tdp-verdict-sign", { "aria-hidden": "true" }, verdict.right ? "✓" : "✗");
	const words = element("span", { dir: "auto" }, sentence);
	return element("span", {
		class: `tdp-verdict tdp-verdict-${side}`,
		title: ruleSentence(verdict)
	}, sign, " ", words);
}
const ruleSentence = ({ task, rule }) => `Judged by version ${rule} of the rule for this kind of task: ${task}.`;
// words/captions.js
const UNEXPLAINED = {
	"data-noise": "The model has not read this canvas yet. Nothing has been measured, so there is nothing to explain.",
	"data-elsewhere": "The rule of the sampler and its settings are not recorded, so there is nothing to explain.",
	"data-bare": "Only the text of each step is recorded. What was kept, and how sure the model was, is not, so there is nothing to explain."
};
const WITHHELD = {
	plain: "What this step keeps is shown once you have answered.",
	special: "",
	aside: ""
};
const BEFORE = "The blue lines are those of the step before. ";
const ENDLESS = " The timeline would answer a question of this lesson. It is shown with the answer, or when you play on your own.";
var Captions = class {
	constructor(view, views) {
		this.view = view;
		this.views = views;
		this.parts = {
			plain: element("span"),
			special: element("strong"),
			after: element("span"),
			aside: element("span.tdp-aside")
		};
		this.verdict = element("span");
		this.proof = () => LITTLE;
		this.prose = element("p.tdp-prose", {
			dir: "auto",
			tabindex: "0",
			role: "region",
			"aria-label": "The finished text"
		});
		view.sentence.append(this.parts.plain, " ", this.parts.special, " ", this.parts.after);
		view.sentence.after(element("p.tdp-beside-sentence", this.verdict, this.parts.aside));
		view.caption.append(this.prose);
		this.judged = null;
		this.where = "";
		this.news = "";
		this.part = {
			name: "",
			at: -1
		};
		this.announced = this.part;
	}
	paint(recording, at, lanes, clock, by) {
		const { view, views, parts } = this;
		const moment = recording.moments[at];
		view.label.dataset.label = recording.label;
		view.label.toggleAttribute("data-made", recording.madeAt > 0 && !recording.live);
		setText(view.label, labelSentence(recording));
		setText(view.about, runSentence(recording, views.taste));
		this.where = placeSentence(recording, moment, views.taste);
		const words = views.withheld.decision ? {
			...WITHHELD,
			plain: `${views.withheld.before ? "" : BEFORE}${WITHHELD.plain}`
		} : lanes.length > 1 ? this.#lanesWords(lanes, clock, by) : stepSentence(recording, moment, views.taste);
		const alone = !views.withheld.decision && lanes.length === 1;
		const { after = "" } = words;
		this.part = {
			name: `${recording.run} ${recording.frames[moment?.step ?? -1]?.block}`,
			at
		};
		const fresh = this.part.name !== this.announced.name || at === this.announced.at;
		this.news = alone ? newsSentence(recording, moment, views.taste, fresh) : `${words.plain} ${words.special} ${after}`.trim();
		for (const part of ["plain", "special"]) setText(parts[part], words[part]);
		setText(parts.after, after);
		setText(parts.aside, words.aside + (views.withheld.length ? ENDLESS : views.shapeSentence(moment?.step ?? -1)));
		this.#judge(recording, alone && at === recording.moments.length - 1 && !recording.live);
	}
	#lanesWords(lanes, clock, by) {
		const counting = this.views.look.cells === "differing";
		const point = counting ? "" : pointSentence(lanes, by?.places ?? lanes.map(() => clock));
		if (point === "") return lanesSentence(lanes, clock, by, counting);
		return {
			plain: "",
			special: point,
			after: this.proof(),
			aside: ""
		};
	}
	#judge(recording, over) {
		const judged = over ? recording : null;
		if (judged === this.judged) return;
		this.judged = judged;
		const verdict = judged && verdictElement(judged);
		const finished = judged && judged.finishReason !== "stopped" && boardOf(judged.header) === null;
		setText(this.prose, finished ? plainText(judged.text.trim()) : "");
		this.verdict.replaceChildren(...verdict ? [verdict] : []);
	}
	speak(step, passing) {
		const { view, views } = this;
		const grid = views.painter.grid.frame ? "The canvas as a Sudoku board" : "Heatmap of the canvas";
		const shape = views.shape === "text" ? "The canvas as a text" : grid;
		view.canvas.setAttribute("aria-label", `${shape}, ${this.where}. Arrow keys choose a position.`);
		if (passing) return;
		if (this.part.name !== this.announced.name) this.announced = this.part;
		setText(view.spokenCell, views.chosenSentence(step));
		const verdict = this.judged ? verdictSentence(this.judged) : "";
		setText(view.spoken, [
			this.news,
			verdict,
			this.prose.textContent
		].filter(Boolean).join(" "));
	}
};
// run/axis.js
var Axis = class {
	constructor(lanes, spent = null, by = "passes") {
		this.lanes = lanes;
		this.by = by;
		this.spent = spent;
		this.count = momentsOf(lanes);
		this.end = Math.max(0, ...(spent ?? []).map((sums) => sums.at(-1) ?? 0));
	}
	value(tick) {
		return this.count < 2 ? 0 : this.end * tick / (this.count - 1);
	}
	place(lane, tick) {
		const sums = this.spent?.[lane];
		if (sums === void 0) return tick;
		const last = sums.length - 1;
		if (last < 0 || tick < 0) return Math.min(tick, 0);
		if (sums[last] < this.value(tick - .5)) return sums.length;
		const limit = this.value(tick + .5);
		let place = last;
		while (place > 0 && sums[place] >= limit) place -= 1;
		return place;
	}
	last(lane) {
		return this.tickOf(lane, this.lanes[lane].moments.length - 1);
	}
	places(tick) {
		return this.lanes.map((_, lane) => this.place(lane, tick));
	}
	tickOf(lane, moment) {
		const sums = this.spent?.[lane];
		if (sums === void 0) return moment;
		const at = sums[Math.min(Math.max(moment, 0), sums.length - 1)] ?? 0;
		return this.end === 0 ? 0 : at / this.end * (this.count - 1);
	}
};
// player/counts.js
const CHOICES$1 = [
	["passes", "by pass"],
	["work", "by work"],
	["seconds", "by seconds"]
];
var Counts = class {
	constructor({ by }, views, changed) {
		this.select = by;
		this.views = views;
		this.changed = changed;
		this.options = CHOICES$1.map(([value, name]) => element("option", { value }, name));
		by.append(...this.options);
		by.hidden = true;
		by.onchange = () => {
			views.by = by.value;
			changed();
		};
		this.measures = null;
		this.fetching = false;
	}
	axisOf(lanes, guest) {
		const { measures, views, select } = this;
		const all = guest ? [...lanes, guest] : lanes;
		select.hidden = all.length < 2;
		if (all.length < 2) return new Axis(all);
		if (measures === null) {
			this.#fetch();
			return new Axis(all);
		}
		const counts = CHOICES$1.slice(1).map(([value]) => measures.spending(lanes, value, guest));
		counts.forEach(({ why }, at) => {
			const option = this.options[at + 1];
			option.disabled = why !== "";
			setText(option, why === "" ? CHOICES$1[at + 1][1] : `${CHOICES$1[at + 1][1]}: ${why}`);
		});
		const chosen = CHOICES$1.findIndex(([value]) => value === views.by) - 1;
		const known = chosen >= 0 && counts[chosen].why === "";
		select.value = known ? views.by : "passes";
		return known ? new Axis(all, counts[chosen].spent, views.by) : new Axis(all);
	}
	async #fetch() {
		if (this.fetching) return;
		this.fetching = true;
		this.measures = await import("./player-measures.js").catch(() => null);
		this.fetching = false;
		if (this.measures) this.changed();
	}
	text(axis, lanes) {
		const { measures } = this;
		if (axis.spent === null && axis.count > momentsOf(lanes)) return (tick) => String(Math.round(tick));
		return axis.spent === null || measures === null ? null : (tick) => measures.amountText(axis.by, axis.value(tick));
	}
	sentenceAt(axis, tick, places) {
		const text = axis.spent && this.text(axis, []);
		return text === null ? void 0 : {
			places,
			spent: text(tick)
		};
	}
};
// player/side-by-side.js
var SideBySide = class {
	constructor(view, views, clock, named) {
		this.views = views;
		this.clock = clock;
		this.named = named;
		this.first = null;
		this.others = [];
		this.company = [];
		this.guest = null;
		this.axis = new Axis([]);
		this.counts = new Counts(view, views, () => this.arrangeAgain());
	}
	get lanes() {
		if (this.first === null) return [];
		const { mode } = this.views;
		return [this.first, ...mode === "compare" ? this.others : mode === "learn" ? this.company : []];
	}
	get beside() {
		return this.views.mode === "compare" ? this.guest : null;
	}
	get places() {
		return this.axis.places(this.clock.moment);
	}
	get sentence() {
		return this.counts.sentenceAt(this.axis, this.clock.moment, this.places);
	}
	show(recording) {
		this.first = recording;
		this.others = this.others.filter((other) => other !== recording);
	}
	compare(others) {
		this.others = others.filter((other) => other !== this.first).slice(0, 3);
		this.#arrange();
	}
	host(guest) {
		this.guest = guest;
		this.#arrange();
	}
	accompany(company) {
		if (company.length === this.company.length && company.every((run, at) => run === this.company[at])) return;
		this.company = company;
		this.#arrange();
	}
	without(recording) {
		this.company = this.company.filter((other) => other !== recording);
		this.compare(this.others.filter((other) => other !== recording));
	}
	has(recording) {
		return this.others.includes(recording) || this.company.includes(recording);
	}
	replace(partial, whole) {
		const whichever = (other) => other === partial ? whole : other;
		this.company = this.company.map(whichever);
		this.compare(this.others.map(whichever));
	}
	measure() {
		const { by } = this.axis;
		this.axis = this.counts.axisOf(this.lanes, this.beside);
		this.clock.grow(this.axis.count);
		return by !== this.axis.by;
	}
	draw() {
		if (this.first) this.views.lanes.show(this.first, this.lanes.slice(1), this.beside);
	}
	arrangeAgain() {
		const shown = this.views.lanes.all;
		const wanted = this.lanes.length > 1 || this.beside ? this.lanes : [];
		if (shown.length !== wanted.length || shown.some(({ recording }, at) => recording !== wanted[at])) return this.#arrange();
		const moment = this.axis.place(0, this.clock.moment);
		if (this.measure()) this.clock.seek(Math.round(this.axis.tickOf(0, moment)));
		this.named();
	}
	#arrange() {
		if (this.first === null) return;
		const { playing } = this.clock;
		this.measure();
		if (playing) this.clock.playing = true;
		this.draw();
		this.views.prepare();
		this.named();
		this.views.refresh();
	}
	nextDifference() {
		if (this.lanes.length < 2) return -1;
		return nextDifference(this.lanes, this.clock.moment, (tick) => this.axis.places(tick), this.axis.count);
	}
	get counting() {
		return this.lanes.length > 1 && this.views.look.cells === "differing";
	}
	get timeline() {
		const { lanes, axis } = this;
		const [longest] = [...lanes].sort((a, b) => axis.last(lanes.indexOf(b)) - axis.last(lanes.indexOf(a)));
		const partings = lanes.slice(1).flatMap((other) => incomparable(lanes[0], other) ? [] : parting(lanes[0], other)?.moment ?? []).map((moment) => axis.tickOf(0, moment));
		const text = this.counts.text(axis, lanes);
		return {
			longest,
			lanes,
			partings,
			differences: this.counting ? differences(lanes, (tick) => axis.places(tick), axis.count) : [],
			scale: text && {
				axis,
				text
			}
		};
	}
};
// player/caption.js
function fitCaption(caption, signal) {
	const isFull = () => caption.scrollHeight > caption.clientHeight;
	const fit = () => {
		caption.classList.remove("tdp-close-set");
		if (isFull()) caption.classList.add("tdp-close-set");
		if (isFull()) caption.tabIndex = 0;
		else caption.removeAttribute("tabindex");
	};
	const words = new MutationObserver(fit);
	const room = new ResizeObserver(fit);
	words.observe(caption, {
		characterData: true,
		childList: true,
		subtree: true
	});
	room.observe(caption, { box: "border-box" });
	signal.addEventListener("abort", () => {
		words.disconnect();
		room.disconnect();
	});
}
// player/clock.js
const SPEEDS = [
	1,
	2,
	4,
	8,
	16,
	30,
	1e400
];
const LINGER = 2.5;
var Clock = class {
	constructor() {
		this.count = 0;
		this.moment = -1;
		this.playing = false;
		this.speed = 2;
		this.following = false;
		this.begins = false;
		this.elapsed = 0;
		this.lingers = () => false;
	}
	follow() {
		this.pause();
		this.count = 0;
		this.moment = -1;
		this.elapsed = 0;
		this.following = this.begins = true;
	}
	grow(count) {
		this.count = count;
		if (this.following) this.moment = this.begins ? Math.min(0, count - 1) : count - 1;
		else this.moment = Math.min(Math.max(this.moment, 0), count - 1);
	}
	finish() {
		if (this.begins) this.moment = this.count - 1;
		this.following = this.begins = false;
	}
	seek(moment, live = false) {
		this.pause();
		this.begins = false;
		this.moment = Math.min(Math.max(moment, 0), this.count - 1);
		this.following = live && moment >= this.count - 1;
	}
	play() {
		if (this.count < 2) return;
		if (this.moment >= this.count - 1) this.moment = 0;
		this.following = this.begins = false;
		this.playing = true;
		this.elapsed = 0;
	}
	pause() {
		this.playing = false;
	}
	toggle() {
		if (this.playing) this.pause();
		else this.play();
	}
	get runs() {
		return this.playing || this.begins && this.count > 0;
	}
	get slow() {
		return this.speed <= 4;
	}
	get share() {
		return this.playing && this.slow ? Math.min(this.elapsed / this.#length, 1) : 1;
	}
	get #length() {
		return (this.slow && this.lingers(this.moment) ? LINGER : 1) / this.speed;
	}
	tick(milliseconds) {
		if (!this.runs) return false;
		const before = this.moment;
		this.elapsed += milliseconds / 1e3;
		if (this.begins) {
			this.begins = this.elapsed < 1;
			this.grow(this.count);
			return this.moment !== before;
		}
		if (this.speed === 1e400) this.moment += 1;
		while (this.speed !== 1e400 && this.elapsed >= this.#length && this.moment < this.count - 1) {
			this.elapsed -= this.#length;
			this.moment += 1;
		}
		if (this.moment >= this.count - 1 && (!this.slow || this.elapsed >= this.#length)) this.pause();
		return this.moment !== before;
	}
};
// player/keyboard.js
const TYPED = "textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file]), [contenteditable='true']";
const OWN = {
	arrows: "select, input[type=range], [role=radio], [role=slider], [role=listbox], [role=tab]",
	space: "button, a, summary, select, input"
};
function listenToKeys(where, keys, slider, signal) {
	const listen = (pressed) => {
		const event = pressed;
		const target = event.target instanceof Element ? event.target : document.body;
		if (event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPED) || target.closest("dialog[open], :popover-open")) return;
		if (event.shiftKey && event.key !== "?") return;
		if (event.key === "Escape" && document.querySelector(":popover-open")) return;
		if (/^(Arrow|Home|End|Page)/.test(event.key) && target !== slider() && target.closest(OWN.arrows)) return;
		if (event.key === " " && target !== slider() && target.closest(OWN.space)) return;
		const act = keys()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
		if (act === void 0) return;
		event.preventDefault();
		act();
	};
	where.addEventListener("keydown", listen, { signal });
}
function releaseFocus(root, signal) {
	let pointed = false;
	root.addEventListener("pointerdown", () => pointed = true, {
		signal,
		capture: true
	});
	root.addEventListener("keydown", () => pointed = false, {
		signal,
		capture: true
	});
	const release = (event) => {
		const used = event.target.closest("button, select");
		if (pointed && used instanceof HTMLElement && !used.closest("dialog")) used.blur();
	};
	root.addEventListener("change", release, { signal });
	root.addEventListener("click", (event) => !event.target.closest("select") && release(event), { signal });
}
// player/more-below.js
const LEAST_PX$2 = 6;
function tellMoreBelow(stage, signal) {
	const button = element("button", { tabindex: "-1" }, element("span", "▾ more below"));
	const root = element("div.tdp-more-below", {
		"aria-hidden": "true",
		hidden: ""
	}, button);
	const tell = () => root.hidden = stage.scrollHeight - stage.clientHeight - stage.scrollTop < LEAST_PX$2;
	button.onclick = () => stage.scrollBy({ top: .8 * stage.clientHeight });
	stage.append(root);
	stage.addEventListener("scroll", tell, {
		passive: true,
		signal
	});
	const sizes = new ResizeObserver(tell);
	for (const place of [stage, ...stage.querySelectorAll("canvas")]) sizes.observe(place);
	signal.addEventListener("abort", () => sizes.disconnect());
}
// player/next.js
var Next = class {
	constructor(view, player) {
		this.view = view;
		this.player = player;
	}
	correct() {
		const { player } = this;
		const next = player.recording && nextCorrection(corrections(player.recording), player.step);
		if (!next) return;
		player.move(next.again);
		player.views.choose(next.position);
	}
	differ() {
		const next = this.player.sideBySide.nextDifference();
		if (next !== -1) this.player.seek(next);
	}
	offer(parts) {
		const { view, player } = this;
		const several = player.lanes.length > 1;
		setText(view.nextName, several ? "next difference" : "next self-correction");
		setText(view.nextKey, several ? "D" : "N");
		view.next.onclick = () => several ? this.differ() : this.correct();
		view.next.hidden = several ? !parts : player.recording === null || corrections(player.recording).length === 0;
	}
};
// player/room.js
function followRoom({ stage, timeline }, prepare, signal) {
	let room = "";
	const sizes = new ResizeObserver(() => {
		const now = `${stage.clientWidth} ${stage.clientHeight} ${timeline.clientWidth}`;
		if (now === room) return;
		room = now;
		prepare();
	});
	const themes = new MutationObserver(prepare);
	sizes.observe(stage);
	sizes.observe(timeline);
	themes.observe(document.body, { attributeFilter: ["class"] });
	const followSharpness = () => {
		if (signal.aborted) return;
		matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => (prepare(), followSharpness()), {
			once: true,
			signal
		});
	};
	followSharpness();
	signal.addEventListener("abort", () => {
		sizes.disconnect();
		themes.disconnect();
	});
}
// player/swipe.js
const LEAST_PX$1 = 40;
function listenToSwipes(place, step) {
	let begun = null;
	place.addEventListener("touchstart", (event) => begun = event.touches.length === 1 ? event.touches[0] : null, { passive: true });
	place.addEventListener("touchend", (event) => {
		const [ended] = event.changedTouches;
		if (begun === null || ended.identifier !== begun.identifier) return;
		const [across, down] = [ended.clientX - begun.clientX, ended.clientY - begun.clientY];
		begun = null;
		if (Math.abs(across) >= LEAST_PX$1 && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? 1 : -1);
	});
}
// player/lane-lines.js
const GAP$3 = 8;
const counted$1 = new WeakMap();
function countsIn(recording) {
	const counts = counted$1.get(recording) ?? [];
	counted$1.set(recording, counts);
	for (let step = counts.length; step < recording.frames.length; step += 1) counts.push(countsOf(recording, step));
	return counts;
}
function laneLines(lanes, { x, y, spent, left, width, nameY, terms, measure }) {
	const known = lanes.flatMap((lane, at) => lane.bare || lane.frames.length === 0 ? [] : {
		lane,
		letter: LETTERS[at],
		counts: countsIn(lane)
	});
	const most = Math.max(1, ...known.flatMap(({ counts }) => counts.map(({ kept }) => kept)));
	const nouns = new Set(known.map(({ counts }) => counts[0].noun));
	const name = `${nouns.size === 1 ? `${[...nouns][0]}s ` : ""}${words$1(terms).kept}`;
	const drawn = known.map(({ lane, letter, counts }) => {
		const points = lane.moments.map(({ step, noise }, moment) => [+x(lane, moment).toFixed(2), y((noise ? 0 : counts[step].kept) / most)]);
		const text = lane.live ? letter : `${letter} ${spent(lane)}`;
		return {
			letter,
			points,
			end: points[points.length - 1],
			text
		};
	});
	const wide = ({ text }) => measure(text);
	const row = [...drawn].sort((a, b) => a.end[0] - b.end[0]);
	const places = spread(row.map((each) => ({
		at: each.end[0],
		wide: wide(each)
	})), left + measure(name) + GAP$3, width);
	const middle = new Map(row.map((each, at) => [each, places[at]]));
	const letters = drawn.map((each) => {
		return {
			x: middle.get(each),
			y: nameY,
			text: each.text,
			anchor: "middle",
			kind: "lane",
			letter: each.letter
		};
	});
	return {
		lines: drawn.map(({ letter, points, end }, at) => ({
			letter,
			points: points.map((point) => point.join(" ")).join(" "),
			end,
			leads: `${end.join(" ")} ${letters[at].x.toFixed(2)} ${nameY + 3}`
		})),
		labels: [{
			x: left,
			y: nameY,
			text: name,
			anchor: "start",
			kind: "axis"
		}, ...letters],
		most
	};
}
function spread(labels, from, to) {
	const middles = labels.map(({ at }) => at);
	let free = from;
	labels.forEach(({ at, wide }, number) => {
		middles[number] = Math.max(at, free + wide / 2);
		free = middles[number] + wide / 2 + GAP$3;
	});
	free = to;
	for (let number = labels.length - 1; number >= 0; number -= 1) {
		const { wide } = labels[number];
		middles[number] = Math.min(middles[number], free - wide / 2);
		free = middles[number] - wide / 2 - GAP$3;
	}
	return middles;
}
// player/timeline-layout.js
const [TOP, BASE, TRACK] = [
	20,
	72,
	82
];
const DIAMOND_Y = BASE - 7;
const [NAME_Y, STEP_Y] = [12, 104];
const MARGIN$1 = 36;
const GAP$2 = 8;
const MOST_WIDE = 22;
const TICK = 64;
const [LEAST_NATS, LEAST_TEMPERATURE] = [.1, .1];
const ENDS = {
	"stable-and-confident": ", done",
	complete: ", done",
	"max-steps": ", the most",
	stopped: ", stopped"
};
function spansOf({ frames, live, header }) {
	const spans = [];
	frames.forEach(({ block, stopReason }, at) => {
		if (at === 0 || frames[at - 1].block !== block) spans.push({
			first: at,
			steps: 0,
			room: 0,
			stopReason: ""
		});
		const span = spans[spans.length - 1];
		Object.assign(span, {
			steps: span.steps + 1,
			room: span.steps + 2,
			stopReason
		});
	});
	const most = header.settings.max_denoising_steps ?? 0;
	if (live && spans.length === 0) spans.push({
		first: 0,
		steps: 0,
		room: most + 1,
		stopReason: ""
	});
	const last = spans.at(-1);
	if (live && last?.stopReason === "") last.room = Math.max(most + 1, last.room);
	return spans;
}
function roundMaximum(figure) {
	const power = 10 ** Math.floor(Math.log10(figure));
	return +(([
		1,
		2,
		5,
		10
	].find((one) => figure <= one * power * (1 + 1e-9)) ?? 10) * power).toPrecision(1);
}
function layoutOf(recording, { unit, terms, width, measure, lanes = [], differences = [], scale = null }) {
	const { frames } = recording;
	const spans = spansOf(recording);
	const slots = Math.max(scale?.axis.count ?? spans.reduce((sum, { room }) => sum + room, 0), 1);
	const [left, right] = [MARGIN$1, Math.max(width - MARGIN$1, 37)];
	const x = (moment) => slots === 1 ? left : left + moment / (slots - 1) * (right - left);
	const starts = spans.map((_, i) => spans.slice(0, i).reduce((sum, { room }) => sum + room, 0));
	const placeOf = (lane, moment) => x(scale ? scale.axis.tickOf(scale.axis.lanes.indexOf(lane), moment) : moment);
	const stepX = (i, step) => placeOf(recording, starts[i] + step);
	const counts = differences.length > 0;
	const alone = !counts && lanes.length < 2;
	const recorded = !recording.bare && alone;
	const heated = !recording.header.source && alone;
	const perNat = PER_NAT[unit ?? "nats"];
	const means = frames.map(({ mean_entropy }) => mean_entropy * perNat);
	const most = roundMaximum(Math.max(LEAST_NATS, ...frames.map(({ mean_entropy }) => (recording.bare ? 0 : mean_entropy) * perNat)));
	const hottest = roundMaximum(Math.max(LEAST_TEMPERATURE, ...frames.map(({ temperature }) => heated ? temperature : 0)));
	const y = (share) => +(BASE - share * (BASE - TOP)).toFixed(2);
	const points = (share) => (recorded ? spans : []).map(({ first, steps }, i) => {
		const line = Array.from({ length: steps }, (_, n) => [+stepX(i, n + 1).toFixed(2), y(share(first + n))]);
		if (line.length !== 1) return line;
		const [[place, level]] = line;
		return [[place - 2, level], [place + 2, level]];
	});
	const areas = points((at) => means[at] / most).filter(({ length }) => length > 0).map((line) => `M${line[0][0]} ${BASE}L${line.map((point) => point.join(" ")).join("L")}L${line[line.length - 1][0]} ${BASE}Z`);
	const lines = (heated ? points((at) => frames[at].temperature / hottest) : []).filter(({ length }) => length > 0).map((found) => found.join(" "));
	const compared = laneLines(counts || alone ? [] : lanes, {
		x: placeOf,
		y,
		spent: (lane) => scale ? scale.text(scale.axis.last(scale.axis.lanes.indexOf(lane))) : String(lane.frames.length),
		left,
		width,
		nameY: NAME_Y,
		terms,
		measure
	});
	const spanOf = (at) => spans.findLastIndex(({ first }) => first <= at);
	const cells = recording.header.canvas_length;
	const wide = +Math.min(MOST_WIDE, Math.max(.8 * (x(1) - x(0)), 1)).toFixed(2);
	const highest = roundMaximum(Math.max(1, ...differences));
	const bars = differences.map((count, tick) => ({
		x: +(x(tick) - wide / 2).toFixed(2),
		y: y(count / highest),
		width: wide,
		height: +(BASE - y(count / highest)).toFixed(2)
	}));
	const diamonds = (alone ? reopenedAt(recording) : []).map((at) => stepX(spanOf(at), at - spans[spanOf(at)].first + 1));
	const dividers = starts.slice(1).map((start) => (placeOf(recording, start - 1) + placeOf(recording, start)) / 2);
	const labels = [
		...recorded ? [...axisLabels(left, right, digits(most, 3), digits(hottest, 3)), ...names(left, right, terms, unit, measure)].filter(({ x, kind }) => (heated || x < right) && (unit !== null || kind !== "axis" || x > left)) : [],
		...counts ? barLabels(left, highest, cells) : alone ? [] : [...endLabels(left, compared.most), ...compared.labels],
		...placed(scale ? amounts(scale, x, slots) : steps(recording, spans, {
			stepX,
			dividers
		}), width, measure)
	];
	return {
		left,
		right,
		slots,
		x,
		areas,
		lines,
		lanes: compared.lines,
		bars,
		diamonds,
		dividers,
		labels
	};
}
const endLabels = (left, highest) => [{
	x: left - 6,
	y: TOP + 6,
	text: String(highest),
	anchor: "end",
	kind: "axis"
}, {
	x: left - 6,
	y: BASE,
	text: "0",
	anchor: "end",
	kind: "axis"
}];
const barLabels = (left, highest, cells) => [...endLabels(left, highest), {
	x: left,
	y: NAME_Y,
	text: `cells that differ, of ${cells}`,
	anchor: "start",
	kind: "axis"
}];
const axisLabels = (left, right, most, hottest) => [
	{
		x: left - 6,
		y: TOP + 6,
		text: most,
		anchor: "end",
		kind: "axis"
	},
	{
		x: left - 6,
		y: BASE,
		text: "0",
		anchor: "end",
		kind: "axis"
	},
	{
		x: right + 6,
		y: TOP + 6,
		text: hottest,
		anchor: "start",
		kind: "axis"
	},
	{
		x: right + 6,
		y: BASE,
		text: "0",
		anchor: "start",
		kind: "axis"
	}
];
function names(left, right, terms, unit, measure) {
	const figure = words$1(terms).uncertainty;
	const measured = unit === null ? figure : `${figure}, ${unit}`;
	const pairs = [
		[`mean ${measured}`, "temperature"],
		[measured, "temperature"],
		[measured, "temp."],
		[figure, "temp."],
		[unit ?? "", "temp."]
	];
	const [first, second] = pairs.find(([one, other]) => measure(one) + measure(other) + GAP$2 <= right - left) ?? pairs[pairs.length - 1];
	return [{
		x: left,
		y: NAME_Y,
		text: first,
		anchor: "start",
		kind: "area"
	}, {
		x: right,
		y: NAME_Y,
		text: second,
		anchor: "end",
		kind: "temperature"
	}];
}
const amounts = ({ text }, x, slots) => [
	0,
	1,
	.5,
	.25,
	.75
].map((share) => share * (slots - 1)).map((tick) => ({
	x: x(tick),
	text: text(tick),
	anchor: "middle"
}));
function steps({ header, live }, spans, { stepX, dividers }) {
	const noise = wayOf(header).begins === "noise" && !header.source ? "noise" : "0";
	const last = spans.length - 1;
	const wanted = [];
	spans.forEach(({ steps, stopReason, room }, i) => {
		const open = live && stopReason === "";
		if (i > 0) wanted.push({
			x: dividers[i - 1] + 4,
			text: noise,
			anchor: "start"
		});
		if (i < last) wanted.push({
			x: dividers[i] - 4,
			text: String(steps),
			anchor: "end"
		});
		else wanted.unshift({
			x: stepX(i, room - 1),
			text: open && !header.source ? `at most ${room - 1}` : `${steps}${(header.source ? "" : ENDS[stopReason]) ?? ""}`,
			anchor: "middle"
		});
	});
	if (spans.length > 0) wanted.unshift({
		x: stepX(0, 0),
		text: noise,
		anchor: "middle"
	});
	spans.forEach(({ room }, i) => {
		const pitch = stepX(i, 1) - stepX(i, 0);
		const every = [
			1,
			2,
			5,
			10,
			20,
			50,
			100,
			200,
			500,
			1e3
		].find((one) => one * pitch >= TICK) ?? 1e400;
		for (let step = every; step < room - 1; step += every) wanted.push({
			x: stepX(i, step),
			text: String(step),
			anchor: "middle"
		});
	});
	return wanted;
}
function placed(wanted, width, measure) {
	const labels = [];
	for (const { x, text, anchor } of wanted) {
		const wide = measure(text);
		const from = Math.max(0, Math.min(x - {
			start: 0,
			middle: wide / 2,
			end: wide
		}[anchor], width - wide));
		const to = from + wide;
		if (labels.some((other) => from < other.to + GAP$2 && other.from < to + GAP$2)) continue;
		labels.push({
			x: from,
			y: STEP_Y,
			text,
			anchor: "start",
			kind: "step",
			from,
			to
		});
	}
	return labels.map(({ x, y, text, anchor, kind }) => ({
		x,
		y,
		text,
		anchor,
		kind
	}));
}
// player/timeline.js
const KNOB = 18;
const FONT$1 = "12px system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif";
var Timeline = class {
	constructor(place, seek) {
		this.place = place;
		this.seek = seek;
		this.lines = shape("g", {});
		this.diamonds = shape("g", {});
		this.names = shape("g", {});
		const chart = {
			"aria-hidden": "true",
			class: "tdp-timeline-chart"
		};
		this.chart = shape("svg", chart, this.lines, this.diamonds, this.names);
		this.marked = [];
		this.head = element("div.tdp-timeline-head");
		this.slider = element("input.tdp-slider", {
			type: "range",
			min: "0",
			step: "1",
			"aria-label": "Step"
		});
		place.classList.add("tdp-timeline");
		place.replaceChildren(this.chart, this.head, this.slider);
		this.recording = null;
		this.unit = "nats";
		this.terms = "plain";
		this.lanes = {
			lanes: [],
			partings: [],
			differences: [],
			scale: null
		};
		this.width = 0;
		this.scale = 1;
		this.moment = -1;
		this.layout = null;
		this.drawn = "";
		const ruler = new OffscreenCanvas(1, 1).getContext("2d");
		ruler.font = FONT$1;
		this.measure = (text) => ruler.measureText(text).width;
		this.slider.oninput = () => this.#go(Number(this.slider.value));
		place.onpointerdown = (event) => this.#drag(event);
	}
	show(recording, _theme, unit, terms = "plain", lanes = {
		lanes: [],
		partings: [],
		differences: [],
		scale: null
	}) {
		const same = recording === this.recording;
		Object.assign(this, {
			recording,
			unit,
			terms,
			lanes,
			drawn: "",
			moment: -1
		});
		this.width = this.place.clientWidth || this.width;
		this.#draw();
		if (!same) this.#point(-1);
	}
	grow() {
		if (this.#state !== this.drawn) this.#draw();
	}
	fit(width) {
		if (width === this.width) return;
		this.width = width;
		this.drawn = "";
		this.paint(this.moment);
	}
	paint(moment) {
		const { recording } = this;
		if (recording === null) return;
		if (this.#state !== this.drawn) this.#draw();
		else if (moment === this.moment) return;
		this.moment = moment;
		this.#point(moment);
	}
	#point(moment) {
		const { recording, layout, slider, head, scale } = this;
		if (recording === null || layout === null) return;
		slider.value = String(Math.max(moment, 0));
		const { scale: counted } = this.lanes;
		slider.setAttribute("aria-valuetext", counted ? counted.text(Math.max(moment, 0)) : placeSentence(recording, this.#momentAt(moment), {
			unit: this.unit ?? "nats",
			terms: this.terms
		}));
		head.hidden = moment < 0;
		head.style.setProperty("--tdp-at", `${(scale * (layout.x(Math.max(moment, 0)) - layout.left)).toFixed(1)}px`);
	}
	get #state() {
		const { frames, live, finishReason } = this.recording ?? {
			frames: [],
			live: false,
			finishReason: ""
		};
		return `${frames.length} ${live} ${finishReason}`;
	}
	#momentAt(moment) {
		let start = 0;
		for (const { first, steps } of this.recording ? spansOf(this.recording) : []) {
			const within = moment - start;
			if (within >= 0 && within <= steps && steps > 0) return {
				step: first + Math.max(within - 1, 0),
				noise: within === 0
			};
			start += steps + 1;
		}
	}
	#go(moment) {
		const spans = this.recording ? spansOf(this.recording) : [];
		const count = this.lanes.scale?.axis.count ?? spans.reduce((sum, { steps }) => sum + (steps > 0 ? steps + 1 : 0), 0);
		const wanted = Math.min(Math.max(moment, 0), count - 1);
		this.slider.value = String(Math.max(wanted, 0));
		if (count > 0 && wanted !== this.moment) this.seek(wanted);
	}
	#drag(event) {
		if (event.button !== 0 || this.layout === null) return;
		const { place, slider, scale } = this;
		const { left, right, slots } = this.layout;
		const edge = place.getBoundingClientRect().left;
		const follow = ({ clientX }) => this.#go(Math.round(((clientX - edge) / scale - left) / (right - left) * (slots - 1)));
		event.preventDefault();
		slider.focus({ preventScroll: true });
		place.setPointerCapture(event.pointerId);
		place.onpointermove = follow;
		place.onlostpointercapture = () => place.onpointermove = null;
		follow(event);
	}
	#draw() {
		const { recording, width, unit, terms, measure, chart, slider, head, place } = this;
		if (recording === null || width === 0) return;
		this.drawn = this.#state;
		const scale = this.scale = Math.max(Number(getComputedStyle(place).getPropertyValue("--tdp-scale")), 1);
		const layout = this.layout = layoutOf(recording, {
			unit,
			terms,
			width: width / scale,
			measure,
			...this.lanes
		});
		const { left, right, slots, areas, lines, lanes, bars, diamonds, dividers, labels } = layout;
		place.style.height = `${108 * scale}px`;
		chart.setAttribute("viewBox", `0 0 ${width / scale} 108`);
		chart.setAttribute("width", String(width));
		chart.setAttribute("height", String(108 * scale));
		this.lines.replaceChildren(...areas.map((d) => shape("path", {
			class: "tdp-area",
			d
		})), ...bars.map((bar) => shape("rect", {
			class: "tdp-differing",
			...bar
		})), shape("line", {
			class: "tdp-base",
			x1: left,
			x2: right,
			y1: BASE,
			y2: BASE
		}), ...dividers.map((x) => shape("line", {
			class: "tdp-divider",
			x1: x,
			x2: x,
			y1: TOP,
			y2: TRACK
		})), ...lines.map((points) => shape("polyline", {
			class: "tdp-heat-line",
			points
		})), ...lanes.flatMap(({ letter, points, end: [cx, cy], leads }) => [
			shape("polyline", {
				class: "tdp-lane-lead",
				"data-lane": letter,
				points: leads
			}),
			shape("polyline", {
				class: "tdp-lane-line",
				"data-lane": letter,
				points
			}),
			shape("circle", {
				class: "tdp-lane-end",
				"data-lane": letter,
				cx,
				cy,
				r: 3
			})
		]), ...this.lanes.partings.map((moment) => shape("line", {
			class: "tdp-parting",
			x1: layout.x(moment),
			x2: layout.x(moment),
			y1: TOP,
			y2: TRACK
		})));
		this.#mark(diamonds);
		this.names.replaceChildren(...labels.map(({ x, y, text, anchor, kind, letter = "" }) => {
			const label = shape("text", {
				class: `tdp-name-${kind}`,
				x,
				y,
				"text-anchor": anchor,
				"data-lane": letter
			});
			label.textContent = text;
			return label;
		}));
		slider.max = String(slots - 1);
		slider.style.left = `${left * scale - KNOB / 2}px`;
		slider.style.width = `${(right - left) * scale + KNOB}px`;
		slider.style.top = `${TRACK * scale - KNOB / 2}px`;
		head.style.left = `${left * scale}px`;
		head.style.width = `${(right - left) * scale}px`;
		head.style.top = `${(TOP - 2) * scale}px`;
		head.style.height = `${(TRACK - TOP + 2) * scale + 2.5}px`;
	}
	#mark(places) {
		const { diamonds, marked } = this;
		if (marked.some((x, at) => x !== places[at])) diamonds.replaceChildren();
		diamonds.append(...places.slice(diamonds.childElementCount).map((x) => shape("path", {
			class: "tdp-diamond",
			d: `M${x - 5} ${DIAMOND_Y}l5 -5 5 5 -5 5z`
		})));
		this.marked = places;
	}
};
// player/view.js
const CELLS = [["all", "colour all cells"], ["differing", "colour what differs"]];
function buildView(root) {
	const canvas = element("canvas.tdp-canvas", {
		role: "application",
		"aria-roledescription": "grid of tokens"
	});
	const stage = element("div.tdp-stage", canvas);
	const legend = element("div.tdp-legend", {
		role: "group",
		"aria-label": "Legend"
	});
	const toolbar = element("div.tdp-toolbar", {
		role: "group",
		"aria-label": "What the cells show"
	});
	const play = iconButton(ICONS.play, "Play (space)", "tdp-play");
	const back = iconButton(ICONS.back, "Step back (left arrow)", "tdp-quiet");
	const forward = iconButton(ICONS.forward, "Step forward (right arrow)", "tdp-quiet");
	const speed = element("select.tdp-speed", { "aria-label": "Speed" });
	for (const value of SPEEDS) speed.append(element("option", { value: String(value) }, value === 1e400 ? "fastest" : `${counted$3(value, "step")}/s`));
	const timeline = element("div.tdp-timeline");
	const branch = element("button.tdp-pill.tdp-branch", {
		hidden: "",
		title: "Go on from this step with something changed, in a lane beside this run (key B)"
	}, "Branch from here");
	const [nextName, nextKey] = [element("span"), element("kbd")];
	const next = element("button.tdp-pill.tdp-next", nextName, " ", nextKey);
	const by = element("select.tdp-by", { "aria-label": "What the timeline counts" });
	const cells = element("select.tdp-cells", {
		"aria-label": "Which cells are coloured",
		hidden: ""
	});
	for (const [value, face] of CELLS) cells.append(element("option", { value }, face));
	const pace = element("div.tdp-pace", back, forward, speed, next);
	const bar = element("div.tdp-bar", {
		role: "group",
		"aria-label": "Playback"
	}, play, timeline, pace);
	const sentence = element("p.tdp-sentence");
	const fromStart = element("span", "Watch it from the noise");
	const watch = element("button.tdp-pill.tdp-from-noise", { hidden: "" }, icon(ICONS.play), fromStart);
	const caption = element("div.tdp-caption", {
		role: "group",
		"aria-label": "This step in words"
	}, element("div.tdp-caption-words", sentence));
	const under = element("div.tdp-under", legend, cells, by, watch);
	const small = matchMedia("(max-width: 700px), (max-height: 480px)");
	const settle = () => (small.matches ? under : pace).append(branch);
	small.addEventListener("change", settle);
	settle();
	const dock = element("div.tdp-dock", bar, caption);
	const spoken = element("p.tdp-spoken", { "aria-live": "polite" });
	const spokenCell = element("p.tdp-spoken", { "aria-live": "polite" });
	const label = element("span.tdp-label", "RECORDED");
	const about = element("span.tdp-about");
	const watching = element("div.tdp-watch", { ...UNEXPLAINED });
	const tuning = element("div.tdp-tune");
	const comparing = element("div.tdp-compare-drawer");
	const drawer = element("aside.tdp-drawer", { "aria-label": "This step explained" }, watching, tuning, comparing);
	const details = element("div.tdp-details");
	const tabs = element("div.tdp-tabs", {
		role: "tablist",
		"aria-label": "Details",
		"data-name": "Details"
	});
	const tray = element("div.tdp-tray", element("div.tdp-tray-head", tabs, element("span.tdp-figures", label, about)), details);
	const lanes = element("div.tdp-lanes", stage);
	const main = element("div.tdp-main", toolbar, lanes, under, dock, spoken, spokenCell);
	root.classList.add("token-canvas");
	root.dataset.mode = "watch";
	root.replaceChildren(element("div.tdp-desk", main, drawer), tray);
	return {
		root,
		main,
		toolbar,
		lanes,
		stage,
		canvas,
		legend,
		dock,
		play,
		back,
		forward,
		speed,
		by,
		cells,
		timeline,
		caption,
		sentence,
		watch,
		fromStart,
		branch,
		next,
		nextName,
		nextKey,
		spoken,
		spokenCell,
		label,
		about,
		drawer,
		watching,
		tuning,
		comparing,
		tray,
		tabs,
		details
	};
}
function iconButton(outline, name, style) {
	const made = button("", name);
	made.append(icon(outline));
	made.classList.add(style);
	return made;
}
// cells/appearance.js
const [NOISE, DRAWN, KEPT, JUST_KEPT, REOPENED, REOPENED_NOISE] = [
	0,
	1,
	2,
	3,
	4,
	5
];
function appearanceAt(recording, { step, noise }, layer, half = "whole") {
	const frame = recording.frames[step];
	const before = recording.frames[step - 1];
	const keptBefore = before?.block === frame.block ? before.accepted : null;
	const looks = new Uint8Array(frame.status.length);
	if (noise) return {
		ids: frame.input_ids,
		looks
	};
	if (recording.bare) return {
		ids: frame.argmax_ids,
		looks
	};
	if (recording.header.source) layer = "argmax";
	if (layer === "sampled" && half === "bare") return {
		ids: canvasOf(frame, layer),
		looks: looks.fill(DRAWN)
	};
	if (layer === "input" || layer === "sampled" && half === "drawn") {
		const rest = layer === "input" ? NOISE : DRAWN;
		return {
			ids: canvasOf(frame, layer),
			looks: looks.map((_, position) => keptBefore?.[position] ? KEPT : rest)
		};
	}
	const decided = looks.map((_, position) => lookOf(frame.status[position]));
	const after = layer === "sampled" && half === "kept" ? recording.frames[step + 1] : void 0;
	if (after?.block !== frame.block) return {
		ids: canvasOf(frame, layer),
		looks: decided
	};
	return {
		ids: frame.sampled_ids.map((id, position) => frame.accepted[position] ? id : after.input_ids[position]),
		looks: decided.map((look) => look === DRAWN ? NOISE : look === REOPENED ? REOPENED_NOISE : look)
	};
}
function lookOf(status) {
	if (status === 0) return KEPT;
	if (status === 1) return JUST_KEPT;
	return status === 3 ? REOPENED : DRAWN;
}
// cells/board-marks.js
const [GIVEN, CONFLICT, MISCOPIED] = [
	1,
	2,
	4
];
const EDGE = 3;
const ROOMY = 36;
const LEGIBLE = 4.5;
function marksOf({ board, cells }, { header, tokens }, { ids, looks }) {
	const blank = wayOf(header).causal ? DRAWN : NOISE;
	const drawn = (position) => ![
		NOISE,
		REOPENED_NOISE,
		blank
	].includes(looks[position]);
	const { conflicts, miscopied } = findingsOf(board, ids, tokens, drawn);
	const wrong = new Set(miscopied);
	return Uint8Array.from(cells, (cell) => cell === -1 ? 0 : Number(board.clues[cell] !== 0) * GIVEN + Number(conflicts.has(cell)) * CONFLICT + Number(wrong.has(cell)) * MISCOPIED);
}
function drawFrame(context, { outer, inner }, inks) {
	const fill = (colour, { x, y, width, height }) => {
		context.fillStyle = colour;
		context.fillRect(x, y, width, height);
	};
	fill(inks.ink, outer);
	for (const box of inner) fill(inks.line, box);
}
function drawGround(context, { x, y, width, height }, fill, whole, marks, inks) {
	const isClue = (marks & GIVEN) !== 0;
	context.fillStyle = isClue ? whole ? inks["given-ground"] : inks.given : fill;
	context.fillRect(x, y, width, height);
	if (!isClue || whole) return;
	context.fillStyle = fill;
	context.fillRect(x + EDGE, y + EDGE, width - 6, height - 6);
}
function digitInk(fill, text, marks, inks) {
	return (marks & (CONFLICT | MISCOPIED)) !== 0 && contrast(rgbOf(fill), rgbOf(inks.reopened)) >= LEGIBLE ? inks.reopened : text;
}
function drawMarks(context, { x, y, width }, marks, clue, inks, face) {
	if (marks & CONFLICT) {
		const radius = Math.max(width * .065, 2.5);
		const inset = radius + Math.min(width * .07, 3);
		for (const [colour, size] of [[inks.card, radius + 1.5], [inks.reopened, radius]]) {
			context.fillStyle = colour;
			context.beginPath();
			context.arc(x + width - inset, y + inset, size, 0, 2 * Math.PI);
			context.fill();
		}
	}
	if (marks & MISCOPIED && width < ROOMY) {
		const size = width * .35;
		context.fillStyle = inks.reopened;
		context.beginPath();
		context.moveTo(x, y);
		context.lineTo(x + size, y);
		context.lineTo(x, y + size);
		context.fill();
	} else if (marks & MISCOPIED) {
		const size = Math.max(width * .24, 12);
		context.fillStyle = inks.card;
		context.fillRect(x + 1, y + 1, size, size + 1);
		context.font = face(size);
		context.fillStyle = inks.reopened;
		context.textAlign = "center";
		context.fillText(String(clue), x + 1 + size / 2, y + 2 + size / 2);
	}
}
function rgbOf(colour) {
	return (colour.startsWith("#") ? (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => parseInt(part, 16)) : (colour.match(/\d+/g) ?? []).map(Number)).slice(0, 3);
}
// cells/layout.js
const COLUMNS$1 = [
	4,
	7,
	8,
	16,
	32,
	64
];
const [COMFORTABLE, TIGHT] = [50, 28];
const MANY = 512;
const SHAPE = 1.3;
const HIGHEST$1 = 128;
const MOST_FONT = 30;
const [OF_HEIGHT, OF_WIDTH] = [.45, .28];
function gridFor(positions, { width, height, scale, low = false, least: lowest = 0 }, across) {
	const many = positions > MANY;
	const least = (many ? TIGHT : COMFORTABLE) * scale;
	const fitting = COLUMNS$1.filter((columns) => width / columns >= least);
	const choices = fitting.length > 0 ? fitting : [COLUMNS$1[0]];
	const usual = (many ? 22 : 28) * scale;
	const high = (columns) => height / Math.ceil(positions / columns);
	const ragged = (columns) => Math.ceil(positions / columns) * columns / positions - 1;
	const off = (columns) => Math.abs(Math.log(width / columns / high(columns) / SHAPE)) + 2 * ragged(columns);
	const best = height > 0 ? choices.reduce((one, other) => off(other) < off(one) ? other : one) : choices[choices.length - 1];
	const columns = Math.min(across ?? best, positions);
	const rows = Math.ceil(positions / columns);
	const cellWidth = Math.floor(width / columns);
	const cellHeight = Math.floor(height > 0 ? Math.min(Math.max(height / rows, low ? many ? 22 / 3 : 16 : Math.max(22 * scale, lowest)), HIGHEST$1) : Math.max(usual, lowest));
	const fitted = scale * Math.min(cellHeight * OF_HEIGHT, cellWidth * OF_WIDTH);
	const font = Math.min(Math.max(12, fitted), MOST_FONT * scale);
	const size = {
		columns,
		cellWidth,
		cellHeight
	};
	const boxes = Array.from({ length: positions }, (_, position) => {
		return {
			...cornerOf(size, position),
			width: cellWidth,
			height: cellHeight
		};
	});
	return {
		...size,
		rows,
		font,
		width: columns * cellWidth,
		height: rows * cellHeight,
		boxes,
		flows: false
	};
}
function cornerOf(grid, position) {
	return {
		x: position % grid.columns * grid.cellWidth,
		y: Math.floor(position / grid.columns) * grid.cellHeight
	};
}
function positionAt({ boxes }, x, y) {
	const position = boxes.findIndex((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
	return position === -1 ? null : position;
}
function neighbour({ boxes, order }, position, key) {
	if (key === "ArrowLeft" || key === "ArrowRight") {
		const place = (order ? order.indexOf(position) : position) + (key === "ArrowLeft" ? -1 : 1);
		const next = order ? order[place] : place;
		return boxes[next]?.width > 0 ? next : null;
	}
	const from = boxes[position];
	const sign = key === "ArrowUp" ? -1 : 1;
	const line = Math.min(...boxes.map(({ y }) => sign * (y - from.y)).filter((apart) => apart > 0));
	const middle = ({ x, width }) => x + width / 2;
	let nearest = null;
	let least = 1e400;
	boxes.forEach((box, candidate) => {
		if (box.width === 0) return;
		const apart = Math.abs(middle(box) - middle(from));
		if (sign * (box.y - from.y) === line && apart < least) [nearest, least] = [candidate, apart];
	});
	return nearest;
}
// cells/letters.js
const FAMILY = "system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif";
const WORD = .6;
const NARROWEST$1 = .6;
const face = (size, bold) => `${bold ? 600 : 400} ${size}px ${FAMILY}`;
var Letters = class {
	constructor(context) {
		this.context = context;
		this.fitted = new Map();
		this.layout = gridFor(1, {
			width: 1,
			height: 0,
			scale: 1
		});
	}
	stand(layout) {
		this.layout = layout;
		this.fitted.clear();
	}
	write(token, box, { bold, begins }) {
		const { context, layout } = this;
		const { x, y, width, height } = box;
		const { pad = 0 } = layout;
		const { text, font, room, spills } = this.#fit(token, bold, box);
		if (spills) {
			context.save();
			context.beginPath();
			context.rect(x + 1, y + 1, width - 2, height - 2);
			context.clip();
		}
		context.font = font;
		context.textAlign = begins ? "left" : "center";
		context.fillText(text, begins ? x + pad : x + width / 2, y + height / 2, room);
		if (spills) context.restore();
	}
	#fit(token, bold, { width, height, font = this.layout.font }) {
		const key = `${Number(bold)}${width} ${height} ${token}`;
		const known = this.fitted.get(key);
		if (known !== void 0) return known;
		const { context, layout } = this;
		const { pad = 0 } = layout;
		context.textAlign = "left";
		const measure = (text) => context.measureText(text).width;
		const room = width - 2 - (layout.flows ? pad : 2);
		const whole = layout.flows ? flowText(token) : cellText(token);
		const most = layout.frame && whole.length > 1 ? Math.max(font * WORD, 12) : font;
		context.font = face(most, bold);
		const begun = measure(whole) > room && whole.trim() !== "" ? whole.trimStart() : whole;
		const size = Math.min(most, Math.max(most * room / measure(begun), 12));
		context.font = face(size, bold);
		const cut = fit(begun, (room + 1) / NARROWEST$1, measure);
		const text = cut !== begun && IS_MASK.test(token) ? MASK : cut;
		const ink = context.measureText(text);
		const narrow = Math.min(room / ink.width, 1);
		const beside = layout.flows ? pad - 1 : (width - ink.width * narrow) / 2 - 1;
		const spills = Math.max(ink.actualBoundingBoxAscent, ink.actualBoundingBoxDescent) > height / 2 - 1 || ink.actualBoundingBoxLeft * narrow > beside || ink.actualBoundingBoxRight * narrow > width - 2 - beside;
		const fitted = {
			text,
			font: face(size, bold),
			room,
			spills
		};
		this.fitted.set(key, fitted);
		return fitted;
	}
};
// cells/hand-marks.js
const HANDS = [
	"",
	"held",
	"edited",
	"favoured",
	"gave way"
];
const [HEAD, INSET] = [3.5, 4.5];
const SMALL = 2.5;
function drawHand(context, { x, y, width, height }, hand, inks) {
	const framed = hand === "held" || hand === "edited";
	context.strokeStyle = context.fillStyle = hand === "edited" ? inks.bound : inks.ink;
	context.lineWidth = framed ? 1.5 : 1.25;
	if (framed) {
		context.setLineDash(hand === "held" ? [] : [2, 2]);
		context.strokeRect(x + 2, y + 2, width - 4, height - 4);
		context.setLineDash([]);
	}
	const [left, top] = [x + INSET + 1, y + INSET + 1];
	context.beginPath();
	if (hand === "edited") {
		context.moveTo(x + 2, y + 2);
		context.lineTo(x + 11, y + 2);
		context.lineTo(x + 2, y + 11);
	} else if (hand === "gave way") for (const slope of [-1, 1]) {
		context.moveTo(left - SMALL, top - slope * SMALL);
		context.lineTo(left + SMALL, top + slope * SMALL);
	}
	else context.arc(left, top, hand === "held" ? HEAD : SMALL, 0, 2 * Math.PI);
	if (framed) context.fill();
	else context.stroke();
}
const STATUS_COLOURS = {
	light: [
		"rgb(10, 111, 184)",
		"rgb(127, 196, 240)",
		"rgb(240, 236, 226)",
		"rgb(194, 24, 91)"
	],
	dark: [
		"rgb(58, 140, 205)",
		"rgb(176, 224, 255)",
		"rgb(38, 43, 52)",
		"rgb(255, 126, 176)"
	]
};
const HAND_COLOURS = {
	light: {
		held: "rgb(28, 35, 48)",
		favoured: "rgb(132, 138, 150)"
	},
	dark: {
		held: "rgb(233, 236, 241)",
		favoured: "rgb(140, 146, 158)"
	}
};
function palettes(by, theme) {
	const of = (colours) => Uint8Array.from(colours.flatMap((css) => (css.match(/\d+/g) ?? []).map(Number)));
	const fills = (muted) => shades(theme, muted).map(({ fill }) => fill);
	const hands = {
		held: of([HAND_COLOURS[theme].held]),
		favoured: of([HAND_COLOURS[theme].favoured])
	};
	if (by === "entropy") return {
		full: of(fills(false)),
		muted: of(fills(true)),
		...hands
	};
	const full = of(STATUS_COLOURS[theme]);
	const surface = theme === "light" ? 255 : 20;
	return {
		full,
		muted: full.map((value) => Math.round(.4 * value + .6 * surface)),
		...hands
	};
}
function column(frame, by, content, colours) {
	const positions = content.length;
	const lines = Math.min(positions, 256);
	const pixels = new Uint8ClampedArray(4 * lines);
	for (let line = 0; line < lines; line += 1) {
		const first = Math.floor(line * positions / lines);
		const end = Math.floor((line + 1) * positions / lines);
		const sum = [
			0,
			0,
			0
		];
		for (let position = first; position < end; position += 1) {
			const code = by === "entropy" ? shadeOf(frame.entropy[position]) : frame.status[position];
			const hand = handAt(frame, position);
			const stands = hand === "held" || hand === "favoured";
			const palette = colours[stands ? hand : content[position] ? "full" : "muted"];
			for (let channel = 0; channel < 3; channel += 1) sum[channel] += palette[(stands ? 0 : 3 * code) + channel];
		}
		pixels.set([...sum.map((value) => value / (end - first)), 255], 4 * line);
	}
	return pixels;
}
// cells/shading.js
const LAST = 63;
const MOST_REVISIONS = 8;
const TICKS = {
	nats: [
		0,
		.5,
		1,
		2
	],
	bits: [
		0,
		1,
		2,
		4
	]
};
const NOTHING = {
	light: {
		fill: "rgb(226, 230, 236)",
		text: "rgb(0, 0, 0)"
	},
	dark: {
		fill: "rgb(58, 64, 74)",
		text: "rgb(255, 255, 255)"
	}
};
const COLOURINGS = {
	entropy: {
		name: ({ uncertainty }) => uncertainty,
		scale: ({ uncertainty }, _, unit) => `${uncertainty}, ${unit}`,
		codes: ({ frames }, step) => Uint8Array.from(frames[step].entropy, shadeOf),
		ends: ["sure", "unsure"],
		ticks: (_, unit) => [...(TICKS[unit] ?? TICKS[plainUnit(unit)].slice(0, -1)).map((amount) => ({
			place: place$1(amount / PER_NAT[unit]),
			text: String(amount)
		})), {
			place: 1,
			text: `≥ ${digits(6 * PER_NAT[unit], 2)} ${unit}`
		}]
	},
	probability: {
		name: () => "probability",
		scale: (names, layer) => `probability of the token: ${names[layer]}`,
		codes: ({ frames }, step, layer) => Uint8Array.from(canvasOf(frames[step], layer), (id, position) => {
			const probability = probabilityOf(frames[step], position, id);
			return Number.isNaN(probability) ? 64 : code(1 - probability);
		}),
		ends: ["likely", "unlikely"],
		ticks: () => [
			1,
			.75,
			.5,
			.25,
			0
		].map((share) => ({
			place: 1 - share,
			text: percent(share)
		})),
		none: ({ frames }) => frames.some(({ top_ids }) => top_ids) ? "not among the candidates" : "not recorded yet"
	},
	lock: {
		name: ({ lockStep }) => lockStep,
		scale: () => "the step that kept it last",
		codes: (recording, step) => Uint8Array.from(lockSteps(recording, step), (locked) => locked === 0 ? 64 : code((locked - 1) / Math.max(longest(recording) - 1, 1))),
		ends: ["early", "late"],
		ticks: (recording) => {
			const most = longest(recording);
			return [...new Set([
				1,
				most + 1 >> 1,
				most
			])].map((step) => ({
				place: (step - 1) / Math.max(most - 1, 1),
				text: String(step)
			}));
		},
		none: () => "not kept yet"
	},
	revisions: {
		name: (names) => names.revisions,
		scale: (names) => `${names.revisions} so far`,
		codes: (recording, step) => Uint8Array.from(revisions(recording, step), (count) => code(count / MOST_REVISIONS)),
		ends: ["few", "many"],
		ticks: () => [
			0,
			2,
			4,
			6,
			MOST_REVISIONS
		].map((count) => ({
			place: count / MOST_REVISIONS,
			text: `${count === MOST_REVISIONS ? "≥ " : ""}${count}`
		}))
	},
	status: {
		name: () => "status",
		codes: ({ frames }, step) => frames[step].status,
		ends: ["", ""],
		ticks: () => []
	}
};
const FIGURES = Object.keys(COLOURINGS);
const figureName = (figure, terms) => COLOURINGS[figure].name(words$1(terms));
const codesOf = (figure, recording, step, layer) => COLOURINGS[figure].codes(recording, step, layer);
function paletteOf(figure, theme, muted) {
	if (figure !== "status") return [...shades(theme, muted), NOTHING[theme]];
	return STATUS_COLOURS[theme].map((fill) => {
		const [red, green, blue] = textOn((fill.match(/\d+/g) ?? []).map(Number));
		return {
			fill,
			text: `rgb(${red}, ${green}, ${blue})`
		};
	});
}
function scaleOf(figure, recording, { layer, unit, terms, newcomer = false }) {
	const { name, scale = name, ends, ticks, none } = COLOURINGS[figure];
	return {
		name: newcomer ? name(words$1(terms)) : scale(words$1(terms), layer, unit),
		ends,
		ticks: newcomer ? [] : ticks(recording, unit),
		none: none?.(recording) ?? ""
	};
}
const longest = ({ live, frames, header }) => live && header.settings.max_denoising_steps || frames.reduce((most, { step }) => Math.max(most, step), 1);
const code = (share) => Math.round(Math.min(share, 1) * LAST);
// cells/board.js
const [THICK, THIN] = [3, 1];
const [SMALLEST, LARGEST] = [20, 64];
const [NARROWEST, WIDEST, LOW, APART] = [
	18,
	24,
	20,
	8
];
const FONT = .48;
function boardLayout(board, positions, { width, height, scale, low = false }) {
	const { size } = board;
	const box = boxOf(size);
	const others = positions - size * size;
	const lines = (group) => 2 * THICK + (size / group - 1) * THICK + (size - size / group) * THIN;
	const sideIn = (high) => {
		const fits = Math.min(width - lines(box.columns), high - lines(box.rows)) / size;
		return Math.floor(Math.max(fits, SMALLEST));
	};
	let strip = stripIn(others, width);
	let below = low ? 0 : APART + strip.rows * LOW;
	let side = height > 0 ? sideIn(height - below) : Math.min(sideIn(1e400), Math.floor(LARGEST * scale));
	const larger = height > 0 ? sideIn(height) : side;
	if (larger > side) {
		const beside = stripIn(others, (width - lines(box.columns) - size * larger) / 2 - APART);
		if (beside.rows * LOW <= size * larger) [strip, below, side] = [
			beside,
			0,
			larger
		];
	}
	const outer = {
		x: 0,
		y: 0,
		width: lines(box.columns) + size * side,
		height: lines(box.rows) + size * side
	};
	outer.x = Math.max(Math.floor((width - outer.width) / 2), 0);
	const at = (index, group) => {
		const groups = Math.floor(index / group);
		return THICK + index * side + groups * THICK + (index - groups) * THIN;
	};
	const cornerOf = (row, column) => ({
		x: outer.x + at(column, box.columns),
		y: at(row, box.rows)
	});
	const cells = new Int16Array(positions).fill(-1);
	board.positions.forEach((position, cell) => cells[position] = cell);
	const rest = [...cells.keys()].filter((position) => cells[position] === -1);
	const boxes = Array.from({ length: positions });
	board.positions.forEach((position, cell) => {
		boxes[position] = {
			...cornerOf(Math.floor(cell / size), cell % size),
			width: side,
			height: side
		};
	});
	const corner = below > 0 ? {
		x: Math.floor((width - strip.across * strip.width) / 2),
		y: outer.height + APART
	} : {
		x: outer.x + outer.width + APART,
		y: outer.height - strip.rows * LOW
	};
	rest.forEach((position, index) => {
		if (low) return boxes[position] = {
			x: outer.x,
			y: 0,
			width: 0,
			height: 0
		};
		const [row, column] = [Math.floor(index / strip.across), index % strip.across];
		boxes[position] = {
			x: corner.x + column * strip.width,
			y: corner.y + row * LOW,
			width: strip.width,
			height: LOW,
			font: 12
		};
	});
	const inner = [];
	for (let row = 0; row < size; row += box.rows) for (let column = 0; column < size; column += box.columns) inner.push({
		...cornerOf(row, column),
		width: box.columns * (side + THIN) - THIN,
		height: box.rows * (side + THIN) - THIN
	});
	return {
		width: Math.max(width, outer.width),
		height: outer.height + below,
		font: Math.max(12, side * FONT),
		boxes,
		flows: false,
		order: low ? board.positions : [...board.positions, ...rest],
		frame: {
			board,
			outer,
			inner,
			cells
		}
	};
}
function stripIn(count, width) {
	const most = Math.floor(width / NARROWEST);
	if (most < 1) return {
		across: 1,
		rows: 1e400,
		width: NARROWEST
	};
	const rows = Math.ceil(count / most);
	const across = Math.ceil(count / rows);
	return {
		across,
		rows,
		width: Math.min(Math.floor(width / across), WIDEST)
	};
}
// cells/columns.js
const [LEAST$1, LEAST_WHOLE, MOST$1] = [
	.9,
	.75,
	2
];
const [FEWER, LEAST_COLUMNS] = [3, 4];
const FINER = .25;
function columnWidths(width, needs, share = LEAST_WHOLE) {
	const even = Math.floor(width / needs.length);
	const wanted = needs.map((need) => Math.min(Math.ceil(need), MOST$1 * even));
	const lacking = wanted.map((want) => Math.max(want - even, 0));
	const spare = wanted.map((want) => Math.max(even - Math.max(want, Math.ceil(share * even)), 0));
	const [lack, room] = [lacking, spare].map((all) => all.reduce((sum, one) => sum + one, 0));
	if (lack === 0 || room === 0) return needs.map(() => even);
	const [gain, loss] = [Math.min(1, room / lack), Math.min(1, lack / room)];
	let [sum, edge] = [0, 0];
	return needs.map((_, column) => {
		sum += even + lacking[column] * gain - spare[column] * loss;
		const next = Math.round(sum);
		const wide = next - edge;
		edge = next;
		return wide;
	});
}
function fitOf({ columns, font, width }, needs) {
	const least = Array.from({ length: columns }, (_, column) => Math.max(...needs.filter((_, position) => position % columns === column)));
	const even = Math.floor(width / columns);
	const needsIn = (letters) => least.map((need) => Math.ceil(need * letters / 12));
	const fits = (letters, share) => needsIn(letters).reduce((sum, need) => sum + Math.max(need, Math.ceil(share * even)), 0) <= width;
	let letters = font;
	while (letters > 12 && !fits(letters, LEAST$1)) letters -= FINER;
	if (letters > 12) return {
		letters,
		widths: columnWidths(width, needsIn(letters), LEAST$1)
	};
	return {
		letters: fits(12, LEAST_WHOLE) ? 12 : 0,
		widths: columnWidths(width, least)
	};
}
function wordGrid(positions, room, needs) {
	const usual = gridFor(positions, room);
	const letters = Math.max(room.letters ?? 0, 12);
	const fixed = room.height > 0 && letters === 12;
	const tried = Array.from({ length: fixed ? 1 : FEWER }, (_, by) => usual.columns - by).filter((columns) => columns >= LEAST_COLUMNS || columns === usual.columns).map((columns) => {
		const rows = Math.ceil(positions / columns);
		const grid = columns === usual.columns ? usual : gridFor(positions, room, Math.ceil(positions / rows));
		return {
			grid,
			...fitOf(grid, needs)
		};
	});
	const best = tried.reduce((one, other) => other.letters > one.letters ? other : one);
	const { grid, widths } = tried.find((one) => one.letters >= letters) ?? best;
	const { columns } = grid;
	const lefts = widths.map((_, column) => widths.slice(0, column).reduce((sum, one) => sum + one, 0));
	const boxes = grid.boxes.map((box, position) => ({
		...box,
		x: lefts[position % columns],
		width: widths[position % columns]
	}));
	return {
		...grid,
		boxes
	};
}
const BESIDE = 4;
const USUAL = {
	font: 15,
	line: 30,
	least: 54,
	pad: 4,
	tail: true
};
const CLOSE = [
	{
		...USUAL,
		tail: false
	},
	{
		font: 13,
		line: 22,
		least: 54,
		pad: 3,
		tail: false
	},
	...[
		54,
		46,
		40,
		34
	].map((least) => ({
		font: 12,
		line: 17,
		least,
		pad: 2,
		tail: false
	}))
];
const GAP$1 = 2;
const HIGHEST = 4096;
const MOST_BREAKS = 3;
function flowOf(tokens, positions, width, measure, setting = USUAL) {
	const flow = place(tokens, positions, width, measure, setting, MOST_BREAKS);
	return flow.height <= HIGHEST ? flow : place(tokens, positions, width, measure, setting, 0);
}
function standardWidth(width, least) {
	const many = Math.max(Math.floor((width + GAP$1 / 2) / (least + GAP$1 / 2)), 1);
	return Math.floor((width + GAP$1 / 2) / many) - GAP$1 / 2;
}
function place(tokens, positions, width, measure, { font, line, least, pad, tail }, mostBreaks) {
	let [x, y] = [0, 0];
	const usual = standardWidth(width, least);
	const breakLine = (lines = 1) => [x, y] = [0, y + lines * line];
	const wideOf = (text) => Math.ceil(measure(flowText(text)) * font / 15) + 2 * pad;
	const boxes = Array.from({ length: positions }, (_, position) => {
		const text = tokens[position];
		if (text === void 0 && !tail) return {
			x,
			y,
			width: 0,
			height: 0
		};
		const taken = Math.min(text === void 0 ? usual : Math.max(wideOf(text), usual), width);
		if (x > 0 && (x + taken > width || position === tokens.length)) breakLine();
		const box = {
			x,
			y,
			width: taken,
			height: line - GAP$1
		};
		x += taken + GAP$1 / 2;
		const breaks = Math.min(text?.match(/\n/g)?.length ?? 0, mostBreaks);
		if (breaks > 0) breakLine(breaks);
		return box;
	});
	return {
		width,
		height: Math.max(...boxes.map((box) => box.y)) + line,
		font,
		pad,
		boxes,
		flows: true,
		close: !tail
	};
}
var Places = class {
	constructor(recording, shape, room, measure) {
		this.recording = recording;
		this.shape = shape;
		this.measure = measure;
		this.room = room;
		this.available = room.width;
		const { canvas_length: positions } = recording.header;
		this.grid = wordGrid(positions, room, this.#needs());
		const board = boardOf(recording.header);
		this.board = board && boardLayout(board, positions, room);
		this.close = shape === "grid" && room.low === true && this.board === null && this.grid.cellHeight < 22;
		this.cells = this.close ? this.#flowOf([]) : this.grid;
		this.flows = new Map();
		if (this.#reads) for (const step of recording.blockEnds) this.#flow(step);
	}
	#needs() {
		const { recording, measure } = this;
		const wide = new Map();
		const needs = new Array(recording.header.canvas_length).fill(0);
		for (const { sampled_ids: ids, accepted } of recording.live ? [] : recording.frames) for (let position = 0; position < ids.length; position += 1) {
			const id = ids[position];
			if (accepted[position] === 0 || recording.emptiness(id) !== "") continue;
			if (!wide.has(id)) wide.set(id, measure(cellText(recording.tokens.get(id) ?? "")) * 12 / 15 + BESIDE);
			needs[position] = Math.max(needs[position], wide.get(id) ?? 0);
		}
		return needs;
	}
	get #reads() {
		return this.shape === "text" || this.close;
	}
	get width() {
		return this.#reads ? this.available : Math.max(this.grid.width, this.board?.width ?? 0);
	}
	get height() {
		const heights = Array.from(this.flows.values(), ({ height }) => height);
		const running = this.recording.live || heights.length === 0;
		return Math.max(...heights, running ? this.#cellsHeight : 0);
	}
	get #cellsHeight() {
		const { board, cells, recording } = this;
		const alone = (recording.frames.at(-1)?.block ?? 1) === 1;
		return board === null ? cells.height : alone ? board.height : Math.max(board.height, cells.height);
	}
	before(block) {
		return block === 1 ? this.board ?? this.cells : this.cells;
	}
	at(step) {
		const { frames } = this.recording;
		const { block } = frames[step];
		const cells = this.before(block);
		if (!this.#reads) return cells;
		const end = this.flows.has(block) ? -1 : frames.findIndex((frame) => frame.block === block && frame.stopReason !== "");
		if (end !== -1) this.#flow(end);
		return this.flows.get(block) ?? cells;
	}
	#flow(step) {
		const { recording } = this;
		const { argmax_ids, block } = recording.frames[step];
		const end = content(recording, step).lastIndexOf(1) + 1;
		const tokens = Array.from(argmax_ids.subarray(0, end), (id) => {
			const empty = recording.emptiness(id);
			return empty === "" ? recording.tokens.get(id) ?? "" : EMPTY[empty];
		});
		this.flows.set(block, this.#flowOf(tokens));
	}
	#flowOf(tokens) {
		const layouts = (!this.close ? [USUAL] : tokens.length > 0 ? CLOSE : CLOSE.map((each) => ({
			...each,
			tail: true
		}))).map((setting) => flowOf(tokens, this.recording.header.canvas_length, this.available, this.measure, setting));
		return layouts.find(({ height }) => height <= this.room.height) ?? layouts[layouts.length - 1];
	}
};
// cells/draw.js
const CORNER = 4;
var CellPainter = class {
	constructor(canvas) {
		this.canvas = canvas;
		this.context = canvas.getContext("2d", { alpha: false });
		this.theme = "light";
		this.figure = "entropy";
		this.palette = paletteOf(this.figure, this.theme, false);
		this.inks = {};
		this.grid = gridFor(1, {
			width: 1,
			height: 0,
			scale: 1
		});
		this.letters = new Letters(this.context);
		this.ratio = 1;
		this.ids = [];
		this.looks = [];
		this.grounds = [];
	}
	prepare({ width, height }, theme, ratio = window.devicePixelRatio) {
		this.theme = theme;
		this.ratio = ratio;
		this.inks = inksOf(this.canvas);
		this.#colourBy(this.figure);
		this.canvas.width = Math.round(width * this.ratio);
		this.canvas.height = Math.round(height * this.ratio);
		this.canvas.style.width = `${width}px`;
		this.canvas.style.height = `${height}px`;
		this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
		this.context.textBaseline = "middle";
		this.context.direction = "ltr";
		this.#clear();
	}
	stand(layout) {
		if (layout === this.grid) return;
		this.grid = layout;
		this.#clear();
	}
	#clear() {
		this.context.fillStyle = this.inks.paper;
		this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
		if (this.grid.frame) drawFrame(this.context, this.grid.frame, this.inks);
		this.ids = [];
		this.looks = [];
		this.grounds = [];
		this.letters.stand(this.grid);
	}
	measure(text) {
		this.context.font = face(15, true);
		return this.context.measureText(text).width;
	}
	#colourBy(figure) {
		this.figure = figure;
		this.palette = paletteOf(figure, this.theme, false);
		this.looks = [];
	}
	paint(recording, moment, { layer, figure, filter, differs, apart }, half) {
		if (figure !== this.figure) this.#colourBy(figure);
		const appearance = appearanceAt(recording, moment, layer, half);
		const { ids } = appearance;
		const looks = apart ? appearance.looks.map((look, position) => apart[position] ? look : 6) : appearance.looks;
		const marks = this.#marks(recording, appearance);
		const frame = recording.frames[moment.step];
		const { status } = frame;
		const codes = codesOf(figure, recording, moment.step, layer);
		const before = this.ids;
		for (let position = 0; position < ids.length; position += 1) {
			const id = ids[position];
			const faint = filter !== null && !moment.noise && status[position] !== filter;
			const outlined = differs?.[position] ?? 0;
			const hand = HANDS.indexOf(moment.noise ? handBefore(frame, position) : handAt(frame, position));
			const look = ((((outlined * HANDS.length + hand) * 512 + codes[position]) * 8 + looks[position]) * 2 + Number(faint)) * 8 + (marks[position] ?? 0);
			if (before[position] === id && this.looks[position] === look) continue;
			this.looks[position] = look;
			if (this.grid.boxes[position].width === 0) continue;
			const empty = recording.emptiness(id);
			const muted = empty !== "";
			this.#cell(position, muted ? EMPTY[empty] : recording.tokens.get(id) ?? "", codes[position], looks[position], muted, marks[position] ?? 0);
			if (faint) this.#fade(position);
			if (hand) drawHand(this.context, this.grid.boxes[position], HANDS[hand], this.inks);
			if (outlined) this.#outline(position, this.inks.soft, this.grid.boxes[position].height < 16 ? 1 : 2, []);
		}
		this.ids = ids;
	}
	copyTo(context, ids) {
		context.drawImage(this.canvas, 0, 0);
		context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
		this.grounds.forEach((ground, position) => {
			if (this.ids[position] === ids[position] || ground === "") return;
			const { x, y, width, height } = this.grid.boxes[position];
			context.fillStyle = ground;
			context.beginPath();
			context.roundRect(x + 1, y + 1, width - 2, height - 2, CORNER);
			context.fill();
		});
	}
	#erase({ x, y, width, height }) {
		const { context, inks, ratio } = this;
		const [left, top] = [x, y].map((edge) => Math.floor(edge * ratio) / ratio);
		const [right, bottom] = [x + width, y + height].map((edge) => Math.ceil(edge * ratio) / ratio);
		context.fillStyle = inks.paper;
		context.fillRect(left, top, right - left, bottom - top);
	}
	blank() {
		this.#clear();
		this.grid.boxes.forEach((_, position) => this.#cell(position, null, 0, NOISE, true, 0));
	}
	#fade(position) {
		const { x, y, width, height } = this.grid.boxes[position];
		this.grounds[position] = "";
		this.context.globalAlpha = .8;
		this.context.fillStyle = this.inks.paper;
		this.context.fillRect(x, y, width, height);
		this.context.globalAlpha = 1;
	}
	#cell(position, text, code, look, muted, marks) {
		const { context, grid, inks } = this;
		const box = grid.boxes[position];
		const { x, y, width, height } = box;
		const isKept = look === KEPT || look === JUST_KEPT;
		const ground = this.#ground(code, look, muted);
		this.grounds[position] = ground.fill;
		const cell = grid.frame?.cells[position] ?? -1;
		if (cell !== -1) drawGround(context, box, ground.fill, look === KEPT && this.figure === "entropy", marks, inks);
		else {
			this.#erase(box);
			context.fillStyle = ground.fill;
			context.beginPath();
			context.roundRect(x + 1, y + 1, width - 2, height - 2, CORNER);
			context.fill();
			if (isKept && this.figure === "entropy" && !grid.close) this.#outline(position, inks.line, 1, []);
		}
		if (isKept && !muted) {
			const thick = look === JUST_KEPT ? 3 : 1.5;
			context.fillStyle = inks.kept;
			context.fillRect(x + 5, y + height - (height <= 16 ? 1 : 3) - thick, width - 10, thick);
		}
		if (look === REOPENED || look === REOPENED_NOISE) {
			this.#outline(position, inks.card, 3, []);
			this.#outline(position, inks.reopened, 2, [5, 3]);
		}
		if (text === null) return;
		if (height < 16 && !grid.frame && !grid.flows) return;
		context.fillStyle = digitInk(ground.fill, ground.text, marks, inks);
		this.letters.write(text, box, {
			bold: isKept && !muted,
			begins: grid.flows && !muted
		});
		if (grid.frame) drawMarks(context, box, marks, grid.frame.board.clues[cell], inks, (size) => face(size, true));
	}
	#marks(recording, shown) {
		const { frame } = this.grid;
		if (frame === void 0) return [];
		return marksOf(frame, recording, shown);
	}
	#ground(code, look, muted) {
		const { inks } = this;
		if (look === 6) return {
			fill: inks.paper,
			text: inks.soft
		};
		if (look === NOISE || look === REOPENED_NOISE) return {
			fill: inks.noise,
			text: inks.soft
		};
		if (this.figure !== "entropy" || look === DRAWN || look === REOPENED) return this.palette[code];
		if (muted) return {
			fill: inks.paper,
			text: inks.soft
		};
		return {
			fill: look === JUST_KEPT ? inks["kept-ground"] : inks.card,
			text: inks.ink
		};
	}
	#outline(position, colour, thick, dash) {
		const { context } = this;
		const { x, y, width, height } = this.grid.boxes[position];
		const inset = 1 + thick / 2;
		context.strokeStyle = colour;
		context.lineWidth = thick;
		context.setLineDash(dash);
		context.beginPath();
		context.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, CORNER);
		context.stroke();
	}
};
// cells/dissolve.js
const FADE_MS = 260;
var Dissolve = class {
	constructor(stage, painter, reducedMotion) {
		this.painter = painter;
		this.reducedMotion = reducedMotion;
		this.canvas = element("canvas.tdp-dissolve", { "aria-hidden": "true" });
		this.context = this.canvas.getContext("2d");
		stage.append(this.canvas);
		this.fading = null;
	}
	begin(ids) {
		this.fading?.cancel();
		if (this.reducedMotion.matches) return;
		const { canvas, painter } = this;
		const cells = painter.canvas;
		canvas.width = cells.width;
		canvas.height = cells.height;
		canvas.style.width = cells.style.width;
		canvas.style.height = cells.style.height;
		painter.copyTo(this.context, ids);
		this.fading = canvas.animate({ opacity: [1, 0] }, {
			duration: FADE_MS,
			easing: "ease-in"
		});
	}
	end() {
		this.fading?.cancel();
	}
	clear() {
		this.end();
		this.canvas.style.width = this.canvas.style.height = "0";
	}
};
// cells/legend.js
const SWATCHES = [
	"tdp-is-kept",
	"tdp-is-just-kept",
	"tdp-is-thrown-back",
	"tdp-is-reopened"
];
const BOARD = [[
	"tdp-is-given",
	"given",
	"The puzzle gives this digit; the model copies it like any other. A copy that fails shows the right digit or a mark in its corner."
], [
	"tdp-is-clash",
	"breaks a rule",
	"This digit stands twice in a row, a column or a box. So says a rule, not the model."
]];
const HAND = [
	[
		"held",
		"tdp-is-pinned",
		"pinned",
		"A person holds this token: it is in every input and in the text, and costs nothing of the budget."
	],
	[
		"favoured",
		"tdp-is-favoured",
		"your own, favoured",
		"A token of a text that a person gave. It stands as long as the model is surer of another by no more than the margin."
	],
	[
		"gave way",
		"tdp-gave-way",
		"gave way",
		"A token of a text that a person gave, but the model is surer of another by more than the margin: the sampler decides."
	],
	[
		"edited",
		"tdp-is-edited",
		"changed by hand",
		"A person changed this cell just before this step; from here on it is like any other."
	]
];
var Legend = class {
	constructor(root, filter) {
		this.filter = filter;
		this.swatches = SWATCHES.map((style) => element("i", {
			class: `tdp-swatch ${style}`,
			"aria-hidden": "true"
		}));
		this.names = SWATCHES.map(() => element("span"));
		this.states = SWATCHES.map((_, code) => {
			const button = element("button.tdp-state", { "aria-pressed": "false" }, this.swatches[code], this.names[code]);
			button.onclick = () => this.set(button.getAttribute("aria-pressed") === "true" ? null : code);
			return button;
		});
		this.padding = element("span.tdp-state.tdp-padding", { title: WORDS.padding.line }, element("span", { "aria-hidden": "true" }, EMPTY.padding), WORDS.end.plain);
		this.filler = element("span.tdp-state", {
			title: WORDS.filler.line,
			hidden: ""
		}, element("span", { "aria-hidden": "true" }, EMPTY.filler), WORDS.filler.plain);
		this.board = BOARD.map(([style, name, meaning]) => entry(style, name, meaning));
		this.hand = HAND.map(([, style, name, meaning]) => entry(style, name, meaning));
		this.alike = entry("tdp-is-alike", "the same in each", "Every run has this token here; only cells that differ are coloured.");
		root.replaceChildren(...this.states, ...this.hand, ...this.board, this.filler, this.padding, this.alike);
	}
	paint({ filled }) {
		this.filler.hidden = !filled;
	}
	set(status) {
		this.states.forEach((button, code) => button.setAttribute("aria-pressed", String(code === status)));
		this.filter(status);
	}
	show({ header }, theme, figure, { terms }) {
		const board = boardOf(header) !== null;
		for (const entry of this.board) entry.hidden = !board;
		const hands = handsOf(header.spec);
		HAND.forEach(([hand], at) => this.hand[at].hidden = !hands.has(hand));
		this.padding.hidden = board;
		wayOf(header).statuses.forEach((key, code) => {
			setText(this.names[code], words$1(terms)[key]);
			this.states[code].title = `${hint(key, terms)} Press to let only these stand out.`;
		});
		const colours = figure === "status" ? paletteOf(figure, theme, false) : null;
		this.swatches.forEach((swatch, code) => swatch.style.background = colours?.[code].fill ?? "");
	}
};
function entry(style, name, meaning) {
	const swatch = element("i", {
		class: `tdp-swatch ${style}`,
		"aria-hidden": "true"
	});
	return element("span.tdp-state", {
		title: meaning,
		hidden: ""
	}, swatch, name);
}
// cells/scale.js
var Scale = class {
	constructor(root) {
		this.root = root;
		root.classList.add("tdp-scale");
		root.setAttribute("role", "group");
	}
	show(recording, theme, figure, taste) {
		const { root } = this;
		root.hidden = figure === "status";
		if (root.hidden) return;
		const palette = paletteOf(figure, theme, false);
		const { name, ends, ticks, none } = scaleOf(figure, recording, taste);
		const bar = element("span.tdp-gradient");
		bar.style.background = `linear-gradient(to right, ${palette.slice(0, 64).map(({ fill }) => fill).join(", ")})`;
		const marks = element("span.tdp-ticks");
		for (const { place, text } of ticks) {
			const mark = element("span", text);
			mark.style.left = `${100 * place}%`;
			marks.append(mark);
		}
		root.title = name;
		root.setAttribute("aria-label", `Colour: ${name}`);
		root.replaceChildren(element("span.tdp-scale-end", ends[0]), element("span.tdp-measure", bar, marks), element("span.tdp-scale-end", ends[1]));
		if (none === "") return;
		const swatch = element("i.tdp-swatch");
		swatch.style.background = palette[64].fill;
		root.append(element("span.tdp-state", swatch, none));
	}
};
// dom/memory.js
const PREFIX = "playground: ";
const held = new Map();
function remember(name, value, store = "localStorage") {
	try {
		window[store].setItem(PREFIX + name, JSON.stringify(value));
		held.delete(name);
	} catch {
		held.set(name, value);
	}
}
function forget() {
	held.clear();
	for (const store of ["localStorage", "sessionStorage"]) try {
		const storage = window[store];
		for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
	} catch {}
}
function recall(name, usual, store = "localStorage") {
	try {
		const value = held.has(name) ? held.get(name) : JSON.parse(window[store].getItem(PREFIX + name) ?? "null");
		return (Array.isArray(usual) ? Array.isArray(value) : typeof value === typeof usual && value !== null) ? value : usual;
	} catch {
		return usual;
	}
}
// panels/deck.js
const OPEN = "open detail";
const NOT_FETCHED = "This part of the page did not arrive; close it and open it again when the server answers.";
const TELLING = new Set([
	"text",
	"lanes",
	"often"
]);
var Deck = class {
	constructor(panels, { watching, tuning, comparing, tray, tabs, details }, reader, opened) {
		this.panels = {};
		this.reader = reader;
		this.opened = opened;
		this.place = tray;
		this.prefix = `${freshId("tdp-deck")}-`;
		this.shown = null;
		this.tray = new Map();
		this.late = new Map();
		this.missing = new Map();
		this.chosen = null;
		for (const [name, Panel] of Object.entries(panels)) {
			if ("needs" in Panel && Panel.needs && reader[Panel.needs] === null) continue;
			const root = element("section", { class: `tdp-${name}-panel` });
			if (Panel.place === "tray") {
				this.#add(name, Panel, root, tabs, details);
				continue;
			}
			({
				watch: watching,
				tune: tuning,
				compare: comparing
			})[Panel.place].append(root);
			root.hidden = "fetch" in Panel;
			if ("fetch" in Panel) this.late.set(name, {
				root,
				Panel
			});
			else this.panels[name] = new Panel(root, reader);
		}
		roam(tabs, {
			ArrowRight: 1,
			ArrowLeft: -1
		}, (tab) => this.#stopAt(tab));
		this.detail = recall(OPEN, "");
		this.open(this.detail);
	}
	#add(name, Panel, root, tabs, details) {
		const [id, controls] = [`${this.prefix}${name}-tab`, `${this.prefix}${name}`];
		const tab = element("button.tdp-tab", {
			id,
			role: "tab",
			"aria-controls": controls,
			"data-panel": name
		});
		tab.append(Panel.title ?? name);
		tab.onclick = () => this.detail === name ? this.#choose(null) : this.reveal(name);
		for (const [key, value] of Object.entries({
			id: controls,
			role: "tabpanel",
			"aria-labelledby": id
		})) root.setAttribute(key, value);
		tabs.append(tab);
		details.append(root);
		this.tray.set(name, {
			root,
			tab,
			Panel
		});
	}
	async open(name) {
		const entry = this.tray.get(name ?? "");
		this.detail = entry ? name : null;
		this.#turn();
		if (!entry || name === null) return;
		await this.#fetch(name, entry.root, entry.Panel);
	}
	async #fetch(name, root, Panel) {
		const Found = "fetch" in Panel ? await Panel.fetch().catch(() => null) : Panel;
		if (Found === null) {
			root.replaceChildren(element("p.tdp-hint", { role: "alert" }, NOT_FETCHED));
			if ("fetch" in Panel && Panel.place !== "tray") this.missing.set(name, {
				root,
				Panel
			});
			return;
		}
		if (!(name in this.panels)) {
			root.querySelector(":scope > [role=alert]")?.remove();
			this.panels[name] = new Found(root, this.reader);
		}
		if (root.hidden && this.tray.has(name)) return;
		if (this.shown) this.panels[name].show(...this.shown);
		this.opened();
	}
	#choose(name) {
		remember(OPEN, name ?? "");
		return this.open(name);
	}
	async reveal(name) {
		await this.#choose(name);
		await new Promise(requestAnimationFrame);
		this.place.scrollIntoView({ block: "nearest" });
	}
	#turn() {
		const { detail, tray } = this;
		for (const [name, { root, tab }] of tray) {
			tab.hidden = !this.#offers(name);
			root.hidden = tab.hidden || name !== detail;
			tab.setAttribute("aria-selected", String(!root.hidden));
		}
		const tabs = [...tray.values()].map(({ tab }) => tab).filter(({ hidden }) => !hidden);
		this.#stopAt(tabs.find(({ ariaSelected }) => ariaSelected === "true") ?? tabs[0]);
	}
	#stopAt(stop) {
		for (const { tab } of this.tray.values()) tab.tabIndex = tab === stop ? 0 : -1;
	}
	#offers(name) {
		const Panel = this.tray.get(name)?.Panel;
		const recording = this.shown?.[0];
		if (!recording) return true;
		if (recording.header.source && !TELLING.has(name)) return false;
		return Panel === void 0 || !("holds" in Panel) || !Panel.holds || Panel.holds(recording);
	}
	get #visible() {
		return Object.entries(this.panels).flatMap(([name, panel]) => this.#offers(name) && !this.tray.get(name)?.root.hidden ? [panel] : []);
	}
	show(recording, theme, taste) {
		this.shown = [
			recording,
			theme,
			taste
		];
		for (const [name, { tab, Panel }] of this.tray) setText(tab, taste.terms === "terms" && Panel.term || Panel.title || name);
		this.#turn();
		for (const panel of this.#visible) panel.show(recording, theme, taste);
	}
	paint(step, chosen, pinned) {
		if (chosen !== this.chosen) for (const entry of this.missing) this.late.set(...entry);
		this.chosen = chosen;
		for (const [name, { root, Panel }] of this.late) {
			if (!this.shown || !this.#offers(name) || !Panel.wanted?.(this.shown[0], step, chosen)) continue;
			this.late.delete(name);
			root.hidden = false;
			this.#fetch(name, root, Panel);
		}
		for (const panel of this.#visible) panel.paint(step, chosen, pinned);
	}
	point(position) {
		for (const panel of this.#visible) panel.point?.(position);
	}
};
// player/cursor.js
var CellCursor = class {
	constructor(stage, canvas, layout, { choose, point }) {
		this.layout = layout;
		this.chosen = null;
		this.pointedFrame = element("i.tdp-cursor", { hidden: "" });
		this.chosenFrame = element("i.tdp-cursor.tdp-cursor-chosen", { hidden: "" });
		stage.append(this.pointedFrame, this.chosenFrame);
		canvas.tabIndex = 0;
		const under = (event) => positionAt(layout(), event.offsetX, event.offsetY);
		this.keyed = false;
		canvas.onpointermove = (event) => {
			this.keyed = false;
			if (event.pointerType !== "touch") point(under(event));
		};
		canvas.onpointerleave = () => point(null);
		canvas.onblur = () => this.keyed = false;
		canvas.onclick = (event) => {
			const position = under(event);
			if (position !== null) choose(position === this.chosen ? null : position);
		};
		canvas.onkeydown = (event) => {
			if (!/^Arrow(Left|Right|Up|Down)$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
			event.preventDefault();
			event.stopPropagation();
			const to = this.chosen === null ? 0 : neighbour(layout(), this.chosen, event.key);
			if (to === null) return;
			this.keyed = true;
			this.chosen = to;
			choose(to);
		};
	}
	paint(chosen) {
		this.chosen = chosen;
		this.#place(this.chosenFrame, chosen);
	}
	point(position) {
		this.#place(this.pointedFrame, position);
	}
	#place(frame, position) {
		frame.hidden = position === null;
		if (position === null) return;
		const { x, y, width, height } = this.layout().boxes[position];
		frame.style.transform = `translate(${x}px, ${y}px)`;
		frame.style.width = `${width}px`;
		frame.style.height = `${height}px`;
	}
};
// player/lane.js
var Lane = class {
	constructor(recording, { letter, title }, reader, { enlarged, close }, stage) {
		this.recording = recording;
		this.title = element("strong", { dir: "auto" }, title);
		this.where = element("span.tdp-lane-where");
		this.letter = letter;
		const head = element("div.tdp-lane-head", element("b.tdp-lane-letter", { "data-lane": letter }, letter), this.title, this.where);
		const large = button("⤢", `Enlarge the lane ${letter}, or make all alike`);
		large.setAttribute("aria-pressed", "false");
		large.onclick = () => {
			const pressed = this.root.classList.toggle("tdp-lane-large");
			large.setAttribute("aria-pressed", String(pressed));
			enlarged();
		};
		head.append(large);
		if (close) {
			const away = button("×", `Take away the lane: ${title}`);
			away.onclick = close;
			head.append(away);
		}
		this.painter = null;
		this.cursor = null;
		this.places = null;
		this.moment = void 0;
		this.stage = stage ?? element("div.tdp-stage.tdp-lane-stage");
		this.notice = element("p.tdp-lane-notice", { role: "status" }, recording.notice);
		this.root = element("section.tdp-lane", { "aria-label": title }, head, this.notice, this.stage);
		if (stage) return;
		const canvas = element("canvas.tdp-canvas", {
			role: "application",
			"aria-roledescription": "grid of tokens",
			"aria-label": `Canvas of the lane: ${title}`
		});
		this.stage.append(canvas);
		this.painter = new CellPainter(canvas);
		canvas.addEventListener("pointermove", (event) => canvas.title = this.#textAt(event.offsetX, event.offsetY));
		this.cursor = new CellCursor(this.stage, canvas, () => this.painter.grid, reader);
	}
	#textAt(x, y) {
		const { recording, painter, moment } = this;
		const position = painter && positionAt(painter.grid, x, y);
		if (!painter || position === null || moment === void 0) return "";
		const id = painter.ids[position];
		const empty = recording.emptiness(id);
		const token = `${cellText(recording.tokens.get(id) ?? "")}${empty && ` (${words$1("plain")[empty]})`}`;
		return moment.noise || recording.bare ? token : `${token}, ${namesOf(recording.header.way, "plain")[recording.frames[moment.step].status[position]]}`;
	}
	prepare(shape, theme, scale, low) {
		const { painter, stage, recording } = this;
		if (painter === null) return;
		const bounded = getComputedStyle(stage).overflowY === "auto";
		const room = {
			width: stage.clientWidth,
			height: bounded ? stage.clientHeight : 0,
			scale,
			low
		};
		this.places = new Places(recording, shape, room, (text) => painter.measure(text));
		painter.prepare(this.places, theme);
	}
	paint(at, look, half, chosen, taste) {
		const { recording, painter, places, cursor } = this;
		const moment = this.moment = momentIn(recording, at);
		const over = !recording.live && at >= recording.moments.length - 1;
		setText(this.notice, recording.notice);
		setText(this.where, moment === void 0 ? "" : `${placeSentence(recording, moment, taste)}${over && at >= recording.moments.length ? ", over" : ""}`);
		if (painter === null || places === null) return;
		if (moment === void 0) {
			painter.stand(places.before(1));
			return painter.blank();
		}
		painter.stand(places.at(moment.step));
		painter.paint(recording, moment, look, at >= recording.moments.length ? "whole" : half);
		cursor?.paint(chosen !== null && chosen < recording.header.canvas_length ? chosen : null);
	}
};
// player/lanes.js
var Lanes = class {
	constructor(view, reader, close, enlarged) {
		this.view = view;
		this.reader = reader;
		this.close = close;
		this.enlarged = enlarged;
		this.all = [];
		this.comparable = [];
	}
	show(first, others, guest) {
		const { view, reader } = this;
		const runs = others.length > 0 || guest ? [first, ...others] : [];
		view.root.classList.toggle("tdp-has-lanes", runs.length > 0);
		view.lanes.classList.toggle("tdp-side-by-side", runs.length > 0 && runs.every(({ header }) => boardOf(header) !== null));
		const titles = runs.length === 1 ? [{
			letter: "A",
			title: wayOf(first.header).label
		}] : laneTitles(runs);
		this.all = runs.map((recording, at) => {
			const title = titles[at];
			const close = at === 0 ? null : () => this.close(recording);
			return new Lane(recording, title, reader, {
				enlarged: this.enlarged,
				close
			}, at === 0 ? view.stage : void 0);
		});
		this.comparable = runs.map((recording) => recording !== first && incomparable(first, recording) === "");
		view.cells.hidden = !this.compares;
		view.lanes.replaceChildren(...this.all.length > 0 ? [...this.all.map(({ root }) => root), ...guest ? [guest.root] : []] : [view.stage]);
	}
	prepare(shape, theme, scale, low) {
		for (const lane of this.all) lane.prepare(shape, theme, scale, low);
	}
	paint(places, { cells, ...look }, half, chosen, taste) {
		const [first] = this.all;
		const differ = this.all.map(({ recording }, number) => this.comparable[number] ? differing(first.recording, recording, places[0], look.layer, places[number]) : void 0);
		const only = cells === "differing" && this.compares;
		this.all.forEach((lane, number) => {
			const [differs, apart] = only ? [void 0, differ[number]] : [differ[number], void 0];
			lane.paint(places[number], {
				...look,
				differs,
				apart
			}, half, chosen, taste);
		});
		return only ? anyOf(differ.flatMap((differs) => differs ?? [])) : void 0;
	}
	get compares() {
		return this.comparable.some(Boolean);
	}
	point(position) {
		for (const { cursor, recording } of this.all) cursor?.point(position !== null && position < recording.header.canvas_length ? position : null);
	}
};
// player/bottom-sheet.js
const LEAST_PX = 50;
const GROWS_MS = 2e3;
var BottomSheet = class {
	constructor({ drawer, dock, canvas }, layout, leave) {
		this.drawer = drawer;
		this.dock = dock;
		this.canvas = canvas;
		this.layout = layout;
		this.leave = leave;
		const close = button("", "Close (Esc)");
		close.append(icon(ICONS.close));
		close.classList.add("tdp-sheet-close");
		close.onclick = () => this.close();
		drawer.prepend(close);
		this.tuning = false;
		this.chosen = null;
		this.since = 0;
		this.#listen();
		new ResizeObserver(() => {
			if (performance.now() - this.since < GROWS_MS) this.uncover();
		}).observe(drawer);
	}
	get #stands() {
		return this.drawer.classList.contains("tdp-sheet") && getComputedStyle(this.drawer).position === "fixed";
	}
	show(tuning) {
		this.tuning = tuning;
	}
	paint(tunes, chosen) {
		const open = tunes ? this.tuning : chosen !== null;
		const opens = open && !this.drawer.classList.contains("tdp-sheet");
		this.drawer.classList.toggle("tdp-sheet", open);
		if (opens && this.#stands) this.drawer.style.setProperty("--tdp-below", `${this.dock.offsetHeight}px`);
		const changed = chosen !== this.chosen;
		this.chosen = chosen;
		if (!changed) return;
		this.since = performance.now();
		this.uncover();
	}
	uncover() {
		const box = this.layout().boxes[this.chosen ?? -1];
		if (box === void 0 || !(this.#stands || getComputedStyle(this.drawer).position === "sticky")) return;
		const below = this.canvas.getBoundingClientRect().top + box.y + box.height + 8 - this.drawer.getBoundingClientRect().top;
		if (below > 0) scrollBy({ top: below });
	}
	close() {
		if (!this.#stands) return false;
		if (this.tuning) this.tuning = false;
		else this.leave();
		this.drawer.classList.toggle("tdp-sheet", false);
		return true;
	}
	#listen() {
		const { drawer } = this;
		let begun = null;
		const begin = (event) => {
			const held = event.target.closest("input, canvas, .tdp-scroller");
			begun = event.touches.length === 1 && drawer.scrollTop <= 0 && !held ? event.touches[0] : null;
		};
		drawer.addEventListener("touchstart", begin, { passive: true });
		drawer.addEventListener("touchend", ({ changedTouches: [ended] }) => {
			if (begun === null || ended.identifier !== begun.identifier) return;
			const [across, down] = [ended.clientX - begun.clientX, ended.clientY - begun.clientY];
			begun = null;
			if (down >= LEAST_PX && down > 2 * Math.abs(across)) this.close();
		});
	}
};
// player/tip.js
const [WIDTH$1, HEIGHT$1] = [300, 54];
var CellTip = class {
	constructor(place, stage, layout) {
		this.stage = stage;
		this.layout = layout;
		this.token = element("b.tdp-token");
		this.line = element("span");
		this.root = element("div.tdp-tip", {
			"aria-hidden": "true",
			hidden: ""
		}, this.token, this.line);
		place.append(this.root);
		this.pointed = null;
		this.painted = null;
	}
	point(position) {
		if (position === this.pointed) return;
		this.pointed = position;
		if (this.painted) this.paint(...this.painted);
	}
	paint(recording, moment, taste, chosen, keyed) {
		this.painted = [
			recording,
			moment,
			taste,
			chosen,
			keyed
		];
		const position = this.pointed ?? (keyed ? chosen : null);
		const frame = recording.frames[moment.step];
		const box = position === null ? void 0 : this.layout().boxes[position];
		this.root.hidden = box === void 0 || frame === void 0;
		if (box === void 0 || frame === void 0 || position === null) return;
		const id = canvasOf(frame, moment.noise ? "input" : recording.header.source ? "argmax" : taste.layer)[position];
		const empty = recording.emptiness(id);
		setText(this.token, tokenText(recording, id));
		const nothing = recording.header.source ? "how it began is not recorded" : "noise: nothing is measured yet";
		const line = moment.noise && !recording.bare ? nothing : shortForm(recording, moment.step, position, taste);
		setText(this.line, empty === "" ? line : `${words$1(taste.terms)[empty]} · ${line}`);
		this.#place(box, chosen === null ? void 0 : this.layout().boxes[chosen]);
	}
	#place(box, margin) {
		const { stage, root } = this;
		const right = box.x + box.width / 2 > stage.clientWidth / 2;
		const from = right ? box.x + box.width - WIDTH$1 : box.x;
		const above = box.y - HEIGHT$1;
		const meets = margin !== void 0 && margin !== box && margin.x < from + WIDTH$1 && from < margin.x + margin.width && margin.y < box.y && above < margin.y + margin.height;
		const upper = stage.offsetTop - stage.scrollTop;
		const below = meets || upper + above - 6 < 0;
		const top = upper + (below ? box.y + box.height + 6 : box.y - 6);
		const left = stage.offsetLeft + (right ? box.x + box.width : box.x);
		root.style.transform = `translate(${left}px, ${top}px) translate(${right ? "-100%" : "0"}, ${below ? "0" : "-100%"})`;
	}
};
function shortForm({ frames, header, bare }, step, position, { unit, terms, newcomer }) {
	const { entropy, temperature } = frames[step];
	if (bare) return "uncertainty and status are not recorded";
	const at = header.source ? "" : ` at temperature ${temperatureText(temperature)}`;
	const status = statusName(frames[step], position, header.way, terms);
	return newcomer ? status : `${status} · ${entropyIn(entropy[position], unit)}${at}`;
}
// player/toolbar.js
const LAYERS = [
	"input",
	"sampled",
	"argmax"
];
const SHAPES$1 = {
	grid: "Every position in a cell of the same size",
	board: "The Sudoku as a board; line breaks and padding stand below it",
	text: "As running text: each token where it stands in the part's last best guess, so that nothing moves"
};
const TOO_SMALL = "Cells would be too small for their words here; a larger window or fewer lanes make room";
var Toolbar = class {
	constructor(root, change) {
		this.root = root;
		this.layers = switchOf("Canvas that is shown", LAYERS.map((name) => [name, name]), (layer) => change({ layer }), "sampled");
		this.layers.classList.add("tdp-layers");
		this.shapes = switchOf("How the tokens stand", ["grid", "text"], (shape) => change({ shape }));
		this.board(false);
		this.figures = element("select.tdp-figure", { "aria-label": "What the colours say" });
		this.faces = FIGURES.map((value) => element("option", { value }));
		this.figures.append(...this.faces);
		this.figures.onchange = () => change({ figure: this.figures.value });
		this.units = switchOf("Unit of entropy", UNITS, (unit) => change({ unit }));
		this.scale = element("span.tdp-scale-place");
		root.replaceChildren(this.layers, element("span.tdp-tool", this.figures, this.scale, this.units), this.shapes);
		this.name("plain");
	}
	board(board) {
		const [cells, text] = this.shapes.children;
		cells.textContent = board ? "board" : "grid";
		cells.ariaDisabled = null;
		for (const option of [cells, text]) option.title = titleOf(option);
	}
	stand(shape, close) {
		const [cells, text] = this.shapes.children;
		const option = shape === "text" || close ? text : cells;
		if (option.ariaChecked === "true" && cells.ariaDisabled === String(close)) return;
		turnSwitch(this.shapes, option === text ? "text" : "grid");
		cells.ariaDisabled = String(close);
		cells.title = close ? TOO_SMALL : titleOf(cells);
	}
	name(terms) {
		FIGURES.forEach((figure, i) => setText(this.faces[i], figureName(figure, terms)));
		LAYERS.forEach((layer, i) => {
			const button = this.layers.children[i];
			setText(button, words$1(terms)[layer]);
			button.title = `${hint(layer, terms)} (key ${i + 1})`;
		});
	}
	choose(value) {
		this.root.querySelector(`[data-value=${value}]`).click();
	}
	set({ layer, shape, figure, unit }) {
		for (const value of [
			layer,
			shape,
			unit
		]) this.choose(value);
		this.figures.value = figure;
		this.figures.dispatchEvent(new Event("change"));
	}
};
const titleOf = (option) => `${SHAPES$1[option.textContent ?? ""]} (key T)`;
// player/views.js
const DECIDED = .5;
var Views = class {
	constructor(view, theme, reducedMotion, panels, { changed, refresh, alone, inside, ...actions }) {
		this.view = view;
		this.theme = theme;
		this.refresh = refresh;
		this.changed = changed;
		this.recording = null;
		this.chosen = null;
		this.pinned = null;
		this.look = {
			layer: "sampled",
			figure: "entropy",
			filter: null,
			cells: "all"
		};
		this.shape = "grid";
		this.by = "passes";
		this.places = null;
		this.height = 0;
		this.withheld = {
			decision: false,
			length: false
		};
		this.met = () => {};
		this.scale = 1;
		this.drawn = {
			recording: null,
			step: -1,
			half: ""
		};
		const reader = {
			...actions,
			inside: inside && {
				ask: inside,
				stage: view.stage,
				layout: () => this.painter.grid
			},
			detail: (name) => {
				this.sheet.close();
				return this.deck.reveal(name);
			},
			choose: (position) => this.choose(position),
			pin: (position) => this.choosePair(this.chosen, position),
			point: (position) => {
				this.cursor.point(position);
				this.lanes.point(position);
				this.tip.point(position);
				this.deck.point(position);
			}
		};
		this.lanes = new Lanes(view, reader, alone, () => {
			this.prepare();
			refresh();
		});
		this.painter = new CellPainter(view.canvas);
		this.dissolve = new Dissolve(view.stage, this.painter, reducedMotion);
		this.cursor = new CellCursor(view.stage, view.canvas, () => this.painter.grid, reader);
		this.sheet = new BottomSheet(view, () => this.painter.grid, () => this.choose(null));
		this.tip = new CellTip(view.main, view.stage, () => this.painter.grid);
		this.deck = new Deck(panels, view, reader, refresh);
		this.legend = new Legend(view.legend, (filter) => {
			this.look.filter = filter;
			refresh();
		});
		this.toolbar = new Toolbar(view.toolbar, ({ layer = this.look.layer, shape = this.shape, figure = this.look.figure, unit = this.taste.unit }) => {
			const turned = shape !== this.shape;
			this.shape = view.root.dataset.shape = shape;
			if (turned) this.prepare();
			if (figure !== this.look.figure) this.meet();
			Object.assign(this.look, {
				layer,
				figure
			});
			this.taste = {
				...this.taste,
				layer,
				unit
			};
			this.#explain();
			changed();
			refresh();
		});
		this.colours = new Scale(this.toolbar.scale);
		view.cells.onchange = () => this.cells = view.cells.value;
		view.tabs.addEventListener("click", () => this.meet());
		view.drawer.addEventListener("toggle", () => this.meet(), { capture: true });
	}
	#taste = {
		layer: "sampled",
		unit: "nats",
		terms: "plain"
	};
	get taste() {
		const runs = [this.recording, ...(this.lanes?.all ?? []).map(({ recording }) => recording)];
		const unit = unitFor(this.#taste.unit, runs.some((run) => (run?.header.only_top ?? 0) > 0));
		if (unit !== this.#taste.unit) this.#taste = {
			...this.#taste,
			unit
		};
		return this.#taste;
	}
	set taste(taste) {
		this.#taste = taste;
	}
	get newcomer() {
		return this.taste.newcomer === true;
	}
	set newcomer(newcomer) {
		this.taste = {
			...this.taste,
			newcomer
		};
		this.view.root.classList.toggle("tdp-newcomer", newcomer);
		this.#giveRoom();
		this.#explain();
		this.changed();
		this.refresh();
	}
	#giveRoom() {
		const { mode, recording, newcomer, chosen } = this;
		const silent = Boolean(recording?.header.source) || newcomer && chosen === null;
		this.view.root.classList.toggle("tdp-silent", mode === "watch" && silent);
	}
	meet() {
		if (!this.newcomer) return;
		this.newcomer = false;
		this.met();
	}
	show(recording) {
		if (this.recording && this.recording.header.prompt !== recording.header.prompt) this.chosen = null;
		this.recording = recording;
		this.toolbar.board(boardOf(recording.header) !== null);
		const within = (position) => position !== null && position < recording.header.canvas_length;
		if (!within(this.chosen)) this.chosen = null;
		if (!within(this.pinned) || this.chosen === null) this.pinned = null;
		this.prepare();
	}
	prepare() {
		if (this.recording === null) return;
		const measure = (text) => this.painter.measure(text);
		const { clientWidth: width, clientHeight: height } = this.view.stage;
		const style = getComputedStyle(this.view.stage);
		const bounded = style.overflowY === "auto";
		const low = bounded && (this.lanes.all.length > 2 || style.getPropertyValue("--tdp-low") === "1");
		const least = Number(style.getPropertyValue("--tdp-least"));
		const letters = this.lanes.all.length > 0 ? 0 : Number(style.getPropertyValue("--tdp-letters"));
		const room = {
			width,
			height: bounded ? height : 0,
			scale: this.scale,
			low,
			least,
			letters
		};
		this.places = new Places(this.recording, this.shape, room, measure);
		this.#size(this.places);
		this.lanes.prepare(this.shape, this.theme(), this.scale, low);
		this.#explain();
	}
	#size(places) {
		this.height = places.height;
		this.painter.prepare(places, this.theme());
		this.dissolve.clear();
	}
	#explain() {
		if (this.recording === null) return;
		this.legend.show(this.recording, this.theme(), this.look.figure, this.taste);
		this.colours.show(this.recording, this.theme(), this.look.figure, this.taste);
		this.deck.show(this.recording, this.theme(), this.taste);
	}
	paint(moment, share, at) {
		const { recording, places, drawn } = this;
		this.view.root.classList.toggle("tdp-at-noise", !this.recording?.header.source && (moment === void 0 || moment.noise));
		this.view.root.classList.toggle("tdp-elsewhere", Boolean(this.recording?.header.source));
		this.view.root.classList.toggle("tdp-bare", Boolean(this.recording?.bare));
		this.#giveRoom();
		if (recording === null || places === null) return;
		this.view.root.classList.toggle("tdp-withheld", this.withheld.decision);
		this.view.root.classList.toggle("tdp-endless", this.withheld.length);
		const { withheld } = this;
		const half = withheld.before ? "bare" : withheld.decision ? "drawn" : share >= 1 ? "whole" : share < DECIDED ? "drawn" : "kept";
		const differing = this.lanes.paint(at, this.look, half, this.chosen, this.taste);
		const apart = withheld.colours ? new Uint8Array(recording.header.canvas_length) : differing;
		this.legend.alike.hidden = apart === void 0;
		if (moment === void 0) {
			this.painter.stand(places.before(1));
			this.tip.root.hidden = true;
			return this.painter.blank();
		}
		const { step, noise } = moment;
		const layout = places.at(step);
		this.toolbar.stand(this.shape, this.shape === "grid" && layout.flows === true);
		if (places.height !== this.height) this.#size(places);
		this.painter.stand(layout);
		if (half === "kept" && drawn.half === "drawn" && drawn.step === step && drawn.recording === recording) this.dissolve.begin(appearanceAt(recording, moment, this.look.layer, half).ids);
		else if (half !== drawn.half && half !== "kept") this.dissolve.end();
		this.legend.paint(recording);
		this.drawn = {
			recording,
			step,
			half: noise ? "" : half
		};
		this.painter.paint(recording, moment, {
			...this.look,
			apart
		}, half);
		this.cursor.paint(this.chosen);
		this.tip.paint(recording, moment, this.taste, this.chosen, this.cursor.keyed);
		this.deck.paint(step, this.chosen, this.pinned);
		this.sheet.paint(this.mode !== "watch", this.chosen);
	}
	withhold(withheld) {
		this.withheld = withheld;
		this.taste = {
			...this.taste,
			endless: withheld.length
		};
		this.refresh();
	}
	choose(position) {
		if (position !== null) this.meet();
		this.choosePair(position, this.pinned);
	}
	choosePair(position, pinned) {
		this.chosen = position;
		this.pinned = position === null ? null : pinned;
		this.refresh();
	}
	chosenSentence(step) {
		const frame = this.recording?.frames[step];
		if (this.recording === null || frame === void 0 || this.chosen === null) return "";
		const { recording, chosen } = this;
		const { layer, unit, terms } = this.taste;
		const id = canvasOf(frame, layer)[chosen];
		if (recording.header.source) return `Position ${chosen}: ${tokenText(recording, frame.argmax_ids[chosen])}.`;
		const cell = cellName(recording, chosen);
		const clue = clueSentence(recording, chosen, id);
		const empty = recording.emptiness(id);
		const entropy = this.newcomer ? "" : `, ${words$1(terms).uncertainty} ${entropyIn(frame.entropy[chosen], unit)}`;
		const decided = this.withheld.decision ? "" : `, ${statusName(frame, chosen, recording.header.way, terms)}`;
		return `Position ${chosen}${cell && `, ${cell}`}: ${tokenText(recording, id)}${empty && ` (${words$1(terms)[empty]})`}${entropy}${decided}.${clue && ` ${clue}`}`;
	}
	shapeSentence(step) {
		return this.shape === "text" && step >= 0 && !this.places?.at(step).flows ? ` The ${words$1(this.taste.terms).part} still runs: it takes the shape of its text when it ends.` : "";
	}
	speak(terms) {
		this.taste = {
			...this.taste,
			terms
		};
		this.toolbar.name(terms);
		this.#explain();
		this.changed();
		this.refresh();
	}
	get mode() {
		return this.view.root.dataset.mode ?? "";
	}
	set mode(mode) {
		this.view.root.dataset.mode = mode;
		if (mode !== "watch") this.meet();
		this.sheet.show(mode === "tune" || mode === "compare");
		this.sheet.paint(mode !== "watch", this.chosen);
		this.changed();
		this.refresh();
	}
	get looks() {
		const { layer, figure, filter: only, cells } = this.look;
		return {
			mode: this.mode,
			layer,
			figure,
			only,
			cells,
			shape: this.shape,
			unit: plainUnit(this.taste.unit),
			by: this.by
		};
	}
	set looks({ only, mode, by, cells, ...others }) {
		this.by = by;
		this.mode = mode;
		this.cells = cells;
		this.toolbar.set(others);
		this.legend.set(only);
	}
	set cells(cells) {
		this.look.cells = this.view.cells.value = cells;
		this.changed();
		this.refresh();
	}
	get compared() {
		return this.pinned === this.chosen ? null : this.pinned;
	}
	get keys() {
		const layers = LAYERS.map((layer, i) => [String(i + 1), () => this.toolbar.choose(layer)]);
		const turn = () => this.toolbar.choose(this.shape === "grid" ? "text" : "grid");
		return {
			...Object.fromEntries(layers),
			t: turn,
			Escape: () => this.escape()
		};
	}
	escape() {
		if (!this.sheet.close()) this.choose(null);
	}
};
// player/player.js
const SETTLED_MS = 700;
const theme = () => document.body.classList.contains("dark") ? "dark" : "light";
var Player = class extends EventTarget {
	constructor(place, options) {
		super();
		const { keys = place, panels = PANELS, plotly = null, tune = null, form = () => ({}), lanes = null } = options;
		const { branch, inside = null, machine = null, often = null } = options;
		const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
		this.view = buildView(place);
		this.timeline = new Timeline(this.view.timeline, (moment) => this.seek(moment));
		this.views = new Views(this.view, theme, reducedMotion, panels, {
			seek: (step) => this.move(step),
			changed: () => this.sideBySide.arrangeAgain(),
			refresh: () => this.refresh(),
			plotly,
			tune,
			form,
			lanes,
			machine,
			inside,
			often,
			alone: (recording) => this.sideBySide.without(recording)
		});
		const { painter, deck } = this.views;
		this.painter = painter;
		this.panels = deck.panels;
		this.captions = new Captions(this.view, this.views);
		this.clock = new Clock();
		this.clock.speed = reducedMotion.matches ? 1 : 2;
		this.clock.lingers = (tick) => this.recording !== null && reopeningsAt(this.recording, this.#moments[this.axis.place(0, tick)]?.step).length > 0;
		this.view.speed.value = String(this.clock.speed);
		this.sideBySide = new SideBySide(this.view, this.views, this.clock, () => this.#name());
		this.next = new Next(this.view, this);
		this.fresh = true;
		this.keys = {};
		this.scheduled = false;
		this.view.branch.hidden = !branch;
		this.view.branch.onclick = () => this.recording && branch?.(this.recording, this.moment);
		this.lastTick = 0;
		this.settling = void 0;
		this.mounted = new AbortController();
		if (keys === place) place.tabIndex = -1;
		const { signal } = this.mounted;
		const slider = () => this.timeline.slider;
		listenToKeys(keys, () => this.#keys, slider, signal);
		releaseFocus(place, signal);
		this.#listen();
		followRoom(this.view, () => this.#prepare(), signal);
		fitCaption(this.view.caption, signal);
		tellMoreBelow(this.view.stage, signal);
	}
	get recording() {
		return this.sideBySide.first;
	}
	get lanes() {
		return this.sideBySide.lanes;
	}
	get axis() {
		return this.sideBySide.axis;
	}
	get #moments() {
		return this.recording?.moments ?? [];
	}
	get moment() {
		return Math.min(this.axis.place(0, this.clock.moment), this.#moments.length - 1);
	}
	get step() {
		return this.#moments[this.moment]?.step ?? -1;
	}
	get noise() {
		return this.#moments[this.moment]?.noise ?? false;
	}
	get #goesOn() {
		return this.playing || this.clock.following && Boolean(this.recording?.live);
	}
	get playing() {
		return this.clock.playing;
	}
	show(recording, moment = recording.momentOf(recording.middle)) {
		this.sideBySide.show(recording);
		this.fresh = !recording.live;
		if (recording.live) this.clock.follow();
		else this.clock.finish();
		this.sideBySide.measure();
		if (!recording.live) this.clock.seek(Math.round(this.axis.tickOf(0, moment)));
		this.#events();
		this.sideBySide.draw();
		this.views.show(recording);
		this.#name();
		this.refresh();
	}
	move(step) {
		const within = Math.min(Math.max(step, 0), (this.recording?.frames.length ?? 0) - 1);
		this.seek(this.axis.tickOf(0, this.recording?.momentOf(within) ?? -1));
	}
	seek(tick) {
		const block = (at) => this.recording?.frames[this.#moments[at]?.step]?.block;
		const moment = this.axis.place(0, Math.round(tick));
		if (Math.abs(moment - this.moment) > 1 && block(moment) !== block(this.moment)) this.dispatchEvent(new Event("jump"));
		this.clock.seek(Math.round(tick), this.recording?.live);
		this.refresh();
	}
	play() {
		if (this.fresh) this.clock.seek(0);
		this.fresh = false;
		this.clock.play();
		this.refresh();
	}
	pause() {
		this.clock.pause();
		this.refresh();
	}
	grow() {
		this.sideBySide.measure();
		if (this.axis.spent || this.sideBySide.counting) this.#name();
		this.#events();
		this.refresh();
	}
	finish() {
		this.clock.finish();
		this.fresh = true;
		this.#events();
		this.refresh();
	}
	replace(whole) {
		const { moment, playing } = this.clock;
		const { fresh } = this;
		const same = this.#moments.length === whole.moments.length;
		this.show(whole, whole.moments.length - 1);
		if (same) this.clock.seek(moment);
		this.fresh = fresh;
		if (playing) this.clock.play();
	}
	resize(scale) {
		this.views.scale = scale;
		this.views.prepare();
		this.refresh();
	}
	refresh() {
		if (this.scheduled || this.mounted.signal.aborted) return;
		this.scheduled = true;
		requestAnimationFrame((now) => this.#tick(now));
	}
	destroy() {
		this.mounted.abort();
		this.clock.pause();
		clearTimeout(this.settling);
		this.view.root.replaceChildren();
	}
	#name() {
		const { unit, terms, newcomer } = this.views.taste;
		const { longest, ...others } = this.sideBySide.timeline;
		this.next.offer(others.partings.length > 0);
		if (longest) this.timeline.show(longest, theme(), newcomer ? null : unit, terms, others);
		this.dispatchEvent(new Event("looks"));
	}
	#events() {
		const { recording, view, lanes } = this;
		if (recording === null) return;
		if (lanes.length < 2) this.next.offer(false);
		const fromNoise = wayOf(recording.header).begins === "noise" && !recording.header.source;
		setText(view.fromStart, recording.refused ? "Watch it decline" : fromNoise ? "Watch it from the noise" : "Watch it from the start");
	}
	#tick(now) {
		this.scheduled = false;
		if (this.mounted.signal.aborted) return;
		this.clock.tick(Math.min(now - this.lastTick, 250));
		this.lastTick = now;
		this.#paint();
		if (this.clock.runs) this.refresh();
	}
	#paint() {
		const { view, recording, playing } = this;
		const moment = this.#moments[this.moment];
		view.play.querySelector("path")?.setAttribute("d", playing ? ICONS.pause : ICONS.play);
		view.play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
		if (recording === null) return;
		view.watch.hidden = !this.fresh || playing || recording.moments.length < 2;
		this.timeline.paint(this.clock.moment);
		const { places, sentence, beside } = this.sideBySide;
		this.captions.paint(recording, this.moment, this.lanes, this.clock.moment, sentence);
		beside?.paint(places[this.lanes.length]);
		this.views.paint(moment, places[0] >= this.#moments.length ? 1 : this.clock.share, places);
		clearTimeout(this.settling);
		this.settling = setTimeout(() => {
			this.dispatchEvent(new Event("settle"));
			this.captions.speak(this.step, this.#goesOn && !recording.closesBlock(this.step));
		}, SETTLED_MS);
		this.dispatchEvent(new Event("paint"));
	}
	#prepare() {
		this.views.prepare();
		this.timeline.fit(this.view.timeline.clientWidth);
		this.refresh();
	}
	#listen() {
		const { view, clock } = this;
		view.play.onclick = () => clock.playing ? this.pause() : this.play();
		view.watch.onclick = () => {
			this.play();
			passFocus(view.watch, view.play);
		};
		view.back.onclick = () => this.seek(this.clock.moment - 1);
		view.forward.onclick = () => this.seek(this.clock.moment + 1);
		view.speed.onchange = () => clock.speed = Number(view.speed.value);
		listenToSwipes(view.stage, (by) => this.seek(this.clock.moment + by));
		view.root.addEventListener("click", () => this.refresh(), { signal: this.mounted.signal });
	}
	get #keys() {
		return {
			" ": () => this.view.play.click(),
			ArrowLeft: () => this.seek(this.clock.moment - 1),
			ArrowRight: () => this.seek(this.clock.moment + 1),
			Home: () => this.seek(0),
			End: () => this.seek(this.clock.count - 1),
			n: () => this.next.correct(),
			d: () => this.next.differ(),
			b: () => this.view.branch.click(),
			...this.views.keys,
			...this.keys
		};
	}
};
// player/mount.js
function mountPlayer(place, recording, options = {}) {
	const player = new Player(place, options);
	if (recording !== null) player.show(recording);
	return player;
}
// rules/own-rule.js
const OWN_RULE = "own-rule";
const MEANING = "Keeps what a rule of your own picks.";
const MOST_RULE = 3e3;
const withOwnRule = (knobs) => knobs.map((knob) => knob.name === "sampler" ? {
	...knob,
	choices: {
		...knob.choices,
		[OWN_RULE]: MEANING
	}
} : knob);
function rulesOf(spec) {
	const before = spec?.branch ? rulesOf(spec.branch.parent) : [];
	const present = spec?.settings?.sampler === "own-rule" ? [String(spec.sampler_source ?? "")] : [];
	return [...new Set([...before, ...present])];
}
// run/columns.js
const MAX_STEPS = 131072;
const COLUMNS = [
	{
		name: "block",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 1,
		most: 1e400,
		help: "Which block of the run, counted from 1."
	},
	{
		name: "step",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 1,
		most: 1e400,
		help: "Which denoising step of the block, counted from 1."
	},
	{
		name: "temperature",
		dtype: "float32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		help: "What the logits were divided by."
	},
	{
		name: "mean_entropy",
		dtype: "float32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		unit: "nats",
		help: "Mean entropy over the canvas, in nats; it is compared with the confidence threshold."
	},
	{
		name: "stable_for",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		help: "How many comparisons in succession, up to this step, found no change in the argmax canvas."
	},
	{
		name: "input_ids",
		dtype: "int32",
		shape: "SL",
		wire: "token",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The canvas that the denoiser saw, noise included."
	},
	{
		name: "sampled_ids",
		dtype: "int32",
		shape: "SL",
		wire: "token",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The token drawn at each position."
	},
	{
		name: "argmax_ids",
		dtype: "int32",
		shape: "SL",
		wire: "token",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The most probable token at each position."
	},
	{
		name: "accepted",
		dtype: "bool",
		shape: "SL",
		wire: "bit",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		help: "Where the sampler kept the token; the way of writing says what the other positions become."
	},
	{
		name: "entropy",
		dtype: "float32",
		shape: "SL",
		wire: "half",
		since: 1,
		optional: false,
		least: 0,
		most: 1e400,
		unit: "nats",
		help: "The entropy of softmax(logits / temperature), in nats."
	},
	{
		name: "top_ids",
		dtype: "int32",
		shape: "SLk",
		wire: "",
		since: 1,
		optional: false,
		least: 0,
		most: 9999999,
		help: "The most probable tokens, the most probable one first."
	},
	{
		name: "top_probs",
		dtype: "float32",
		shape: "SLk",
		wire: "",
		since: 1,
		optional: false,
		least: 0,
		most: 1.0009765625,
		unit: "probability",
		help: "Their probabilities under softmax(logits / temperature)."
	},
	{
		name: "key",
		dtype: "float32",
		shape: "SL",
		wire: "half",
		since: 2,
		optional: true,
		least: -1e400,
		most: 1e400,
		help: "What the sampler ordered the positions by, if no other column has it; `explanation.order` in the header names it."
	},
	{
		name: "seconds",
		dtype: "float32",
		shape: "S",
		wire: "number",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		unit: "s",
		help: "Wall time on the host, from the beginning of the step until its record arrived: encoder passes before it, denoiser pass, sampling and copy; all runs of the batch share it."
	},
	{
		name: "encoder_tokens",
		dtype: "int32",
		shape: "S",
		wire: "number",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		help: "How many tokens the encoder read for this run just before the step; 0 if there was no encoder pass."
	},
	{
		name: "pinned",
		dtype: "bool",
		shape: "SL",
		wire: "bit",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		help: "Where a person's own token stands, because it is held, or favoured and led by no more than the margin: the sampler is certain of it; the entropies and candidates are what the model itself makes of the position."
	},
	{
		name: "edited",
		dtype: "bool",
		shape: "SL",
		wire: "bit",
		since: 2,
		optional: true,
		least: 0,
		most: 1e400,
		help: "Where a person changed the input just before the step."
	},
	{
		name: "lead",
		dtype: "float32",
		shape: "SL",
		wire: "half",
		since: 3,
		optional: true,
		least: -1,
		most: 1e400,
		unit: "nats",
		help: "Where a token of a person's own text is favoured, by how many nats the most probable token leads, at temperature 1: up to the margin the text's token stands; -1 where none is favoured."
	}
];
// page/about-prompt.js
const REST_MS = 200;
var AboutPrompt = class {
	constructor(place, ask, lead = () => {}, restMs = REST_MS) {
		place.classList.add("tdp-about-prompt");
		place.setAttribute("role", "status");
		this.place = place;
		this.ask = ask;
		this.lead = lead;
		this.restMs = restMs;
		this.prompt = null;
		this.about = null;
		this.isRun = false;
		this.timer = void 0;
	}
	update(prompt, isRun = false) {
		const turned = isRun !== this.isRun;
		this.isRun = isRun;
		if (prompt === this.prompt) return turned && this.about ? this.#show(this.about) : void 0;
		this.prompt = prompt;
		clearTimeout(this.timer);
		if (prompt.trim() === "") this.#show(null);
		else this.timer = setTimeout(() => this.#ask(prompt), this.restMs);
	}
	again() {
		const { prompt } = this;
		this.prompt = null;
		if (prompt !== null) this.update(prompt, this.isRun);
	}
	async #ask(prompt) {
		const about = await this.ask(prompt).catch(() => void 0);
		if (prompt !== this.prompt) return;
		if (about === void 0) this.prompt = null;
		this.#show(typeof about?.sentence === "string" ? about : null);
	}
	#show(about) {
		this.about = about;
		const warns = about !== null && about.sentence !== "" && (about.kind === null || about.kind === "outside" || about.unknown.length > 0 || about.unread.length > 0);
		this.place.dataset.refused = String(about?.kind === "outside");
		const sentence = about !== null && (warns || !this.isRun) ? about.sentence : "";
		if (this.place.textContent !== sentence) this.place.textContent = sentence;
		this.lead(warns ? about : null);
	}
};
// page/ask.js
const STATES = {
	asking: "asking for the model …",
	loading: "loading the model …",
	ready: "ready",
	failed: "not ready"
};
var Ask = class {
	constructor(root, most, { generate, stop, embedded, edited }) {
		this.busy = false;
		this.blocked = false;
		this.passing = "";
		this.idle = Promise.withResolvers();
		this.sentence = "";
		this.picture = "";
		this.prompt = element("textarea", {
			rows: "1",
			maxlength: String(most),
			"aria-label": "Prompt",
			spellcheck: "false",
			placeholder: "What should the text be about?"
		});
		this.line = element("span.tdp-prompt-line", {
			"aria-hidden": "true",
			dir: "auto"
		});
		this.state = element("span.tdp-state-word");
		this.model = element("button.tdp-model", {
			id: "model-state",
			"aria-expanded": "false",
			"data-state": "asking"
		}, element("i", { "aria-hidden": "true" }), this.state);
		this.generate = element("button", { id: "generate" }, "Generate");
		this.stop = element("button", {
			id: "stop",
			hidden: ""
		}, "Stop");
		this.status = element("p", {
			id: "model-status",
			role: "status",
			"data-state": "asking",
			hidden: ""
		}, "Asking for the model …");
		this.progress = element("progress", {
			id: "model-progress",
			"aria-label": "Loading the model",
			hidden: ""
		});
		this.embedded = button("Use the embedded model", "Load the embedded model instead");
		this.embedded.id = "use-embedded";
		this.notice = element("p", {
			id: "notice-text",
			role: "alert"
		});
		this.waits = element("p", {
			id: "waiting-text",
			role: "status"
		});
		this.about = element("p.tdp-about-prompt", { role: "status" });
		this.waysOn = element("div.tdp-ways-on", {
			role: "group",
			"aria-label": "Instead of this prompt",
			hidden: ""
		});
		this.system = element("textarea", {
			rows: "2",
			maxlength: String(most),
			"aria-label": "System prompt",
			placeholder: "System prompt"
		});
		this.thinking = element("input", { type: "checkbox" });
		this.extras = element("div.tdp-extras", { hidden: "" });
		this.cards = element("div.tdp-cards-row", {
			role: "group",
			"aria-label": "Examples"
		});
		const field = element("div.tdp-field", { id: "prompt" }, element("div.tdp-prompt-place", this.prompt, this.line), this.model, this.stop, this.generate);
		this.gist = element("p.tdp-opening", wayOf({}).gist);
		const notices = element("div.tdp-notices", this.notice, this.waits, this.status, this.progress, this.embedded);
		root.replaceChildren(field, element("div.tdp-below-field", this.gist, this.about, notices, this.waysOn, this.cards), this.extras);
		this.generate.onclick = generate;
		this.stop.onclick = () => {
			if (this.stop.ariaDisabled !== "true") stop();
		};
		this.embedded.onclick = embedded;
		this.embedded.hidden = true;
		this.model.onclick = () => this.#explain(this.status.hidden === true);
		this.place = this.prompt.parentElement;
		this.field = field;
		this.prompt.onfocus = () => this.#write(true);
		this.prompt.oninput = () => {
			this.#write(true);
			this.#grow();
			edited();
		};
		for (const kind of ["click", "keyup"]) addEventListener(kind, () => document.activeElement !== this.prompt && this.#write(false));
		this.system.oninput = this.thinking.onchange = edited;
		this.prompt.onkeydown = (event) => {
			if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
			if (this.prompt.value.includes("\n") && !event.ctrlKey && !event.metaKey) return;
			event.preventDefault();
			generate();
		};
		new ResizeObserver(() => this.#grow()).observe(field);
	}
	fill({ text, system, thinking }) {
		this.prompt.value = text;
		this.system.value = system;
		this.thinking.checked = thinking;
		this.#grow();
	}
	addCard(name, title, choose) {
		const card = button(name, title);
		card.classList.add("tdp-card-button");
		card.onclick = choose;
		this.cards.append(card);
	}
	mark(title) {
		for (const card of this.cards.querySelectorAll("button")) card.setAttribute("aria-pressed", String(card.title === title));
	}
	#write(writes) {
		if (writes === this.field.classList.contains("tdp-writing")) return;
		this.place.style.height = writes ? `${this.place.offsetHeight}px` : "";
		this.field.classList.toggle("tdp-writing", writes);
	}
	#grow() {
		const lines = this.prompt.value.split("\n").length;
		this.prompt.rows = Math.min(Math.max(lines, 1), 9);
		this.prompt.closest(".tdp-field")?.classList.toggle("tdp-lines", lines > 1);
		setText(this.line, lines > 1 ? plainText(this.prompt.value.replace(/\s+/g, " ")) : "");
	}
	#explain(open) {
		this.status.hidden = !open;
		this.model.setAttribute("aria-expanded", String(open));
	}
	block(sentence) {
		this.blocked = sentence !== "";
		this.generate.disabled = this.busy || this.blocked;
		this.generate.title = sentence;
		this.say(sentence);
	}
	setBusy(busy) {
		this.busy = busy;
		if (busy) this.#write(false);
		takeTurns(this.generate, this.stop, busy, this.blocked);
		this.stop.removeAttribute("aria-disabled");
		if (busy) this.idle = Promise.withResolvers();
		else this.idle.resolve(void 0);
		if (!busy && this.sentence !== "" && this.sentence === this.passing) this.say("");
	}
	stopping() {
		this.stop.setAttribute("aria-disabled", "true");
	}
	say(sentence) {
		this.sentence = sentence;
		this.notice.textContent = sentence;
	}
	meanwhile(sentence) {
		this.passing = sentence;
		this.say(sentence);
	}
	offer(sentence, name, press) {
		this.say(sentence);
		const way = button(name, sentence);
		way.classList.add("tdp-pill");
		way.onclick = press;
		this.notice.append(" ", way);
	}
	waiting(sentence) {
		this.waits.textContent = sentence;
	}
	modelStatus({ state, sentence, fraction, way_out: wayOut, abilities = {} }) {
		setText(this.status, sentence);
		setText(this.state, STATES[state] ?? state);
		for (const place of [this.status, this.model]) place.dataset.state = state;
		this.model.title = sentence;
		if (state === "failed") this.#explain(true);
		this.progress.hidden = state !== "loading" || typeof fraction !== "number";
		if (typeof fraction === "number") this.progress.value = fraction;
		this.embedded.hidden = !wayOut;
		this.fieldsFor(abilities);
	}
	fieldsFor({ system = false, thinking = false, image = false }) {
		if (this.extras.dataset.offered === `${system}${thinking}${image}`) return;
		this.extras.dataset.offered = `${system}${thinking}${image}`;
		this.extras.hidden = !(system || thinking || image);
		const think = element("label", { id: "with-thinking" }, this.thinking, " Think before the answer");
		this.extras.replaceChildren(...system ? [element("div", { id: "with-system" }, this.system)] : [], ...thinking ? [think] : [], ...image ? [this.#pictureField()] : []);
	}
	#pictureField() {
		const input = element("input", {
			type: "file",
			id: "picture-file",
			accept: "image/*"
		});
		const preview = element("img", {
			id: "picture-preview",
			alt: "The picture that goes with the prompt",
			hidden: ""
		});
		input.onchange = () => {
			const reader = new FileReader();
			const show = () => {
				this.picture = String(reader.result ?? "");
				preview.hidden = this.picture === "";
				preview.src = this.picture;
			};
			reader.onloadend = show;
			const [file] = input.files ?? [];
			if (file) reader.readAsDataURL(file);
			else show();
		};
		return element("div", { id: "with-image" }, element("label", "Picture ", input), preview);
	}
};
// words/code.js
const AS_CODE = "Settings as code";
// page/controls.js
var Controls = class {
	constructor(page) {
		this.page = page;
		this.#offerOwnText();
		this.#offerShare();
		this.#modes();
		this.#keys();
	}
	#offerOwnText() {
		const ownText = button("Own text", "Fill the gaps of a text, or start from a text instead of noise");
		ownText.setAttribute("aria-label", "Own text, to fill or to start from");
		ownText.classList.add("tdp-pill", "tdp-open-own-text");
		ownText.onclick = () => this.page.extras.ownText("").catch(this.page.say);
		this.page.ask.model.before(this.page.puzzle.root, ownText);
		this.page.shell.restore.onclick = () => this.page.form.restore();
	}
	#offerShare() {
		const { shell, say } = this.page;
		const save = button("Save trace", "Save the run that is shown as a .trace file");
		save.onclick = () => this.page.runList.save();
		const code = button(AS_CODE, "The settings of this run as Python code, as a command line, for transformers and for diffusers");
		code.onclick = () => this.page.extras.settingsCode().catch(say);
		shell.shareMenu.append(save, code);
		if (this.page.served) {
			const watch = button("Watch together", "Let others follow your runs on their own screens");
			watch.onclick = () => this.page.extras.present().catch(say);
			shell.shareMenu.append(watch);
		}
		shell.share.addEventListener("click", () => this.page.extras.shareMenu().catch(say));
	}
	#modes() {
		const { root, shell } = this.page;
		const tabs = shell.modes.querySelectorAll("button");
		const show = () => {
			const { mode } = this.page.player.views;
			root.dataset.mode = mode;
			if (mode === "compare") this.page.extras.race().catch(this.page.say);
			for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.mode === mode));
		};
		this.page.player.addEventListener("looks", show);
		shell.modes.onclick = (event) => this.page.setMode(event.target.dataset.mode ?? this.page.player.views.mode);
		show();
	}
	#keys() {
		const { root, shell } = this.page;
		shell.help.onclick = () => this.page.extras.help().then((help) => help.showModal(), this.page.say);
		shell.prompt.onclick = () => this.openPrompt(!root.classList.contains("tdp-asking"));
		this.page.player.keys = {
			"?": () => shell.help.click(),
			f: () => this.#present(),
			Escape: () => this.#escape()
		};
		root.classList.toggle("tdp-embed", new URLSearchParams(location.search).has("embed"));
	}
	openPrompt(open) {
		this.page.shell.root.classList.toggle("tdp-asking", open);
		this.page.shell.prompt.textContent = open ? "Close" : "Prompt";
		this.page.shell.prompt.setAttribute("aria-expanded", String(open));
		if (open) this.page.ask.prompt.focus();
	}
	#present() {
		const { root } = this.page.shell;
		if (root.classList.toggle("tdp-presenting")) document.documentElement.requestFullscreen?.().catch(() => {});
		else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
	}
	#escape() {
		const { root } = this.page.shell;
		if (root.classList.contains("tdp-presenting")) this.#present();
		else if (root.classList.contains("tdp-asking")) this.openPrompt(false);
		else this.page.player.views.escape();
	}
};
// engine/events.js
var RefusedError = class extends Error {};
var UnknownError = class extends RefusedError {};
var BarredError = class extends RefusedError {};
var GoneError = class extends Error {};
const GONE$1 = "The server does not answer.";
async function request(path, options) {
	const answer = await fetch(path, {
		cache: "no-store",
		...options
	}).catch((error) => {
		throw error?.name === "AbortError" ? error : new GoneError(GONE$1);
	});
	if (answer.ok) return answer;
	const { detail } = await answer.json().catch(() => ({}));
	if (typeof detail !== "string") throw new GoneError(GONE$1);
	throw new (answer.status === 404 ? UnknownError : answer.status === 403 ? BarredError : RefusedError)(detail);
}
async function post(path, body) {
	return (await request(path, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body)
	})).json();
}
async function* eventsOf(answer) {
	const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	try {
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			const blocks = (rest + part.value).split("\n\n");
			rest = blocks.pop();
			for (const block of blocks) yield eventIn(block);
		}
	} finally {
		reader.cancel().catch(() => {});
	}
}
function eventIn(block) {
	const event = {
		id: "",
		name: "",
		data: ""
	};
	for (const line of block.split("\n")) if (line.startsWith("data: ")) event.data = line.slice(6);
	else if (line.startsWith("id: ")) event.id = line.slice(4);
	else if (line.startsWith("event: ")) event.name = line.slice(7);
	return event;
}
// page/once.js
function once(fetch) {
	let fetched = null;
	return () => {
		if (fetched) return fetched;
		const made = fetch();
		fetched = made;
		made.catch(() => fetched = null);
		return made;
	};
}
// engine/late.js
var LateEngine = class {
	constructor(fetch) {
		this.engine = once(fetch);
	}
	async start(body, signal) {
		return (await this.engine()).start(body, signal);
	}
	async call(name, argument) {
		return (await this.engine()).call(name, argument);
	}
	async trace(run) {
		return (await this.engine()).trace(run);
	}
	async *model() {
		yield* (await this.engine()).model();
	}
};
// engine/models.js
function withModels(body, names) {
	const offered = ({ model = "", ...spec }) => ({
		...spec,
		...names.includes(model) && { model }
	});
	return {
		...body,
		...body.specs && { specs: body.specs.map(offered) },
		...body.study && { study: {
			...body.study,
			spec: offered(body.study.spec)
		} }
	};
}
// engine/own-rule.js
const UNWRITTEN = "There is no rule yet: choose Own rule under Tune, and write one.";
const UNREAD = "This rule came from elsewhere: read it under Tune, and let it run there first.";
const SEVERAL = "Runs that are made together, or branch from each other, can have one rule of your own; these have two.";
const NOT_AGAIN$1 = "A step of an own rule cannot be computed again: nobody knows whether the rule would decide the same.";
const INSIDE = ["look_inside", "without_conditioning"];
var OwnRuleEngine = class {
	#here = new Set();
	#models = [];
	#offered = Promise.withResolvers();
	constructor(engine, browser, allows) {
		this.engine = engine;
		this.browser = browser;
		this.allows = allows;
	}
	async start(body, signal) {
		const specs = [...body.specs ?? [], ...body.study ? [body.study.spec] : []];
		const rules = [...new Set(specs.flatMap(rulesOf))];
		if (specs.some(({ model }) => model)) await this.#offered.promise;
		if (rules.length === 0) return this.engine.start(withModels(body, this.#models), signal);
		const [rule] = rules;
		if (rules.length > 1) throw new RefusedError(SEVERAL);
		if (rule === "") throw new RefusedError(UNWRITTEN);
		if (!this.allows(rule)) throw new RefusedError(UNREAD);
		const tape = await (await this.browser()).start({
			...withModels(body, []),
			rule
		}, signal);
		for (const run of tape.runs) this.#here.add(run);
		return tape;
	}
	async call(name, argument = "") {
		if (INSIDE.includes(name) && argument.includes(`"sampler":"own-rule"`)) return { refused: NOT_AGAIN$1 };
		return this.engine.call(name, argument);
	}
	async trace(run) {
		return (this.#here.has(run) ? await this.browser() : this.engine).trace(run);
	}
	async *model() {
		try {
			for await (const status of this.engine.model()) {
				this.#models = (status.models ?? []).map(({ name }) => name);
				this.#offered.resolve();
				yield status;
			}
		} finally {
			this.#offered.resolve();
		}
	}
};
// engine/gate.js
const MOST = 2;
const PATIENCE_MS = 3e4;
const SILENT_MS = 4e4;
const RANK = {
	model: 0,
	hall: 1,
	tape: 2,
	asking: 3
};
const GIVES_WAY = new DOMException("Another stream matters more.", "AbortError");
const places = [];
function settle() {
	places.sort((one, other) => other.rank - one.rank || other.order - one.order);
	for (const { open, stop } of places.slice(MOST)) if (open) stop.abort(GIVES_WAY);
	for (const place of places.slice(0, MOST)) place.enter();
}
var Place = class Place {
	static count = 0;
	open = false;
	stop = new AbortController();
	constructor(rank, again) {
		this.rank = rank;
		this.order = again ? -(Place.count += 1) : Place.count += 1;
		let enter = () => {};
		this.entered = new Promise((give) => enter = () => give(void 0));
		this.enter = () => {
			this.open = true;
			enter();
		};
		const first = () => {
			this.order = Place.count += 1;
			settle();
		};
		const patience = again ? setTimeout(first, PATIENCE_MS) : void 0;
		this.stop.signal.addEventListener("abort", () => {
			clearTimeout(patience);
			places.splice(places.indexOf(this), 1);
			this.enter();
			setTimeout(settle);
		});
		places.push(this);
		settle();
	}
};
async function* stream(path, rank, { headers = () => ({}), signal } = {}) {
	for (let again = false;; again = true) {
		const { stop, entered } = new Place(rank, again);
		const end = () => stop.abort(signal?.reason);
		const quiet = () => stop.abort(new GoneError(GONE$1));
		signal?.addEventListener("abort", end);
		if (signal?.aborted) end();
		await entered;
		let silent = setTimeout(quiet, SILENT_MS);
		try {
			const answer = await request(path, {
				headers: headers(),
				signal: stop.signal
			});
			yield {
				id: "",
				name: "",
				data: ""
			};
			for await (const event of eventsOf(answer)) {
				clearTimeout(silent);
				silent = setTimeout(quiet, SILENT_MS);
				yield event;
			}
			return;
		} catch (error) {
			const { reason } = stop.signal;
			if (reason !== GIVES_WAY) throw reason ?? error;
		} finally {
			clearTimeout(silent);
			signal?.removeEventListener("abort", end);
			stop.abort();
		}
	}
}
// engine/tape.js
const AGAIN_MS$2 = [250, 5e3];
var ServerTape = class {
	constructor({ tape, control, runs = [] }, begun = []) {
		this.key = tape;
		this.control = control;
		this.runs = runs;
		this.last = -1;
		this.begun = begun;
	}
	async *messages(tell = () => {}) {
		const leave = () => sayGoodbye(this.control);
		addEventListener("pagehide", leave);
		let met = false;
		try {
			for await (const message of this.begun) {
				this.last += 1;
				yield message;
				if (isLast(message)) return;
			}
			for (let tries = 0;; tries += 1) {
				if (met) await seen();
				const stop = new AbortController();
				const hidden = () => met && document.hidden && stop.abort();
				document.addEventListener("visibilitychange", hidden);
				try {
					for await (const { id, data } of stream("tape", RANK.tape, {
						headers: () => this.#headers,
						signal: stop.signal
					})) {
						met = true;
						hidden();
						if (data === "") continue;
						if (id !== "" && Number(id) <= this.last) continue;
						if (id !== "" && Number(id) > this.last + 1) break;
						if (tries > 0) tell(false);
						tries = 0;
						if (id !== "") this.last = Number(id);
						const message = JSON.parse(data);
						yield message;
						if (isLast(message)) return;
					}
				} catch (error) {
					if (!(error instanceof GoneError || stop.signal.aborted || error instanceof TypeError)) throw error;
				} finally {
					document.removeEventListener("visibilitychange", hidden);
				}
				if (met && document.hidden) continue;
				tell(true);
				await new Promise((give) => setTimeout(give, Math.min(AGAIN_MS$2[0] * 2 ** tries, AGAIN_MS$2[1])));
			}
		} finally {
			removeEventListener("pagehide", leave);
		}
	}
	get #headers() {
		return {
			"Tape-Key": this.key,
			"Tape-Returns": "yes",
			...this.last >= 0 && { "Last-Event-ID": String(this.last) }
		};
	}
	stop(run) {
		post("tape/stop", {
			control: this.control,
			...run !== void 0 && { run }
		}).catch(() => {});
	}
};
const isLast = ({ kind }) => kind === "over" || kind === "dropped";
async function seen() {
	while (document.hidden) await new Promise((give) => document.addEventListener("visibilitychange", give, { once: true }));
}
const sayGoodbye = (control) => void fetch("tape/leave", {
	method: "POST",
	keepalive: true,
	headers: { "Content-Type": "application/json" },
	body: JSON.stringify({ control })
}).catch(() => {});
// engine/zero.js
const SUPPORTS = "supports-zerogpu-headers";
const MOST_WAITED_MS$1 = 2e3;
var Zero = class {
	constructor(window, hub) {
		this.window = window;
		this.hub = hub;
		this.supported = false;
		if (hub === "" || window.parent === window) return;
		window.addEventListener("message", ({ source, data }) => {
			if (source === window.parent && data === SUPPORTS) this.supported = true;
		});
		window.parent.postMessage(SUPPORTS, hub);
	}
	async headers() {
		if (!this.supported) return {};
		const { port1, port2 } = new MessageChannel();
		const answer = new Promise((give) => {
			port1.onmessage = ({ data }) => give(data);
			setTimeout(() => give({}), MOST_WAITED_MS$1);
		});
		this.window.parent.postMessage("zerogpu-headers", this.hub, [port2]);
		const headers = Object.entries(await answer ?? {});
		port1.close();
		return Object.fromEntries(headers.filter(([, value]) => typeof value === "string"));
	}
};
const hubOf = (host) => host.endsWith(".hf.space") ? "https://huggingface.co" : "";
// engine/server.js
const NOT_TAKEN = "The server does not answer. Your prompt and settings are kept: press Generate again when it is back.";
var ServerEngine = class {
	constructor() {
		this.zero = new Zero(window, hubOf(location.hostname));
	}
	async start(body, signal) {
		const data = [JSON.stringify({
			...body,
			follow: false
		})];
		try {
			const { event_id: event } = await (await request("gradio_api/call/run", {
				method: "POST",
				headers: {
					"Content-Type": "application/json",
					...await this.zero.headers()
				},
				body: JSON.stringify({ data }),
				signal
			})).json();
			const answers = stream(`gradio_api/call/run/${event}`, RANK.asking, { signal });
			return new ServerTape(await firstOf(answers), messagesIn(answers));
		} catch (error) {
			throw error instanceof GoneError ? new GoneError(NOT_TAKEN) : error;
		}
	}
	call(name, argument = "") {
		return post(`page/${name}`, { argument });
	}
	async trace(run) {
		return new Uint8Array(await (await request("trace", { headers: { "Run-Name": run } })).arrayBuffer());
	}
	async *model() {
		for await (const { data } of stream("model", RANK.model)) if (data !== "") yield JSON.parse(data);
	}
};
async function firstOf(answers) {
	for (let next = await answers.next(); !next.done; next = await answers.next()) {
		const { name, data } = next.value;
		if (name === "generating") return JSON.parse(data)[0];
		if (name !== "error") continue;
		await answers.return(void 0);
		throw new RefusedError(sentenceIn(data));
	}
	throw new GoneError(NOT_TAKEN);
}
async function* messagesIn(answers) {
	try {
		for await (const { name, data } of answers) if (name === "generating") yield JSON.parse(data)[0];
	} catch {}
}
function sentenceIn(data) {
	try {
		const message = JSON.parse(data);
		return String(message?.error ?? message ?? NOT_TAKEN);
	} catch {
		return NOT_TAKEN;
	}
}
// page/engine.js
function engineOf(page) {
	const here = once(async () => {
		await page.greeted.promise;
		if (page.held) return page.held.engine();
		const { isolate, keepFiles } = await import("./site-keep.js");
		if (!page.served) await isolate();
		page.stays.resolve();
		const { BrowserEngine } = await import("./engine-browser.js");
		const engine = new BrowserEngine({ base: page.assets });
		if (!page.served) engine.ready.promise.then(keepFiles);
		return engine;
	});
	const besideServer = once(async () => {
		const engine = await here();
		for await (const { state, sentence } of engine.model()) {
			if (state === "failed") throw new RefusedError(sentence);
			page.ask.waiting(sentence);
		}
		return engine;
	});
	return new OwnRuleEngine(page.served ? new ServerEngine() : new LateEngine(here), page.served ? besideServer : here, (rule) => page.extras.editor?.allows(rule) ?? false);
}
// dom/style.js
async function addStyle(name) {
	if (document.querySelector(`style[data-holds~="${name}"]`)) return;
	const { href } = new URL(`../../css/${name}.css`, import.meta.url);
	if ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => link.href === href)) return;
	const link = document.createElement("link");
	Object.assign(link, {
		rel: "stylesheet",
		href
	});
	document.head.append(link);
	await new Promise((given) => link.onload = link.onerror = given);
}
// hall/open-hall.js
const NAME = "hall";
const SEAT = "seat";
const rememberHall = (tokens) => remember(NAME, tokens, "sessionStorage");
function openHall() {
	const tokens = recall(NAME, null, "sessionStorage");
	return typeof tokens?.watch === "string" && typeof tokens?.control === "string" ? tokens : null;
}
const rememberSeat = (watch, seat) => remember(SEAT, {
	watch,
	seat
}, "sessionStorage");
function seatIn(watch) {
	const known = recall(SEAT, null, "sessionStorage");
	return known?.watch === watch && typeof known?.seat === "string" ? known.seat : "";
}
// run/schema.js
const IS = {
	string: (value) => typeof value === "string",
	boolean: (value) => typeof value === "boolean",
	null: (value) => value === null,
	number: (value) => Number.isFinite(value),
	integer: (value) => Number.isInteger(value),
	array: (value) => Array.isArray(value),
	object: (value) => typeof value === "object" && value !== null && !Array.isArray(value)
};
function faultOf(value, schema, where = "") {
	const { type, minimum = -1e400, maximum = 1e400 } = schema;
	if (schema.anyOf) return schema.anyOf.some((one) => faultOf(value, one) === "") ? "" : not(value, where);
	if (schema.enum && !schema.enum.includes(value)) return not(value, where);
	if (type && !IS[type](value)) return not(value, where);
	if (typeof value === "number" && (value < minimum || value > maximum)) return not(value, where);
	if (type === "array") return arrayFault(value, schema, where);
	return type === "object" ? objectFault(value, schema, where) : "";
}
function arrayFault(values, { items = {} }, where) {
	const at = values.findIndex((value) => faultOf(value, items) !== "");
	return at === -1 ? "" : faultOf(values[at], items, `${where}.${at}`);
}
function objectFault(value, schema, where) {
	const { required = [], properties = {}, patternProperties } = schema;
	const { additionalProperties = patternProperties === void 0 } = schema;
	const inside = (name) => where === "" ? name : `${where}.${name}`;
	for (const name of required) if (!Object.hasOwn(value, name)) return `${inside(name)} is missing`;
	const patterns = Object.entries(patternProperties ?? {}).map(([pattern, inner]) => ({
		pattern: new RegExp(pattern),
		inner
	}));
	for (const name of Object.keys(value)) {
		const schema = Object.hasOwn(properties, name) ? properties[name] : patterns.find(({ pattern }) => pattern.test(name))?.inner ?? additionalProperties;
		if (schema === false) return `${inside(short(name))} is a field that it cannot have`;
		if (schema !== true && faultOf(value[name], schema) !== "") return faultOf(value[name], schema, inside(short(name)));
	}
	return "";
}
const not = (value, where) => `${where} is ${shown(value)}, which it cannot be`;
const shown = (value) => short(JSON.stringify(value) ?? "missing");
const short = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text).replace(/[\p{Cc}\p{Cf}]/gu, "�");
// page/reader.js
const MAX_COUNT = 1e6;
var Reader = class {
	constructor(words, complaints) {
		this.words = new URLSearchParams(words);
		this.complaints = complaints;
	}
	take(name) {
		const value = this.words.get(name);
		this.words.delete(name);
		return value;
	}
	all(name) {
		const values = this.words.getAll(name);
		this.words.delete(name);
		return values;
	}
	number(name, { minimum, maximum, whole }) {
		const value = this.take(name);
		if (value === null) return null;
		const read = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value) ? Number(value) : NaN;
		if (read >= minimum && read <= maximum && (!whole || Number.isInteger(read))) return read;
		return this.complain(name, value, `a ${whole ? "whole " : ""}number from ${minimum} to ${maximum}`);
	}
	count(name, minimum = 1) {
		return this.number(name, {
			minimum,
			maximum: MAX_COUNT,
			whole: true
		});
	}
	oneOf(name, allowed) {
		const value = this.take(name);
		if (value === null || allowed.includes(value)) return value;
		return this.complain(name, value, allowed.join(", "));
	}
	complain(name, value, allowed) {
		this.complaints.push(`The address says that ${name} is ${quoted(value)}; allowed is ${allowed}.`);
		return null;
	}
	end() {
		for (const name of new Set(this.words.keys())) this.complaints.push(`The address says ${quoted(name)}, which means nothing here.`);
	}
};
const quoted = (value) => `“${[...value].slice(0, 40).join("")}${[...value].length > 40 ? "…" : ""}”`;
// page/steering.js
const FIELDS = [
	"start",
	"noise",
	"noise_seed",
	"keep",
	"pins",
	"edits"
];
const KEEP = {
	favoured: "A token of yours stands unless the model is surer of another by more than the margin.",
	held: "What noise leaves stays, as a pin does.",
	free: "The sampler decides on your tokens as on any other."
};
function steeringOf(spec) {
	const held = FIELDS.flatMap((name) => spec?.[name] === null || spec?.[name] === void 0 || isEmpty(spec[name]) ? [] : [[name, spec[name]]]);
	return held.length === 0 ? "" : JSON.stringify(Object.fromEntries(held));
}
const isEmpty = (value) => typeof value === "object" && Object.keys(value).length === 0;
function readSteering(text) {
	if (text === "") return {};
	try {
		const read = JSON.parse(text);
		const plain = read !== null && typeof read === "object" && Object.keys(read).every((name) => FIELDS.includes(name));
		const { pins = {}, start = [], edits = [], noise = 0, noise_seed: seed = 0, keep = "free" } = plain ? read : {};
		const ids = [
			...Object.values(pins),
			...start,
			...edits.flatMap((edit) => Object.values(edit.cells))
		];
		return plain && !Array.isArray(read) && Object.keys(KEEP).includes(keep) && ids.every((id) => id === null || Number.isSafeInteger(id)) && [noise, seed].every(Number.isFinite) && [start, edits].every(Array.isArray) && !Array.isArray(pins) ? read : null;
	} catch {
		return null;
	}
}
function withPins(text, pins) {
	const read = readSteering(text) ?? {};
	const held = {
		...read.pins,
		...pins
	};
	return steeringOf({
		...read,
		pins: Object.fromEntries(Object.entries(held).filter(([, id]) => id !== null))
	});
}
function stretchesOf(pins) {
	const complaints = [];
	for (const [place, id] of Object.entries(pins).map(([place, id]) => [Number(place), id]).sort(([one], [other]) => one - other)) {
		const last = complaints.at(-1);
		if (last?.at(-1)?.[0] === place - 1) last.push([place, id]);
		else complaints.push([[place, id]]);
	}
	return complaints;
}
function withEdit(text, { block, step, cells }) {
	const read = readSteering(text) ?? {};
	const same = (edit) => edit.block === block && edit.step === step;
	const before = (read.edits ?? []).find(same)?.cells;
	return steeringOf({
		...read,
		edits: [...(read.edits ?? []).filter((edit) => !same(edit)), {
			block,
			step,
			cells: {
				...before,
				...cells
			}
		}]
	});
}
const MAX_SEED = Number.MAX_SAFE_INTEGER;
function specFrom({ prompt, system, thinking, seed, settings, steering = "", branch, source = "", model = "" }, knobs, pictured = false) {
	const applicable = knobs.filter(({ samplers }) => samplers.length === 0 || samplers.includes(String(settings.sampler)));
	const number = (value) => Number.isNaN(value) ? null : value;
	return {
		version: 1,
		...model && { model },
		prompt: {
			text: prompt,
			system,
			thinking,
			...!pictured && { image_sha256: "" }
		},
		settings: Object.fromEntries(applicable.map(({ name }) => [name, number(settings[name])])),
		...settings.sampler === "own-rule" && { sampler_source: source },
		seed: number(seed),
		...readSteering(steering),
		...branch && { branch: {
			parent: branch.parent,
			block: branch.block,
			step: branch.step
		} }
	};
}
function shortened({ version, model, revision, sampler_source, prompt: { text, system, thinking }, ...spec }, knobs) {
	return {
		...nonEmpty({
			version,
			model,
			revision,
			sampler_source
		}),
		prompt: {
			text,
			...nonEmpty({
				system,
				thinking
			})
		},
		...changes(spec, knobs)
	};
}
function changes({ seed, settings = {}, branch, ...spec }, knobs) {
	const others = knobs.filter(({ name, value }) => (settings[name] ?? value) !== value);
	const place = branch && {
		parent: changes(branch.parent, knobs),
		block: branch.block,
		step: branch.step
	};
	return {
		seed,
		...others.length > 0 && { settings: Object.fromEntries(others.map(({ name }) => [name, settings[name]])) },
		...readSteering(steeringOf(spec)),
		...nonEmpty({ branch: place })
	};
}
const nonEmpty = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));
// page/older-address.js
const BRANCH$1 = "The address holds a branch without the run and the step that it comes from.";
function olderSpec(reader, knobs) {
	const from = reader.all("from");
	const prompt = reader.take("prompt");
	const system = reader.take("system") ?? "";
	const thinking = reader.oneOf("thinking", ["on"]) === "on";
	const [model, revision, source] = [
		"model",
		"revision",
		"sampler_source"
	].map((name) => reader.take(name) ?? "");
	const version = reader.count("version") ?? 1;
	const run = runIn(reader, knobs, from.reduce((before, words) => {
		const inner = new Reader(words, reader.complaints);
		const run = runIn(inner, knobs, before);
		inner.end();
		return run;
	}, null));
	return prompt === null ? null : {
		version,
		model,
		revision,
		sampler_source: source,
		prompt: {
			text: prompt,
			system,
			thinking
		},
		...run
	};
}
function runIn(reader, knobs, parent) {
	const seed = reader.number("seed", {
		minimum: 0,
		maximum: MAX_SEED,
		whole: true
	});
	const settings = readSettings(reader, knobs);
	const steering = reader.take("steering") ?? "";
	const steered = readSteering(steering) ?? reader.complain("steering", steering, "what a trace has as pins, start, noise and edits");
	const word = reader.take("after");
	const place = word?.match(/^([1-9]\d{0,5})\.(\d{1,6})$/);
	if (word !== null && !place) reader.complain("after", word, "a part and a step, such as 1.12");
	else if (parent === null !== !place) reader.complaints.push(BRANCH$1);
	const branch = parent && place ? {
		parent,
		block: Number(place[1]),
		step: Number(place[2])
	} : void 0;
	return {
		...seed !== null && { seed },
		settings,
		...steered,
		...branch && { branch }
	};
}
function settingsIn(settings, knobs, complaints) {
	const reader = new Reader(Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])), complaints);
	readSettings(reader, knobs);
	reader.end();
}
function readSettings(reader, knobs) {
	const read = knobs.map((knob) => [knob.name, Object.keys(knob.choices).length > 0 ? reader.oneOf(knob.name, Object.keys(knob.choices)) : reader.number(knob.name, knob)]);
	return Object.fromEntries(read.filter(([, value]) => value !== null));
}
// page/own-run.js
const MOST_PROMPT = 4e3;
function ownRun(header, knobs, most = MOST_PROMPT) {
	const { prompt, system = "", thinking = false, image_sha256: picture = "", seed, settings } = header;
	const { model, revision, spec, source: elsewhere = "" } = header;
	if (elsewhere !== "") return null;
	const branch = spec?.branch ?? void 0;
	if (most === 4e3 && (picture !== "" || rulesOf(branch?.parent).length > 0)) return null;
	const steering = steeringOf(spec);
	const run = {
		kind: "own",
		prompt,
		system,
		thinking,
		seed,
		settings: valuesOf(settings, knobs),
		model: shortName(model),
		revision,
		source: spec?.sampler_source ?? "",
		...steering && { steering },
		...branch && { branch: {
			run: "",
			...branch
		} }
	};
	return sizeOf(shortOf(run, knobs)) > most ? null : run;
}
function sizeOf({ prompt, settings, sampler_source, start, noise, noise_seed, keep, pins, edits, branch }) {
	const { text = "", system = "" } = prompt;
	const rule = settings?.sampler === "own-rule" ? sampler_source : "";
	const held = JSON.stringify({
		start,
		noise,
		noise_seed,
		keep,
		pins,
		edits,
		branch
	});
	return text.length + system.length + rule.length + (held === "{}" ? 0 : held.length);
}
const shortOf = (run, knobs) => shortened({
	...specFrom(run, knobs),
	model: run.model,
	revision: run.revision,
	sampler_source: run.source
}, knobs);
function parentOf({ branch: { parent }, ...run }, knobs) {
	const { seed, settings = {}, branch } = parent;
	const steering = steeringOf(parent);
	return {
		...run,
		seed,
		settings: valuesOf(settings, knobs),
		steering,
		stopped: void 0,
		...branch && { branch: {
			run: "",
			...branch
		} }
	};
}
const valuesOf = (settings, knobs) => Object.fromEntries(knobs.map(({ name, value }) => [name, settings[name] ?? value]));
const shortName = (model) => /^([\\/.~]|\w:)/.test(model) ? model.split(/[\\/]/).filter(Boolean).at(-1) ?? "" : model;
function runWords(run, knobs) {
	if (run === null) return [];
	if (run.kind === "recorded") return [["run", run.name]];
	const stopped = run.stopped === void 0 ? [] : [["stopped", String(run.stopped)]];
	return [["spec", JSON.stringify(shortOf(run, knobs))], ...stopped];
}
function sameRun(first, second, knobs) {
	const known = first?.kind === "own" && second?.kind === "own" && first.source !== "" && second.source !== "";
	const words = (run) => runWords(known || run?.kind !== "own" ? run : {
		...run,
		source: ""
	}, knobs);
	return String(words(first)) === String(words(second));
}
function sameMaking(request, run, knobs) {
	const bare = (one) => ({
		...one,
		stopped: void 0,
		model: "",
		revision: "",
		source: ""
	});
	return sameRun(bare(request), bare(run), knobs);
}
function otherwise({ model, revision, source }, run) {
	if (model + revision !== "" && (model !== run.model || revision !== run.revision)) return `The address was made with ${named$1({
		model,
		revision
	})}; here runs ${named$1(run)}, so that the run may differ.`;
	return source !== "" && run.source !== "" && source !== run.source ? "The address was made with other code of this sampler, so that the run may differ." : "";
}
const named$1 = ({ model, revision }) => `the model ${model.slice(0, 80) || "without a name"}${revision && `, revision ${revision.slice(0, 40)}`}`;
const TEXT$1 = { type: "string" };
const PARENT = {
	type: "object",
	required: ["seed"],
	properties: {
		seed: {
			type: "integer",
			minimum: 0,
			maximum: MAX_SEED
		},
		settings: { type: "object" },
		branch: {
			type: "object",
			required: [
				"parent",
				"block",
				"step"
			],
			properties: {
				block: {
					type: "integer",
					minimum: 1
				},
				step: {
					type: "integer",
					minimum: 0
				}
			}
		}
	}
};
const PROMPT$2 = {
	type: "object",
	required: ["text"],
	properties: {
		text: TEXT$1,
		system: TEXT$1,
		thinking: { type: "boolean" }
	}
};
const SPEC$2 = {
	...PARENT,
	required: ["prompt", "seed"],
	properties: {
		...PARENT.properties,
		version: {
			type: "integer",
			minimum: 1
		},
		prompt: PROMPT$2,
		model: TEXT$1,
		revision: TEXT$1,
		sampler_source: TEXT$1
	}
};
function decodeRun(reader, knobs) {
	const name = reader.take("run");
	if (name !== null) return {
		kind: "recorded",
		name
	};
	const { complaints } = reader;
	const before = complaints.length;
	const stopped = reader.count("stopped");
	const text = reader.take("spec");
	const spec = text === null ? olderSpec(reader, knobs) : json(text);
	if (text === null && spec === null) return null;
	if (complaints.length === before) complaints.push(...complaintsOf(spec, knobs, text === null));
	if (complaints.length > before) return null;
	const { prompt, seed, settings = {}, model = "", revision = "", sampler_source: source = "", branch } = spec;
	const steering = steeringOf(spec);
	return {
		kind: "own",
		prompt: prompt.text,
		system: prompt.system ?? "",
		thinking: prompt.thinking ?? false,
		seed,
		settings: valuesOf(settings, knobs),
		model,
		revision,
		source,
		...steering && { steering },
		...stopped !== null && { stopped },
		...branch && { branch: {
			run: "",
			...branch
		} }
	};
}
function json(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
function complaintsOf(spec, knobs, older) {
	if (Number.isInteger(spec?.version) && spec.version > 1) return [`The address describes a run in version ${spec.version}; this page reads up to 1.`];
	for (let [part, schema, at] = [
		spec,
		SPEC$2,
		"spec"
	]; part !== void 0; [part, schema, at] = [
		part.branch?.parent,
		PARENT,
		`${at}.branch.parent`
	]) {
		const fault = faultOf(part, schema, at);
		if (fault !== "") return [`The address holds a run that cannot be made: ${fault}.`];
		const complaints = [];
		settingsIn(part.settings ?? {}, knobs, complaints);
		const steering = steeringOf(part);
		if (readSteering(steering) === null) complaints.push(`The address says that the run is steered by ${quoted(steering)}; allowed is what a trace has as pins, start, noise and edits.`);
		if (complaints.length > 0) return complaints;
	}
	if (rulesOf(spec).includes("")) return ["The address asks for a rule of somebody's own, and holds none."];
	if (spec.prompt.text.trim() === "") return ["The address holds a run without a prompt."];
	const size = sizeOf(older ? {
		...spec,
		branch: void 0
	} : spec);
	return size > 4e3 ? [`The address holds a run of ${size} characters; allowed are at most ${MOST_PROMPT}.`] : [];
}
// page/extras.js
const NO_SERVER = "This address leads to what a server keeps, and this page has none; open it where you got it from.";
const painted = () => new Promise((give) => {
	requestAnimationFrame(() => requestIdleCallback(give, { timeout: 500 }));
	setTimeout(give, 2e3);
});
var Extras = class {
	constructor(page) {
		this.page = page;
		this.studies = null;
		this.lesson = null;
		this.steered = null;
		this.editor = null;
		this.hall = null;
		this.ledOn = false;
	}
	async present() {
		if (this.hall !== null && !this.hall.over.signal.aborted) return "dialog" in this.hall ? this.hall.dialog.showModal() : void 0;
		const { present } = await import("./hall-presenter.js");
		const hall = this.hall = await present(this.page);
		this.page.shell.shareMenu.hidePopover();
		hall.dialog.showModal();
	}
	async presentAgain() {
		if (!this.page.served || this.page.sharing.bound || openHall() === null) return;
		const { present } = await import("./hall-presenter.js");
		this.hall = await present(this.page);
	}
	async join(kind, name) {
		if (!this.page.served) throw new Error(NO_SERVER);
		if (kind === "watch") {
			const { Watcher } = await import("./hall-watcher.js");
			this.hall = new Watcher(this.page, name);
			return;
		}
		const answer = await fetch(`p/${name}.trace`);
		if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? "This server keeps no published runs.");
		await this.page.runList.open(new File([await answer.arrayBuffer()], `${name}.trace`));
	}
	library = once(async () => {
		await painted();
		const { Library } = await import("./page-library.js");
		const library = new Library(this.page.runList, this.page.strangers);
		await library.load();
		return library;
	});
	opening = once(async () => {
		const [{ Opening }] = await Promise.all([import("./page-opening.js"), addStyle("opening")]);
		return new Opening(this.page);
	});
	#waysOn = once(async () => {
		const { WaysOn } = await import("./page-ways-on.js");
		const { prompt, waysOn, generate } = this.page.ask;
		return new WaysOn(prompt, waysOn, generate, () => {
			const { which } = this.page.form;
			return (which?.others ?? []).map(({ name }) => ({
				name: modelName(name),
				ask: () => which?.choose(name)
			}));
		});
	});
	async leadOn(about) {
		if (about === null && !this.ledOn) return;
		this.ledOn = true;
		(await this.#waysOn()).show(about);
	}
	help = once(async () => (await import("./page-help.js")).buildHelp(this.page.root, this.page.looks, this.page));
	study = once(async () => {
		const { Studies } = await import("./studies.js").then((n) => n.studies_exports);
		const { engine, player, runList, table } = this.page;
		this.studies = new Studies({
			knobs: table,
			engine,
			base: () => {
				const { header } = player.recording ?? {};
				const branches = (header?.spec)?.branch;
				return header && !branches ? ownRun(header, table) : null;
			},
			open: async (file) => {
				await runList.open(file);
				player.view.root.scrollIntoView({ block: "start" });
			},
			adopt: (settings) => {
				this.page.adopt(settings);
				this.page.setMode("tune");
			}
		});
		return this.studies;
	});
	#sweeps = once(async () => {
		const { held, assets } = this.page;
		if (held) return [];
		const answer = await fetch(new URL("figures/sweeps.json", assets));
		if (!answer.ok) throw new Error("The measured marks cannot be read from the server.");
		return answer.json();
	});
	async measured(prompt) {
		const { engine, model, say } = this.page;
		await model.once.promise;
		const [card, sweeps] = await Promise.all([engine.call("card", prompt).catch(() => ({})), this.#sweeps().catch((error) => {
			say(error);
			return [];
		})]);
		return {
			card,
			sweeps
		};
	}
	async judges({ prompt, settings }) {
		const { engine, served } = this.page;
		const [about, { hasRule }] = await Promise.all([engine.call("about_prompt", prompt), import("./rules-measures.js")]);
		return about?.kind === void 0 || hasRule(about, served && settings.sampler !== "own-rule");
	}
	get studied() {
		return this.page.player.views.deck.detail === "often" && this.studies?.words || "";
	}
	async offer(text) {
		if (text === "" || text === this.studied) return;
		const [{ decodeStudy }, studies] = await Promise.all([import("./study-address.js").then((n) => n.study_address_exports), this.study()]);
		const { request, complaint } = decodeStudy(text, this.page.table);
		studies.offer(request, complaint);
		await this.page.player.views.deck.reveal("often");
	}
	hand = once(async () => {
		const { Hand } = await import("./page-hand.js");
		const { player, form, ask, engine, table } = this.page;
		const server = (question) => engine.call("own_text", JSON.stringify({
			...question,
			model: form.model
		}));
		const shown = () => player.recording && ownRun(player.recording.header, table);
		this.steered = new Hand({
			player,
			form,
			ask,
			server,
			shown,
			engine,
			table,
			generate: () => this.page.generate(),
			make: (run) => this.page.making.instead(run)
		});
		return this.steered;
	});
	branching = once(async () => {
		const { BranchDialog } = await import("./page-branch-dialog.js");
		const { root, table, knobs, engine, lanes, player } = this.page;
		return new BranchDialog(root, table, Number(knobs.seed.max), {
			tokens: async (text) => {
				const question = JSON.stringify({
					kind: "tokens",
					text,
					model: player.recording?.header.model
				});
				return await engine.call("own_text", question).catch(() => void 0) ?? { refused: "The server does not answer; try again in a moment." };
			},
			make: (run, word) => {
				if (lanes.make([run]) && word) player.views.cells = "differing";
			}
		});
	});
	get pairs() {
		const { page } = this;
		const base = () => page.player.recording && ownRun(page.player.recording.header, page.table);
		return {
			prompt: () => base()?.prompt ?? null,
			known: async () => {
				const { model, revision } = page.player.recording?.header ?? {};
				if (!(model === page.portable?.model && revision === page.portable?.revision) || page.held !== null) return {};
				return (await (await fetch(new URL("portable/world.json", page.assets))).json()).words.known;
			},
			pair: (prompt) => {
				const run = base();
				if (run) page.lanes.pair({
					...run,
					prompt
				});
			},
			push: () => page.player.view.branch.click()
		};
	}
	rule = once(async () => {
		const { RuleEditor } = await import("./page-own-rule.js");
		const { form, player, assets } = this.page;
		const editor = new RuleEditor({
			form,
			player,
			assets,
			generate: () => this.page.generate(),
			show: () => this.page.setMode("tune")
		});
		this.editor = editor;
		await editor.load();
		return editor;
	});
	#ownText = once(async () => {
		const [{ OwnText }, hand] = await Promise.all([import("./page-own-text.js"), this.hand()]);
		return new OwnText(this.page.root, hand.page);
	});
	async ownText(text) {
		(await this.#ownText()).open(text);
	}
	#settingsCode = once(async () => {
		const { SettingsCode } = await import("./page-settings-code.js");
		const { player, lanes, root, engine } = this.page;
		const shown = () => {
			const { recording } = player;
			const compared = lanes.shown().filter(({ recording: { frames, header } }) => frames.length > 0 && !header.source);
			return compared.length > 0 || recording === null ? compared : [{
				recording,
				letter: "",
				title: ""
			}];
		};
		return new SettingsCode(root, shown, (described) => engine.call("copies", described));
	});
	async settingsCode() {
		(await this.#settingsCode()).open();
	}
	shareMenu = once(async () => {
		const { ShareMenu } = await import("./share-menu.js");
		const { shell, runList, assets, held } = this.page;
		if (this.page.publishDays > 0) {
			const { Publishing } = await import("./share-publish.js");
			new Publishing(shell.shareMenu, () => runList.shown, this.page.publishDays);
		}
		return new ShareMenu(shell.shareMenu, () => this.#taken(), held === null ? assets : null, runList.maxMib);
	});
	#taken() {
		const { player, runList, lanes: lanesOf, portable } = this.page;
		const { lanes, moment, clock } = player;
		return {
			runs: [runList.shown, ...lanes.slice(1).map((lane) => lanesOf.entries.get(lane))].filter((source) => source && "file" in source),
			moment,
			live: lanes.some(({ live }) => live),
			speed: clock.speed,
			lesson: this.lesson?.taken ?? null,
			served: this.page.served,
			address: this.page.held === null ? this.page.sharing.address : "",
			portable: lanes.every(({ header }) => header.model === portable?.model && header.revision === portable?.revision)
		};
	}
	race = once(async () => {
		const { Race } = await import("./page-race.js");
		const { player, lanes, table, ask, form, making, say, engine, model, served, runList } = this.page;
		return new Race(player.panels.lanes.room, {
			runList,
			served,
			player,
			lanes,
			engine,
			model,
			say,
			code: () => this.settingsCode().catch(say),
			studied: () => this.studies?.all ?? [],
			base: () => player.recording && ownRun(player.recording.header, table),
			own: (defaults) => {
				const settings = Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]]));
				return {
					...form.run,
					system: "",
					thinking: false,
					settings,
					source: ""
				};
			},
			form: () => form.run,
			begin: (run) => {
				if (ask.busy) ask.meanwhile("A run is going on; race when it has ended.");
				else making.again(run);
				return ask.busy && ask.sentence === "";
			}
		});
	});
	#lessons = once(async () => {
		const { Learn } = await import("./learn-learn.js");
		const { player, runList, table, sharing, assets, say, engine, looksInside } = this.page;
		this.lesson = new Learn({
			player,
			runList,
			knobs: table,
			assets,
			make: (recording, settings) => this.page.makeLike(recording, settings),
			play: (game) => this.play(game).catch(say),
			branch: (recording, moment, edit) => this.#branchInLesson(recording, moment, edit).catch((error) => (say(error), false)),
			ask: looksInside ? (name, request) => engine.call(name, request) : null,
			leave: async (mode, item) => {
				await runList.choose(item);
				this.page.setMode(mode);
			},
			rest: (leaves) => {
				if (leaves) sharing.leave();
				sharing.rest();
			},
			say
		});
		return this.lesson;
	});
	async #branchInLesson(recording, moment, edit) {
		const { branchOf } = await import("./page-branching.js");
		const form = ownRun(recording.header, this.page.table, 1e400);
		if (form === null) return false;
		const run = branchOf(recording, moment, {
			...form,
			steering: withEdit(form.steering ?? "", edit)
		}, "");
		if (typeof run === "string") throw new Error(run);
		return this.page.lanes.make([run], false, "learn");
	}
	async learn(place) {
		await (await this.#lessons()).open(place);
	}
	#game = once(async () => {
		const [learn, { GameView }] = await Promise.all([this.#lessons(), import("./learn-game-view.js")]);
		return learn.game = new GameView(learn);
	});
	async play(game) {
		await (await this.#game()).open(game);
	}
};
// page/first-visit.js
const IN_FIGURES = "Why, in figures";
const TOUCHES = [
	"keydown",
	"pointerdown",
	"wheel"
];
function chooseNothing(press, stage) {
	if (press.type !== "pointerdown") return;
	const over = new AbortController();
	const { signal } = over;
	stage.addEventListener("click", (click) => click.stopImmediatePropagation(), {
		signal,
		capture: true,
		once: true
	});
	for (const kind of TOUCHES) addEventListener(kind, () => over.abort(), {
		signal,
		capture: true
	});
}
const READER = "reader";
var FirstVisit = class {
	constructor(page) {
		this.page = page;
		const query = new URLSearchParams(location.search);
		const led = location.hash !== "" || query.has("lesson") || query.has("embed") || page.held !== null;
		const known = recall(READER, "");
		this.opens = !led && known === "";
		page.root.classList.toggle("tdp-opens", this.opens);
		const { views, view } = page.player;
		views.met = () => remember(READER, "opened");
		if (led || known === "opened") return;
		views.newcomer = true;
		const why = button(IN_FIGURES, "What this step keeps, and by which rule");
		why.classList.add("tdp-pill", "tdp-in-figures");
		why.onclick = () => views.meet();
		view.watching.append(why);
	}
	begin() {
		const { player, sharing, extras, greeted, stays } = this.page;
		if (!this.opens) return;
		if (player.recording === null) return this.#none();
		player.seek(0);
		sharing.held = true;
		const waiting = new AbortController();
		const { signal } = waiting;
		signal.addEventListener("abort", () => this.#none());
		const touched = (event) => {
			chooseNothing(event, player.view.stage);
			waiting.abort();
		};
		for (const kind of TOUCHES) addEventListener(kind, touched, {
			signal,
			capture: true,
			passive: true
		});
		Promise.all([greeted.promise.then(() => extras.opening()), stays.promise]).then(([opening]) => {
			if (signal.aborted) return;
			waiting.abort();
			remember(READER, "shown");
			opening.play();
		}).catch(() => {
			if (!signal.aborted && player.recording) player.move(player.recording.middle);
			waiting.abort();
		});
	}
	#none() {
		const { root, player, sharing } = this.page;
		root.classList.remove("tdp-opens");
		if (player.recording !== null) sharing.accept();
		player.refresh();
	}
};
// page/form.js
var Form = class {
	constructor(ask, knobs, table, tell) {
		this.ask = ask;
		this.knobs = knobs;
		this.table = table;
		this.tell = tell;
		this.filled = "";
		this.sent = "";
		this.rule = "";
		this.which = null;
		this.source = null;
	}
	#steering = "";
	get steering() {
		return this.#steering;
	}
	set steering(text) {
		this.#steering = text;
		this.knobs.favours = readSteering(text)?.keep === "favoured";
	}
	get values() {
		const { prompt, system, thinking } = this.ask;
		const settings = this.knobs.values;
		return {
			prompt: prompt.value,
			system: system.value,
			thinking: thinking.checked,
			seed: this.knobs.seed.valueAsNumber,
			settings,
			steering: this.steering,
			source: settings.sampler === "own-rule" ? this.rule : "",
			model: this.model
		};
	}
	get model() {
		return this.which?.name ?? "";
	}
	get run() {
		return {
			kind: "own",
			...this.values,
			revision: ""
		};
	}
	fill(run) {
		this.source = run;
		this.which?.choose(run.model);
		this.ask.fill({
			text: run.prompt,
			system: run.system,
			thinking: run.thinking
		});
		this.knobs.seed.value = String(run.seed);
		this.knobs.values = run.settings;
		if (run.settings.sampler === "own-rule") this.rule = run.source;
		this.steering = run.steering ?? "";
		this.filled = this.#text;
		if (this.knobs.fit()) return this.edited();
		this.tell(false);
	}
	adopt(run) {
		this.source = run;
		this.filled = this.sent;
		this.edited();
	}
	get differs() {
		return this.source !== null && this.#text !== this.filled;
	}
	edited() {
		this.tell(this.differs);
	}
	steer(steering) {
		this.steering = steering;
		this.edited();
	}
	restore() {
		if (this.source) this.fill(this.source);
	}
	get #text() {
		const { settings, ...others } = this.values;
		const shown = Object.entries(settings).filter(([name]) => !this.knobs.rows[name].root.hidden);
		return JSON.stringify([others, shown]);
	}
	get asksAnew() {
		return this.#text !== this.sent;
	}
	send() {
		this.sent = this.#text;
	}
};
// page/home-run.js
var HomeRun = class {
	#item = null;
	#source = null;
	#moment = null;
	#learning = false;
	constructor(page) {
		this.page = page;
		page.player.addEventListener("looks", () => this.#turn());
	}
	settle() {
		const { runList, form } = this.page;
		this.#item = runList.shown;
		this.#source = form.source;
		this.#moment = null;
	}
	async comeBack() {
		const { runList, form, sharing, player, fill } = this.page;
		const item = this.#item;
		if (item === null || item === runList.shown || item.about === null && !form.differs) return;
		sharing.keep();
		sharing.leave();
		await runList.choose(item, (recording) => {
			player.show(recording, this.#moment ?? recording.moments.length - 1);
			if (form.source !== this.#source) fill(recording);
		});
	}
	#turn() {
		const { player, runList, fill } = this.page;
		const learning = player.views.mode === "learn";
		if (learning === this.#learning) return;
		this.#learning = learning;
		if (learning && runList.shown === this.#item) this.#moment = player.moment;
		if (learning || player.recording === null || runList.wanted === this.#item) return;
		fill(player.recording);
		this.settle();
	}
};
// page/knob-row.js
const NOTCHES = 1e3;
const SHORT = [
	"nats",
	"tokens",
	"positions"
];
var KnobRow = class {
	constructor(knob, changed, prefix = "") {
		this.knob = knob;
		this.changed = changed;
		this.modelValue = null;
		const { name, label, unit, help, choices } = knob;
		const helpText = element("p.tdp-knob-help", {
			hidden: "",
			id: `${prefix}help-${name}`
		}, help);
		const title = element("button.tdp-knob-name", {
			title: help,
			"aria-expanded": "false",
			"aria-controls": helpText.id
		}, label);
		if (SHORT.includes(unit) && !label.toLowerCase().includes(unit)) title.append(element("small", `, ${unit}`));
		title.onclick = () => {
			helpText.hidden = !helpText.hidden;
			title.setAttribute("aria-expanded", String(!helpText.hidden));
		};
		this.reset = element("button.tdp-knob-reset", {
			hidden: "",
			"aria-label": `${label}: back to the model's own`
		}, "↺");
		this.reset.onclick = () => this.modelValue !== null && this.#set(this.modelValue, true);
		this.complaint = element("p.tdp-complaint", { role: "alert" });
		this.rule = element("p.tdp-knob-rule");
		this.menu = null;
		this.number = element("input", {
			type: "number",
			step: "any",
			"aria-label": label
		});
		this.range = element("input", {
			type: "range",
			min: "0",
			max: String(NOTCHES),
			"aria-label": label,
			tabindex: "-1"
		});
		const controls = Object.keys(choices).length > 0 ? [this.#offer(label, choices)] : [this.range, this.number];
		this.root = element("div", {
			id: `${prefix}knob-${name}`,
			class: `tdp-knob${this.menu ? " tdp-knob-choice" : ""}`
		}, title, this.reset, ...controls, this.rule, helpText, this.complaint);
		this.number.oninput = () => {
			if (this.number.value !== "" && Number.isFinite(this.number.valueAsNumber)) this.range.value = String(this.#notch(this.number.valueAsNumber));
			this.#check();
			changed();
		};
		this.range.oninput = () => this.#set(this.#figure(Number(this.range.value) / NOTCHES), true);
		this.value = knob.value;
	}
	#offer(label, choices) {
		this.menu = element("select", { "aria-label": label });
		for (const [choice, meaning] of Object.entries(choices)) this.menu.append(element("option", {
			value: choice,
			title: meaning
		}, named(choice)));
		this.menu.onchange = () => this.#set(this.menu.value, true);
		return this.menu;
	}
	get value() {
		return this.menu ? this.menu.value : this.number.valueAsNumber;
	}
	set value(value) {
		this.#set(value, false);
	}
	#set(value, tell) {
		if (this.menu) this.menu.value = String(value);
		else {
			this.number.value = String(value);
			this.range.value = String(this.#notch(Number(value)));
		}
		this.#check();
		if (tell) this.changed();
	}
	setOwn(value) {
		this.modelValue = value;
		this.#check();
	}
	get changes() {
		return this.modelValue !== null && this.value !== this.modelValue;
	}
	get problem() {
		const { label, minimum, maximum, whole } = this.knob;
		const { value } = this;
		if (typeof value === "string") return "";
		return value >= minimum && value <= maximum && (!whole || Number.isInteger(value)) ? "" : `${label}: allowed is a ${whole ? "whole " : ""}number from ${digits(minimum, 16)} to ${digits(maximum, 16)}.`;
	}
	complain(sentence) {
		setText(this.complaint, sentence);
		this.number.setAttribute("aria-invalid", String(sentence !== ""));
	}
	#check() {
		this.complain(this.problem);
		const { value, changes } = this;
		this.reset.hidden = !changes;
		this.reset.title = `Back to ${typeof this.modelValue === "string" ? named(this.modelValue) : digits(Number(this.modelValue), 16)}, the model's own`;
		this.root.classList.toggle("tdp-changed", changes);
		if (this.menu) setText(this.rule, this.knob.choices[String(value)] ?? "");
	}
	#notch(value) {
		const [low, high] = this.knob.slider;
		const share = (value - low) / (high - low);
		return Math.round(NOTCHES * Math.min(Math.max(this.knob.logarithmic ? Math.cbrt(share) : share, 0), 1));
	}
	#figure(place) {
		const [low, high, step] = this.knob.slider;
		const value = low + (high - low) * (this.knob.logarithmic ? place ** 3 : place);
		if (this.knob.logarithmic && !this.knob.whole) return +value.toPrecision(2);
		return +Math.min(high, low + Math.round((value - low) / step) * step).toPrecision(12);
	}
};
const named = (choice) => choice.charAt(0).toUpperCase() + choice.slice(1).replaceAll("-", " ");
// rules/schedule.js
const LEAST = .001;
const SHAPES = {
	linear: (left, tMin, span) => tMin + span * left,
	constant: (_, tMin, span) => tMin + span,
	cosine: (left, tMin, span) => tMin + span * (1 - Math.cos(left * Math.PI)) / 2,
	exponential: (left, tMin, span) => tMin * ((tMin + span) / tMin) ** left
};
function temperature(step, { shape, steps, tMax, tMin }) {
	return (SHAPES[shape] ?? SHAPES.linear)((steps - step + 1) / steps, tMin, tMax - tMin);
}
function schedulePoints({ width, height, ceiling, ...schedule }) {
	const { shape, steps } = schedule;
	const level = (step) => +(height * (1 - temperature(step, schedule) / ceiling)).toFixed(2);
	if (steps === 1) return `0,${level(1)} ${width},${level(1)}`;
	return (shape === "linear" || shape === "constant" ? [1, steps] : Array.from({ length: steps }, (_, at) => at + 1)).map((step) => `${+((step - 1) / (steps - 1) * width).toFixed(2)},${level(step)}`).join(" ");
}
function scheduleFault({ shape, steps, tMax, tMin }) {
	if (!(Number.isInteger(steps) && steps > 0 && tMin >= 0 && tMax >= LEAST)) return "These values make no schedule.";
	if (tMin > tMax) return `t_min is ${tMin}, above t_max (${tMax}); it must be at most t_max.`;
	if (shape === "exponential" && tMin < LEAST) return `t_min is ${tMin}; the exponential schedule needs ${LEAST} or more.`;
	return "";
}
function scheduleSentence(schedule) {
	const { shape, steps, tMax, tMin } = schedule;
	if (shape === "constant" || steps === 1 || tMin === tMax) return `Temperature ${temperatureText(tMax)} at every step.`;
	return `Temperature ${temperatureText(tMax)} at step 1, falling to ${temperatureText(temperature(steps, schedule))} at step ${steps}.`;
}
// page/schedule-line.js
const [WIDTH, HEIGHT] = [52, 20];
const SVG = "http://www.w3.org/2000/svg";
var ScheduleLine = class {
	constructor() {
		this.root = document.createElementNS(SVG, "svg");
		this.line = document.createElementNS(SVG, "polyline");
		this.words = document.createElementNS(SVG, "title");
		this.root.setAttribute("viewBox", `-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`);
		this.root.setAttribute("class", "tdp-schedule-line");
		this.root.setAttribute("role", "img");
		this.root.append(this.words, this.line);
	}
	paint({ schedule, max_denoising_steps: steps, t_max, t_min }) {
		const values = {
			shape: String(schedule),
			steps: Number(steps),
			tMax: Number(t_max),
			tMin: Number(t_min)
		};
		const fault = scheduleFault(values);
		const points = fault ? "" : schedulePoints({
			...values,
			width: WIDTH,
			height: HEIGHT,
			ceiling: Math.max(1, values.tMax)
		});
		this.line.setAttribute("points", points);
		this.words.textContent = fault || scheduleSentence(values);
	}
};
var Knobs = class {
	constructor(root, table, mostSeed, { edited, way }) {
		this.root = root;
		const changed = (name) => {
			if (name === "way") way(String(this.rows.way.value));
			this.#show();
			edited();
		};
		this.rows = Object.fromEntries(table.map((knob) => [knob.name, new KnobRow(knob, () => changed(knob.name))]));
		this.line = new ScheduleLine();
		this.rows.schedule?.menu?.before(this.line.root);
		this.seed = element("input", {
			type: "number",
			min: "0",
			max: String(mostSeed),
			step: "1",
			value: "0",
			"aria-label": "Seed"
		});
		const dice = element("button", {
			id: "dice",
			title: "Another seed",
			"aria-label": "Another seed"
		}, "⚄");
		const complaint = element("p.tdp-complaint", { role: "alert" });
		const valid = () => Number.isInteger(this.seed.valueAsNumber) && this.seed.valueAsNumber >= 0 && this.seed.valueAsNumber <= mostSeed;
		this.seed.oninput = () => {
			complaint.textContent = valid() ? "" : `Seed: allowed is a whole number from 0 to ${digits(mostSeed, 16)}.`;
			edited();
		};
		dice.onclick = () => {
			this.seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0] % 1e6);
			complaint.textContent = "";
			edited();
		};
		this.reset = element("button.tdp-pill.tdp-reset-all", "Reset all");
		this.reset.title = "Every setting back to the model's own";
		this.reset.onclick = () => {
			for (const row of Object.values(this.rows)) if (row.modelValue !== null) row.value = row.modelValue;
			this.#show();
			edited();
		};
		const seed = element("div.tdp-knob", { id: "seed" }, element("span.tdp-knob-name", "Seed", this.reset), dice, this.seed, complaint);
		const first = ["sampler", ...table.filter(({ samplers }) => samplers.length > 0).map(({ name }) => name)];
		const names = [...first, ...Object.keys(this.rows).filter((name) => !first.includes(name))];
		root.replaceChildren(...names.map((name) => this.rows[name].root), seed);
		this.#show();
	}
	#favours = false;
	set favours(favours) {
		this.#favours = favours;
		this.#show();
	}
	get values() {
		return Object.fromEntries(Object.entries(this.rows).map(([name, row]) => [name, row.value]));
	}
	set values(values) {
		for (const [name, value] of Object.entries(values)) if (name in this.rows) this.rows[name].value = value;
		this.#show();
	}
	get problem() {
		return [...this.root.querySelectorAll(".tdp-knob:not([hidden]) .tdp-complaint")].map(({ textContent }) => textContent ?? "").find((said) => said !== "") ?? "";
	}
	get shipped() {
		const rows = Object.entries(this.rows).flatMap(([name, { modelValue }]) => modelValue === null ? [] : [[name, modelValue]]);
		return rows.length === 0 ? null : Object.fromEntries(rows);
	}
	#ways = null;
	setOwn(values, ways = null) {
		this.#ways = ways;
		for (const [name, value] of Object.entries(values)) this.rows[name]?.setOwn(value);
		for (const option of this.rows.way.menu?.options ?? []) option.disabled = !(ways?.includes(option.value) ?? true);
		this.#show();
	}
	fit() {
		const fits = this.#ways?.includes(String(this.rows.way.value)) ?? true;
		if (!fits) this.values = this.shipped ?? {};
		return !fits;
	}
	#show() {
		const { t_max: first, t_min: last, sampler } = this.rows;
		for (const { knob, root } of Object.values(this.rows)) root.hidden = knob.samplers.length > 0 && !knob.samplers.includes(String(sampler.value)) || knob.name === "favour_margin" && !this.#favours;
		if (last && first && last.problem === "") last.complain(last.value > first.value ? `Last temperature: at most the first one, which is ${first.value}.` : "");
		this.line.paint(this.values);
		this.reset.hidden = Object.values(this.rows).every(({ changes, root }) => root.hidden || !changes);
	}
};
// page/lanes.js
const OFFERS = [[
	"seed",
	"another seed",
	"The same run with other random numbers"
], [
	"settings",
	"settings in Tune",
	"The prompt, seed and settings as they stand in the form"
]];
const WAITS = "Waiting for the engine …";
const NOT_AGAIN = "This run holds a picture or a long prompt, or comes from another program, and cannot be asked for again; choose runs of the library to compare.";
var LaneMaker = class {
	constructor(player, runList, page) {
		this.player = player;
		this.runList = runList;
		this.page = page;
		this.offers = OFFERS;
		this.pairs = page.pairs;
		this.entries = new Map();
		this.waiting = [];
		this.alone = false;
		this.rival = "";
		this.opened = 0;
	}
	get adding() {
		return this;
	}
	shown = () => this.player().views.lanes.all.map(({ recording, letter, title, moment }) => ({
		recording,
		letter,
		title: title.textContent ?? "",
		moment
	}));
	guest = () => this.player().sideBySide.guest;
	choices = () => {
		const settings = this.page.base()?.settings ?? {};
		return [
			"way",
			"sampler",
			"schedule"
		].flatMap((kind) => {
			const { choices = {} } = this.page.knobs.find(({ name }) => name === kind) ?? {};
			const others = Object.entries(choices).filter(([value]) => value !== settings[kind]);
			return others.length > 0 ? [{
				kind,
				others
			}] : [];
		});
	};
	get room() {
		const { others, guest } = this.player().sideBySide;
		return 3 - others.length - (guest ? 1 : 0);
	}
	get runs() {
		return this.player().sideBySide.others.flatMap((recording) => this.entries.get(recording)?.run ?? []);
	}
	add = async (kind, value = "") => {
		const { base, form, ways, say } = this.page;
		const run = kind === "settings" ? form() : base();
		if (run === null) return say(NOT_AGAIN);
		if (kind === "seed") run.seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1e6;
		if (kind === "prompt") run.prompt = value;
		if (kind === "sampler" || kind === "schedule") run.settings[kind] = value;
		if (kind === "sampler") run.source = "";
		if (kind === "way") {
			const defaults = await ways(value).catch(() => void 0);
			if (defaults === void 0) return say("The server does not answer; try again in a moment.");
			Object.assign(run.settings, defaults, { way: value });
		}
		this.make([run]);
	};
	make(runs, alone = false, mode = "compare") {
		const { player, page, entries } = this;
		const others = mode === "learn" ? [] : player().sideBySide.others;
		const room = mode === "learn" ? 3 : this.room;
		if (runs.length > room) {
			page.say(NO_LANE_LEFT);
			return false;
		}
		const requests = runs.map((run) => ({
			run,
			seat: this.#seat(run)
		}));
		if (!page.make(requests, alone)) return false;
		for (const { run, seat } of requests) entries.set(seat, { run });
		player().views.mode = mode;
		const lanes = [...others, ...requests.map(({ seat }) => seat)];
		if (mode === "learn") player().sideBySide.accompany(lanes);
		else player().sideBySide.compare(lanes);
		return true;
	}
	pair(run) {
		const { sideBySide, views } = this.player();
		const { others } = sideBySide;
		sideBySide.compare([]);
		if (this.make([run])) views.cells = "differing";
		else sideBySide.compare(others);
	}
	again = (alone) => {
		const { page, player } = this;
		const requests = player().lanes.flatMap((seat) => {
			const run = seat.frames.length === 0 ? this.entries.get(seat)?.run : ownRun(seat.header, page.knobs);
			return run?.kind === "own" ? [{
				run,
				seat
			}] : [];
		});
		if (requests.length < player().lanes.length) return page.say(NOT_AGAIN);
		if (!page.make(requests, alone)) return;
		for (const { seat } of requests) this.notify(seat, WAITS);
	};
	clear(recording) {
		const { recording: first, sideBySide } = this.player();
		if (first === null || samePrompt(first, recording)) return;
		const others = sideBySide.others.filter((other) => samePrompt(other, recording));
		if (others.length < sideBySide.others.length) sideBySide.compare(others);
	}
	#seat({ prompt, system, thinking, seed, settings }) {
		const { recording } = this.player();
		const seat = new Recording("", "LIVE", {
			...recording?.header ?? {},
			prompt,
			system,
			thinking,
			seed,
			settings,
			way: wayOf({ way: String(settings.way) }).name,
			execution: "",
			verdict: null,
			image_sha256: ""
		});
		seat.notice = WAITS;
		return seat;
	}
	async take(item) {
		const { player, page } = this;
		try {
			const recording = await this.runList().read(item);
			if (recording === player().recording) return page.say("This run is the first lane already.");
			const others = player().sideBySide.others.filter((other) => other !== recording);
			const known = player().sideBySide.others.length - others.length;
			if (this.room + known < 1) return page.say(NO_LANE_LEFT);
			this.entries.set(recording, item);
			player().views.mode = "compare";
			player().sideBySide.compare([...others, recording]);
		} catch (error) {
			page.say(error);
		}
	}
	file = async (file) => {
		try {
			for (const item of await this.runList().take(file)) await this.take(item);
		} catch (error) {
			this.page.say(error);
		}
	};
	started(recording, item, seat) {
		const request = this.entries.get(seat)?.run;
		const from = request?.kind === "own" && request.branch?.run;
		const { recording: first } = this.player();
		const shown = this.runList().shown?.about;
		if (from && from === (first?.made || first?.run) && item.about && shown) item.about.parent ??= shown.id;
		if (!this.player().sideBySide.has(seat)) return;
		this.entries.set(recording, item);
		this.player().sideBySide.replace(seat, recording);
	}
	notify(lane, sentence) {
		lane.notice = sentence;
		this.player().refresh();
	}
	replaced(partial, whole) {
		const { recording } = this.player();
		if (recording && whole.header.spec?.branch) this.#compare(recording, whole);
		const item = this.entries.get(partial);
		if (item) this.entries.set(whole, item);
		this.player().sideBySide.replace(partial, whole);
	}
	async #compare(parent, branch) {
		const { noticeOf } = await import("./page-branching.js");
		const notice = noticeOf(parent, branch);
		if (notice !== "") this.notify(branch, notice);
	}
	async open(runs, alone = false) {
		const opened = this.opened += 1;
		const others = [];
		this.taken();
		this.alone = alone;
		const missing = [];
		for (const run of runs.slice(0, 3)) {
			const known = this.#find(run) ?? await this.runList().ready().then(() => this.#find(run));
			const recording = known && await this.runList().read(known).catch(this.page.say);
			if (recording) this.entries.set(recording, known);
			if (recording) others.push(recording);
			else if (run.kind === "own") missing.push({
				run,
				seat: this.#seat(run)
			});
			else this.page.say(`The address asks for a recorded run “${run.name.slice(0, 40)}” beside this one; there is none.`);
			if (!recording && run.kind === "own") others.push(missing[missing.length - 1].seat);
		}
		if (opened !== this.opened) return;
		for (const { run, seat } of missing) if (seat) this.entries.set(seat, { run });
		this.waiting = missing;
		this.player().sideBySide.compare(others);
	}
	#find(run) {
		return this.runList().find((other) => sameRun(other, run, this.page.knobs));
	}
	taken() {
		const { waiting } = this;
		this.waiting = [];
		return waiting.filter(({ seat }) => seat === null || this.player().sideBySide.others.includes(seat));
	}
	stop() {
		for (const { seat } of this.taken()) {
			if (!seat?.live) continue;
			seat.end({
				finishReason: "stopped",
				text: "",
				seconds: 0
			});
			this.notify(seat, "Stopped before the first step.");
		}
	}
	later(runs, alone) {
		this.alone = alone;
		this.waiting = runs.map((run) => ({
			run,
			seat: this.#seat(run)
		}));
		for (const { run, seat } of this.waiting) if (seat) this.entries.set(seat, { run });
		this.player().sideBySide.compare(this.waiting.flatMap(({ seat }) => seat ?? []));
	}
	next() {
		const requests = this.waiting.length > 0 ? this.taken() : [];
		if (requests.length > 0 && !this.page.make(requests, this.alone)) this.waiting = requests;
	}
};
// page/log-out.js
function logOutButton(say) {
	const made = element("button.tdp-link-like.tdp-log-out", { title: "End your login in this browser" }, "Log out");
	made.onclick = () => post("logout", {}).then(() => location.reload(), say);
	return made;
}
// page/looks.js
const CHOICES = {
	size: [
		"1",
		"0.9",
		"1.25"
	],
	contrast: ["normal", "high"],
	words: ["plain", "terms"]
};
var Looks = class {
	constructor(root, player) {
		this.root = root;
		this.player = player;
		this.chosen = {
			size: "1",
			contrast: "normal",
			words: "plain"
		};
		for (const name of Object.keys(CHOICES)) {
			const value = recall(`look: ${name}`, CHOICES[name][0]);
			if (value !== CHOICES[name][0] && CHOICES[name].includes(value)) this.choose(name, value);
		}
	}
	choose(name, value) {
		const { root, player } = this;
		this.chosen[name] = value;
		remember(`look: ${name}`, value);
		if (name === "words") return player.views.speak(value === "terms" ? "terms" : "plain");
		root.style.setProperty("--tdp-scale", this.chosen.size);
		root.classList.toggle("tdp-high-contrast", this.chosen.contrast === "high");
		player.resize(Number(this.chosen.size));
	}
};
// run/description.js
const FORMAT = "text-diffusion-trace";
const MAX_HEADER = 16777216;
const DESCRIPTION = {
	"properties": {
		"version": { "type": "integer" },
		"header": {
			"properties": {
				"spec": {
					"additionalProperties": true,
					"properties": {
						"model": { "type": "string" },
						"revision": { "type": "string" },
						"prompt": {
							"additionalProperties": true,
							"properties": {
								"text": { "type": "string" },
								"system": { "type": "string" },
								"thinking": { "type": "boolean" },
								"image_sha256": { "type": "string" }
							},
							"required": ["text"],
							"type": "object"
						},
						"settings": {
							"additionalProperties": { "anyOf": [
								{ "type": "boolean" },
								{ "type": "integer" },
								{ "type": "number" },
								{ "type": "string" }
							] },
							"properties": {
								"way": {
									"enum": [
										"uniform",
										"masked",
										"autoregressive"
									],
									"type": "string"
								},
								"max_denoising_steps": {
									"minimum": 1,
									"type": "integer"
								},
								"max_new_tokens": {
									"minimum": 1,
									"type": "integer"
								},
								"stability_threshold": {
									"minimum": 0,
									"type": "integer"
								},
								"confidence_threshold": {
									"minimum": 0,
									"type": "number"
								},
								"t_max": {
									"minimum": 0,
									"type": "number"
								},
								"t_min": {
									"minimum": 0,
									"type": "number"
								}
							},
							"required": [
								"max_denoising_steps",
								"max_new_tokens",
								"stability_threshold",
								"confidence_threshold",
								"t_max",
								"t_min"
							],
							"type": "object"
						},
						"seed": {
							"minimum": 0,
							"type": "integer"
						}
					},
					"required": [
						"model",
						"revision",
						"prompt",
						"settings",
						"seed"
					],
					"type": "object"
				},
				"device": { "type": "string" },
				"dtype": { "type": "string" },
				"canvas_length": {
					"maximum": 65536,
					"minimum": 1,
					"type": "integer"
				},
				"vocab_size": {
					"maximum": 1e7,
					"minimum": 1,
					"type": "integer"
				},
				"eos_ids": {
					"items": {
						"maximum": 9999999,
						"minimum": 0,
						"type": "integer"
					},
					"type": "array"
				},
				"pad_id": { "anyOf": [{
					"maximum": 9999999,
					"minimum": 0,
					"type": "integer"
				}, { "type": "null" }] },
				"special_ids": {
					"items": {
						"maximum": 9999999,
						"minimum": 0,
						"type": "integer"
					},
					"type": "array"
				},
				"prompt_ids": {
					"items": {
						"maximum": 9999999,
						"minimum": 0,
						"type": "integer"
					},
					"type": "array"
				},
				"software": {
					"additionalProperties": { "type": "string" },
					"type": "object"
				},
				"explanation": {
					"additionalProperties": { "anyOf": [
						{ "type": "boolean" },
						{ "type": "integer" },
						{ "type": "number" },
						{ "type": "string" }
					] },
					"properties": {
						"label": { "type": "string" },
						"rule": { "type": "string" },
						"paper": { "type": "string" },
						"order": { "type": "string" },
						"falling": { "type": "boolean" },
						"cut": {
							"enum": [
								"running sum",
								"value",
								"rank",
								"draw"
							],
							"type": "string"
						},
						"bound": { "type": "string" },
						"least": {
							"minimum": 0,
							"type": "integer"
						},
						"unit": { "type": "string" },
						"accepted": { "type": "string" },
						"rejected": { "type": "string" }
					},
					"required": [],
					"type": "object"
				},
				"execution": { "type": "string" },
				"only_top": {
					"minimum": 0,
					"type": "integer"
				},
				"recorded_at": { "type": "string" },
				"thought_marks": {
					"additionalProperties": { "anyOf": [
						{ "type": "boolean" },
						{ "type": "integer" },
						{ "type": "number" },
						{ "type": "string" }
					] },
					"type": "object"
				},
				"branch": { "anyOf": [{
					"properties": {
						"explanation": {
							"additionalProperties": { "anyOf": [
								{ "type": "boolean" },
								{ "type": "integer" },
								{ "type": "number" },
								{ "type": "string" }
							] },
							"type": "object"
						},
						"differs": { "anyOf": [{
							"minimum": 0,
							"type": "integer"
						}, { "type": "null" }] }
					},
					"type": "object"
				}, { "type": "null" }] },
				"verdict": { "anyOf": [{
					"properties": {
						"task": { "type": "string" },
						"right": { "type": "boolean" },
						"sentence": { "type": "string" },
						"rule": {
							"minimum": 1,
							"type": "integer"
						}
					},
					"required": [
						"task",
						"right",
						"sentence",
						"rule"
					],
					"type": "object"
				}, { "type": "null" }] },
				"source": { "type": "string" },
				"source_way": {
					"enum": [
						"uniform",
						"masked",
						"autoregressive"
					],
					"type": "string"
				},
				"seconds": {
					"minimum": 0,
					"type": "number"
				}
			},
			"required": [
				"device",
				"dtype",
				"canvas_length",
				"vocab_size",
				"eos_ids",
				"pad_id",
				"special_ids",
				"prompt_ids",
				"software"
			],
			"type": "object"
		},
		"stop_reasons": {
			"items": {
				"enum": [
					"stable-and-confident",
					"complete",
					"max-steps",
					"stopped"
				],
				"type": "string"
			},
			"type": "array"
		},
		"finish_reason": {
			"enum": [
				"end-of-text",
				"max-new-tokens",
				"stopped"
			],
			"type": "string"
		},
		"tokens": {
			"patternProperties": { "^(0|[1-9][0-9]{0,6})$": { "type": "string" } },
			"type": "object"
		},
		"text": { "type": "string" },
		"thought": { "type": "string" }
	},
	"required": [
		"version",
		"header",
		"stop_reasons",
		"finish_reason",
		"tokens",
		"text"
	],
	"type": "object"
};
// run/check.js
const ALWAYS = [
	"block",
	"step",
	"argmax_ids"
];
function headerFault(header) {
	const fault = faultOf(header, DESCRIPTION.properties.header, "header");
	if (fault !== "") return fault;
	if (header.source) return "";
	if (header.spec === void 0) return "header.spec is missing";
	const { bound = "entropy_bound" } = header.explanation ?? {};
	if (bound !== "" && typeof header.spec.settings[bound] !== "number") return `${shown(bound)} is missing in its settings, or is not a number`;
	for (let branch = header.spec.branch ?? null; branch !== null; branch = branch.parent.branch ?? null) if (faultOf(branch, BRANCH) !== "") return `${shown(branch)} in header.spec is no branch`;
	return "";
}
const BRANCH = {
	type: "object",
	required: [
		"parent",
		"block",
		"step"
	],
	properties: {
		parent: {
			type: "object",
			required: ["settings"],
			properties: { settings: { type: "object" } }
		},
		block: {
			type: "integer",
			minimum: 1
		},
		step: {
			type: "integer",
			minimum: 0
		}
	}
};
function columnsFault(columns, { header, stop_reasons, tokens }) {
	for (const column of COLUMNS) if (column.name in columns && !inRange(columns[column.name], column)) return `its column “${column.name}” has values that it cannot have`;
	const steps = columns.step.length;
	if (steps > 131072) return `it has ${steps} steps; at most ${MAX_STEPS} are allowed`;
	if (!counted(columns.block, columns.step, stop_reasons.length)) return "its blocks, their steps and their stop reasons do not match";
	const ids = Object.keys(tokens).map(Number);
	const known = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), -1) + 1);
	for (const id of ids) known[id] = 1;
	return [...COLUMNS.flatMap(({ name }) => name.endsWith("_ids") && name in columns ? [columns[name]] : []), header.prompt_ids].every((some) => allIn(some, known)) ? "" : "some of its token ids have no text";
}
function inRange(values, { dtype, least, most, optional }) {
	const top = dtype === "bool" ? 1 : most;
	const finite = least > -1e400;
	for (let at = 0; at < values.length; at += 1) {
		const value = values[at];
		if (!(value >= least && value <= top && !(finite && value === 1e400)) && !(optional && Number.isNaN(value))) return false;
	}
	return true;
}
function allIn(ids, known) {
	for (let at = 0; at < ids.length; at += 1) if (known[ids[at]] !== 1) return false;
	return true;
}
function counted(block, step, blocks) {
	let [last, at] = [0, 0];
	for (let index = 0; index < block.length; index += 1) {
		at = block[index] === last ? at + 1 : 1;
		if (block[index] !== last && block[index] !== last + 1) return false;
		if (step[index] !== at) return false;
		last = block[index];
	}
	return last === blocks;
}
// run/header.js
const PROMPT$1 = {
	prompt: "text",
	system: "system",
	thinking: "thinking",
	image_sha256: "image_sha256"
};
const SPEC$1 = [
	"settings",
	"seed",
	"model",
	"revision"
];
const GONE = [
	...Object.keys(PROMPT$1),
	...SPEC$1,
	"way"
];
function headerOf(old) {
	if (!isObject(old) || Object.hasOwn(old, "spec") && !isObject(old.spec)) return old;
	const { spec: known, ...header } = Object.fromEntries(Object.entries(old).filter(([name]) => !GONE.includes(name)));
	if (old.source) return header;
	const some = (names) => Object.fromEntries(names.filter((name) => Object.hasOwn(old, name)).map((name) => [name, old[name]]));
	const prompt = Object.fromEntries(Object.entries(some(Object.keys(PROMPT$1))).map(([name, value]) => [PROMPT$1[name], value]));
	const spec = {
		version: 1,
		sampler_source: "",
		start: null,
		...some(SPEC$1),
		prompt,
		...known,
		...some(["model", "revision"])
	};
	if (Object.hasOwn(old, "way") && isObject(spec.settings)) spec.settings = {
		way: old.way,
		...spec.settings
	};
	return {
		...header,
		spec
	};
}
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function filled(header) {
	const { model = "", revision = "", prompt = {}, settings = {}, seed = 0 } = header.spec ?? {};
	const { text = "", system = "", thinking = false, image_sha256 = "" } = prompt;
	return {
		...header,
		model,
		revision,
		prompt: text,
		system: system.trim(),
		thinking,
		image_sha256,
		settings,
		seed,
		way: settings.way ?? header.source_way ?? "uniform"
	};
}
// run/strict-json.js
function readJson(text) {
	const bare = text.replaceAll("\\\\", "").replaceAll("\\\"", "").split("\"").filter((_, at) => at % 2 === 0).join("");
	const count = (mark) => bare.split(mark).length - 1;
	if (count("[") + count("{") > 1048576) throw new Error("too many brackets");
	const value = JSON.parse(text);
	if (fields(value, 1) !== count(":")) throw new Error("a field that is there twice");
	return value;
}
function fields(value, depth) {
	if (typeof value === "string" && !value.isWellFormed()) throw new Error("half of a character");
	if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Error("a number is too large");
	if (typeof value !== "object" || value === null) return 0;
	if (depth > 100) throw new Error("nested too deeply");
	const names = Array.isArray(value) ? [] : Object.keys(value);
	for (const name of names) fields(name, depth);
	return Object.values(value).reduce((count, part) => count + fields(part, depth + 1), names.length);
}
// run/safetensors.js
const SIZES = new Map(Object.entries({
	BOOL: 1,
	U8: 1,
	I8: 1,
	I16: 2,
	U16: 2,
	F16: 2,
	I32: 4,
	U32: 4,
	F32: 4,
	I64: 8,
	U64: 8,
	F64: 8
}));
function unpack(file, most) {
	const length = Number(new DataView(file.buffer).getBigUint64(0, true));
	if (length > most || 8 + length > file.length) throw new Error("no header");
	const { __metadata__, ...tensors } = readJson(new TextDecoder("utf-8", {
		fatal: true,
		ignoreBOM: true
	}).decode(file.subarray(8, 8 + length)));
	if (typeof __metadata__.trace !== "string") throw new Error("no description");
	let end = 0;
	const inOrder = Object.values(tensors).sort((a, b) => a.data_offsets[0] - b.data_offsets[0] || a.data_offsets[1] - b.data_offsets[1]);
	for (const { dtype, shape, data_offsets } of inOrder) {
		if (![...shape, ...data_offsets].every((number) => Number.isInteger(number) && number >= 0) || !Array.isArray(shape) || shape.length > 64 || data_offsets.length !== 2) throw new Error("no tensor");
		const room = shape.reduce((product, size) => product * Math.max(size, 1), SIZES.get(dtype) ?? NaN);
		const bytes = shape.includes(0) ? 0 : room;
		if (!Number.isSafeInteger(room) || data_offsets[0] !== end || data_offsets[1] !== end + bytes) throw new Error("no tensor");
		[, end] = data_offsets;
	}
	if (8 + length + end !== file.length) throw new Error("not covered");
	return {
		tensors,
		described: __metadata__.trace,
		begin: 8 + length
	};
}
// run/trace.js
const TYPES = {
	bool: ["BOOL", Uint8Array],
	int32: ["I32", Int32Array],
	float32: ["F32", Float32Array]
};
var TraceError = class extends Error {};
async function readTrace(packed, name, maxMib = 64) {
	if (packed[0] !== 31 || packed[1] !== 139) throw new TraceError(`${name} is not a trace: a trace is a gzipped safetensors file.`);
	const file = await gunzip(packed, name, maxMib);
	const { tensors, begin, meta } = parts(file, name);
	if (meta?.format !== "text-diffusion-trace") throw new TraceError(`${name} is not a trace: its format is not “${FORMAT}”.`);
	if (!Number.isInteger(meta.version) || meta.version < 1 || meta.version > 3) throw new TraceError(`${name} is a trace of version ${shown(meta.version)}; this page reads versions 1 to 3. A newer release of the playground may read it.`);
	const columns = {};
	if (meta.version < 3) meta.header = headerOf(meta.header);
	const fault = faultOf(meta, DESCRIPTION) || headerFault(meta.header) || take(columns, tensors, file, begin, meta) || columnsFault(columns, meta);
	if (fault !== "") throw new TraceError(`${name} is damaged: ${fault}.`);
	return record(meta, columns, name);
}
function take(columns, tensors, file, begin, { header }) {
	const sizes = {
		S: tensors.step?.shape[0],
		L: header.canvas_length,
		k: tensors.top_ids?.shape[2]
	};
	for (const { name, dtype, shape, optional } of COLUMNS) {
		const tensor = Object.hasOwn(tensors, name) ? tensors[name] : void 0;
		if (tensor === void 0 && (optional || header.source && !ALWAYS.includes(name))) continue;
		if (tensor === void 0) return `its column “${name}” is missing`;
		const [stored, Typed] = TYPES[dtype];
		const expected = [...shape].map((letter) => sizes[letter]);
		if (tensor.dtype !== stored || tensor.shape.length !== expected.length || tensor.shape.some((size, at) => size !== expected[at])) return `its column “${name}” is ${tensor.dtype} (${tensor.shape.join(", ")})`;
		const [from, to] = tensor.data_offsets;
		columns[name] = new Typed(file.buffer.slice(begin + from, begin + to));
	}
	return "";
}
function record(meta, columns, name) {
	const { block } = columns;
	const recording = new Recording(name, "RECORDED", filled(meta.header));
	for (const [id, text] of Object.entries(meta.tokens)) recording.tokens.set(Number(id), text);
	const steps = block.length;
	const length = meta.header.canvas_length;
	for (let index = 0; index < steps; index += 1) {
		const last = index === steps - 1;
		const figures = COLUMNS.flatMap(({ name: column, shape, optional }) => {
			const values = columns[column];
			const width = (values?.length ?? 0) / steps;
			if (width === 0) return [];
			const figure = values.subarray(index * width, (index + 1) * width);
			if (optional && figure.every(Number.isNaN)) return [];
			return [[column, shape === "S" ? figure[0] : figure]];
		});
		recording.append({
			...meta.header.source ? unrecorded(columns.argmax_ids.subarray(index * length, (index + 1) * length)) : null,
			...Object.fromEntries(figures),
			stopReason: last || block[index + 1] !== block[index] ? meta.stop_reasons[block[index] - 1] : "",
			finishReason: last ? meta.finish_reason : ""
		});
	}
	recording.end({
		finishReason: meta.finish_reason,
		text: meta.text,
		thought: meta.thought,
		seconds: meta.header.seconds ?? 0
	});
	return recording;
}
async function gunzip(packed, name, maxMib) {
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	const parts = [];
	let size = 0;
	try {
		for (const reader = stream.getReader();;) {
			const { done, value } = await reader.read();
			if (done) break;
			size += value.length;
			if (size > maxMib * 2 ** 20) {
				await reader.cancel();
				break;
			}
			parts.push(value);
		}
	} catch {
		throw new TraceError(`${name} is damaged or cut off: its compressed data cannot be unpacked.`);
	}
	if (size > maxMib * 2 ** 20) throw new TraceError(`${name} unpacks to more than ${maxMib} MiB, the most that this page reads; \`--max-mib\`, where the app is started, allows more.`);
	if (new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0, true) !== size % 2 ** 32) throw new TraceError(`${name} is damaged: there is more data after its end.`);
	const file = new Uint8Array(size);
	let offset = 0;
	for (const part of parts) {
		file.set(part, offset);
		offset += part.length;
	}
	return file;
}
function parts(file, name) {
	let unpacked;
	try {
		unpacked = unpack(file, MAX_HEADER);
	} catch {
		throw new TraceError(`${name} is not a trace: it lacks a trace's columns and header.`);
	}
	try {
		return {
			tensors: unpacked.tensors,
			begin: unpacked.begin,
			meta: readJson(unpacked.described)
		};
	} catch {
		throw new TraceError(`${name} is damaged: its description cannot be read as JSON.`);
	}
}
// run/wire.js
var WireError = class extends Error {};
const VERDICT = DESCRIPTION.properties.header.properties.verdict;
var WireReader = class {
	constructor(name) {
		this.name = name;
		this.recording = null;
		this.broken = false;
		this.ids = [];
	}
	read(message) {
		const { kind } = message;
		if (kind === "waiting" || kind === "refused") return {
			kind,
			sentence: String(message.sentence)
		};
		if (kind === "end") return this.#end(message);
		if (this.broken) return {
			kind: "skipped",
			sentence: ""
		};
		try {
			if (kind === "start") this.recording = start(this.name, message);
			else if (kind === "frame") this.#frame(message);
			else throw damaged("kind");
		} catch (error) {
			this.broken = true;
			throw error;
		}
		return {
			kind,
			sentence: ""
		};
	}
	#end(message) {
		this.recording?.end({
			finishReason: String(message.finish_reason),
			text: String(message.text),
			thought: String(message.thought ?? ""),
			seconds: Number(message.seconds),
			verdict: verdictIn(message)
		});
		return {
			kind: "end",
			sentence: String(message.notice)
		};
	}
	#frame(message) {
		if (this.recording === null) throw new WireError("A step arrived before the start of its run.");
		const { canvas_length: length, source } = this.recording.header;
		if (!Array.isArray(message.tokens)) throw damaged("tokens");
		for (const [id, text] of message.tokens) {
			this.ids.push(id);
			this.recording.tokens.set(id, String(text));
		}
		const figures = {};
		for (const { name, wire, optional } of COLUMNS) {
			const may = optional || source && !ALWAYS.includes(name);
			if (wire === "" || may && message[name] === void 0) continue;
			figures[name] = wire === "token" ? this.#ids(message, name, length) : DECODE[wire](message, name, length);
		}
		this.recording.append({
			...source ? unrecorded(figures.argmax_ids) : null,
			...figures,
			stopReason: String(message.stop_reason),
			finishReason: String(message.finish_reason)
		});
	}
	#ids(message, column, length) {
		const view = bytes(message, column);
		const wide = view.byteLength === 4 * length;
		if (!wide && view.byteLength !== 2 * length) throw damaged(column);
		return Int32Array.from({ length }, (_, i) => {
			const index = wide ? view.getUint32(4 * i, true) : view.getUint16(2 * i, true);
			if (index >= this.ids.length) throw damaged(column);
			return this.ids[index];
		});
	}
};
const DECODE = {
	number: (message, column) => {
		if (!Number.isFinite(message[column])) throw damaged(column);
		return message[column];
	},
	half: (message, column, length) => halves(bytes(message, column, 2 * length)),
	bit: (message, column, length) => bits(bytes(message, column, Math.ceil(length / 8)), length)
};
const damaged = (field) => new WireError(`A step arrived damaged (its ${field}); the whole run follows when it ends.`);
const verdictIn = ({ verdict = null }) => faultOf(verdict, VERDICT) === "" ? verdict : null;
function start(name, { label, header }) {
	if (headerFault(header) !== "") throw damaged("header");
	return new Recording(name, label, filled(header));
}
function bytes(message, field, size) {
	let binary;
	try {
		binary = atob(message[field]);
	} catch {
		throw damaged(field);
	}
	if (size !== void 0 && binary.length !== size) throw damaged(field);
	return new DataView(Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer);
}
function halves(view) {
	return Float32Array.from({ length: view.byteLength / 2 }, (_, i) => half(view.getUint16(2 * i, true)));
}
function half(bits16) {
	const sign = bits16 & 32768 ? -1 : 1;
	const exponent = bits16 >> 10 & 31;
	const fraction = bits16 & 1023;
	if (exponent === 31) return fraction ? NaN : sign * 1e400;
	return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
function bits(view, length) {
	return Uint8Array.from({ length }, (_, i) => view.getUint8(i >> 3) >> (i & 7) & 1);
}
// page/live.js
const LOST = "The connection to the server is lost; the steps that arrived are kept. Trying again …";
const UNBEGUN = "Stopped before the first step.";
const AGAIN_MS$1 = 2e3;
var Stream = class {
	constructor(reader, seat) {
		this.reader = reader;
		this.seat = seat;
		this.item = null;
		this.over = false;
	}
	get shown() {
		return this.item ? this.reader.recording : this.seat;
	}
};
var LiveRun = class {
	constructor(engine, ask, runList, show, say) {
		this.engine = engine;
		this.ask = ask;
		this.runList = runList;
		this.show = show;
		this.say = say;
		this.streams = [];
		this.tape = null;
		this.waiting = new AbortController();
	}
	async make(request, seats = [null]) {
		const streams = this.streams = seats.map((seat) => new Stream(new WireReader(""), seat));
		const waiting = this.waiting = new AbortController();
		this.tape = null;
		this.ask.setBusy(true);
		this.say(null);
		this.ask.waiting("Waiting for the engine …");
		let sentence = "";
		let forgotten = false;
		try {
			const tape = await this.engine.start(request, waiting.signal);
			streams.forEach((stream, place) => stream.reader = new WireReader(tape.runs[place]));
			this.tape = tape;
			for await (const message of tape.messages((lost) => this.#lost(lost))) this.#take(streams, message);
		} catch (error) {
			forgotten = error instanceof UnknownError;
			sentence = waiting.signal.aborted ? UNBEGUN : messageOf(error);
			if (error instanceof GoneError) this.show.lost(true);
		}
		this.ask.waiting("");
		for (const stream of streams) {
			if (stream.over) continue;
			stream.reader.broken = true;
			this.#ended(stream, sentence);
			if (forgotten && stream.seat === null && stream.reader.recording) this.show.gone(stream.reader.recording);
		}
	}
	#take(streams, message) {
		const { kind, run } = message;
		if (run !== void 0) {
			if (streams[run]) this.#takeOne(streams[run], message);
		} else if (kind === "waiting") {
			const sentence = String(message.sentence);
			for (const { seat, reader } of streams) if (seat !== null && reader.recording === null) this.show.notify(seat, sentence);
			this.ask.waiting(streams.some(({ seat, reader }) => seat === null && reader.recording === null) ? sentence : "");
		}
	}
	#takeOne(stream, message) {
		const { reader, seat } = stream;
		try {
			const { kind, sentence } = reader.read(message);
			if (kind === "start") return;
			const waits = kind === "waiting" ? sentence : "";
			this.ask.waiting(seat === null ? waits : "");
			const recording = reader.recording;
			if (kind === "frame" && stream.item === null) this.#started(stream, recording);
			const { shown } = stream;
			if (seat !== null && shown && waits !== "") this.show.notify(shown, waits);
			else if (seat !== null && kind === "frame" && recording.notice !== "") this.show.notify(recording, "");
			if (kind === "frame") this.show.grown(recording);
			else if (kind === "end" || kind === "refused") this.#ended(stream, sentence);
		} catch (error) {
			this.say(error);
		}
	}
	stop() {
		this.ask.stopping();
		if (this.tape) this.tape.stop();
		else this.waiting.abort();
	}
	#lost(lost) {
		if (lost) this.say(LOST);
		else if (this.ask.sentence === "The connection to the server is lost; the steps that arrived are kept. Trying again …") this.say(null);
		this.show.lost(lost);
	}
	#started(stream, recording) {
		stream.item = this.runList.addLive(recording, this.engine);
		if (stream.seat === null) this.runList.select(stream.item);
		this.show.started(recording, stream.item, stream.seat);
	}
	#ended(stream, sentence) {
		const { reader, seat } = stream;
		const { broken } = reader;
		const { shown } = stream;
		const recording = stream.item && reader.recording;
		stream.over = true;
		const last = this.streams.every(({ over }) => over);
		if (last) this.ask.setBusy(false);
		if (reader.recording && !stream.item) sentence ||= UNBEGUN;
		if (seat === null) this.say(sentence || null);
		else if (shown && sentence !== "") this.show.notify(shown, sentence);
		if (shown?.live) shown.end({
			finishReason: "stopped",
			text: "",
			seconds: 0
		});
		if (recording && stream.item && !broken) this.runList.settle(stream.item, recording);
		this.show.ended(shown, last);
		if (recording !== null && (broken || recording.frames.length > 0)) this.#complete(stream, recording);
	}
	async #complete({ item, reader }, partial) {
		if (!item) return;
		try {
			const packed = await this.#whole(partial.run, reader.broken);
			const whole = await readTrace(packed, item.title, this.runList.maxMib);
			whole.made = partial.run;
			whole.notice = partial.notice;
			this.runList.settle(item, whole, packed);
			this.show.repaired(partial, whole);
		} catch (error) {
			if (reader.broken && !(error instanceof UnknownError) && this.ask.sentence === "") this.say(error);
		}
	}
	async #whole(run, waits) {
		for (let tries = waits ? 5 : 1;; tries -= 1) try {
			return await this.engine.trace(run);
		} catch (error) {
			if (tries <= 1) throw error;
			await new Promise((give) => setTimeout(give, AGAIN_MS$1));
		}
	}
};
// page/making.js
const SOON_MS = 200;
var Making = class {
	constructor(page) {
		this.page = page;
		this.live = new LiveRun(page.engine, page.ask, page.runList, this.#following(), page.say);
		this.begun = 0;
	}
	makeShown() {
		const { form, ask, table } = this.page;
		form.send();
		this.live.make({
			specs: [specFrom(form.values, table, ask.picture !== "")],
			picture: ask.picture
		});
	}
	makeLanes(requests, alone) {
		const { ask, form, table } = this.page;
		if (ask.busy) {
			ask.meanwhile("A run is going on; add the lane when it has ended.");
			return false;
		}
		if (requests.some(({ seat }) => seat === null)) form.send();
		const pictured = ({ branch }) => Boolean((branch?.parent)?.prompt?.image_sha256);
		const specs = requests.map(({ run }) => specFrom({
			...run,
			source: run.source || form.rule
		}, table, pictured(run)));
		const picture = requests.some(({ run }) => pictured(run)) ? ask.picture : "";
		const branches = requests.map(({ run: { branch } }) => branch?.run ?? "");
		this.live.make({
			specs,
			branches,
			picture,
			alone
		}, requests.map(({ seat }) => seat));
		return true;
	}
	async branch(recording, moment) {
		const { ask, form, knobs, player, extras, lanes } = this.page;
		if (player.views.mode === "learn") return;
		const dialog = await extras.branching();
		const full = lanes.room < 1 ? NO_LANE_LEFT : "";
		const problem = knobs.problem || full || dialog.problemOf(recording, ask.picture);
		ask.say(problem);
		if (problem !== "") return;
		dialog.open({
			recording,
			moment,
			chosen: player.views.chosen,
			form: form.values,
			picture: ask.picture
		});
	}
	instead(run) {
		const { form, lanes } = this.page;
		form.fill(run);
		const beside = lanes.taken();
		if (run.branch || beside.length > 0) this.makeLanes([{
			run,
			seat: null
		}, ...beside], false);
		else this.page.generate();
	}
	again(run) {
		const { ask, form } = this.page;
		if (ask.busy) {
			form.fill(run);
			return ask.passing = "A run is going on; press Generate after it to make the run of this address again.";
		}
		this.instead(run);
		if (!ask.busy) return "";
		return "The run of this address is made again from its seed; it begins when the model is ready.";
	}
	offerInstead() {
		const { ask } = this.page;
		ask.passing = "A run is going on.";
		ask.offer(ask.passing, "Stop it and start this", () => {
			ask.idle.promise.then(() => this.page.generate());
			this.stop();
		});
	}
	stop() {
		this.page.lanes.stop();
		this.live.stop();
	}
	#following() {
		const { player, lanes, sharing, form, table } = this.page;
		return {
			started: (recording, item, seat) => {
				this.begun = performance.now();
				if (seat !== null && seat === player.recording) return this.#madeAgain(recording, item);
				if (seat !== null) return lanes.started(recording, item, seat);
				sharing.started(recording);
				const run = ownRun(recording.header, table, 1e400);
				if (run) form.adopt(run);
				this.page.home.settle();
			},
			grown: (recording) => {
				if (recording.header.spec?.branch) this.#rebuilding(recording).catch(() => {});
				if (player.lanes.includes(recording)) player.grow();
			},
			ended: (recording, last) => {
				if (last) setTimeout(() => lanes.next());
				const { following } = player.clock;
				if (!player.lanes.some(({ live }) => live)) player.finish();
				if (recording !== null && player.sideBySide.has(recording)) return player.sideBySide.replace(recording, recording);
				if (recording === null || recording !== player.recording) return;
				player.grow();
				sharing.ended(recording, following);
			},
			notify: (seat, sentence) => lanes.notify(seat, sentence),
			gone: (recording) => this.#offerAgain(recording),
			lost: (lost) => lost && this.page.model.look(),
			repaired: (partial, whole) => {
				if (partial === player.recording) player.replace(whole);
				else if (player.sideBySide.has(partial)) lanes.replaced(partial, whole);
			}
		};
	}
	#offerAgain(recording) {
		const run = ownRun(recording.header, this.page.table, 1e400);
		const sentence = "The server no longer has this run; the steps that arrived are kept.";
		if (run === null || recording.header.spec?.branch || recording.header.image_sha256) return this.page.ask.say(sentence);
		this.page.ask.offer(sentence, "Run again from the same seed", () => this.again(run));
	}
	async #rebuilding(recording) {
		if (performance.now() - this.begun < SOON_MS) return;
		const { rebuilding } = await import("./branching.js").then((n) => n.branching_exports);
		this.page.ask.waiting(rebuilding(recording));
	}
	#madeAgain(recording, item) {
		const { player, sharing, runList } = this.page;
		sharing.leave();
		runList.select(item);
		player.show(recording, -1);
		this.page.home.settle();
		sharing.rest();
	}
};
// page/model.js
const AGAIN_MS = 2e3;
var ModelWatch = class {
	constructor(engine, bar, ready, several = () => {}) {
		this.engine = engine;
		this.bar = bar;
		this.ready = ready;
		this.several = several;
		this.status = null;
		this.looking = false;
		this.once = Promise.withResolvers();
		this.look();
	}
	async look() {
		if (this.looking) return;
		this.looking = true;
		do {
			try {
				for await (const status of this.engine.model()) this.#tell(status);
			} catch (error) {
				if (!(error instanceof GoneError || error instanceof TypeError)) throw error;
				this.#tell({
					state: "failed",
					sentence: "The server does not answer; trying again."
				});
			}
			if (this.#hopes()) await new Promise((give) => setTimeout(give, AGAIN_MS));
		} while (this.#hopes());
		this.looking = false;
	}
	#hopes() {
		return this.status?.state !== "ready" && this.status?.again !== false;
	}
	#tell(status) {
		const greeted = this.defaults !== void 0;
		this.status = status;
		this.bar.modelStatus(status);
		if (status.models) this.several(status.models);
		if (status.state !== "ready" || greeted) return;
		this.defaults = status.defaults;
		this.ready(status.defaults, status.ways);
		this.once.resolve();
	}
};
// page/models.js
const EMBEDDED = "embedded";
const UNKNOWN = {
	kind: null,
	unread: [],
	unknown: [],
	sentence: "",
	offers: []
};
function watchModels(page) {
	const { ask, engine, form, knobs, table } = page;
	const ready = (defaults, ways) => {
		knobs.setOwn(Object.fromEntries(table.map(({ name }, at) => [name, defaults[at]])), ways);
		if (knobs.fit()) form.edited();
	};
	const chosen = ({ defaults = [], abilities = {}, ways }) => {
		ask.fieldsFor(abilities);
		ready(defaults, ways);
		form.edited();
		page.about.again();
	};
	const offer = async (models) => {
		const { WhichModel } = await import("./page-which-model.js");
		form.which ??= new WhichModel(ask.model, chosen);
		form.which.update(models);
		if (form.source) form.which.choose(form.source.model);
		page.about.again();
	};
	return new ModelWatch(engine, ask, ready, (models) => offer(models).catch(page.say));
}
async function aboutPrompt({ form, engine }, prompt) {
	const others = form?.which;
	if (others && others.chosen.name !== EMBEDDED) return UNKNOWN;
	return engine.call("about_prompt", prompt);
}
// page/puzzle-entry.js
const DIFFICULTIES = {
	4: [
		["easy", 8],
		["medium", 6],
		["hard", 5]
	],
	6: [
		["easy", 20],
		["medium", 16],
		["hard", 12]
	],
	9: [
		["easy", 45],
		["medium", 36],
		["hard", 30]
	]
};
const readPuzzle = (text) => puzzleOf(text.replace(/[,;[\]│┃║]/g, " ").replace(/[─━═┼╋╬┌┐└┘├┤┬┴]/g, "-"));
function promptOf({ size, clues }) {
	const row = (at) => clues.slice(at * size, (at + 1) * size).map((digit) => digit || ".").join("");
	return `Solve this Sudoku:\n${Array.from({ length: size }, (_, at) => row(at)).join("\n")}`;
}
function judge({ size, clues }) {
	const count = clues.filter((digit) => digit > 0).length;
	if (count === 0) return {
		cells: new Set(),
		sentence: "The board is empty: type some digits, paste a puzzle, or draw one.",
		usable: false
	};
	const { cells, sentence } = conflictsOf(clues, size);
	if (sentence === "") return {
		cells,
		sentence: `${counted$3(count, "clue")}.`,
		usable: true
	};
	return {
		cells,
		sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}: such a puzzle has no solution.`,
		usable: true
	};
}
function typed(key, size) {
	if (/^[0 .]$/.test(key)) return 0;
	return /^[1-9]$/.test(key) && Number(key) <= size ? Number(key) : null;
}
// page/puzzle.js
var PuzzleButton = class {
	constructor(prompt, draw) {
		this.root = element("button.tdp-pill.tdp-edit-puzzle", {
			"aria-haspopup": "dialog",
			hidden: ""
		}, "Edit puzzle");
		this.dialog = null;
		this.root.onclick = () => {
			const puzzle = puzzleOf(prompt.value);
			if (puzzle === null) return;
			this.dialog ??= new PuzzleDialog(this.root.closest("#playground") ?? document.body, draw, (text) => {
				prompt.value = text;
				prompt.dispatchEvent(new Event("input"));
			});
			this.dialog.open(puzzle);
		};
	}
	update(prompt) {
		this.root.hidden = puzzleOf(prompt) === null;
	}
};
var PuzzleDialog = class {
	constructor(place, draw, use) {
		this.puzzle = {
			size: 9,
			clues: []
		};
		this.entered = new Map();
		this.draw = draw;
		this.cells = [];
		this.sizes = switchOf("Size", {
			4: "4×4",
			6: "6×6",
			9: "9×9"
		}, (size) => this.#turn(Number(size)));
		this.board = element("div.tdp-puzzle", {
			role: "group",
			"aria-label": "Puzzle"
		});
		this.drawn = element("span.tdp-draw", {
			role: "group",
			"aria-label": "Draw a puzzle"
		});
		this.verdict = element("p.tdp-puzzle-verdict", { role: "status" });
		const clear = button("Clear", "Empty the board");
		const cancel = button("Cancel", "Leave the prompt as it is (Esc)");
		this.use = element("button.tdp-use-puzzle", "Use this puzzle");
		for (const made of [clear, cancel]) made.classList.add("tdp-pill");
		const hint = element("p.tdp-puzzle-hint", "Type digits; arrow keys move, 0 or space clears. You can also paste a whole puzzle.");
		this.root = dialogIn(place, ".tdp-puzzle-dialog", "Edit puzzle", cancel, element("p.tdp-puzzle-row", element("strong", "Puzzle"), this.sizes, clear), this.board, this.verdict, element("p.tdp-puzzle-row", "Draw a puzzle", this.drawn), hint, element("p.tdp-puzzle-row.tdp-puzzle-end", cancel, this.use));
		clear.onclick = () => this.#show(empty(this.puzzle.size));
		this.use.onclick = () => {
			use(promptOf(this.puzzle));
			this.root.close();
		};
		this.root.onpaste = (event) => this.#paste(event);
		this.board.oninput = (event) => this.#input(event);
		this.board.onkeydown = (event) => this.#key(event);
	}
	open(puzzle) {
		this.#show(puzzle);
		this.root.showModal();
		this.cells[0].focus();
	}
	#turn(size) {
		if (size === this.puzzle.size) return;
		this.entered.set(this.puzzle.size, this.puzzle);
		this.#show(this.entered.get(size) ?? empty(size));
	}
	#show({ size, clues }) {
		if (size !== this.puzzle.size || this.cells.length === 0) this.#build(size);
		this.puzzle = {
			size,
			clues: [...clues]
		};
		this.#paint();
	}
	#build(size) {
		const box = boxOf(size);
		this.board.style.setProperty("--size", String(size));
		this.cells = Array.from({ length: size * size }, (_, cell) => {
			const [row, column] = [Math.floor(cell / size), cell % size];
			const input = element("input", {
				inputmode: "numeric",
				autocomplete: "off",
				"aria-label": `row ${row + 1}, column ${column + 1}`
			});
			input.classList.toggle("tdp-box-right", (column + 1) % box.columns === 0 && column + 1 < size);
			input.classList.toggle("tdp-box-below", (row + 1) % box.rows === 0 && row + 1 < size);
			input.onfocus = () => input.select();
			return input;
		});
		this.board.replaceChildren(...this.cells);
		this.drawn.replaceChildren(...DIFFICULTIES[size].map(([name, clues]) => {
			const made = button(name, `A puzzle with ${clues} clues and one solution`);
			made.classList.add("tdp-pill");
			made.onclick = () => this.#draw(`${size} ${clues}`);
			return made;
		}));
		turnSwitch(this.sizes, String(size));
	}
	#paint(sentence) {
		const { cells, sentence: verdict, usable } = judge(this.puzzle);
		this.cells.forEach((input, cell) => {
			input.value = String(this.puzzle.clues[cell] || "");
			input.setAttribute("aria-invalid", String(cells.has(cell)));
		});
		this.use.disabled = !usable;
		this.verdict.classList.toggle("tdp-wrong", cells.size > 0 || sentence !== void 0);
		setText(this.verdict, sentence ?? verdict);
	}
	async #draw(request) {
		const { puzzle: before } = this;
		const answer = await this.draw(request).catch(() => void 0);
		if (this.puzzle !== before) return;
		const puzzle = readPuzzle(answer?.puzzle ?? "");
		if (puzzle) this.#show(puzzle);
		else this.#paint(answer?.refused ?? "The server does not answer, so no puzzle was drawn.");
	}
	#paste(event) {
		const text = event.clipboardData?.getData("text") ?? "";
		event.preventDefault();
		const puzzle = readPuzzle(text);
		if (puzzle) this.#show(puzzle);
		else this.#paint("What was pasted is no puzzle: it takes 16, 36 or 81 digits, with 0 or a point for each gap.");
	}
	#input({ target, data }) {
		const cell = this.cells.indexOf(target);
		const digit = data === null ? 0 : typed(data.slice(-1), this.puzzle.size);
		if (digit !== null) this.puzzle.clues[cell] = digit;
		this.#paint(digit === null ? `A cell holds one of the digits 1 to ${this.puzzle.size}.` : void 0);
		if (digit !== null && data !== null) this.cells[cell + 1]?.focus();
	}
	#key(event) {
		const { size } = this.puzzle;
		const cell = this.cells.indexOf(event.target);
		const by = {
			ArrowLeft: -1,
			ArrowRight: 1,
			ArrowUp: -size,
			ArrowDown: size
		}[event.key];
		if (cell === -1 || by === void 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		this.cells[cell + by]?.focus();
	}
};
const empty = (size) => ({
	size,
	clues: Array(size * size).fill(0)
});
// page/run-button.js
const ID = "tdp-library";
var RunButton = class {
	constructor(root, place, runList, library, actions) {
		this.runList = runList;
		this.library = library;
		this.actions = actions;
		this.name = element("span.tdp-runs-name", { dir: "auto" });
		this.button = element("button.tdp-runs-button", {
			"aria-haspopup": "dialog",
			popovertarget: ID
		}, this.name, element("span", { "aria-hidden": "true" }, "▾"));
		this.popover = element("div.tdp-menu.tdp-library", {
			id: ID,
			popover: "",
			role: "dialog",
			"aria-label": "Runs"
		});
		this.file = element("input", {
			type: "file",
			accept: ".trace,.txt,.log",
			hidden: "",
			"aria-label": "Trace file"
		});
		this.made = null;
		place.append(this.button, this.popover, this.file);
		runList.addEventListener("change", () => this.#name());
		this.popover.addEventListener("toggle", (event) => {
			if (event.newState === "open") this.menu().then((menu) => menu.open(), () => this.#cannotOpen());
			else this.made?.then((menu) => menu.say(""), () => {});
		});
		this.file.onchange = () => this.take(this.file.files ?? []).then(() => this.file.value = "");
		this.#listen(root);
		this.#name();
	}
	menu() {
		this.made ??= Promise.all([import("./page-run-menu.js"), this.library()]).then(([{ RunMenu }, library]) => new RunMenu(this.popover, this.runList, library, {
			open: () => this.file.click(),
			...this.actions
		}));
		this.made.catch(() => this.made = null);
		return this.made;
	}
	#cannotOpen() {
		this.popover.hidePopover();
		this.runList.say("The list of runs cannot be loaded: the server does not answer.");
	}
	async take(files) {
		for (const file of [...files]) try {
			await this.runList.open(file);
			this.popover.hidePopover();
		} catch (error) {
			this.popover.showPopover();
			await this.menu().then((menu) => menu.say(error), () => this.runList.say(error));
		}
	}
	#name() {
		const { shown } = this.runList;
		setText(this.name, shown?.face ?? "Runs");
		this.button.setAttribute("aria-label", shown ? `Runs; shown is ${shown.title}` : "Runs");
		this.button.title = shown?.title ?? "";
	}
	#listen(root) {
		const carries = (event) => event.dataTransfer?.types.includes("Files") && !(event.target instanceof Element && event.target.closest("input[type=file]"));
		document.addEventListener("dragover", (event) => {
			if (!carries(event)) return;
			event.preventDefault();
			root.classList.add("tdp-dropping");
		});
		document.addEventListener("dragleave", (event) => {
			if (event.relatedTarget === null) root.classList.remove("tdp-dropping");
		});
		document.addEventListener("drop", (event) => {
			root.classList.remove("tdp-dropping");
			if (!carries(event)) return;
			event.preventDefault();
			this.take(event.dataTransfer?.files ?? []);
		});
	}
};
// run/reading.js
async function readRuns(file, name, maxMib) {
	if (file[0] === 31 && file[1] === 139) return [{
		recording: await readTrace(file, name, maxMib),
		file
	}];
	const { readFrames } = await import("./importing-frames.js");
	return readFrames(file, name);
}
async function readRun(...file) {
	const [{ recording }] = await readRuns(...file);
	return recording;
}
const MOST_BYTES = 1e8;
const { source: SOURCE, spec: SPEC } = propertiesOf(propertiesOf(DESCRIPTION).header);
const { prompt: PROMPT, settings: SETTINGS, ...REST } = propertiesOf(SPEC);
const { text: TEXT, ...PROMPTED } = propertiesOf(PROMPT);
function propertiesOf({ properties = {} }) {
	return properties;
}
const SCHEMA = {
	type: "object",
	required: [
		"id",
		"given",
		"star",
		"time",
		"bytes",
		"header",
		"passes",
		"verdict",
		"stopped"
	],
	properties: {
		id: { type: "string" },
		given: { type: "string" },
		star: { type: "boolean" },
		made: { type: "boolean" },
		time: {
			type: "number",
			minimum: 0,
			maximum: 864e13
		},
		bytes: {
			type: "integer",
			minimum: 1
		},
		header: {
			type: "object",
			required: [
				"prompt",
				"seed",
				"settings",
				"model",
				"revision"
			],
			properties: {
				...REST,
				prompt: TEXT,
				...PROMPTED,
				settings: {
					...SETTINGS,
					required: []
				},
				way: propertiesOf(SETTINGS).way,
				source: SOURCE,
				spec: { type: "object" }
			}
		},
		passes: {
			type: "integer",
			minimum: 1
		},
		verdict: { anyOf: [{ type: "null" }, {
			type: "object",
			required: ["right", "sentence"],
			properties: {
				right: { type: "boolean" },
				sentence: { type: "string" }
			}
		}] },
		stopped: { type: "boolean" },
		parent: { type: "string" }
	}
};
const isStoredRun = (value) => faultOf(value, SCHEMA) === "" && (Boolean(value.header.source) || faultOf(value.header.settings, SETTINGS) === "");
function storedRunOf(recording, title = "") {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return {
		id: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
		given: title,
		star: false,
		time: Date.now(),
		bytes: 0,
		...whatIsKnown(recording)
	};
}
function whatIsKnown({ header, live, frames, verdict, finishReason }) {
	const { prompt, system, thinking, image_sha256, seed, settings, model, revision, way, spec, source } = header;
	return {
		header: {
			...Object.fromEntries(Object.entries({
				prompt,
				system,
				thinking,
				image_sha256,
				seed,
				settings,
				model,
				revision,
				way,
				source
			}).filter(([, value]) => value !== void 0 && value !== null)),
			...spec && { spec: {
				version: spec.version,
				sampler_source: String(spec.sampler_source ?? ""),
				...readSteering(steeringOf(spec)),
				...spec.branch && { branch: spec.branch }
			} }
		},
		passes: live ? null : frames.length,
		verdict: verdict && {
			right: verdict.right,
			sentence: verdict.sentence
		},
		stopped: !live && finishReason === "stopped"
	};
}
function makeRoom(runs, added) {
	const oldest = runs.filter(({ star }) => !star).sort((a, b) => a.time - b.time);
	const going = [];
	let bytes = bytesOf(runs) + added.bytes;
	while (runs.length + 1 - going.length > 200 || bytes > 1e8) {
		const next = oldest.shift();
		if (next === void 0) return null;
		going.push(next);
		bytes -= next.bytes;
	}
	return going;
}
function sizeWords(runs) {
	const bytes = bytesOf(runs);
	const size = bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
	return `${counted$3(runs.length, "run")}, ${size} in this browser`;
}
const bytesOf = (runs) => runs.reduce((sum, { bytes }) => sum + bytes, 0);
// page/naming.js
function nameRuns(items) {
	const yours = items.filter(({ about }) => about !== null);
	const abouts = yours.map(({ about }) => about);
	const taken = new Set(items.filter(({ about }) => about === null).map(({ title }) => title));
	for (const [at, { name, differs }] of titlesOf(abouts).entries()) {
		const { given: wanted } = abouts[at];
		const wished = wanted || (differs ? `${name} · ${differs}` : name);
		const title = alone(wished, taken);
		taken.add(title);
		Object.assign(yours[at], {
			title,
			face: (wanted || differs || name) + title.slice(wished.length),
			prompt: wanted || differs ? name : ""
		});
	}
}
function alone(title, taken) {
	for (let number = 2, name = title;; number += 1) {
		if (!taken.has(name)) return name;
		name = `${title} (${number})`;
	}
}
// page/saving.js
const READ_MS = 1e4;
async function saveTrace({ title, file }) {
	saveBlob(new Blob([await file()]), `${fileName(title)}.trace`);
}
function saveBlob(blob, name) {
	const link = element("a", { download: name });
	link.href = URL.createObjectURL(blob);
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
const fileName = (title) => title.replace(/\.trace$/, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "run";
// page/run-list.js
const MOST_UNPACKED = 4;
var RunList = class extends EventTarget {
	constructor(knobs, leave, show, say) {
		super();
		this.knobs = knobs;
		this.leave = leave;
		this.show = show;
		this.say = say;
		this.selected = () => {};
		this.completed = () => {};
		this.ready = async () => {};
		this.items = [];
		this.shown = null;
		this.wanted = null;
		this.sketch = null;
		this.maxMib = 64;
		this.recent = [];
	}
	get yours() {
		return this.items.filter(({ about }) => about !== null);
	}
	addOwn(about, item) {
		const run = addressOf(about, this.knobs);
		const parent = run?.branch && parentOf({
			...run,
			branch: run.branch
		}, this.knobs);
		const known = parent && this.yours.find((other) => other.run?.kind === "own" && sameMaking(parent, other.run, this.knobs));
		if (known?.about) about.parent ??= known.about.id;
		return this.add({
			title: "",
			face: "",
			prompt: "",
			recording: null,
			kept: false,
			...item,
			run,
			about
		});
	}
	addLive(recording, engine) {
		const { run } = recording;
		const about = {
			...storedRunOf(recording),
			made: true
		};
		recording.madeAt = about.time;
		return this.addOwn(about, {
			recording,
			file: () => engine.trace(run),
			whole: false
		});
	}
	addStored(runs) {
		for (const [about, file] of runs) {
			const run = addressOf(about, this.knobs);
			this.items.push({
				title: "",
				face: "",
				prompt: "",
				recording: null,
				file,
				whole: true,
				kept: true,
				run,
				about
			});
		}
		this.changed();
	}
	add(item) {
		this.items.push(item);
		if (item.recording !== null) this.#tidy(item);
		this.changed();
		return item;
	}
	changed() {
		nameRuns(this.items);
		this.dispatchEvent(new Event("change"));
	}
	drop(items) {
		this.items = this.items.filter((item) => !items.includes(item));
		this.changed();
	}
	bringBack(items) {
		this.items.push(...items);
		this.changed();
	}
	select(item) {
		this.leave();
		this.shown = this.wanted = item;
		this.selected(item);
		this.changed();
	}
	find(fits) {
		return this.items.find(({ run }) => run !== null && fits(run));
	}
	async choose(item, show = this.show, say = this.say) {
		this.wanted = item;
		try {
			const { light } = item;
			const recording = light && item.recording === null ? await this.#sketched(item, light) : await this.read(item);
			if (recording !== this.sketch?.recording) item.recording = recording;
			if (this.wanted !== item) return true;
			this.select(item);
			this.#tidy(item);
			show(recording);
			return true;
		} catch (error) {
			say(error);
			return false;
		}
	}
	async #sketched(item, light) {
		const recording = await readRun(await light(), item.title, this.maxMib);
		this.sketch = {
			item,
			recording
		};
		return recording;
	}
	async complete(replace) {
		for (const item of this.items) delete item.light;
		if (this.sketch === null) return;
		const { item, recording } = this.sketch;
		item.recording = await this.read(item);
		this.sketch = null;
		this.changed();
		replace(recording, item.recording);
	}
	async read({ recording, file, title, about }) {
		return recording ?? dated(await readRun(await file(), title, this.maxMib), about);
	}
	async load(folder) {
		try {
			const index = await download(new URL("index.json", folder), "No recorded run is installed; press Generate to make one.");
			for (const { file, light, title, card, seed } of JSON.parse(new TextDecoder().decode(index))) {
				const from = (name) => () => download(new URL(name, folder), `The recorded run “${title}” cannot be read from the server.`);
				const run = {
					kind: "recorded",
					name: file.replace(/\.trace$/, "")
				};
				this.add({
					title,
					face: title,
					prompt: "",
					card,
					seed,
					run,
					recording: null,
					file: from(file),
					light: light && from(light),
					whole: true,
					about: null,
					kept: false
				});
			}
		} catch (error) {
			this.say(error);
		}
	}
	settle(item, recording, packed) {
		item.recording = dated(recording, item.about);
		if (item.about) Object.assign(item.about, whatIsKnown(recording));
		if (item.about) item.run = addressOf(item.about, this.knobs);
		if (packed) {
			item.file = async () => packed;
			item.whole = true;
			this.completed(item);
		}
		this.changed();
	}
	async take(file) {
		return (await readRuns(new Uint8Array(await file.arrayBuffer()), file.name, this.maxMib)).map(({ recording, file: bytes }) => {
			const item = this.addOwn(storedRunOf(recording, file.name), {
				recording,
				file: async () => bytes,
				whole: true
			});
			this.completed(item);
			return item;
		});
	}
	async open(file) {
		const [first, ...more] = await this.take(file);
		await this.choose(first);
		if (more.length > 0) this.say(`${file.name} holds ${more.length + 1} runs. The first one is shown; all are in the list of runs.`);
	}
	async save(item = this.shown, say = this.say) {
		if (item === null) return say("There is no run to save yet.");
		await saveTrace(item).catch(say);
	}
	#tidy(item) {
		this.recent = [item, ...this.recent.filter((other) => other !== item && other.recording !== null)];
		const old = this.recent.slice(MOST_UNPACKED).filter(({ whole }) => whole);
		for (const other of old) other.recording = null;
	}
};
function addressOf({ header, passes, stopped }, knobs) {
	const run = ownRun(header, knobs);
	return run && stopped && passes !== null ? {
		...run,
		stopped: passes
	} : run;
}
function dated(recording, about) {
	recording.madeAt = about?.made ? about.time : 0;
	return recording;
}
async function download(address, sentence) {
	const response = await fetch(address);
	if (!response.ok) throw new Error(sentence);
	return new Uint8Array(await response.arrayBuffer());
}
// learn/game-address.js
const RULES = [
	"budget",
	"confidence",
	"margin"
];
const MOST_SEED = 999999;
const gameAddress = ({ seed, rule, shares }) => ({
	game: `${seed}.${rule}`,
	...shares.length > 0 && { shares: shares.join(".") }
});
function decodeGame(reader) {
	const [game, shares] = [reader.take("game"), reader.take("shares")];
	if (game === null) return null;
	const [, seed, rule] = /^(\d{1,6})\.(\w+)$/.exec(game) ?? [];
	if (!RULES.includes(rule)) return reader.complain("game", game, `a seed from 0 to ${MOST_SEED} and a rule, such as 7.${RULES.join(", 7.")}`);
	const read = /^\d+(\.\d+)*$/.test(shares ?? "") ? shares.split(".").map(Number) : [];
	const right = read.length === 5 && read.every((share) => share <= 100);
	if (shares !== null && !right) reader.complain("shares", shares, `5 whole numbers from 0 to 100 with points between them`);
	return {
		seed: Number(seed),
		rule,
		shares: right ? read : []
	};
}
// page/address.js
const NO_LINK = `A link holds a prompt, a text to start from and the runs that this one branches from, of at most ${MOST_PROMPT} characters together, and no picture; save the trace of this run instead.`;
const LOOKS = {
	mode: [
		"watch",
		"tune",
		"compare",
		"learn"
	],
	layer: [
		"sampled",
		"input",
		"argmax"
	],
	figure: FIGURES,
	shape: ["grid", "text"],
	unit: UNITS,
	by: [
		"passes",
		"work",
		"seconds"
	],
	cells: ["all", "differing"]
};
const STATUSES = NAMES$2.map((name) => name.replace(" ", "-"));
const CALLED = {
	mode: "mode",
	layer: "layer",
	figure: "colour",
	shape: "view",
	unit: "unit",
	by: "by",
	cells: "cells"
};
function encode({ lesson, game, run, lanes, rival, study, place, position, compared, only, ...looks }, knobs) {
	if (game !== null) return new URLSearchParams(gameAddress(game)).toString();
	if (lesson !== null) {
		const [number, part] = [String(lesson.lesson), String(lesson.part)];
		if (lesson.lesson > 0) return new URLSearchParams({
			lesson: number,
			part
		}).toString();
		return lesson.part === 1 ? "mode=learn" : new URLSearchParams({
			mode: "learn",
			part
		}).toString();
	}
	const words = new URLSearchParams(runWords(run, knobs));
	for (const lane of lanes) words.append("lane", new URLSearchParams(runWords(lane, knobs)).toString());
	if (rival !== "") words.set("rival", rival);
	if (study !== "") words.set("study", study);
	if (place) {
		words.set("block", String(place.block));
		words.set("step", String(place.step));
	}
	if (position !== null) words.set("position", String(position));
	if (position !== null && compared !== null) words.set("compared", String(compared));
	for (const [look, [usual]] of Object.entries(LOOKS)) {
		const value = looks[look];
		if (value !== usual) words.set(CALLED[look], value);
	}
	if (only !== null) words.set("only", STATUSES[only]);
	return words.toString();
}
function decode(hash, knobs) {
	const complaints = [];
	const reader = new Reader(hash.replace(/^#/, ""), complaints);
	const lesson = reader.count("lesson");
	const part = reader.count("part");
	const game = decodeGame(reader);
	const lanes = reader.all("lane").slice(0, 3);
	const [rival, study] = [reader.take("rival") ?? "", reader.take("study") ?? ""];
	const run = decodeRun(reader, knobs);
	const [block, step, position, compared] = [
		reader.count("block"),
		reader.count("step", 0),
		reader.count("position", 0),
		reader.count("compared", 0)
	];
	const looks = Object.entries(LOOKS).map(([look, allowed]) => {
		return [look, reader.oneOf(CALLED[look], allowed) ?? allowed[0]];
	});
	const only = reader.oneOf("only", STATUSES);
	const { mode } = Object.fromEntries(looks);
	reader.end();
	return {
		state: {
			lesson: lesson !== null ? {
				lesson,
				part: part ?? 1
			} : mode === "learn" ? {
				lesson: 0,
				part: part ?? 1
			} : null,
			game,
			run,
			lanes: lanes.flatMap((lane) => {
				const read = decode(lane, knobs);
				complaints.push(...read.complaints);
				return read.state.run ?? [];
			}),
			rival,
			study,
			place: step === null ? null : {
				block: block ?? 1,
				step
			},
			position,
			compared: position === null ? null : compared,
			...Object.fromEntries(looks),
			only: only === null ? null : STATUSES.indexOf(only)
		},
		complaints
	};
}
function momentAt(recording, { block, step }) {
	const places = recording.moments.map((_, moment) => placeOf(recording, moment));
	return Math.max(places.findLastIndex((place) => place.block < block || place.block === block && place.step <= step), 0);
}
function complaint(complaints) {
	const [first, ...others] = complaints;
	if (others.length === 0) return first ?? "";
	return `${first} (${others.length} more of its values ${others.length === 1 ? "is" : "are"} left out.)`;
}
// page/clipboard.js
async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const place = document.createElement("textarea");
		const focused = document.activeElement;
		place.value = text;
		place.style.cssText = "position: fixed; inset: 0 auto auto 0; opacity: 0";
		document.body.append(place);
		place.select();
		const copied = document.execCommand("copy");
		place.remove();
		focused?.focus();
		return copied;
	}
}
async function copyTable({ html, text }) {
	try {
		const blobs = Object.entries({
			"text/html": html,
			"text/plain": text
		}).map(([type, content]) => [type, new Blob([content], { type })]);
		await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
		return true;
	} catch {
		return copyText(text);
	}
}
// page/sharing.js
const COPIED_MS = 2e3;
const lessonOf = (query) => new URLSearchParams(query).has("lesson") ? `#lesson=${new URLSearchParams(query).get("lesson")}` : "";
var Sharing = class {
	constructor(player, { shareMenu, note }, runList, knobs, remake, arrived, lanes, extras) {
		this.player = player;
		this.runList = runList;
		this.knobs = knobs;
		this.remake = remake;
		this.arrived = arrived;
		this.lanes = lanes;
		this.extras = extras;
		this.link = button("Copy link", "Copy a link to this run, step, position and view");
		this.link.classList.add("tdp-link");
		this.note = note;
		shareMenu.prepend(this.link);
		this.written = "";
		this.leaving = false;
		this.held = true;
		this.bound = false;
		this.pending = null;
		this.complaints = [];
		addEventListener("popstate", () => this.open());
		player.addEventListener("jump", () => {
			this.keep();
			this.leave();
		});
		player.addEventListener("settle", () => {
			if (!player.playing) this.rest();
		});
		this.link.onclick = () => this.#copy();
	}
	get state() {
		const { recording, moment, views } = this.player;
		const [lesson, game] = views.mode === "learn" ? [this.extras.at(), this.extras.game()] : [null, null];
		const run = this.runList.shown?.run ?? null;
		if (recording === null || run === null && lesson === null) return null;
		const usual = recording.live || moment < 0 || moment === this.#usual(recording);
		return {
			lesson,
			game,
			run,
			lanes: this.lanes.runs,
			rival: views.mode === "compare" ? this.lanes.rival : "",
			study: this.extras.studied(),
			place: usual ? null : placeOf(recording, moment),
			position: views.chosen,
			compared: views.compared,
			...views.looks
		};
	}
	#usual(recording) {
		return this.runList.shown?.run?.kind === "recorded" ? recording.momentOf(recording.middle) : recording.moments.length - 1;
	}
	keep() {
		if (!this.leaving) this.rest();
	}
	leave() {
		this.pending = null;
		this.held = false;
		this.leaving = true;
		this.complaints = [];
		this.#note("");
	}
	rest() {
		if (this.held || this.bound) return;
		const { state } = this;
		const hash = state === null ? "" : encode(state, this.knobs);
		if (hash !== this.written) {
			const address = `${location.pathname}${location.search}${hash && `#${hash}`}`;
			history[this.leaving ? "pushState" : "replaceState"](history.state, "", address);
		}
		this.written = hash;
		this.leaving = false;
	}
	async open() {
		this.bound = false;
		const guest = /^#(watch|published)=([\w-]{1,64})$/.exec(location.hash);
		if (guest) {
			Object.assign(this, {
				held: true,
				written: location.hash.slice(1)
			});
			const [first] = this.runList.items;
			if (first && this.player.recording === null) await this.runList.choose(first, (recording) => this.player.show(recording));
			return this.extras.join(guest[1], guest[2]);
		}
		const { player, runList, knobs } = this;
		const { state, complaints } = decode(location.hash || lessonOf(location.search), knobs);
		Object.assign(this, {
			held: true,
			leaving: false,
			pending: null,
			complaints
		});
		if (state.lesson !== null) {
			this.#note(complaint(complaints));
			this.held = false;
			return this.extras.open(state.lesson);
		}
		if (state.game !== null) {
			this.#note(complaint(complaints));
			this.held = false;
			return this.extras.play(state.game);
		}
		this.lanes.rival = state.rival;
		player.views.looks = state;
		const { run } = state;
		const known = run && this.#find(run);
		if (run?.kind === "recorded" && !known) {
			const names = runList.items.flatMap((item) => item.run?.kind === "recorded" ? item.run.name : []);
			complaints.push(`The address asks for a recorded run “${run.name.slice(0, 40)}”; there are ${names.join(", ")}.`);
		}
		const remake = run?.kind === "own" && !known;
		const [first] = runList.items;
		if (remake) this.pending = state;
		if (first && (!remake || player.recording === null)) await runList.choose(known || first, (recording) => {
			if (remake) player.show(recording);
			else this.#arrive(recording, state);
		});
		if (state.lanes.length > 0 || this.lanes.runs.length > 0) await this.lanes.open(state.lanes);
		this.extras.offer(state.study);
		const begins = remake && this.pending === state ? await this.#look(run, state) : "";
		this.lanes.next();
		this.#note(`${begins} ${complaint(complaints)}`);
	}
	#find(run) {
		const same = this.runList.find((other) => sameRun(other, run, this.knobs));
		if (same || run.kind === "recorded" || run.stopped === void 0) return same;
		return this.runList.find((other) => sameRun(other, {
			...run,
			stopped: void 0
		}, this.knobs));
	}
	async #look(run, state) {
		await this.runList.ready();
		if (this.pending !== state) return "";
		const item = this.#find(run);
		if (item && await this.runList.choose(item, (recording) => this.#arrive(recording, state))) {
			this.pending = null;
			return "";
		}
		return this.remake(run);
	}
	#arrive(recording, state) {
		this.player.show(recording, this.#momentOf(recording, state));
		this.#choose(recording, state);
		this.accept();
		this.arrived(recording);
	}
	accept() {
		const { state } = this;
		this.written = state === null ? "" : encode(state, this.knobs);
		this.held = false;
	}
	#momentOf(recording, { place, run }) {
		const stopped = run?.kind === "own" && run.stopped !== void 0 && run.stopped < recording.frames.length ? run.stopped : null;
		if (stopped !== null) this.complaints.push(`The original was stopped after step ${stopped}; this run went on to its end.`);
		if (place === null) return stopped === null ? this.#usual(recording) : recording.momentOf(stopped - 1);
		const moment = momentAt(recording, place);
		const reached = placeOf(recording, moment);
		if (reached.block !== place.block || reached.step !== place.step) this.complaints.push(`This run has no step ${place.step} in a part ${place.block}; step ${reached.step} of part ${reached.block} is shown.`);
		return moment;
	}
	#choose({ header }, { position, compared }) {
		const last = header.canvas_length - 1;
		const within = (number) => {
			if (number === null || number <= last) return number;
			this.complaints.push(`This run has no position ${number}; its positions are 0 to ${last}.`);
			return null;
		};
		this.player.views.choosePair(within(position), within(compared));
	}
	started(recording) {
		const run = this.runList.shown?.run;
		const state = this.pending;
		if (!state || state.run?.kind !== "own" || run?.kind !== "own" || !sameMaking(state.run, run, this.knobs)) {
			this.leave();
			this.lanes.clear(recording);
			this.player.show(recording, -1);
			return this.rest();
		}
		this.player.show(recording, -1);
		this.#choose(recording, state);
		const difference = otherwise(state.run, run);
		if (difference !== "") this.complaints.unshift(difference);
		this.#note(complaint(this.complaints) || "This run is made again from its seed, as the address says.");
	}
	ended(recording, followed) {
		const { pending } = this;
		if (pending === null) return;
		this.pending = null;
		this.held = false;
		if (followed) this.player.clock.seek(this.player.axis.tickOf(0, this.#momentOf(recording, pending)));
		if (this.complaints.length > 0) this.#note(complaint(this.complaints));
	}
	get address() {
		if (this.state === null) return "";
		if (!this.held) this.written = "";
		this.rest();
		return location.href;
	}
	async #copy() {
		const { address } = this;
		if (address === "") return this.#note(NO_LINK);
		if (!await copyText(address)) return this.#note("This browser does not let the page copy; the link stands in the address bar.");
		this.link.textContent = "Copied";
		this.player.view.spoken.textContent = "The link is copied.";
		setTimeout(() => this.link.textContent = "Copy link", COPIED_MS);
	}
	#note(sentence) {
		this.note.textContent = plainText(sentence.trim());
	}
};
// page/shell.js
const MODES = [
	["watch", "Watch"],
	["tune", "Tune"],
	["compare", "Compare"],
	["learn", "Learn"]
];
function buildShell(root, teaches) {
	const modes = element("nav.tdp-modes", { "aria-label": "Modes" });
	for (const [mode, name] of MODES) if (teaches || mode !== "learn") modes.append(element("button", { "data-mode": mode }, name));
	const edited = element("span.tdp-edited", {
		role: "status",
		hidden: ""
	}, "edited · ");
	const restore = element("button.tdp-link-like", "restore");
	edited.append(restore);
	const runs = element("div.tdp-runs");
	const badge = element("span.tdp-badge");
	const share = element("button.tdp-pill", {
		"aria-haspopup": "dialog",
		popovertarget: "tdp-share"
	}, "Share");
	const shareMenu = element("div.tdp-menu", {
		id: "tdp-share",
		popover: ""
	});
	const help = element("button.tdp-pill.tdp-round", {
		title: `${WORDS_AND_KEYS} (?)`,
		"aria-label": WORDS_AND_KEYS
	}, "?");
	const header = element("header.tdp-header", element("h1", "Text Diffusion Playground"), modes, element("div.tdp-header-right", edited, runs, badge, share, shareMenu, help));
	const note = element("p.tdp-note", { role: "status" });
	const ask = element("section.tdp-ask", { "aria-label": "Prompt" });
	const place = element("div");
	const prompt = element("button.tdp-open-prompt", "Prompt");
	const main = element("main", ask, note, place, prompt);
	root.replaceChildren(header, main);
	return {
		root,
		header,
		modes,
		edited,
		restore,
		runs,
		badge,
		share,
		shareMenu,
		help,
		ask,
		note,
		place,
		prompt
	};
}
// page/page.js
const GAP = /_{4,}/;
const asset = (path) => new URL(`../../${path}`, import.meta.url);
const UNMEASURED = {
	machine: null,
	may: false,
	refused: "A browser does not say how fast its machine is."
};
const MOST_WAITED_MS = 3e3;
var Page = class {
	constructor(root, { knobs, prompt_characters, max_mib, max_seed, public: strangers = false, publish_days = 0, looks_inside = true, engine = "server", login = false, own_rule = false, portable = null }, held = null) {
		this.root = root;
		this.held = held;
		this.portable = portable;
		this.shell = buildShell(root, held === null);
		this.table = own_rule ? withOwnRule(knobs) : knobs;
		this.assets = asset("");
		this.strangers = strangers;
		this.publishDays = publish_days;
		this.looksInside = looks_inside;
		this.problem = "";
		this.greeted = Promise.withResolvers();
		this.stays = Promise.withResolvers();
		if (engine === "server") this.stays.resolve();
		this.say = (error) => this.ask.say(messageOf(error));
		this.served = engine === "server";
		this.engine = engineOf(this);
		keepFocus(root);
		if (login) this.shell.help.before(logOutButton(this.say));
		this.extras = new Extras(this);
		this.lanes = this.#laneMaker();
		this.player = this.#mountPlayer();
		this.ask = this.#promptBar(prompt_characters);
		this.knobs = this.#knobs(max_seed);
		this.about = new AboutPrompt(this.ask.about, (prompt) => aboutPrompt(this, prompt), (about) => this.extras.leadOn(about).catch(this.say));
		this.puzzle = new PuzzleButton(this.ask.prompt, (request) => this.engine.call("puzzle", request));
		this.form = new Form(this.ask, this.knobs, this.table, (differs) => this.#formChanged(differs));
		this.runList = this.#recordedRuns(max_mib);
		this.runs = new RunButton(root, this.shell.runs, this.runList, () => this.extras.library(), {
			use: (item) => this.#use(item),
			compare: (item) => this.lanes.take(item)
		});
		this.sharing = this.#addresses();
		this.home = new HomeRun(this);
		this.sharing.link.hidden = this.held !== null;
		this.making = new Making(this);
		this.live = this.making.live;
		this.looks = new Looks(root, this.player);
		this.controls = new Controls(this);
		this.firstVisit = new FirstVisit(this);
		this.#greet().then(() => requestIdleCallback(() => this.greeted.resolve(), { timeout: 500 }));
		this.greeted.promise.then(() => this.runList.complete(this.live.show.repaired)).catch(this.say);
		this.model = watchModels(this);
	}
	#laneMaker() {
		const { table, engine, say } = this;
		return new LaneMaker(() => this.player, () => this.runList, {
			base: () => this.player.recording && ownRun(this.player.recording.header, table),
			form: () => this.form.run,
			ways: (way) => engine.call("way_defaults", way),
			make: (requests, alone) => this.making.makeLanes(requests, alone),
			pairs: this.extras.pairs,
			knobs: table,
			say
		});
	}
	#mountPlayer() {
		const { shell, table, engine, say } = this;
		const player = mountPlayer(shell.place, null, {
			keys: document,
			plotly: async () => {
				await this.greeted.promise;
				if (this.held) return this.held.plotly();
				const { loadPlotly } = await import("./panels-plotly.js");
				return loadPlotly(asset("js/vendor/plotly-basic.min.js").href).catch((error) => Promise.reject(say(error)));
			},
			tune: (settings) => this.#tune(settings),
			form: () => this.knobs?.values ?? {},
			lanes: this.lanes,
			machine: async (request) => this.served ? engine.call("machine", request) : UNMEASURED,
			branch: (recording, moment) => this.making.branch(recording, moment).catch(say),
			inside: this.looksInside ? (name, request) => engine.call(name, request) : null,
			often: {
				studies: () => this.extras.study(),
				knobs: table,
				shipped: () => this.knobs?.shipped ?? null,
				measured: (prompt) => this.extras.measured(prompt),
				judges: (run) => this.extras.judges(run),
				adopt: (settings) => this.adopt(settings)
			}
		});
		shell.badge.append(player.view.label);
		player.addEventListener("paint", () => player.views.chosen !== null && this.extras.hand().catch(say));
		return player;
	}
	#promptBar(most) {
		return new Ask(this.shell.ask, most, {
			generate: () => this.generate(),
			stop: () => this.making.stop(),
			embedded: () => this.engine.call("use_embedded").then(() => this.model.look(), this.say),
			edited: this.#edited
		});
	}
	#knobs(mostSeed) {
		const rows = element("div.tdp-knobs");
		const map = button("the map: how few passes, and still right?", "What was measured at other settings, and here");
		map.classList.add("tdp-pill", "tdp-open-map");
		map.onclick = () => {
			this.player.views.sheet.close();
			this.player.views.deck.reveal("map");
		};
		this.player.view.tuning.prepend(map, rows);
		return new Knobs(rows, this.table, mostSeed, {
			edited: this.#edited,
			way: (way) => this.#wayChosen(way)
		});
	}
	#edited = () => this.form.edited();
	#formChanged(differs) {
		this.shell.edited.hidden = !differs;
		const { problem, values } = this.knobs;
		setText(this.ask.gist, wayOf({ way: String(values.way) }).gist);
		if (problem !== this.problem) this.ask.block(this.problem = problem);
		this.about.update(this.ask.prompt.value, this.form.source?.prompt === this.ask.prompt.value);
		this.puzzle.update(this.ask.prompt.value);
		if (this.extras.steered) this.extras.steered.update();
		else if (this.form.steering !== "") this.extras.hand().catch(this.say);
		if (this.extras.editor || this.form.source?.settings.sampler === "own-rule" || this.knobs.values.sampler === "own-rule") this.extras.rule().then((editor) => editor.update(), this.say);
		this.player.refresh();
	}
	#recordedRuns(maxMib = 64) {
		const show = (recording) => {
			this.sharing.leave();
			if (this.player.views.mode !== "compare") this.lanes.clear(recording);
			this.player.show(recording);
			this.fill(recording);
			this.home.settle();
			this.sharing.rest();
		};
		const runList = new RunList(this.table, () => this.sharing.keep(), show, this.say);
		runList.maxMib = maxMib;
		runList.ready = () => Promise.race([this.extras.library().catch(() => {}), new Promise((give) => setTimeout(give, MOST_WAITED_MS))]);
		runList.selected = ({ title }) => this.ask.mark(title);
		return runList;
	}
	#addresses() {
		const { player, shell, runList, table, lanes, say } = this;
		return new Sharing(player, shell, runList, table, (run) => this.making.again(run), (recording) => {
			this.fill(recording);
			this.home.settle();
		}, lanes, {
			at: () => this.extras.lesson?.at ?? null,
			open: (lesson) => this.learn(lesson),
			game: () => this.extras.lesson?.game?.game ?? null,
			play: async (game) => this.held ? say("This file holds no games.") : this.extras.play(game).catch(say),
			studied: () => this.extras.studied,
			offer: (study) => this.extras.offer(study).catch(say),
			join: (kind, name) => this.extras.join(kind, name).catch(say)
		});
	}
	generate() {
		if (this.ask.busy) return this.form.asksAnew ? this.making.offerInstead() : void 0;
		if (GAP.test(this.ask.prompt.value)) return void this.extras.ownText(this.ask.prompt.value).catch(this.say);
		if (this.problem !== "") return this.ask.say(this.problem);
		if (this.knobs.values.sampler === "own-rule" && !this.extras.editor?.allows(this.form.rule)) return this.#askForRule();
		this.controls.openPrompt(false);
		this.making.makeShown();
	}
	async #askForRule() {
		const editor = await this.extras.rule();
		if (editor.allows(this.form.rule)) this.generate();
		else editor.ask();
	}
	#tune(settings) {
		this.adopt(settings);
		this.generate();
	}
	makeLike(recording, settings) {
		this.fill(recording);
		this.#tune({
			...this.knobs.values,
			...settings
		});
	}
	async #wayChosen(way) {
		const defaults = await this.engine.call("way_defaults", `${way} ${this.form.model}`.trim()).catch(() => void 0);
		if (defaults && this.knobs.values.way === way) this.adopt(defaults);
	}
	async #use(item) {
		const header = item.about?.header ?? (await this.runList.read(item)).header;
		this.adopt(ownRun(header, this.table, 1e400)?.settings ?? {});
		this.setMode("tune");
	}
	adopt(settings) {
		this.knobs.values = settings;
		this.form.edited();
	}
	fill = (recording) => {
		const run = ownRun(recording.header, this.table, 1e400);
		if (run) this.form.fill(run);
	};
	setMode(mode) {
		const { lesson } = this.extras;
		const back = this.player.views.mode === "learn" ? null : lesson?.at;
		if (mode === "learn") return void this.learn(back ?? {
			lesson: 0,
			part: 1
		});
		if (this.player.views.mode === "learn") this.home.comeBack();
		this.player.views.mode = mode;
	}
	async learn(place) {
		if (this.held) return this.say("This file holds no lessons.");
		await this.extras.learn(place).catch(this.say);
	}
	async #greet() {
		if (this.held) for (const item of this.held.runs) this.runList.add(item);
		else await this.runList.load(asset("recorded/"));
		for (const item of this.runList.items) if (item.card) this.ask.addCard(item.card, item.title, () => this.runList.choose(item));
		await this.sharing.open();
		this.firstVisit.begin();
		this.extras.library().catch(() => {});
		this.extras.presentAgain().catch(this.say);
		if (this.player.recording && this.form.source === null) this.fill(this.player.recording);
		const [first] = this.runList.items;
		const used = first?.light ? this.runList.sketch : first?.recording;
		if (first && !used) (first.light ?? first.file)().catch(() => {});
	}
};
// main.js
followTheme(new URLSearchParams(location.search).get("__theme"));
const root = document.createElement("div");
root.id = "playground";
document.body.replaceChildren(root);
document.documentElement.dataset.gradioCover = "";
const config = JSON.parse(document.getElementById("playground-config")?.textContent ?? "{}");
Object.assign(window, { playground: new Page(root, config) });
export { AS_CODE, BASE, BarredError, COLUMNS, CellPainter, DIAMOND_Y, GONE$1 as GONE, GoneError, HAND_COLOURS, ICONS, KEEP, KnobRow, LETTERS, LINGER, LITTLE, LOST, MAX_STEPS, MOST_BYTES, MOST_RULE, MOST_SEED, NAMES$2 as NAMES, NO_LANE_LEFT, OWN_RULE, PER_NAT, Places, RANK, RULES, Recording, RefusedError, STATUS_COLOURS, ServerTape, StepCell, StepChart, StepChoice, TOP, TOUCHES, TRACK, TraceError, UnknownError, WAYS, WORDS, WORDS_AND_KEYS, WireReader, acceptedShare, addStyle, apart, bar, boundOf, button, candidatesOf, canvasOf, cellName, cellText, changed, chooseNothing, clueSentence, column, content, copyTable, copyText, corrections, counted$3 as counted, cutAt, decisionOf, decode, dialogIn, differing, digits, element, entropyIn, entropyText, explanationOf, favouredSentence, figuresOf, fileName, fillTrack, fit, flowText, forget, frame, freshId, glossary, growing, half, handAt, handsOf, hint, historySentence, icon, incomparable, inksOf, inputOf, isRace, isRefusal, isStoredRun, laneTitles, lanesSentence, layoutOf, leadDecision, makeRoom, memoryOf, messageOf, modelName, momentIn, momentsOf, namesOf, neighbour, once, onceSeen, openHall, ownTextSentence, palettes, passFocus, percent, place$1 as place, placeOf, placeSentence, plainText, positionAt, post, probabilityOf, promptName, promptOf, puzzleOf, quoted, quoted$1, readJson, readRun, readSteering, readTrace, recall, remember, rememberHall, rememberSeat, reopenedAt, request, revised, rowsOf, runWords, saveBlob, scoreOf, seatIn, secondsText, setText, setToken, settingName, shadeOf, shades, shape, shortToken, sizeWords, specFrom, standing, statusName, steeringOf, stepSentence, stream, stretchesOf, surface, switchOf, takeTurns, temperatureText, timesOf, tokenText, total, turnSwitch, unrecorded, variedBy, verdictIn, verdictSentence, wayOf, withEdit, withPins, words$1 as words };
