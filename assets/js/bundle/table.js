import { __exportAll } from "./rolldown-runtime.js";
import { COLUMNS, namesOf, wayOf } from "./main.js";
// share/table.js
var table_exports = __exportAll({
	marksOf: () => marksOf,
	positionsOf: () => positionsOf,
	stepsOf: () => stepsOf
});
const KINDS = {
	int32: "int",
	float32: "float",
	bool: "bool"
};
const positionsOf = (runs) => joined(runs, (recording) => recording.header.canvas_length, positionColumns);
const stepsOf = (runs) => joined(runs, () => 1, stepColumns);
function joined(runs, rows, columnsOf) {
	const columns = new Map();
	let before = 0;
	const marks = marksOf(runs.map(({ recording }) => recording));
	for (const { name: run, recording } of runs) {
		const count = rows(recording);
		const length = recording.frames.length * count;
		for (const [name, kind, cell, list] of [...whatItIs(run, recording, marks), ...columnsOf(recording)]) {
			const column = columns.get(name) ?? {
				name,
				kind,
				...list && { list },
				values: Array(before).fill(void 0)
			};
			columns.set(name, column);
			for (const frame of recording.frames) for (let at = 0; at < count; at += 1) column.values.push(cell(frame, at));
		}
		before += length;
		for (const { values } of columns.values()) while (values.length < before) values.push(void 0);
	}
	return [...columns.values()];
}
const settingsOf = ({ header }) => header.source ? {} : {
	way: wayOf(header).name,
	...header.settings
};
function marksOf(runs) {
	if (runs.length < 2) return [];
	const known = runs.map(settingsOf).filter((settings) => "way" in settings);
	const differing = [...new Set(known.flatMap((settings) => Object.keys(settings)))].filter((name) => known.some((settings) => settings[name] !== known[0][name]));
	const isNumber = (name) => known.some((settings) => typeof settings[name] === "number");
	return [[
		"seed",
		"int",
		({ header }) => header.source ? void 0 : header.seed
	], ...differing.map((name) => {
		return [
			name,
			isNumber(name) ? "float" : "text",
			(recording) => settingsOf(recording)[name]
		];
	})];
}
const whatItIs = (run, recording, marks) => [
	[
		"run",
		"text",
		() => run
	],
	[
		"label",
		"text",
		() => recording.label
	],
	...marks.map(([name, kind, of]) => [
		name,
		kind,
		() => of(recording)
	])
];
function held({ frames, header, bare }) {
	const measured = bare ? [] : [
		"mean_entropy",
		"accepted",
		"entropy"
	];
	const columns = header.source ? [
		"block",
		"step",
		"argmax_ids",
		...measured
	] : COLUMNS.map(({ name }) => name);
	return COLUMNS.filter(({ name }) => columns.includes(name) && frames.some((frame) => frame[name] !== void 0));
}
function positionColumns(recording) {
	const { tokens, header, frames } = recording;
	const candidates = (frames[0]?.top_ids?.length ?? 0) / header.canvas_length;
	const text = (id) => id === void 0 ? "" : tokens.get(id) ?? "";
	const columns = [];
	for (const { name, shape, dtype } of held(recording)) {
		if (shape === "SLk") continue;
		const at = (frame, position) => figure(shape === "S" ? frame[name] : frame[name]?.[position]);
		if (name.endsWith("_ids")) {
			const layer = name.slice(0, -4);
			columns.push([
				`${layer}_id`,
				"int",
				at
			], [
				layer,
				"text",
				(frame, position) => text(at(frame, position))
			]);
		} else columns.push([
			name,
			KINDS[dtype],
			dtype === "bool" ? (frame, position) => at(frame, position) === 1 : at
		]);
		if (name === "step") columns.push([
			"position",
			"int",
			(_, position) => position
		]);
		if (name === "accepted") columns.push([
			"status",
			"text",
			(frame, position) => namesOf(header.way)[frame.status[position]]
		]);
	}
	if (header.source) return columns;
	const part = (name) => (frame, position) => [...(frame[name] ?? []).slice(position * candidates, (position + 1) * candidates)];
	columns.push([
		"argmax_prob",
		"float",
		(frame, position) => candidates ? frame.top_probs[position * candidates] : void 0
	], [
		"top_ids",
		"int",
		part("top_ids"),
		true
	], [
		"top",
		"text",
		(frame, position) => part("top_ids")(frame, position).map(text),
		true
	], [
		"top_probs",
		"float",
		part("top_probs"),
		true
	]);
	return columns;
}
function stepColumns(recording) {
	const figures = held(recording).filter(({ shape }) => shape === "S");
	const of = (values, code) => values.reduce((sum, value) => sum + Number(value === code), 0);
	const counts = recording.bare ? [] : [
		[
			"accepted_count",
			"int",
			({ accepted }) => of(accepted, 1)
		],
		[
			"newly_accepted",
			"int",
			({ status }) => of(status, 1)
		],
		[
			"reopened",
			"int",
			({ status }) => of(status, 3)
		]
	];
	return [
		...figures.map(({ name, dtype }) => [
			name,
			KINDS[dtype],
			(frame) => figure(frame[name])
		]),
		...counts,
		[
			"stop_reason",
			"text",
			({ stopReason }) => stopReason
		]
	];
}
const figure = (value) => Number.isNaN(value) ? void 0 : value;
export { marksOf, table_exports };
