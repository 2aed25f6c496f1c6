import { __exportAll } from "./rolldown-runtime.js";
import { MEASURES } from "./rules-measures.js";
import { decode, quoted, runWords } from "./main.js";
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
export { encodeStudy, study_address_exports, valuesIn };
