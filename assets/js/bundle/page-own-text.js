import { KEEP, button, cellText, counted, dialogIn, digits, element, messageOf, plainText, readSteering, setText, specFrom, steeringOf, switchOf, turnSwitch } from "./main.js";
import { StudyReader } from "./study.js";
// words/own-text.js
const HINTS = {
	template: "____(12) leaves 12 tokens to the model; of ____(2-6) each length is tried, and the surest text is taken; ____ at the end lets it write on. Everything else is held. Spaces at the beginning of a line are kept, so code keeps its indentation.",
	start: "The run starts from this text instead of noise. At each position chance decides, with probability t, whether a random token takes its place. Spaces at the beginning of a line are kept."
};
function roomSentence(lengths, most) {
	const [least, longest] = [Math.min(...lengths), Math.max(...lengths)];
	const range = least === longest ? `${longest}` : `${least} to ${longest}`;
	if (longest > most) return `${range} tokens; there is room for ${most}.`;
	return `${range} of ${most} tokens; ${least === longest ? "" : "at least "}${most - longest} left.`;
}
function gapWords(choices, open) {
	const free = choices.map(({ parts }) => parts.reduce((sum, { gap = 0 }) => sum + gap, 0));
	const [least, most] = [Math.min(...free), Math.max(...free)];
	const count = least < most ? `${least} to ${most} tokens` : counted(most, "token");
	return [...most > 0 ? [`${count} between`] : [], ...open ? ["whatever comes after"] : []].join(" and ") || "nothing";
}
// page/fillings.js
const LOST = "The connection to the server is lost. Trying again …";
const NONE = "None of the lengths came to its end; try again.";
const STOPPED = "Stopped; nothing was filled.";
var Fillings = class {
	constructor(page) {
		this.page = page;
		this.fillings = [];
		this.stop = null;
		this.summary = element("summary");
		this.list = element("ol");
		this.root = element("details.tdp-fillings", { hidden: "" }, this.summary, this.list);
		page.ask.cards.parentElement?.after(this.root);
		page.player.addEventListener("paint", () => this.#paint());
	}
	async surest(runs, tell) {
		const { ask, engine, table } = this.page;
		const waiting = new AbortController();
		const reader = new StudyReader([], 1, runs[0].seed);
		this.stop = () => waiting.abort();
		try {
			const specs = runs.map((run) => specFrom(run, table, ask.picture !== ""));
			const tape = await engine.start({
				specs,
				picture: ask.picture,
				freely: true
			}, waiting.signal);
			reader.names = tape.runs;
			waiting.signal.addEventListener("abort", () => tape.stop());
			if (waiting.signal.aborted) tape.stop();
			for await (const message of tape.messages((lost) => lost && tell(LOST))) {
				reader.read(message);
				tell(reader.waiting || `Trying each length: ${reader.results.size} of ${runs.length}.`);
			}
		} catch (error) {
			if (!waiting.signal.aborted) throw error;
		} finally {
			this.stop = null;
		}
		if (waiting.signal.aborted) throw new Error(STOPPED);
		const results = [...reader.results.values()];
		const filled = results.filter(({ sentence }) => sentence === "");
		if (filled.length === 0) throw new Error(reader.sentence || results[0]?.sentence || NONE);
		this.fillings = filled.map(({ number, text, sureness }) => ({
			run: runs[number],
			text,
			sureness: sureness ?? 0
		})).sort((first, second) => second.sureness - first.sureness);
		this.#list();
		return this.fillings[0];
	}
	#list() {
		const [{ sureness }] = this.fillings;
		const tried = counted(this.fillings.length, "length");
		setText(this.summary, `The surest of ${tried}: ${figure(sureness)}. See the others.`);
		this.summary.title = "The mean log-probability of the tokens up to the last one that is held: 0 is certain.";
		this.root.open = false;
		this.list.replaceChildren(...this.fillings.map(({ run, text, sureness }) => {
			const choice = element("button", element("span", plainText(text)), element("small", figure(sureness)));
			choice.title = "Show this run instead";
			choice.onclick = () => {
				if (this.page.ask.busy) this.page.ask.meanwhile("A run is going on; choose another text when it has ended.");
				else this.page.make(run);
			};
			return element("li", choice);
		}));
		this.#paint();
	}
	#paint() {
		if (this.fillings.length === 0) return;
		const { steering, prompt } = this.page.form.values;
		const shown = this.fillings.findIndex(({ run }) => run.steering === steering && run.prompt === prompt);
		this.root.hidden = shown === -1;
		[...this.list.children].forEach((item, at) => item.firstElementChild?.setAttribute("aria-pressed", String(at === shown)));
	}
};
const figure = (sureness) => `${digits(sureness, 3).replace("-", "−")} nats a token`;
// page/own-words.js
const LONGEST = 24;
const LETTERED = /[\p{L}\p{M}\p{N}\ufffd]/u;
function wordsOf(texts) {
	const words = [];
	texts.forEach((text, at) => {
		if (at > 0 && LETTERED.test(texts[at - 1]) && LETTERED.test(text) && !/^\s/.test(text)) words[words.length - 1].push(at);
		else words.push([at]);
	});
	return words;
}
function isNew(text, strange) {
	return (text.normalize("NFC").match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => {
		const letters = [...word];
		const name = letters.length > LONGEST ? `${letters.slice(0, 23).join("")}…` : word;
		return strange.has(name.toLowerCase());
	});
}
function wordBoxes(tokens, strange) {
	const known = new Set(strange.map((word) => word.toLowerCase()));
	const texts = tokens.map(({ text, was }) => was ?? text);
	return wordsOf(texts).map((places) => {
		const cells = places.map((at) => {
			const { text, mark, was } = tokens[at];
			return element(`span.tdp-${mark}`, was === void 0 ? {} : { title: `was “${was}”` }, cellText(text));
		});
		const fresh = isNew(places.map((at) => texts[at]).join(""), known);
		const title = [fresh ? "New to this model: it was not trained with this word, and may get it wrong." : "", places.length > 1 ? `${counted(places.length, "token")}.` : ""];
		const box = element("span.tdp-own-word", { title: title.filter(Boolean).join(" ") }, ...cells);
		if (places.length > 1) box.append(element("small", String(places.length)));
		if (fresh) box.classList.add("tdp-new-word");
		return box;
	});
}
// page/own-text.js
const REST_MS = 250;
const GONE = "The server does not answer; try again in a moment.";
const BUSY = "A run is going on; start this one when it has ended.";
const EXAMPLE = {
	prompt: "Write a story about Lily, a cat and a red ball.",
	text: "Lily had a nice red ____(1-3) and a happy ____(1). ____"
};
const GAP = /_{4,}(?:\([\d-]*\))?/g;
const LISTED = 300;
var OwnText = class {
	constructor(root, page) {
		this.page = page;
		this.fillings = new Fillings(page);
		this.kind = "template";
		this.steerings = [];
		this.raise = 0;
		this.keep = Object.keys(KEEP)[0];
		this.typed = {
			template: EXAMPLE.text,
			start: ""
		};
		this.prompts = {
			template: EXAMPLE.prompt,
			start: ""
		};
		this.kinds = switchOf("What to do", {
			template: "Fill the gaps",
			start: "Start from my text"
		}, (kind) => this.#turn(kind === "start" ? "start" : "template"));
		this.prompt = element("input", {
			type: "text",
			"aria-label": "Prompt of the run"
		});
		this.text = element("textarea", {
			rows: "5",
			"aria-label": "Your text",
			spellcheck: "false"
		});
		this.hint = element("p.tdp-own-hint");
		this.noise = element("input", {
			type: "range",
			min: "0",
			max: "1",
			step: "0.05",
			value: "0.1",
			"aria-label": "Share of noise"
		});
		this.seed = element("input", {
			type: "number",
			min: "0",
			max: String(Number.MAX_SAFE_INTEGER),
			value: "0",
			"aria-label": "Seed of the noise"
		});
		this.share = element("output");
		this.margin = element("input", {
			type: "number",
			min: "0",
			step: "any",
			"aria-label": "Margin, in nats"
		});
		this.marginLabel = element("label", "margin ", this.margin, " nats");
		this.rule = element("p.tdp-own-hint");
		const keeps = switchOf("How your text is kept", Object.keys(KEEP), (keep) => this.#keepAs(keep));
		this.noising = element("div", element("div.tdp-own-row", element("label", "Noise t"), this.noise, this.share, element("label", "seed ", this.seed)), element("div.tdp-own-row", element("label", "Kept"), keeps, this.marginLabel), this.rule);
		this.tokens = element("div.tdp-tokens");
		this.room = element("p.tdp-own-hint.tdp-own-room");
		this.verdict = element("p", { role: "status" });
		const cancel = button("Cancel", "Leave everything as it is (Esc)");
		cancel.classList.add("tdp-pill");
		this.use = element("button.tdp-own-use");
		this.fields = element("div", element("div.tdp-own-row", element("strong", "Your own text"), this.kinds), element("label", "Prompt", this.prompt), this.text, this.hint, this.noising, this.tokens, this.room);
		this.root = dialogIn(root, ".tdp-own-text", "Your own text", cancel, this.fields, this.verdict, element("div.tdp-own-row.tdp-own-end", cancel, this.use));
		this.root.onkeydown = (event) => event.stopPropagation();
		this.root.onclose = () => this.fillings.stop?.();
		this.use.onclick = () => this.fillings.stop ? this.fillings.stop() : this.#run();
		let timer;
		const later = () => {
			this.typed[this.kind] = this.text.value;
			this.use.disabled = true;
			clearTimeout(timer);
			timer = setTimeout(() => this.#look(), REST_MS);
		};
		this.text.oninput = this.noise.oninput = this.seed.oninput = later;
		this.prompt.oninput = () => this.prompts[this.kind] = this.prompt.value;
		this.#keepAs(this.keep);
	}
	open(text) {
		const { form, player } = this.page;
		const { prompt, settings } = form.values;
		const wanted = text === "" ? prompt : form.source?.prompt ?? "";
		this.prompts.start = wanted.includes("____") || wanted.trim() === "" ? "Write a story." : wanted;
		if (text !== "") this.typed.template = text;
		this.prompts.template = this.typed.template === EXAMPLE.text ? EXAMPLE.prompt : this.prompts.start;
		this.typed.start ||= player.recording?.text ?? "";
		this.margin.value = String(settings.favour_margin);
		this.#turn(text === "" ? this.kind : "template");
		this.root.showModal();
		this.text.focus();
	}
	#turn(kind) {
		this.kind = kind;
		turnSwitch(this.kinds, kind);
		this.text.value = this.typed[kind];
		this.prompt.value = this.prompts[kind];
		this.noising.hidden = kind === "template";
		setText(this.hint, HINTS[kind]);
		this.#offer();
		this.#look();
	}
	#keepAs(keep) {
		this.keep = keep;
		this.marginLabel.hidden = keep !== "favoured";
		setText(this.rule, KEEP[keep]);
	}
	#offer() {
		const face = this.kind === "template" ? "Fill the gaps" : "Run from this text";
		setText(this.use, this.fillings.stop ? "Stop" : face);
		this.fields.inert = this.fillings.stop !== null;
	}
	async #look() {
		const [kind, text] = [this.kind, this.text.value];
		const [noise, seed] = [this.noise.valueAsNumber, Math.max(0, Math.floor(this.seed.valueAsNumber || 0))];
		setText(this.share, `${Math.round(100 * noise)} %`);
		const answer = await this.page.server({
			kind,
			text,
			noise,
			seed
		}).catch(() => void 0);
		if (kind !== this.kind || text !== this.text.value || noise !== this.noise.valueAsNumber) return;
		const refused = answer === void 0 ? GONE : answer.refused;
		if (refused !== void 0) {
			setText(this.room, "");
			return this.#say(String(refused), true);
		}
		if (kind === "template") this.#showTemplate(answer);
		else this.#showStart(answer, noise, seed);
	}
	#say(sentence, refused = false) {
		this.verdict.classList.toggle("tdp-refused", refused);
		this.use.disabled = refused;
		setText(this.verdict, sentence);
	}
	#showTemplate({ choices, texts, new: strange }) {
		this.steerings = choices.map(({ pins }) => steeringOf({ pins }));
		const [{ parts, pins, open }] = choices;
		let gap = -1;
		const shown = parts.flatMap(({ ids, gap: tokens }, part) => {
			if (tokens === void 0) return wordBoxes((ids ?? []).slice(0, LISTED).map((id) => ({
				text: texts[id] ?? "",
				mark: "held"
			})), strange);
			gap += 1;
			return this.#gap(gap, choices.map(({ parts }) => parts[part].gap ?? tokens));
		});
		this.tokens.replaceChildren(...shown, ...open ? [element("span.tdp-gap", "… goes on")] : []);
		const most = Number(this.page.form.values.settings.max_new_tokens);
		const lengths = choices.map(({ length }) => length + Number(!open));
		const longest = Math.max(...lengths);
		setText(this.room, roomSentence(lengths, most));
		if (longest > most) return this.#say(`The text takes ${longest} tokens with its gaps and its end; the length is set to ${most}. Shorten it, or raise the length in Tune.`, true);
		const held = Object.keys(pins).length;
		const tried = choices.length > 1 ? ` ${choices.length} lengths are tried.` : "";
		this.#say(`${held} tokens held${open ? "" : ", its end among them"}; the model writes ${gapWords(choices, open)}.${tried}`);
	}
	#gap(at, lengths) {
		const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
		if (least < most) return element("span.tdp-gap", `${least} to ${most} tokens`);
		const resize = (to) => {
			let seen = -1;
			this.text.value = this.text.value.replace(GAP, (gap) => (seen += 1) === at ? `____(${to})` : gap);
			this.text.dispatchEvent(new Event("input"));
		};
		const [less, more] = [button("−", "A token less"), button("+", "A token more")];
		for (const made of [less, more]) made.setAttribute("aria-label", made.title);
		less.disabled = least === 1;
		less.onclick = () => resize(least - 1);
		more.onclick = () => resize(least + 1);
		return element("span.tdp-gap", less, counted(least, "token"), more);
	}
	#showStart({ ids, replaced, text, texts, new: strange }, noise, seed) {
		this.steerings = [steeringOf({
			start: ids,
			...noise > 0 && {
				noise,
				noise_seed: seed
			}
		})];
		const shown = ids.slice(0, Math.min(text, LISTED)).map((id, at) => {
			const replacement = replaced[at];
			const was = texts[id] ?? "";
			return replacement === null ? {
				text: was,
				mark: "held"
			} : {
				text: texts[replacement] ?? "",
				mark: "noised",
				was
			};
		});
		this.tokens.replaceChildren(...wordBoxes(shown, strange));
		const drawn = replaced.filter((token) => token !== null).length;
		const within = replaced.slice(0, text).filter((token) => token !== null).length;
		const most = Number(this.page.form.values.settings.max_new_tokens);
		const share = (count) => `${(100 * count / ids.length).toFixed(1)} %`;
		this.raise = text > most ? ids.length : 0;
		setText(this.room, roomSentence([text], this.raise || most));
		const raised = this.raise ? ` The length is raised from ${most} to ${this.raise} tokens.` : "";
		this.#say(`Expected: ${Math.round(100 * noise)} % of ${ids.length} positions. Drawn: ${drawn}, which is ${share(drawn)}; ${within} of them among the ${text} of the text and its end.${raised}`);
	}
	#run() {
		const { ask, form, generate } = this.page;
		if (ask.busy) return setText(this.verdict, BUSY);
		if (this.steerings.length > 1) return void this.#fillSurest();
		ask.prompt.value = this.prompt.value;
		ask.prompt.dispatchEvent(new Event("input"));
		let [steering] = this.steerings;
		if (this.kind === "start") {
			if (this.raise) form.knobs.values = { max_new_tokens: this.raise };
			if (this.keep === "favoured") form.knobs.values = { favour_margin: this.margin.valueAsNumber };
			if (this.keep !== "free") steering = steeringOf({
				...readSteering(steering),
				keep: this.keep
			});
		}
		form.steer(steering);
		this.root.close();
		generate();
	}
	async #fillSurest() {
		const { form, make } = this.page;
		const { problem } = form.knobs;
		if (problem !== "") return this.#say(problem, true);
		const run = {
			...form.run,
			prompt: this.prompt.value
		};
		const surest = this.fillings.surest(this.steerings.map((steering) => ({
			...run,
			steering
		})), (sentence) => this.#say(sentence));
		this.#offer();
		try {
			const filling = await surest;
			this.root.close();
			make(filling.run);
		} catch (error) {
			this.#say(messageOf(error));
			this.verdict.classList.add("tdp-refused");
		}
		this.#offer();
	}
};
export { OwnText };
