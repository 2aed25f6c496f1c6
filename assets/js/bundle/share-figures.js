import { mean, shareOf, wilson } from "./intervals.js";
import { figuresOf, timesOf } from "./main.js";
import { marksOf } from "./table.js";
// share/figures.js
const columnsOf = (rows) => [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => ({
	name,
	values: rows.map((row) => row[name])
}));
const studyRuns = (request, runs) => columnsOf(runs.map(({ seeds, change, result, right }) => {
	const { seed, sentence, passes, tokens, sureness, verdict, text } = result;
	const done = sentence === "";
	return {
		...whatVaries(request, change),
		seed,
		seeds,
		passes: done ? passes : void 0,
		tokens: done ? tokens : void 0,
		sureness: sureness ?? void 0,
		right,
		right_means: meaningOf(request),
		verdict: verdict?.sentence ?? "",
		failed: sentence,
		text,
		prompt: request.run.prompt
	};
}));
const studySettings = (request, settings) => columnsOf(settings.map(({ seeds, change, finding }) => {
	const { right, cases } = shareOf(finding);
	const passes = [...finding.passes.values()];
	return {
		...whatVaries(request, change),
		seeds,
		runs: passes.length,
		passes: passes.length > 0 ? mean(passes) : void 0,
		...shares(right, cases),
		right_means: meaningOf(request),
		prompt: request.run.prompt
	};
}));
const mapMarks = (marks) => columnsOf(marks.map(({ settings, right, cases, passes, subject, yours }) => ({
	cases_are: subject,
	yours,
	passes,
	...shares(right, cases),
	...settings
})));
function laneFigures(lanes, guest) {
	const recordings = lanes.map(({ recording }) => recording);
	const times = timesOf(recordings);
	const marks = marksOf(recordings);
	const rows = lanes.map(({ recording, letter, title }, at) => {
		const { header, text } = recording;
		const figures = figuresOf(recording);
		const { stopped, verdict, live } = figures;
		const counted = !live && figures.passes !== 0;
		const figure = (value) => counted && !Number.isNaN(value) ? value : void 0;
		return {
			lane: letter,
			title,
			...Object.fromEntries(marks.map(([name, , of]) => [name, of(recording)])),
			passes: figure(figures.passes),
			encoder_passes: figure(figures.encoderPasses),
			tokens: figure(figures.tokens),
			tokens_per_pass: figure(figures.perPass),
			seconds: figure(times[at].seconds),
			seconds_note: times[at].note,
			mean_entropy: figure(figures.meanEntropy),
			relapses: figure(figures.reopened),
			changed_tokens: figure(figures.changed),
			stop_reason: stopped === "untold" ? "" : stopped,
			right: verdict?.right,
			verdict: verdict?.sentence ?? "",
			text,
			prompt: header.source ? "" : header.prompt
		};
	});
	if (guest === null) return columnsOf(rows);
	const { tokens, seconds, stopped } = guest.figures;
	const known = (value) => Number.isNaN(value) ? void 0 : value;
	const theirs = {
		lane: "R",
		title: guest.title,
		tokens: known(tokens),
		seconds: known(seconds),
		stop_reason: stopped
	};
	return columnsOf([...rows, {
		...theirs,
		seconds_note: "on arrival"
	}]);
}
function whatVaries({ run, vary, values }, change) {
	if (vary === "") return {};
	return { [vary]: typeof run.settings[vary] === "number" ? Number(values[change]) : values[change] };
}
const meaningOf = ({ measure: { kind, wanted } }) => wanted === "" ? kind : `${kind}: ${wanted}`;
function shares(right, cases) {
	if (cases === 0) return {
		right: 0,
		cases: 0,
		share: void 0,
		low: void 0,
		high: void 0
	};
	const [low, high] = wilson(right, cases);
	return {
		right,
		cases,
		share: right / cases,
		low,
		high
	};
}
export { laneFigures, mapMarks, studyRuns, studySettings };
