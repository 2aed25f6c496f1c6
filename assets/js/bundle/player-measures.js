import { flopsText, stepCosts, total } from "./cost.js";
import { LETTERS, digits, passKindOf, rowsOf, unlike } from "./main.js";
// player/measures.js
const STEPS = {
	work: (recording) => stepCosts(recording)?.map(({ flops, encoder }) => flops + (encoder ? total(encoder.flops) : 0)) ?? "is of a model whose shape is not known",
	seconds: (recording) => {
		if (recording.live) return "goes on";
		const rows = rowsOf(recording.header);
		if (Number.isNaN(rows)) return "does not say whether it shared its passes";
		if (rows > 1) return `has shared passes, ${rows} rows`;
		const seconds = recording.frames.map((frame) => frame.seconds ?? NaN);
		return seconds.some(Number.isNaN) ? "was recorded without the times of its steps" : seconds;
	}
};
const TEXTS = {
	work: flopsText,
	seconds: (seconds) => `${digits(seconds, 3)} s`
};
const amountText = (measure, amount) => amount === 0 ? "0" : TEXTS[measure](amount);
function spending(lanes, measure, guest = null) {
	const spent = [];
	for (const [lane, recording] of lanes.entries()) {
		const steps = STEPS[measure](recording);
		if (typeof steps === "string") return {
			spent: [],
			why: `${LETTERS[lane]} ${steps}`,
			kinds: ""
		};
		let sum = 0;
		const after = steps.map((step) => sum += step);
		spent.push(recording.moments.map(({ step, noise }) => noise ? after[step - 1] ?? 0 : after[step]));
	}
	const theirs = guest ? guest.spent(measure) : null;
	if (typeof theirs === "string") return {
		spent: [],
		why: `R ${theirs}`,
		kinds: ""
	};
	const kinds = lanes.map(({ header }) => passKindOf(header));
	const apart = measure === "seconds" && unlike(kinds);
	return {
		spent: theirs ? [...spent, theirs] : spent,
		why: "",
		kinds: apart ? kinds.map((kind, lane) => `${LETTERS[lane]} ${kind}`).join(", ") : ""
	};
}
export { amountText, spending };
