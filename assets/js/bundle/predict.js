import { apart, boundOf, canvasOf, cellText, content, cutAt, decisionOf, element, entropyIn, plainText, setText, tokenText } from "./main.js";
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
	const { name, mark, recording } = stand;
	const verdict = element("div.tdp-told", { role: "status" });
	const tell = (answer) => {
		const { right, sentence } = verdictOf(prediction, recording(), answer);
		const sign = element("strong", { class: right ? "tdp-told-right" : "tdp-told-wrong" }, right ? "✓ " : "✗ ");
		verdict.replaceChildren(element("p", sign, sentence), element("p", ...nodesOf(prediction.because, name)));
		stand.answered();
		if (hides(prediction)) mark(cellsOf(prediction, recording()));
	};
	return element("section.tdp-predict", {
		"data-form": prediction.form,
		"aria-label": "Prediction"
	}, element("p.tdp-question", ...nodesOf(prediction.ask, name)), answerOf(prediction, stand, tell), verdict);
}
function verdictOf(prediction, recording, answer) {
	if (prediction.form === "press") return pressVerdict(recording, prediction, answer);
	if (prediction.form === "cut") return cutVerdict(recording, prediction, answer);
	if (prediction.form === "guess") return guessVerdict(prediction, answer);
	const { options } = prediction;
	const right = options.find((option) => option.right);
	return options[answer].right ? {
		right: true,
		sentence: "Right."
	} : {
		right: false,
		sentence: `No: “${textOf(right.text)}”.`
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
	take.onclick = () => tell(Number(range.value));
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
		if (within) tell(guess);
	};
	return form;
}
export { answerOf, barsOf, hides, nodesOf, predictionOf, textOf, verdictOf };
