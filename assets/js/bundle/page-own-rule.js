import { MOST_RULE, OWN_RULE, addStyle, button, element, saveBlob, setText } from "./main.js";
// words/own-rule.js
const STARTERS = {
	budget: "The budget",
	surest: "The surest, more at each step",
	lead: "A clear lead"
};
const ABOUT = "A few lines of JavaScript. They run in this browser, shut off from all but the figures of a step.";
const FIGURES = [
	["before.step", "the step, from 1"],
	["before.steps", "the most there may be"],
	["before.canvas", "token ids of what went in"],
	["before.accepted", "1 where the step before kept"],
	["before.settled", "1 where a token stays anyway"],
	["statistics.entropy", "in nats"],
	["statistics.confidence", "probability of the first choice"],
	["statistics.margin", "how far it is ahead of the second"],
	["statistics.sampled", "token ids of what was drawn"],
	["statistics.argmax", "token ids of the first choices"]
];
const RETURNS = "accept returns a list of the positions to keep, counted from 0.";
const UNREAD = "This rule came with a run or a link. Read it first: it has not run here.";
const MISSING = "The rules to start from did not arrive; write your own, or reload the page.";
const CHANGED = "The rule that yours began from, in Python, for --sampler; carry your changes over.";
const SAME = "This rule in Python, for --sampler.";
// page/own-rule.js
const NAMES = Object.keys(STARTERS);
var RuleEditor = class {
	#starters = new Map();
	#read = new Set();
	#draft = "";
	#from = null;
	constructor(page) {
		addStyle("own-rule");
		this.page = page;
		this.code = element("textarea.tdp-rule-code", {
			rows: "16",
			wrap: "off",
			maxlength: String(MOST_RULE),
			spellcheck: "false",
			autocapitalize: "off",
			autocomplete: "off",
			"aria-label": "Your rule, in JavaScript"
		});
		this.code.oninput = () => this.#write(this.code.value);
		this.menu = element("select", { "aria-label": "Start from" });
		const start = element("option", { value: "" }, "Start from …");
		this.menu.append(start, ...NAMES.map((name) => element("option", { value: name }, STARTERS[name])));
		this.menu.onchange = () => this.#start(this.menu.value);
		this.python = button("Save in Python", SAME);
		this.python.onclick = () => this.#save();
		this.run = button("Run this rule", "Let this rule decide, and make the run");
		this.run.onclick = () => {
			this.#read.add(page.form.rule);
			this.update();
			page.generate();
		};
		this.unread = element("div.tdp-rule-unread", {
			role: "group",
			"aria-label": UNREAD
		}, element("p", UNREAD), this.run);
		this.hint = element("p.tdp-hint", { role: "status" });
		const figures = FIGURES.flatMap(([name, meaning]) => [element("dt", name), element("dd", meaning)]);
		const help = element("details", element("summary", "What it gets"), element("dl", ...figures), element("p", RETURNS));
		this.python.classList.add("tdp-pill");
		this.run.classList.add("tdp-pill");
		this.root = element("section.tdp-rule", { "aria-label": "Own rule" }, element("p.tdp-hint", ABOUT), this.unread, this.code, element("div.tdp-rule-row", this.menu, this.python), this.hint, help);
		page.form.knobs.rows.sampler.root.after(this.root);
	}
	async load() {
		const texts = NAMES.map(async (name) => [name, await this.#file(`${name}.js`)]);
		this.#starters = new Map(await Promise.all(texts).catch(() => []));
		setText(this.hint, this.#starters.size > 0 ? "" : MISSING);
		this.menu.disabled = this.#starters.size === 0;
		if (this.page.form.rule === "" && this.#starters.size > 0) this.#start(NAMES[0]);
		this.update();
	}
	allows(rule) {
		if (rule !== "" && rule === this.#draft) this.#read.add(rule);
		return this.#read.has(rule) || [...this.#starters.values()].includes(rule);
	}
	update() {
		const { form } = this.page;
		this.root.hidden = form.knobs.values.sampler !== OWN_RULE;
		if (this.code.value !== form.rule) this.code.value = form.rule;
		this.#from = NAMES.find((name) => this.#starters.get(name) === form.rule) ?? this.#from;
		this.unread.hidden = form.rule === "" || this.allows(form.rule);
		const same = this.#from !== null && this.#starters.get(this.#from) === form.rule;
		this.menu.value = same ? String(this.#from) : "";
		this.python.disabled = this.#from === null;
		this.python.title = same ? SAME : CHANGED;
	}
	ask() {
		this.page.show();
		this.update();
		this.unread.scrollIntoView({ block: "start" });
		this.run.focus({ preventScroll: true });
	}
	#write(rule) {
		this.#draft = rule;
		this.page.form.rule = rule;
		this.page.form.edited();
	}
	#start(name) {
		this.#from = name;
		this.#write(this.#starters.get(name) ?? this.code.value);
	}
	async #save() {
		const name = `${this.#from}.py`;
		const text = await this.#file(name).catch(() => null);
		if (text === null) setText(this.hint, MISSING);
		else saveBlob(new Blob([text], { type: "text/x-python" }), name);
	}
	async #file(name) {
		const answer = await fetch(new URL(`own_rules/${name}`, this.page.assets));
		if (!answer.ok) throw new Error(MISSING);
		return answer.text();
	}
};
export { RuleEditor };
