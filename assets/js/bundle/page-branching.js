import { differsAt, specOf } from "./branching.js";
import { placeOf, readSteering, steeringOf } from "./main.js";
// page/branching.js
const LIVE = "This run is still going on; branch from it when it has ended, or press Stop first.";
const PICTURE = "The prompt of this run has a picture, which its trace does not hold; choose that picture again beside the prompt, then branch.";
const END = "The text ends with this step; branch from an earlier one.";
function problemOf({ live, header }, picture) {
	if (live) return LIVE;
	return header.image_sha256 && picture === "" ? PICTURE : "";
}
function branchOf(recording, moment, { seed, settings, steering = "", source = "" }, picture) {
	const { header, frames, moments } = recording;
	const problem = problemOf(recording, picture);
	if (problem !== "") return problem;
	const place = placeOf(recording, moment);
	const { pins = {}, edits = [] } = readSteering(steering) ?? {};
	const later = edits.filter((edit) => edit.block > place.block || edit.block === place.block && edit.step > place.step);
	const steered = steeringOf({
		pins,
		edits: later
	});
	if (moment === moments.length - 1 && frames.at(-1)?.stopReason !== "stopped" && !goesOn(recording, settings, steered)) return END;
	const { prompt, system = "", thinking = false } = header;
	return {
		kind: "own",
		prompt,
		system,
		thinking,
		seed,
		settings,
		steering: steered,
		model: "",
		revision: "",
		source,
		branch: {
			run: recording.made || recording.run,
			parent: specOf(header),
			...place
		}
	};
}
const goesOn = ({ header }, settings, steering) => steering !== steeringOf({ pins: header.spec?.pins }) || Object.entries(settings).some(([name, value]) => name in header.settings && header.settings[name] !== value);
function noticeOf(parent, branch) {
	const differs = branch.header.branch?.differs ?? null;
	const at = differs === null ? differsAt(parent, branch, branch.header.spec?.branch) : differs - 1;
	if (at === null) return "";
	const frame = branch.frames[at];
	return `Computed again here, the run came out differently from step ${frame.step} of part ${frame.block} on than it was recorded; the branch goes on from what was computed.`;
}
export { branchOf, noticeOf, problemOf };
