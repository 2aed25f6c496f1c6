import { button, element, setText } from "./main.js";
// words/one-word.js
const ONE_WORD = "Change one word of the prompt";
const DIFFER = "The same seed, so the same noise and the same luck. Only cells that differ are coloured. One pair proves little: another seed, another text.";
// run/prompt-words.js
const MOST_WORDS = 60;
function wordsOf(prompt) {
	const words = [...prompt.matchAll(/\p{L}[\p{L}\p{M}'’-]*/gu)].map((match) => ({
		text: match[0],
		at: match.index
	}));
	return words.length > MOST_WORDS || prompt.trim().includes("\n") ? [] : words;
}
const kindOf = (word, known) => Object.keys(known).find((kind) => known[kind].includes(word)) ?? "";
function replaced(prompt, word, text) {
	const before = prompt.slice(0, word.at);
	const article = /(^|[^\p{L}])(a)n?( +)$/iu.exec(before);
	return (article ? `${before.slice(0, article.index)}${article[1]}${article[2]}${/^[aeiou]/i.test(text) ? "n" : ""}${article[3]}` : before) + text + prompt.slice(word.at + word.text.length);
}
// panels/one-word.js
const [OFFERED, STRETCHES] = [4, 7];
var OneWord = class {
	constructor(actions) {
		this.actions = actions;
		this.known = {};
		this.prompt = "";
		this.at = -1;
		this.words = element("p.tdp-prompt-words", {
			role: "group",
			"aria-label": "Words of the prompt",
			dir: "auto"
		});
		this.chips = element("div.tdp-word-chips");
		this.list = element("datalist", { id: "tdp-known-words" });
		this.input = element("input", {
			type: "text",
			maxlength: "60",
			autocomplete: "off",
			spellcheck: "false",
			list: this.list.id,
			placeholder: "another word"
		});
		const run = element("button.tdp-pill", { type: "submit" }, "Run the pair");
		this.form = element("form.tdp-lane-prompt", this.input, this.list, run);
		this.form.onsubmit = (event) => {
			event.preventDefault();
			this.#pair(this.input.value.trim());
		};
		const push = button("push a cell: put a word in at this step", "Branch from this step with another word in the chosen cell");
		push.classList.add("tdp-pill");
		push.onclick = actions.push;
		this.change = element("div", element("h3", ONE_WORD), element("p.tdp-hint", DIFFER), this.words, this.chips, this.form);
		this.root = element("div.tdp-one-word", this.change, push);
	}
	async show() {
		const prompt = this.actions.prompt() ?? "";
		if (prompt === this.prompt) return;
		this.prompt = prompt;
		this.change.hidden = wordsOf(prompt).length === 0;
		this.#list();
		const known = await this.actions.known().catch(() => ({}));
		if (prompt !== this.prompt) return;
		this.known = known;
		this.#list();
	}
	#list() {
		const words = wordsOf(this.prompt);
		const first = words.findIndex(({ text }) => kindOf(text, this.known) === "animal");
		const some = words.findIndex(({ text }) => kindOf(text, this.known) !== "");
		this.words.replaceChildren(...words.map(({ text }, at) => {
			const word = button(text, `Change “${text}”`);
			word.setAttribute("aria-label", `${text}, word ${at + 1}`);
			word.setAttribute("aria-pressed", "false");
			word.onclick = () => this.#choose(at);
			return word;
		}));
		this.#choose(first !== -1 ? first : some !== -1 ? some : words.length - 1);
	}
	#choose(at) {
		this.at = at;
		[...this.words.children].forEach((word, other) => word.setAttribute("aria-pressed", String(other === at)));
		const word = wordsOf(this.prompt)[at]?.text ?? "";
		const others = (this.known[kindOf(word, this.known)] ?? []).filter((other) => !this.prompt.includes(other));
		this.input.value = "";
		this.input.setAttribute("aria-label", `Another word for “${word}”`);
		this.list.replaceChildren(...others.map((value) => element("option", { value })));
		const offered = Array.from({ length: OFFERED }, (_, at) => others[Math.round((at + 1) * others.length / STRETCHES)]);
		this.chips.replaceChildren(...[...new Set(offered)].flatMap((value) => {
			if (value === void 0) return [];
			const chip = button(`${word} ⇄ ${value}`, `Run the prompt with “${value}” in place of “${word}”`);
			chip.classList.add("tdp-pill");
			chip.onclick = () => this.#pair(value);
			return [chip];
		}));
	}
	#pair(word) {
		const words = wordsOf(this.prompt);
		if (word === "" || word === words[this.at]?.text) return this.input.focus();
		this.actions.pair(replaced(this.prompt, words[this.at], word));
	}
};
// panels/lane-offers.js
const CALLED = {
	way: "way of writing",
	sampler: "sampler",
	schedule: "schedule"
};
var LaneOffers = class {
	constructor(lanes) {
		this.lanes = lanes;
		this.pills = lanes.offers.map(([kind, name, hint]) => {
			const offer = pill(name, hint);
			offer.dataset.kind = kind;
			offer.onclick = () => lanes.add(kind);
			return offer;
		});
		this.selects = Object.entries(CALLED).map(([kind, name]) => {
			const select = element("select.tdp-pill", {
				"data-kind": kind,
				"aria-label": `A lane with another ${name}`
			});
			select.onchange = () => {
				lanes.add(kind, select.value);
				select.value = "";
			};
			return select;
		});
		this.prompt = element("input", {
			type: "text",
			"aria-label": "A lane with another prompt",
			placeholder: "another prompt",
			autocomplete: "off",
			"data-kind": "prompt"
		});
		this.add = pill("Add", "Add a lane with this prompt, the same seed and settings");
		this.add.type = "submit";
		const form = element("form.tdp-lane-prompt", this.prompt, this.add);
		form.onsubmit = (event) => {
			event.preventDefault();
			if (this.prompt.value.trim() === "") return this.prompt.focus();
			lanes.add("prompt", this.prompt.value);
			this.prompt.value = "";
		};
		this.picker = element("input", {
			type: "file",
			accept: ".trace",
			hidden: "",
			"aria-label": "Trace file for a lane"
		});
		this.picker.onchange = () => {
			const [file] = this.picker.files ?? [];
			if (file) lanes.file(file);
			this.picker.value = "";
		};
		this.file = pill("a trace file", "Open a .trace file from this computer beside this run");
		this.file.onclick = () => this.picker.click();
		this.together = pill("together", "Make all lanes again, in shared passes where they can share them");
		this.together.onclick = () => lanes.again(false);
		this.alone = pill("one after the other", "Make all lanes again, each with its passes for itself, so that their seconds can be compared");
		this.alone.onclick = () => lanes.again(true);
		this.again = element("div.tdp-lane-again", element("h3", "Make all again"), element("div.tdp-lane-offers", this.together, this.alone));
		this.full = element("p.tdp-hint");
		const offers = element("div.tdp-lane-offers", ...this.pills, ...this.selects, this.file, this.picker, form);
		this.words = new OneWord(lanes.pairs);
		this.root = element("div", element("h3", "Add a lane"), offers, this.full);
		this.more = element("div", this.words.root, this.again);
	}
	show(several, full) {
		setText(this.full, full);
		this.words.show();
		this.again.hidden = !several;
		const choices = this.lanes.choices();
		for (const [number, kind] of Object.keys(CALLED).entries()) {
			const others = choices.find((choice) => choice.kind === kind)?.others ?? [];
			const select = this.selects[number];
			select.hidden = others.length === 0;
			select.replaceChildren(element("option", { value: "" }, `${CALLED[kind]} …`), ...others.map(([value, means]) => element("option", {
				value,
				title: means
			}, value.replaceAll("-", " "))));
		}
		for (const offer of [
			...this.pills,
			...this.selects,
			this.prompt,
			this.add,
			this.file
		]) offer.disabled = full !== "";
	}
};
function pill(name, hint) {
	const made = button(name, hint);
	made.classList.add("tdp-pill");
	return made;
}
export { LaneOffers };
