import { MEASURES, __exportAll, encodeStudy, valuesIn } from "./study-address.js";
import { half, verdictIn } from "./main.js";
// run/study.js
var StudyReader = class {
	constructor(ticket, changes) {
		this.ticket = ticket;
		this.changes = changes;
		this.run = "";
		this.control = "";
		this.results = new Map();
		this.waiting = "";
		this.sentence = "";
		this.over = false;
		this.done = 0;
	}
	get lacking() {
		return this.results.size < this.done;
	}
	read(text) {
		const message = parse(text);
		if (message.kind === "study-taken" && this.run === "" && message.ticket === this.ticket) {
			this.run = String(message.run);
			this.control = String(message.control);
		}
		if (this.run === "" || message.run !== this.run) return false;
		this.waiting = "";
		if (message.kind === "study-found") this.#found(message);
		else if (message.kind === "study-waiting") this.waiting = String(message.sentence);
		else if (message.kind === "study-progress") this.done = Math.max(this.done, count(message.done));
		else if (message.kind === "study-over" || message.kind === "study-refused") {
			this.over = true;
			this.done = Math.max(this.done, count(message.done));
			this.sentence = String(message.sentence);
		}
		return true;
	}
	#found(message) {
		const [number, change] = [count(message.number), count(message.change)];
		if (change >= this.changes) return;
		const ids = new Uint32Array(bytes(message.ids, 4));
		const halves = new DataView(bytes(message.uncertainty, 2));
		this.results.set(`${number} ${change}`, {
			number,
			change,
			seed: count(message.seed),
			sentence: String(message.sentence),
			passes: count(message.passes),
			tokens: count(message.tokens),
			text: typeof message.text === "string" ? message.text : "",
			verdict: verdictIn(message),
			ids,
			uncertainty: Float32Array.from({ length: Math.min(halves.byteLength / 2, ids.length) }, (_, at) => half(halves.getUint16(2 * at, true))),
			name: `${this.run}/${number * this.changes + change}`
		});
		this.done = Math.max(this.done, this.results.size);
	}
};
function parse(text) {
	try {
		return JSON.parse(text) ?? {};
	} catch {
		return {};
	}
}
const count = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
function bytes(value, each) {
	try {
		const read = Uint8Array.from(atob(typeof value === "string" ? value : ""), (character) => character.charCodeAt(0));
		return read.buffer.slice(0, read.length - read.length % each);
	} catch {
		return new ArrayBuffer(0);
	}
}
// page/studies.js
var studies_exports = __exportAll({ Studies: () => Studies });
const LAST_MESSAGE_MS = 1500;
const ASK_MS = 3e3;
const MOST_ASKED = 10;
const LOST = "The connection to the study was lost; what has arrived is kept.";
const NOT_TAKEN = "The server did not take the study: too many runs are waiting, or it cannot be reached. Try again in a moment.";
const CANNOT = "This run branches from another one, or holds a picture or a long prompt, so it cannot be made with other seeds; show another run first.";
var Studies = class extends EventTarget {
	constructor(host) {
		super();
		this.host = host;
		this.asked = null;
		this.offered = null;
		this.measure = {
			kind: MEASURES[0][0],
			wanted: ""
		};
		this.results = new Map();
		this.fresh = new Map();
		this.reader = null;
		this.checking = null;
		this.ending = false;
		this.extra = 0;
		this.sentence = "";
		this.request = "";
	}
	get busy() {
		return this.reader !== null;
	}
	get total() {
		if (this.asked === null) return 0;
		return this.checking === null ? this.asked.seeds * this.asked.values.length : this.extra;
	}
	get arrived() {
		return this.reader?.results.size ?? this.results.size;
	}
	get waiting() {
		return this.reader?.waiting ?? "";
	}
	get words() {
		const asked = this.offered ?? this.asked;
		return asked ? encodeStudy({
			...asked,
			measure: this.measure
		}, this.host.knobs) : "";
	}
	offer(asked, complaint) {
		this.offered = asked;
		if (asked) this.measure = asked.measure;
		this.#say(complaint);
	}
	make() {
		if (this.offered && !this.busy) this.#make(this.offered);
	}
	ask(seeds, vary, values) {
		if (this.busy) return;
		const run = this.host.base();
		if (run === null) return this.#say(CANNOT);
		this.#make({
			run,
			seeds,
			vary,
			values: vary === "" ? [""] : valuesIn(values),
			measure: this.measure
		});
	}
	#make(asked) {
		const { run, seeds, vary, values } = asked;
		this.asked = asked;
		this.offered = null;
		this.results = new Map();
		this.fresh = new Map();
		this.checking = null;
		this.#begin(run, seeds, vary, values.join(", "), values.length);
	}
	check(change, seeds) {
		if (this.busy || this.asked === null) return;
		const { asked } = this;
		this.checking = change;
		this.extra = Math.min(seeds, 64);
		const known = this.fresh.get(change)?.size ?? 0;
		const run = {
			...asked.run,
			seed: asked.run.seed + asked.seeds + known
		};
		this.#begin(run, this.extra, asked.vary, asked.values[change], 1);
	}
	#begin({ prompt, system, thinking, seed, settings, steering = "" }, seeds, vary, values, changes) {
		const ticket = crypto.randomUUID?.() ?? String(Math.random());
		const form = {
			prompt,
			system,
			thinking,
			seed,
			...settings,
			steering
		};
		this.request = JSON.stringify({
			form,
			seeds,
			vary,
			values,
			ticket
		});
		this.reader = new StudyReader(ticket, changes);
		this.#say("");
		this.host.trigger();
		this.#watch(this.reader);
	}
	begin() {
		return this.request;
	}
	receive(message) {
		const { reader } = this;
		if (reader === null || !reader.read(message)) return;
		this.#take(reader);
		if (reader.over) this.#end(reader);
	}
	stop() {
		if (this.reader && this.reader.control !== "") this.host.server.stop(this.reader.control).catch(() => {});
	}
	over() {
		const { reader } = this;
		setTimeout(() => reader && this.#end(reader, reader.run === "" ? NOT_TAKEN : LOST), LAST_MESSAGE_MS);
	}
	async #watch(reader) {
		for (let asked = 0; this.reader === reader; asked += 1) {
			await new Promise((give) => setTimeout(give, ASK_MS));
			if (this.reader !== reader) return;
			if (reader.run === "" ? asked >= MOST_ASKED : await this.host.server.ended(reader.run).catch(() => true)) this.over();
			else if (reader.lacking) await this.#repair(reader);
		}
	}
	async #end(reader, sentence = reader.sentence) {
		if (this.reader !== reader || this.ending) return;
		this.ending = true;
		await this.#repair(reader);
		this.reader = null;
		this.ending = false;
		this.#say(reader.over ? reader.sentence : sentence);
	}
	async #repair(reader) {
		if (reader.run === "" || reader.over && !reader.lacking) return;
		for (const message of await this.host.server.study_found(reader.run).catch(() => []) ?? []) reader.read(message);
		this.#take(reader);
	}
	#take(reader) {
		const { checking, asked } = this;
		if (asked === null) return;
		if (checking === null) this.results = new Map(reader.results);
		else {
			const known = this.fresh.get(checking) ?? new Map();
			for (const result of reader.results.values()) known.set(String(result.seed), {
				...result,
				change: checking
			});
			this.fresh.set(checking, known);
		}
		this.dispatchEvent(new Event("change"));
	}
	#say(sentence) {
		this.sentence = sentence;
		this.dispatchEvent(new Event("change"));
	}
	async open(result) {
		const answer = await this.host.server.trace(result.name).catch(() => void 0);
		if (!answer?.packed) return this.#say(answer?.refused ?? "The server does not answer; the run cannot be fetched from it.");
		const packed = Uint8Array.from(atob(answer.packed), (character) => character.charCodeAt(0));
		await this.host.open(new File([packed], `seed ${result.seed}.trace`));
		this.#say("");
	}
	adopt(change) {
		const { asked } = this;
		if (asked === null) return;
		const { run: { settings }, vary, values } = asked;
		const value = typeof settings[vary] === "number" ? Number(values[change]) : values[change];
		this.host.adopt(vary === "" ? settings : {
			...settings,
			[vary]: value
		});
	}
};
export { studies_exports };
