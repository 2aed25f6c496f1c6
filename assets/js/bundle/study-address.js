import { __exportAll } from "./rolldown-runtime.js";
import { decode, isRefusal, quoted, runWords } from "./main.js";
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
		"A story, a Sudoku or a function is judged by a rule",
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
// page/study-address.js
var study_address_exports = __exportAll({
	decodeStudy: () => decodeStudy,
	encodeStudy: () => encodeStudy,
	valuesIn: () => valuesIn
});
const [MOST_SEEDS, MOST_VALUES, MOST_WANTED] = [
	128,
	8,
	500
];
const [[USUAL]] = MEASURES;
const valuesIn = (typed) => typed.split(/[\s,;]+/).filter(Boolean);
function encodeStudy({ run, seeds, vary, values, measure: { kind, wanted } }, knobs) {
	const words = new URLSearchParams(runWords(run, knobs));
	words.set("seeds", String(seeds));
	if (vary !== "") words.set("vary", vary);
	if (vary !== "") words.set("values", values.join(","));
	if (kind !== USUAL) words.set("measure", kind);
	if (wanted !== "") words.set("wanted", wanted);
	return words.toString();
}
function decodeStudy(text, knobs) {
	const words = new URLSearchParams(text);
	const [seeds, vary, list, kind, wanted] = [
		"seeds",
		"vary",
		"values",
		"measure",
		"wanted"
	].map((name) => {
		const value = words.get(name) ?? "";
		words.delete(name);
		return value;
	});
	const { state, complaints } = decode(words.toString(), knobs);
	const { run } = state;
	const refuse = (complaint) => ({
		request: null,
		complaint
	});
	if (complaints.length > 0) return refuse(complaints[0]);
	if (run?.kind !== "own") return refuse("The address asks for many runs, but not of what.");
	const count = /^\d{1,3}$/.test(seeds) ? Number(seeds) : 0;
	if (count < 1 || count > MOST_SEEDS) return refuse(`The address asks for many runs with ${quoted(seeds)} seeds; allowed are 1 to ${MOST_SEEDS}.`);
	if (vary !== "" && !knobs.some(({ name }) => name === vary)) return refuse(`The address asks for many runs that vary ${quoted(vary)}; there is no such setting.`);
	const values = vary === "" ? [""] : valuesIn(list);
	if (values.length < 1 || values.length > MOST_VALUES) return refuse(`The address asks for many runs at ${values.length} values of a setting; allowed are 1 to ${MOST_VALUES}.`);
	return {
		request: {
			run,
			seeds: count,
			vary,
			values,
			measure: {
				kind: MEASURES.some(([name]) => name === kind) ? kind : USUAL,
				wanted: wanted.slice(0, MOST_WANTED)
			}
		},
		complaint: ""
	};
}
export { Judge, MEASURES, SCRIPT, encodeStudy, study_address_exports, valuesIn };
