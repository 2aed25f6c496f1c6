import { __exportAll } from "./rolldown-runtime.js";
// run/branching.js
var branching_exports = __exportAll({ rebuilding: () => rebuilding });
function specOf(header) {
	const { spec, model, revision, prompt, system = "", thinking = false, settings, seed } = header;
	if (spec?.version) return spec;
	return {
		version: 1,
		model,
		revision,
		prompt: {
			text: prompt,
			system,
			thinking,
			image_sha256: header.image_sha256 ?? ""
		},
		settings,
		sampler_source: "",
		seed,
		start: null
	};
}
const sharedSteps = ({ frames }, { block, step }) => frames.filter((frame) => frame.block < block || frame.block === block && frame.step <= step).length;
function differsAt(parent, branch, place) {
	const same = (a, b) => a.length === b.length && Array.prototype.every.call(a, (value, at) => value === b[at]);
	const shared = sharedSteps(branch, place);
	for (let at = 0; at < shared; at += 1) {
		const [before, after] = [parent.frames[at], branch.frames[at]];
		if (!before || !same(before.input_ids, after.input_ids) || !same(before.sampled_ids, after.sampled_ids) || !same(before.argmax_ids, after.argmax_ids)) return at;
	}
	return null;
}
function rebuilding({ header, frames, live }) {
	const place = header.spec?.branch;
	const last = frames.at(-1);
	if (!place || !live || last === void 0) return "";
	const { block, step } = last;
	if (block > place.block || block === place.block && step >= place.step) return "";
	const part = place.block > 1 ? ` in part ${place.block}` : "";
	return `Computing the steps before the branch again: ${block === place.block ? step : 0} of ${place.step}${part} done. Stop ends it.`;
}
function treeOf(runs, idOf, parentOf) {
	const ids = new Set(runs.map(idOf));
	const listed = [];
	const put = (run, depth) => {
		if (listed.some(([other]) => other === run)) return;
		listed.push([run, depth]);
		for (const child of runs) if (parentOf(child) === idOf(run)) put(child, depth + 1);
	};
	for (const run of runs) if (!ids.has(parentOf(run))) put(run, 0);
	for (const run of runs) put(run, 0);
	return listed;
}
export { branching_exports, differsAt, specOf, treeOf };
