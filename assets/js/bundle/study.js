import { half, verdictIn } from "./main.js";
// run/study.js
var StudyReader = class {
	constructor(names, changes, seed) {
		this.names = names;
		this.changes = changes;
		this.seed = seed;
		this.results = new Map();
		this.waiting = "";
		this.sentence = "";
	}
	read(message) {
		this.waiting = "";
		if (message.kind === "result" || message.kind === "refused") this.#addResult(message);
		else if (message.kind === "waiting") this.waiting = String(message.sentence);
		else if (message.kind === "over") this.sentence = String(message.sentence);
	}
	#addResult(message) {
		const place = count(message.run);
		if (place >= this.names.length) return;
		const [number, change] = [Math.floor(place / this.changes), place % this.changes];
		const ids = new Uint32Array(bytes(message.ids, 4));
		const halves = new DataView(bytes(message.uncertainty, 2));
		this.results.set(`${number} ${change}`, {
			number,
			change,
			seed: this.seed + number,
			sentence: message.kind === "refused" ? String(message.sentence) : "",
			passes: count(message.passes),
			tokens: count(message.tokens),
			text: typeof message.text === "string" ? message.text : "",
			verdict: verdictIn(message),
			sureness: Number.isFinite(message.sureness) ? message.sureness : null,
			ids,
			uncertainty: Float32Array.from({ length: Math.min(halves.byteLength / 2, ids.length) }, (_, at) => half(halves.getUint16(2 * at, true))),
			name: this.names[place]
		});
	}
};
const count = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
function bytes(value, each) {
	try {
		const read = Uint8Array.from(atob(typeof value === "string" ? value : ""), (character) => character.charCodeAt(0));
		return read.buffer.slice(0, read.length - read.length % each);
	} catch {
		return new ArrayBuffer(0);
	}
}
export { StudyReader };
