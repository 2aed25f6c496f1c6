import { ICONS, StepCell, WORDS, button, canvasOf, cellName, clueSentence, element, entropyIn, favouredSentence, handAt, hint, icon, namesOf, setText, setToken, shadeOf, shades, shortToken, tokenText, wayOf, words } from "./main.js";
import { historyOf } from "./history.js";
// words/position.js
const LISTED = 2;
function historyLine(moments, now, name, way, mode = "plain") {
	const [kept, , , reopened] = namesOf(way, mode);
	const { status, sampled } = moments[now];
	const held = status === 0 || status === 1;
	const past = spells(moments.slice(0, now + 1));
	const parts = [];
	if (past.length > LISTED) parts.push(`${kept} ${past.length} times so far`);
	for (const [at, [first, last]] of past.length > LISTED ? [] : past.entries()) {
		const again = at > 0 ? " again" : "";
		const present = held && at === past.length - 1;
		if (present) parts.push(first === now ? `${kept}${again} now` : `${kept}${again} since step ${moments[first].step}`);
		else parts.push(`${kept}${again} ${during(moments[first].step, moments[last].step)}`);
		if (!present && last + 1 < now) parts.push(`${reopened} at step ${moments[last + 1].step}`);
	}
	if (past.length === 0) parts.push(`not ${kept} so far`);
	if (status === 3) parts.push(`${reopened} now`);
	const end = moments[moments.length - 1];
	const next = held ? void 0 : moments.slice(now + 1).find((moment) => moment.status === 1);
	if (end.sampled !== sampled) parts.push(`later “${name(end.sampled)}”`);
	else if (next !== void 0) parts.push(`${kept}${past.length > 0 ? " again" : ""} at step ${next.step}`);
	const line = parts.join(", ");
	return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}
function spells(moments) {
	const spells = [];
	moments.forEach(({ status }, at) => {
		if (status !== 0 && status !== 1) return;
		const spell = spells.at(-1);
		if (spell !== void 0 && spell[1] === at - 1) spell[1] = at;
		else spells.push([at, at]);
	});
	return spells;
}
function during(first, last) {
	if (first === last) return `at step ${first}`;
	return `at steps ${first} ${last === first + 1 ? "and" : "to"} ${last}`;
}
// panels/position-card.js
const TITLE_WIDTH = 90;
var PositionCard = class {
	constructor(head = []) {
		this.token = element("b.tdp-token");
		this.where = element("span.tdp-where");
		this.title = element("h3", this.token, " ", this.where);
		this.story = element("span.tdp-story");
		this.now = element("span.tdp-now");
		this.step = new StepCell();
		this.root = element("section.tdp-card", { hidden: "" }, element("div.tdp-card-head", this.title, ...head), element("p.tdp-telling", this.story, " ", this.now), this.step.root);
		this.recording = null;
		this.shades = shades("light");
		this.taste = {
			unit: "nats",
			layer: "sampled",
			terms: "plain"
		};
		this.moments = [];
		this.key = "";
	}
	show(recording, theme, taste) {
		Object.assign(this, {
			recording,
			shades: shades(theme),
			taste,
			key: ""
		});
	}
	paint(step, position) {
		const { recording, taste } = this;
		const frame = recording?.frames[step];
		this.root.hidden = position === null || frame === void 0;
		if (!recording || frame === void 0 || position === null) return;
		const key = `${position} ${frame.block} ${recording.frames.length}`;
		if (key !== this.key) this.moments = historyOf(recording, step, position);
		this.key = key;
		this.root.dataset.position = String(position);
		const { way } = recording.header;
		const id = canvasOf(frame, taste.layer)[position];
		setToken(this.token, `“${tokenText(recording, id)}”`, TITLE_WIDTH);
		const cell = cellName(recording, position);
		setText(this.where, `${cell || `position ${position}`} · step ${frame.step}`);
		const number = cell && `position ${position}`;
		if (this.where.title !== number) this.where.title = number;
		const at = step - this.moments[0].at;
		setText(this.story, historyLine(this.moments, at, (id) => shortToken(recording, id), way, taste.terms));
		const status = frame.status[position];
		const clue = clueSentence(recording, position, frame.sampled_ids[position]);
		const entropy = `${words(taste.terms).uncertainty} ${entropyIn(frame.entropy[position], taste.unit)}`;
		const now = nowSentence(handAt(frame, position), namesOf(way, taste.terms)[status], entropy);
		const best = shortToken(recording, bestOf(frame, position));
		const margin = Number(recording.headerAt(step).settings.favour_margin);
		const favour = favouredSentence(frame, position, {
			best,
			margin,
			unit: taste.unit
		});
		const empty = recording.emptiness(id);
		const name = empty === "" ? "" : words(taste.terms)[empty];
		const place = empty === "" ? "" : ` ${name.charAt(0).toUpperCase()}${name.slice(1)}. ${WORDS[empty].line}`;
		const figures = taste.newcomer ? "" : `${favour && `${favour} `}${now}`;
		setText(this.now, `${figures}${clue && ` ${clue}`}${place}`);
		const meaning = hint(wayOf(recording.header).statuses[status], taste.terms);
		if (this.now.title !== meaning) this.now.title = meaning;
		this.step.paint(recording, step, position, taste, this.shades[shadeOf(frame.entropy[position])]);
	}
};
function nowSentence(hand, status, entropy) {
	if (hand === "held") return `Pinned by hand, so certain to the sampler; the model's own ${entropy}.`;
	if (hand === "favoured") return `The model's own ${entropy}.`;
	return `Now ${status}, ${entropy}.${hand === "edited" ? " Changed by hand before this step." : ""}`;
}
function bestOf({ top_ids: ids, accepted }, position) {
	return ids?.[ids.length / accepted.length * position] ?? -1;
}
// panels/inspector.js
var Inspector = class {
	static place = "watch";
	constructor(root, reader) {
		this.root = root;
		this.close = button("", "No position (Esc)");
		this.close.append(icon(ICONS.close));
		this.close.classList.add("tdp-close");
		this.close.onclick = () => reader.choose(null);
		this.hint = element("p.tdp-hint", "Now choose a second position to compare this one with.");
		this.pinnedCard = new PositionCard();
		this.card = new PositionCard([this.close]);
		root.classList.add("tdp-panel");
		root.replaceChildren(element("div.tdp-cards", this.card.root, this.pinnedCard.root), this.hint);
		this.chosen = null;
	}
	show(recording, theme, taste) {
		for (const card of [this.pinnedCard, this.card]) card.show(recording, theme, taste);
	}
	paint(step, chosen, pinned) {
		if (chosen !== null && chosen !== this.chosen) this.#reveal();
		this.chosen = chosen;
		const second = pinned !== null && pinned !== chosen;
		this.hint.hidden = chosen === null || pinned === null || second;
		this.pinnedCard.paint(step, second ? pinned : null);
		this.card.paint(step, chosen);
	}
	#reveal() {
		const drawer = this.root.closest(".tdp-drawer");
		if (drawer && !drawer.contains(document.activeElement)) drawer.scrollTop = 0;
	}
};
export { Inspector };
