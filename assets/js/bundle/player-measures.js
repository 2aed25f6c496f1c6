import { flopsText, stepCosts, total } from "./cost.js";
import { LETTERS, digits, timesOf } from "./main.js";
// player/measures.js
const STEPS = {
	work: (recording) => stepCosts(recording)?.map(({ flops, encoder }) => flops + (encoder ? total(encoder.flops) : 0)) ?? "is of a model whose shape is not known",
	seconds: ({ frames }) => {
		const seconds = frames.map((frame) => frame.seconds ?? NaN);
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
	const times = measure === "seconds" ? timesOf(lanes) : [];
	const late = times.findIndex(({ note }) => note !== "");
	if (late >= 0) {
		const { note } = times[late];
		return {
			spent,
			why: times.every((time) => time.note === note) ? note : `${LETTERS[late]}: ${note}`
		};
	}
	for (const [lane, recording] of lanes.entries()) {
		const steps = STEPS[measure](recording);
		if (typeof steps === "string") return {
			spent: [],
			why: `${LETTERS[lane]} ${steps}`
		};
		let sum = 0;
		const after = steps.map((step) => sum += step);
		spent.push(recording.moments.map(({ step, noise }) => noise ? after[step - 1] ?? 0 : after[step]));
	}
	const theirs = guest ? guest.spent(measure) : null;
	if (typeof theirs === "string") return {
		spent: [],
		why: `R ${theirs}`
	};
	return {
		spent: theirs ? [...spent, theirs] : spent,
		why: ""
	};
}
export { amountText, spending };
