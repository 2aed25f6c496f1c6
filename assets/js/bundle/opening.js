import { cellText } from "./main.js";
// words/opening.js
const HEADINGS = [
	"It starts as noise.",
	"It reads all of it at once, and keeps what it is sure of.",
	"It takes a word back."
];
const READS = "Kept words turn to ink, with a blue line. The darker the colour, the less sure it is. What is not kept becomes noise again.";
const SKIP = "Skip";
const YOURS = "or touch anything: it stops where it is, and the page is yours";
const AGAIN = "Play the opening again";
const captionsAt = (recording, correction, step) => [
	`${recording.header.canvas_length} words and pieces of words, drawn by chance. They mean nothing yet.`,
	READS,
	taleOf(recording, correction, step)
];
function taleOf({ frames, tokens }, { kept, reopened, again, before, after }, step) {
	const quoted = (id) => `“${cellText(tokens.get(id) ?? "")}”`;
	const was = `${quoted(before)} was kept at step ${frames[kept].step}`;
	if (step < reopened) return `${was}.`;
	return `${was}${`${step < again ? " and" : ","} thrown back at step ${frames[reopened].step}`}${step < again ? "" : `, and is now ${quoted(after)}`}.`;
}
export { AGAIN, HEADINGS, SKIP, YOURS, captionsAt, taleOf };
