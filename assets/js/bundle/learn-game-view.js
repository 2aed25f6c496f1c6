import { MOST_SEED, RULES, apart, boundOf, button, content, copyText, counted, decisionOf, digits, element, entropyIn, explanationOf, percent, setText, tokenText, total } from "./main.js";
import { HINT, Paint, agreementLines, agreementOf, barsOf, knownRun, readRun } from "./runs.js";
import { keepGame } from "./guesses.js";
// words/game.js
const RULE_WORDS = {
	budget: {
		name: "Budget",
		who: "the sampler",
		keeps: "kept",
		rule: "A word costs its uncertainty. The surest go in first, until the budget of the step is full. The last one may spill over."
	},
	confidence: {
		name: "Confidence",
		who: "the rule",
		keeps: "would keep",
		rule: "Each word is judged alone. It stays if the most probable word of its cell is above a threshold."
	},
	margin: {
		name: "Margin",
		who: "the rule",
		keeps: "would keep",
		rule: "What counts is the lead: how far the most probable word of a cell is ahead of the second. The clearest stay, as many as are due."
	}
};
const ofDigits = (sentence) => sentence.replaceAll("word", "digit").replaceAll("Word", "Digit");
const placeSentence = (at, rule) => `Canvas ${at + 1} of 5 · ${RULE_WORDS[rule].name}`;
function askSentence(rule, { bound, kept }, text, step) {
	if (rule === "budget") return `The budget is ${digits(bound, 3)} nats. Which words did the sampler keep?`;
	if (rule === "confidence") return `The threshold is ${percent(bound)}. Which words would the confidence rule keep?`;
	const words = text.reduce((sum, one, position) => sum + (one & kept[position]), 0);
	return `If it had 6 steps, ${bound} of the ${kept.length} cells would be due at step ${step}, ${counted(words, "word")} among them. Which would the margin rule keep?`;
}
function figureSentence(rule, { figures }, position) {
	const figure = figures[position];
	if (rule === "budget") return `it costs ${entropyIn(figure, "nats")}.`;
	if (rule === "confidence") return `the most probable word there has ${percent(figure)}.`;
	return `the most probable word there leads by ${digits(100 * figure, 3)} points.`;
}
function agreementSentence(rule, differing, words) {
	const alike = words - differing.reader.length - differing.rule.length;
	return `You and ${RULE_WORDS[rule].who} agree on ${alike} of ${counted(words, "word")}: ${percent(alike / words)}.`;
}
function missSentence(rule, { figures, edge, bound }, { position, left }, word) {
	const begin = `Your costliest miss: you ${left ? "left out" : "kept"} “${word}”`;
	if (rule === "budget") {
		const [cost, last] = apart(figures[position], edge);
		const full = `the budget of ${entropyIn(bound, "nats")} was full`;
		return left ? `${begin}, which costs ${cost} nats. Words of up to ${last} nats went in before ${full}.` : `${begin}, which costs ${cost} nats. The last one that went in cost ${last} nats; then ${full}.`;
	}
	if (rule === "confidence") return `${begin}. The most probable word there has ${percent(figures[position])}; the rule keeps what has more than ${percent(bound)}.`;
	const [lead, last] = apart(100 * figures[position], 100 * edge);
	return `${begin}. There the most probable word leads by ${lead} points; the last of those that were due leads by ${last}.`;
}
function resultSentences(shares, blind) {
	const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
	return [`On average you were right on ${percent(mean)} of the words of a canvas: ${percent(shares[0])} on the first, and ${percent(shares[shares.length - 1])} on the fifth.`, `Whoever keeps all words or none, whichever is better, gets ${percent(blind)}.`];
}
const challenge = (shares) => `The link says that its sender was right on ${shares.map((share) => `${share}%`).join(", ")} of these canvases. They are the same ones.`;
// denoising/mersenne-twister.js
const SIZE = 624;
const SHIFT = 397;
var MersenneTwister = class {
	#words = new Int32Array(SIZE);
	#at = SIZE;
	seed(seed) {
		const words = this.#words;
		words[0] = seed;
		for (let at = 1; at < SIZE; at += 1) {
			const before = words[at - 1] ^ words[at - 1] >>> 30;
			words[at] = Math.imul(before, 1812433253) + at;
		}
		this.#at = SIZE;
		return this;
	}
	seedByArray(key) {
		const words = this.seed(19650218).#words;
		let at = 1;
		const next = () => {
			at += 1;
			if (at < SIZE) return;
			words[0] = words[623];
			at = 1;
		};
		const before = () => words[at - 1] ^ words[at - 1] >>> 30;
		for (let count = Math.max(SIZE, key.length), place = 0; count > 0; count -= 1, place = (place + 1) % key.length) {
			words[at] = (words[at] ^ Math.imul(before(), 1664525)) + key[place] + place;
			next();
		}
		for (let count = 623; count > 0; count -= 1) {
			words[at] = (words[at] ^ Math.imul(before(), 1566083941)) - at;
			next();
		}
		words[0] = 2147483648;
		return this;
	}
	next() {
		if (this.#at === SIZE) this.#refill();
		let word = this.#words[this.#at++];
		word ^= word >>> 11;
		word ^= word << 7 & 2636928640;
		word ^= word << 15 & 4022730752;
		return (word ^ word >>> 18) >>> 0;
	}
	state() {
		const state = new Int32Array(625);
		state.set(this.#words);
		state[SIZE] = this.#at;
		return state;
	}
	restore(state) {
		this.#words.set(state.subarray(0, SIZE));
		this.#at = state[SIZE];
	}
	#refill() {
		const words = this.#words;
		for (let at = 0; at < SIZE; at += 1) {
			const next = at + 1 < SIZE ? at + 1 : 0;
			const far = at + SHIFT < SIZE ? at + SHIFT : at + SHIFT - SIZE;
			const mixed = words[at] & 2147483648 | words[next] & 2147483647;
			words[at] = words[far] ^ mixed >>> 1 ^ -(mixed & 1) & 2567483615;
		}
		this.#at = 0;
	}
};
// rules/would-keep.js
function budgetChoice(frame, header) {
	const decision = explanationOf(header).cut === "running sum" ? decisionOf(frame, header) : null;
	const bound = boundOf(header);
	if (!decision?.agrees || bound === null) return null;
	const { figures, order, cut } = decision;
	return {
		kept: frame.accepted,
		figures,
		bound,
		edge: figures[order[cut - 1]]
	};
}
function confidenceChoice(frame, least) {
	const figures = candidateFigures(frame, (first) => first);
	const bound = Math.fround(least);
	const kept = Uint8Array.from(figures, (own) => Number(own > bound));
	if (!kept.includes(1)) kept[figures.indexOf(Math.max(...figures))] = 1;
	return {
		kept,
		figures,
		bound: least,
		edge: Math.min(...figures.filter((_, position) => kept[position]))
	};
}
function marginChoice(frame, step, steps) {
	const figures = candidateFigures(frame, (first, second) => first - second);
	const bound = Math.ceil(figures.length * step / steps);
	const order = Array.from(figures.keys()).sort((a, b) => figures[b] - figures[a] || a - b);
	const kept = new Uint8Array(figures.length);
	for (const position of order.slice(0, bound)) kept[position] = 1;
	return {
		kept,
		figures,
		bound,
		edge: figures[order[bound - 1]]
	};
}
function candidateFigures({ top_probs: probs = new Float32Array(), argmax_ids }, figure) {
	const k = probs.length / argmax_ids.length;
	return Float32Array.from(argmax_ids, (_, position) => figure(probs[position * k], probs[position * k + 1]));
}
// learn/game.js
const LEAST = .9;
const CERTAIN = .99;
const LEAST_SHARE = .2;
const LESSON_RUNS = {
	cold: "Lily, a cat and a red ball, colder",
	warm: "Lily, a cat and a red ball, warmer",
	forgets: "Lily, a cat and a red ball, without a memory"
};
const RUNS = [...[
	"lily",
	"priya",
	"ending",
	"long",
	"sudoku",
	"nine",
	"race-uniform",
	"wrong"
], ...Object.keys(LESSON_RUNS)];
function orderOf(seed) {
	const twister = new MersenneTwister().seed(seed);
	const chance = () => twister.next() / 2 ** 32;
	return RUNS.map((run) => ({
		run,
		key: chance(),
		chance: chance()
	})).sort((a, b) => a.key - b.key);
}
function choiceAt({ frames, header }, row, rule) {
	const frame = frames[row];
	if (rule === "budget") return budgetChoice(frame, header);
	if (rule === "confidence") return confidenceChoice(frame, LEAST);
	return frame.step < 6 ? marginChoice(frame, frame.step, 6) : null;
}
function canvasesOf(run, recording, rule) {
	return recording.frames.flatMap((frame, row) => {
		if (frame.step === 1 || recording.closesBlock(row)) return [];
		const choice = choiceAt(recording, row, rule);
		if (choice === null || rule === "margin" && choice.edge > CERTAIN) return [];
		const token = (position) => recording.tokens.get(frame.sampled_ids[position]) ?? "";
		const text = content(recording, row).map((one, position) => one & Number(/\S/.test(token(position))));
		const [words, stay] = [total(text), total(text.map((one, position) => one & choice.kept[position]))];
		return Math.min(stay, words - stay) >= LEAST_SHARE * words && words > 0 ? [{
			run,
			recording,
			row,
			choice,
			text
		}] : [];
	});
}
async function drawCanvases({ seed, rule }, read) {
	const drawn = [];
	for (const { run, chance } of orderOf(seed)) {
		const recording = await read(run);
		const canvases = recording === null ? [] : canvasesOf(run, recording, rule);
		if (canvases.length > 0) drawn.push(canvases[Math.floor(chance * canvases.length)]);
		if (drawn.length === 5) return drawn;
	}
	throw new Error(`The game needs 5 recorded runs, and only ${drawn.length} of those here serve.`);
}
function blindShare({ choice, text }) {
	const none = agreementOf(new Uint8Array(text.length), choice.kept, text).share;
	return Math.max(none, 1 - none);
}
function costliest({ figures, edge }, { reader, rule }) {
	const far = (position) => Math.abs(figures[position] - edge);
	const [first] = [...reader, ...rule].sort((a, b) => far(b) - far(a) || a - b);
	return first === void 0 ? null : {
		position: first,
		left: rule.includes(first)
	};
}
// learn/game-view.js
const HIDDEN = "The colours come with the answer.";
var GameView = class {
	constructor(learn) {
		this.learn = learn;
		this.game = null;
		this.canvases = [];
		this.shares = [];
		this.root = element("article.tdp-lesson.tdp-game", {
			"aria-label": "Game",
			hidden: ""
		});
		this.pointed = element("p.tdp-game-pointed", { hidden: "" });
		this.listening = new AbortController();
		const { view } = learn.page.player;
		view.root.querySelector(".tdp-desk")?.prepend(this.root);
		view.lanes.after(this.pointed);
	}
	async open(game) {
		const { learn } = this;
		learn.putAway();
		this.close();
		this.game = game;
		const { signal } = this.listening;
		learn.page.player.views.mode = "learn";
		learn.page.player.view.root.classList.add("tdp-gaming");
		this.root.hidden = false;
		this.#cover(true);
		if (game === null) return this.#show("Be the sampler", ...this.#rules("Five canvases, one rule. Which do you play?"));
		if (!location.hash.startsWith(`#game=${game.seed}.${game.rule}`)) learn.page.rest(true);
		this.#show("Be the sampler", element("p", "Five canvases are drawn …"));
		const canvases = await drawCanvases(game, (run) => this.#read(run)).catch((error) => {
			this.#show("Be the sampler", element("p.tdp-complaint", { role: "alert" }, error.message), this.#lessons());
			throw error;
		});
		if (signal.aborted) return;
		Object.assign(this, {
			canvases,
			shares: []
		});
		await this.#turn(0);
	}
	close() {
		if (this.root.hidden) return;
		this.#end();
		this.game = null;
		this.root.hidden = true;
		this.learn.page.player.view.root.classList.remove("tdp-gaming");
	}
	#cover(colours) {
		this.learn.page.player.views.withhold({
			decision: true,
			length: true,
			before: true,
			colours
		});
	}
	#end() {
		this.listening.abort();
		this.listening = new AbortController();
		this.pointed.hidden = true;
		this.learn.marks.show([]);
		const { views } = this.learn.page.player;
		views.withhold({
			decision: false,
			length: false
		});
		views.prepare();
	}
	async #read(run) {
		const { pages, page } = this.learn;
		const file = `lessons/${run}.trace`;
		if (!knownRun(page.runList, run)) {
			if (!(run in LESSON_RUNS)) return null;
			try {
				await pages.trace(file);
			} catch (error) {
				if (error.cause === 404) return null;
				throw error;
			}
		}
		const runs = { [run]: {
			title: LESSON_RUNS[run],
			file
		} };
		return (await readRun(pages, page.runList, { runs }, run)).recording;
	}
	async #turn(at) {
		const { learn, canvases } = this;
		const { player, runList } = learn.page;
		const { rule, shares } = this.game;
		const { run, recording, row, choice, text } = canvases[at];
		const words = RULE_WORDS[rule];
		this.#end();
		const { signal } = this.listening;
		const item = knownRun(runList, run);
		item.recording = recording;
		const { looks } = player.views;
		player.views.looks = {
			...looks,
			mode: "learn",
			layer: "sampled",
			figure: "entropy",
			shape: "grid",
			only: null
		};
		const moment = recording.momentOf(row);
		await runList.choose(item, () => player.show(recording, moment));
		if (signal.aborted) return;
		player.views.choosePair(null, null);
		this.#cover(true);
		const token = (position) => tokenText(recording, recording.frames[row].sampled_ids[position]);
		const cells = Array.from(text, (flag, position) => ({
			name: token(position),
			open: flag === 1
		}));
		const board = cells.every(({ name, open }) => !open || /^\s*\d$/.test(name));
		const say = (sentence) => board ? ofDigits(sentence) : sentence;
		const paint = new Paint(say(`Words: paint those that ${words.who} ${words.keeps}`), cells, () => player.painter.grid);
		player.view.stage.append(paint.root);
		player.views.prepare();
		signal.addEventListener("abort", () => paint.root.remove());
		const count = element("output");
		const answer = element("button.tdp-continue", `Show what ${words.who} ${words.keeps}`);
		const clear = element("button.tdp-choice", "Clear");
		const verdict = element("div.tdp-told", { role: "status" });
		const back = element("button.tdp-choice", { hidden: "" }, "Back to the canvas");
		const hint = element("small.tdp-drawing-hint", say(HINT));
		const last = at + 1 === 5;
		const next = element("button.tdp-continue", { hidden: "" }, last ? "Your score" : "Next canvas");
		const question = element("section.tdp-predict", { "aria-label": "Your choice" }, element("p.tdp-question", say(askSentence(rule, choice, text, recording.frames[row].step))), hint, element("div.tdp-choices", answer, clear, back, count), verdict, element("div.tdp-choices", next));
		const first = at === 0;
		const note = element("p.tdp-game-place", HIDDEN);
		const show = () => {
			const painted = total(paint.chosen);
			setText(count, say(`${counted(painted, "word")} painted`));
			clear.disabled = painted === 0;
			const { pointed } = paint;
			const answered = pointed !== null && paint.shown !== null;
			setText(this.pointed, answered ? say(`“${token(pointed)}”: ${figureSentence(rule, choice, pointed)}`) : "");
		};
		const follow = () => {
			const here = player.recording === recording && player.moment === moment && !player.playing;
			if (paint.root.hidden === here) {
				paint.root.hidden = !here;
				player.views.prepare();
			}
			back.hidden = here;
			if (here) paint.place();
		};
		answer.onclick = () => {
			paint.answer(choice.kept, `${words.who} ${words.keeps} it`, `you and ${words.who} ${words.keeps} it`);
			this.#cover(false);
			const agreement = agreementOf(paint.chosen, choice.kept, text);
			this.shares[at] = agreement.share;
			const miss = costliest(choice, agreement);
			verdict.replaceChildren(element("ul.tdp-keep-table", ...agreementLines(agreement, words.who, token)), element("p", element("b", say(agreementSentence(rule, agreement, total(text))))), element("p", miss === null ? "You have all of them." : say(missSentence(rule, choice, miss, token(miss.position)))));
			learn.marks.show(miss === null ? [] : [miss.position]);
			for (const part of [
				answer,
				clear,
				count,
				hint,
				note
			]) part.hidden = true;
			next.hidden = this.pointed.hidden = false;
			next.focus({ preventScroll: true });
			next.scrollIntoView({ block: "nearest" });
			show();
		};
		clear.onclick = () => paint.clear();
		back.onclick = () => runList.choose(item, () => player.show(recording, moment));
		next.onclick = () => (last ? this.#finish() : this.#turn(at + 1)).catch(learn.page.say);
		paint.addEventListener("change", show);
		paint.addEventListener("point", show);
		player.addEventListener("paint", follow, { signal });
		this.#show("Be the sampler", element("p.tdp-game-place", placeSentence(at, rule)), ...first && shares.length > 0 ? [element("p", challenge(shares))] : [], element("p", say(words.rule)), question, note);
		show();
		paint.root.focus({ preventScroll: true });
		if (!first && getComputedStyle(this.root).display === "contents") question.scrollIntoView({ block: "end" });
	}
	async #finish() {
		const { learn, canvases, shares } = this;
		const { seed, rule } = this.game;
		this.#end();
		const names = canvases.map(({ run, recording: { frames }, row }) => `${run}, part ${frames[row].block}, step ${frames[row].step}`);
		keepGame({
			game: `${seed}.${rule}`,
			rule,
			canvases: names,
			shares,
			when: new Date().toISOString()
		});
		this.game = {
			seed,
			rule,
			shares: shares.map((share) => Math.round(100 * share))
		};
		learn.page.rest(false);
		const blind = canvases.reduce((sum, canvas) => sum + blindShare(canvas), 0) / 5;
		const rows = shares.map((value, at) => ({
			text: [`Canvas ${at + 1}`],
			value,
			figure: percent(value),
			interval: []
		}));
		const copy = button("Copy a link: these canvases, your score", "Whoever opens it plays the same five canvases");
		copy.classList.add("tdp-choice");
		copy.onclick = async () => {
			const copied = await copyText(location.href);
			setText(copy, copied ? "Copied" : "The link stands in the address bar");
		};
		this.#show("Your score", element("p.tdp-game-place", RULE_WORDS[rule].name), ...resultSentences(shares, blind).map((sentence) => element("p", sentence)), barsOf({
			kind: "bars",
			label: ["Share of the words on which you agree"],
			rows
		}, () => element("span"), 1), element("div.tdp-choices", copy), ...this.#rules("Five other canvases:"));
		this.root.querySelector("h2")?.focus();
	}
	#rules(sentence) {
		const entries = RULES.map((rule) => {
			const begin = element("button.tdp-choice", RULE_WORDS[rule].name);
			begin.onclick = () => {
				const seed = Math.floor(Math.random() * (MOST_SEED + 1));
				this.open({
					seed,
					rule,
					shares: []
				}).catch(this.learn.page.say);
			};
			return element("li", begin, element("span", RULE_WORDS[rule].rule));
		});
		return [
			element("h3", sentence),
			element("ul.tdp-game-rules", ...entries),
			this.#lessons()
		];
	}
	#lessons() {
		const back = element("button.tdp-choice", "Back to the lessons");
		back.onclick = () => this.learn.open({
			lesson: 0,
			part: 1
		}).catch(this.learn.page.say);
		return element("div.tdp-choices", back);
	}
	#show(title, ...parts) {
		this.root.replaceChildren(element("h2", { tabindex: "-1" }, title), ...parts);
	}
};
export { GameView };
