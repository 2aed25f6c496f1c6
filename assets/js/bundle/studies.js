import { __exportAll } from "./rolldown-runtime.js";
import { messageOf, specFrom } from "./main.js";
import { MEASURES } from "./rules-measures.js";
import { StudyReader } from "./study.js";
import { encodeStudy, valuesIn } from "./study-address.js";
// page/studies.js
var studies_exports = __exportAll({ Studies: () => Studies });
const LOST = "The connection to the server is lost; the results that arrived are kept. Trying again …";
const CANNOT = "This run branches from another one, or holds a picture or a long prompt, so it cannot be made with other seeds; show another run first.";
var Studies = class extends EventTarget {
	constructor(host) {
		super();
		this.host = host;
		this.request = null;
		this.offered = null;
		this.measure = {
			kind: MEASURES[0][0],
			wanted: ""
		};
		this.results = new Map();
		this.past = [];
		this.fresh = new Map();
		this.reader = null;
		this.checking = null;
		this.extra = 0;
		this.sentence = "";
		this.tape = null;
	}
	get busy() {
		return this.reader !== null;
	}
	get all() {
		const { request, results } = this;
		return request === null ? this.past : [...this.past, {
			request,
			results
		}];
	}
	get total() {
		if (this.request === null) return 0;
		return this.checking === null ? this.request.seeds * this.request.values.length : this.extra;
	}
	get arrived() {
		return this.reader?.results.size ?? this.results.size;
	}
	get waiting() {
		return this.reader?.waiting ?? "";
	}
	get words() {
		const request = this.offered ?? this.request;
		return request ? encodeStudy({
			...request,
			measure: this.measure
		}, this.host.knobs) : "";
	}
	offer(request, complaint) {
		this.offered = request;
		if (request) this.measure = request.measure;
		this.#say(complaint);
	}
	make() {
		if (this.offered && !this.busy) this.#make(this.offered);
	}
	ask(seeds, vary, values, settings = {}) {
		if (this.busy) return;
		const base = this.host.base();
		if (base === null) return this.#say(CANNOT);
		const run = {
			...base,
			settings: {
				...base.settings,
				...settings
			}
		};
		this.#make({
			run,
			seeds,
			vary,
			values: vary === "" ? [""] : valuesIn(values),
			measure: this.measure
		});
	}
	#make(request) {
		const { run, seeds, vary, values } = request;
		this.past = this.all;
		this.request = request;
		this.offered = null;
		this.results = new Map();
		this.fresh = new Map();
		this.checking = null;
		this.#begin(run, seeds, vary, values.join(", "), values.length);
	}
	check(change, seeds) {
		if (this.busy || this.request === null) return;
		const { request } = this;
		this.checking = change;
		this.extra = Math.min(seeds, 64);
		const known = this.fresh.get(change)?.size ?? 0;
		const run = {
			...request.run,
			seed: request.run.seed + request.seeds + known
		};
		this.#begin(run, this.extra, request.vary, request.values[change], 1);
	}
	async #begin(run, seeds, vary, values, changes) {
		const reader = this.reader = new StudyReader([], changes, run.seed);
		this.tape = null;
		this.#say("");
		try {
			const tape = await this.host.engine.start({ study: {
				spec: specFrom(run, this.host.knobs),
				seeds,
				vary,
				values
			} });
			reader.names = tape.runs;
			this.tape = tape;
			const lost = (is) => {
				reader.waiting = is ? LOST : "";
				this.#say("");
			};
			for await (const message of tape.messages(lost)) {
				reader.read(message);
				this.#take(reader);
			}
		} catch (error) {
			reader.sentence = messageOf(error);
		}
		this.reader = null;
		this.#say(reader.sentence);
	}
	stop() {
		this.tape?.stop();
	}
	#take(reader) {
		const { checking, request } = this;
		if (request === null) return;
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
		const packed = await this.host.engine.trace(result.name).catch((error) => this.#say(error.message));
		if (!packed) return;
		await this.host.open(new File([packed], `seed ${result.seed}.trace`));
		this.#say("");
	}
	adopt(change) {
		const { request } = this;
		if (request === null) return;
		const { run, vary, values } = request;
		const { settings } = run;
		const value = typeof settings[vary] === "number" ? Number(values[change]) : values[change];
		this.host.adopt(vary === "" ? settings : {
			...settings,
			[vary]: value
		});
	}
};
export { studies_exports };
