import { isRefusal } from "./main.js";
// rules/pattern.js
const MOST_MS = 1e3;
function answer(pattern, texts) {
	try {
		const expression = new RegExp(pattern, "u");
		return texts.map((text) => expression.test(text));
	} catch (error) {
		return `This is no regular expression: ${error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : error}.`;
	}
}
const SCRIPT = `self.onmessage = ({ data: { pattern, texts } }) => self.postMessage((${answer})(pattern, texts));
self.postMessage("ready");`;
var PatternTester = class {
	constructor(make) {
		this.make = make;
		this.giveUp = null;
	}
	test(pattern, texts) {
		this.giveUp?.("");
		const worker = this.make();
		return new Promise((give) => {
			const done = (answer) => {
				clearTimeout(timer);
				worker.terminate();
				if (this.giveUp === done) this.giveUp = null;
				give(answer);
			};
			this.giveUp = done;
			let timer;
			worker.onmessage = ({ data }) => {
				if (data !== "ready") return done(data);
				worker.postMessage({
					pattern,
					texts
				});
				timer = setTimeout(() => done(`The pattern took longer than ${MOST_MS / 1e3} second; write one that repeats less, without a + or * inside another.`), MOST_MS);
			};
			worker.onerror = () => done("The pattern cannot be tried: this browser starts no worker for it.");
		});
	}
};
// rules/measures.js
const MEASURES = [
	[
		"rule",
		"passes the rule of its task",
		"A rule for this kind of task judges the text",
		""
	],
	[
		"contains",
		"contains",
		"The text has these words in it, in capitals or not",
		"cat"
	],
	[
		"pattern",
		"matches",
		"A regular expression, as JavaScript has them",
		"\\bcat\\b"
	],
	[
		"json",
		"is valid JSON",
		"The whole text can be read as JSON",
		""
	],
	[
		"agrees",
		"agrees with the shown run, in per cent",
		"At least this many per cent of the tokens are the same, at the same place",
		"90"
	]
];
const UNJUDGED = [
	null,
	"repair",
	"outside"
];
const PYTHON = ["story", "function"];
const hasRule = ({ kind, unread }, python) => !UNJUDGED.includes(kind) && (kind === "Sudoku" || unread.length === 0) && (python || !PYTHON.includes(String(kind)));
function agreement(ids, reference) {
	const length = Math.max(ids.length, reference.length);
	return length === 0 ? 1 : reference.reduce((same, id, at) => same + Number(ids[at] === id), 0) / length;
}
function isJson(text) {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
var Judge = class {
	constructor(worker) {
		this.tester = new PatternTester(worker);
	}
	async judge(results, measure) {
		const { right, sentence } = await this.#measured(results, measure);
		for (const [key, { text }] of results) if (right.get(key) && isRefusal(text)) right.set(key, false);
		return {
			right,
			sentence
		};
	}
	async #measured(results, { kind, wanted, reference }) {
		const texts = [...results].filter(([, { sentence }]) => sentence === "");
		const yes = (rule) => ({
			right: new Map(texts.flatMap(([key, result]) => {
				const verdict = rule(result);
				return verdict === null ? [] : [[key, verdict]];
			})),
			sentence: ""
		});
		const nothing = (sentence) => ({
			right: new Map(),
			sentence
		});
		if (kind === "rule") return yes(({ verdict }) => verdict && verdict.right);
		if (kind === "json") return yes(({ text }) => isJson(text));
		if (wanted.trim() === "") return nothing("");
		if (kind === "contains") return yes(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()));
		if (kind === "agrees") {
			const least = Number(wanted);
			if (!(least > 0 && least <= 100)) return nothing(`The least agreement is “${wanted.slice(0, 20)}”; allowed is a number above 0, up to 100 per cent.`);
			return reference === null ? nothing("No run is shown that the others could agree with.") : yes(({ ids }) => 100 * agreement(ids, reference) >= least);
		}
		const matches = await this.tester.test(wanted, texts.map(([, { text }]) => text));
		if (typeof matches === "string") return nothing(matches);
		return {
			right: new Map(texts.map(([key], at) => [key, matches[at]])),
			sentence: ""
		};
	}
};
export { Judge, MEASURES, SCRIPT, agreement, hasRule };
