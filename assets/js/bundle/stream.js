import { GoneError, RANK, canvasOf, digits, element, plainText, post, setText, stream, tokenText } from "./main.js";
import { barsOf, knownRun, textOf } from "./runs.js";
import { verdictOf } from "./predict.js";
// hall/tally.js
const recordingFor = ({ runList, player }, prediction) => "run" in prediction ? knownRun(runList, prediction.run)?.recording ?? null : player.recording;
const BINS = 14;
const MOST_WORDS = 6;
const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;
var Tally = class {
	constructor(prediction, recording, votes) {
		this.prediction = prediction;
		this.recording = recording;
		this.votes = votes;
		this.count = element("p.tdp-tally-count", `${counted(votes.length, "answer")}.`);
		this.line = element("i.tdp-tally-line");
		this.line.hidden = true;
		this.columns = [];
		const { form } = prediction;
		const bars = form === "choose" || form === "press" ? this.#named() : this.#numbers();
		this.root = element("div.tdp-tally", bars, this.count);
	}
	#named() {
		const { prediction, votes } = this;
		const of = (answer) => votes.filter((vote) => vote === answer).length;
		const answers = prediction.form === "choose" ? prediction.options.map((_, at) => at) : [...new Set(votes)];
		const rows = answers.map((answer) => ({
			text: [this.#nameOf(answer)],
			value: of(answer),
			figure: String(of(answer)),
			interval: []
		}));
		if (prediction.form === "press") rows.sort((one, two) => two.value - one.value).splice(MOST_WORDS);
		const label = prediction.form === "press" && answers.length > MOST_WORDS ? "Answers; the most frequent" : "Answers";
		return barsOf({
			kind: "bars",
			label: [label],
			rows
		}, (_, words) => element("span", ...words));
	}
	#nameOf(answer) {
		if (this.prediction.form === "choose") return textOf(this.prediction.options[answer].text);
		const { row } = this.prediction;
		const token = canvasOf(this.recording().frames[row], "sampled")[answer];
		return token === void 0 ? "no cell" : `“${plainText(tokenText(this.recording(), token))}” at position ${answer}`;
	}
	#numbers() {
		const { prediction, votes } = this;
		const [from, to] = prediction.form === "guess" ? [prediction.from, prediction.to] : [0, this.recording().header.canvas_length];
		const width = (to - from) / BINS;
		const bins = Array.from({ length: BINS }, (_, at) => votes.filter((vote) => binOf(vote) === at).length);
		function binOf(vote) {
			return Math.min(Math.floor((vote - from) / width), 13);
		}
		const most = Math.max(...bins, 1);
		this.columns = bins.map((count, at) => ({
			root: element("span", {
				style: `--share: ${count / most}`,
				title: `${digits(from + at * width, 3)} to ${digits(from + (at + 1) * width, 3)}`
			}, count > 0 ? String(count) : ""),
			to: from + (at + 1) * width
		}));
		this.place = (value) => `${100 * (Math.min(Math.max(value, from), to) - from) / (to - from)}%`;
		const unit = prediction.form === "guess" ? prediction.unit : "positions";
		return element("figure.tdp-tally-numbers", {
			role: "img",
			"aria-label": `${votes.length} answers: ${votes.map((vote) => digits(vote, 3)).join(", ")} ${unit}`
		}, element("div.tdp-tally-columns", ...this.columns.map(({ root }) => root), this.line), element("div.tdp-tally-axis", element("span", digits(from, 3)), element("span", unit), element("span", digits(to, 3))));
	}
	sweep(passes) {
		if (this.place === void 0) return;
		this.line.hidden = false;
		this.line.style.left = this.place(passes);
		for (const { root, to } of this.columns) root.classList.toggle("tdp-tally-past", to < passes);
		const open = this.votes.filter((vote) => vote >= passes).length;
		setText(this.count, `${counted(this.votes.length, "answer")}. ${open} can still be right.`);
	}
	answer() {
		const { prediction, votes } = this;
		const right = votes.filter((vote) => verdictOf(prediction, this.recording(), vote).right).length;
		setText(this.count, `${counted(votes.length, "answer")}. ${right} of them ${right === 1 ? "is" : "are"} right.`);
		for (const { root } of this.columns) root.classList.remove("tdp-tally-past");
		if (prediction.form !== "guess") return;
		this.line.hidden = false;
		this.line.style.left = this.place?.(prediction.answer) ?? "";
	}
};
// hall/stream.js
const AGAIN_MS = 2e3;
async function follow(path, token, receive, signal, more = () => ({})) {
	while (!signal.aborted) {
		try {
			for await (const { data } of stream(`hall/${path}`, RANK.hall, {
				headers: () => ({
					"Hall-Token": token,
					...more()
				}),
				signal
			})) {
				if (data === "") continue;
				const message = JSON.parse(data);
				receive(message);
				if (message.kind === "closed") return;
			}
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof GoneError || error instanceof TypeError)) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
	}
}
const ask = (path, body) => post(`hall${path}`, body);
export { Tally, ask, follow, recordingFor };
