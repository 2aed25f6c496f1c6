import { MOST_RULE, OWN_RULE, addStyle, button, element, messageOf, saveBlob, setText, standing, wayOf } from "./main.js";
import { PlaygroundError } from "./errors.js";
import { sandboxFor } from "./sandbox.js";
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
const RETURNS = "accept returns what to keep: a mask, which says true or false (1 or 0) for each position, or a list of positions, counted from 0.";
const NO_STEP = "No step is shown yet.";
const NOISE = "This is noise, before any step; go on to a step.";
const NO_CANDIDATES = "The candidates of this step are not known here, and a rule needs them.";
const NOT_YET = "This run still goes on; its candidates come with its end.";
const NO_CHOICE = "Written token after token, a step leaves no rule a choice.";
function trialSentence(step, would, accepted) {
	const count = (mask) => mask.reduce((sum, flag) => sum + flag, 0);
	const [all, ran, both] = [
		would,
		accepted,
		would.map((flag, position) => flag & accepted[position])
	].map(count);
	const beside = all === ran && all === both ? ", just those that the run kept" : `; the run kept ${ran}, and ${both} are the same`;
	return `SIMULATED: at step ${step} this rule would keep ${all} of ${would.length} positions${beside}. Later steps would differ.`;
}
const UNREAD = "This rule came with a run or a link. Read it first: it has not run here.";
const MISSING = "The rules to start from did not arrive; write your own, or reload the page.";
const CHANGED = "The rule that yours began from, in Python, for --sampler; carry your changes over.";
const SAME = "This rule in Python, for --sampler.";
// rules/rule-answer.js
const MOST_SHOWN = 40;
const FLAGS = new Set([
	true,
	false,
	1,
	0,
	1n,
	0n
]);
const KINDS = {
	undefined: "nothing",
	null: "null",
	promise: "a promise",
	object: "an object",
	string: "a string",
	number: "a number",
	boolean: "a boolean"
};
const allowed = (length) => `a mask, which says true or false (1 or 0) for each of the ${length} positions, or a list of positions from 0 to ${length - 1}`;
function maskOf({ entries, type }, length) {
	const fault = (returned) => `The rule's accept returns ${returned}; it must return ${allowed(length)}.`;
	if (!Array.isArray(entries)) return fault((typeof type === "object" ? "" : KINDS[String(type)]) || "a value");
	const flags = entries.every((entry) => FLAGS.has(entry));
	if (flags && entries.length === length) return Uint8Array.from(entries, Number);
	const repeats = new Set(entries).size < entries.length;
	if (entries.some((entry) => typeof entry === "boolean") || flags && repeats) {
		const stray = entries.findIndex((entry) => !FLAGS.has(entry));
		const size = `a mask of ${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
		return fault(stray === -1 ? size : `${shown(entries[stray])} in a mask`);
	}
	const mask = new Uint8Array(length);
	for (const entry of entries) {
		const position = typeof entry === "bigint" ? Number(entry) : entry;
		if (!Number.isInteger(position) || Number(position) < 0 || Number(position) >= length) return fault(`${shown(entry)}${typeof entry === "string" ? ", a text," : ""} in its list`);
		mask[Number(position)] = 1;
	}
	return mask;
}
const shown = (value, most = MOST_SHOWN) => (typeof value === "string" ? value : Object(value) === value ? "an object" : String(value)).slice(0, most).toWellFormed();
// denoising/rule-port.js
const STEP_MS = 2e3;
const START_MS = 2e4;
const SLOW = `The rule took more than ${STEP_MS / 1e3} s for a step and was ended.`;
const LONGEST_FAULT = 200;
const UNBEGUN = "The browser did not begin the rule; reload the page and try again.";
var RulePort = class {
	#questions = 0;
	#fault = null;
	#resolve = (_) => {};
	#reject = (_) => {};
	#begun;
	constructor(port, length) {
		this.port = port;
		this.length = length;
		this.#begun = this.#answer(START_MS, UNBEGUN);
		this.#begun.catch(() => {});
		port.onmessage = ({ data }) => {
			if (data.fault === void 0) this.#resolve(data);
			else this.#fail(faultSentence(data));
		};
	}
	async accepted(question) {
		await this.#begun;
		if (this.#fault) throw this.#fault;
		const answer = this.#answer(STEP_MS, SLOW);
		this.port.postMessage({
			number: this.#questions += 1,
			...question
		});
		return this.#mask(await answer);
	}
	#answer(most, sentence) {
		const late = setTimeout(() => this.#fail(sentence), most);
		return new Promise((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
		}).finally(() => clearTimeout(late));
	}
	#fail(sentence) {
		this.#fault ??= new PlaygroundError(sentence);
		this.#reject(this.#fault);
	}
	#mask(answer) {
		if (answer.type === "missing") throw new PlaygroundError("The rule has no function accept(before, statistics).");
		const mask = maskOf(answer, this.length);
		if (typeof mask === "string") throw new PlaygroundError(mask);
		return mask;
	}
};
function faultSentence({ fault, line }) {
	return `The rule fails${Number.isInteger(line) && Number(line) > 0 ? ` in line ${line}` : ""}: ${shown(fault, LONGEST_FAULT).replace(/^Uncaught /, "").replace(/\.$/, "")}.`;
}
function questionOf({ step, steps, canvas, accepted, settled, entropy, probabilities, sampled, argmax }) {
	const candidates = probabilities.length / canvas.length;
	const probability = (rank) => Float32Array.from(canvas, (_, position) => probabilities[position * candidates + rank]);
	const [confidence, second] = [probability(0), probability(1)];
	return {
		before: {
			step,
			steps,
			canvas: Int32Array.from(canvas),
			accepted: Uint8Array.from(accepted),
			settled: Uint8Array.from(settled)
		},
		statistics: {
			entropy: Float32Array.from(entropy),
			confidence,
			margin: confidence.map((first, position) => first - second[position]),
			sampled: Int32Array.from(sampled),
			argmax: Int32Array.from(argmax)
		}
	};
}
// page/rule-trial.js
var RuleTrial = class {
	#tried = null;
	#about = {
		recording: null,
		moment: -1
	};
	#busy = false;
	constructor(page) {
		this.page = page;
		this.button = button("Try it on this step", "What this rule would keep at the step that is shown");
		this.button.classList.add("tdp-pill");
		this.button.onclick = () => this.#try();
		this.sentence = element("p", { role: "status" });
		this.root = element("div.tdp-rule-trial", this.button, this.sentence);
		page.player.addEventListener("paint", () => this.#follow());
	}
	update() {
		if (this.#tried === null || this.#tried.rule === this.page.rule()) return;
		this.#end();
		setText(this.sentence, "");
	}
	#end() {
		this.#tried?.close();
		this.#tried = null;
	}
	#follow() {
		const { recording, moment, playing } = this.page.player;
		const same = recording === this.#about.recording && moment === this.#about.moment;
		if (this.#tried !== null && !this.#busy && !same && !playing && this.root.checkVisibility()) this.#try();
	}
	async #try() {
		if (this.#busy) return;
		this.#busy = true;
		const { recording, moment } = this.page.player;
		this.#about = {
			recording,
			moment
		};
		const rule = this.page.rule();
		const sentence = await this.#answer(rule).catch((error) => {
			this.#end();
			return messageOf(error);
		});
		this.#busy = false;
		if (rule !== this.page.rule()) return this.update();
		setText(this.sentence, sentence);
		this.#follow();
	}
	async #answer(rule) {
		const { recording, step, noise } = this.page.player;
		const frame = recording?.frames[step];
		if (!recording || frame === void 0) return NO_STEP;
		const header = recording.headerAt(step);
		if (wayOf(header).causal) return NO_CHOICE;
		if (noise) return NOISE;
		const { accepted, top_probs: probabilities = new Float32Array() } = frame;
		if (probabilities.length < 2 * accepted.length) return recording.live ? NOT_YET : NO_CANDIDATES;
		const stands = standing(frame, header);
		const certain = (figures, value) => Float32Array.from(figures, (figure, at) => stands[at] ? value : figure);
		const port = await this.#portOf(rule, accepted.length);
		const before = recording.frames[step - 1];
		const question = questionOf({
			step: frame.step,
			steps: Number(header.settings.max_denoising_steps),
			canvas: frame.input_ids,
			accepted: before?.block === frame.block ? before.accepted : new Uint8Array(accepted.length),
			settled: stands,
			entropy: certain(frame.entropy, 0),
			probabilities,
			sampled: frame.sampled_ids,
			argmax: frame.argmax_ids
		});
		const { statistics } = question;
		for (const name of ["confidence", "margin"]) statistics[name] = certain(statistics[name], 1);
		const picked = await port.accepted(question);
		return trialSentence(frame.step, picked.map((flag, position) => flag | stands[position]), accepted);
	}
	async #portOf(rule, length) {
		if (this.#tried?.rule === rule && this.#tried.length === length) return this.#tried.port;
		this.#end();
		const { port, close } = await sandboxFor(this.page.assets, rule);
		this.#tried = {
			rule,
			length,
			port: new RulePort(port, length),
			close
		};
		return this.#tried.port;
	}
};
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
		const help = element("details", element("summary", "What it gets"), element("dl", ...figures));
		this.trial = new RuleTrial({
			player: page.player,
			assets: page.assets,
			rule: () => page.form.rule
		});
		this.python.classList.add("tdp-pill");
		this.run.classList.add("tdp-pill");
		this.root = element("section.tdp-rule", { "aria-label": "Own rule" }, element("p.tdp-hint", ABOUT), this.unread, this.code, element("p.tdp-hint", RETURNS), this.trial.root, element("div.tdp-rule-row", this.menu, this.python), this.hint, help);
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
		this.trial.root.hidden = !this.allows(form.rule);
		this.trial.update();
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
