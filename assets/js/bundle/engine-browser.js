import { GoneError, RefusedError } from "./main.js";
// engine/browser.js
const OVER = "{\"kind\":\"over\"";
var WorkerTape = class {
	#written = [];
	#news = Promise.withResolvers();
	#fault = null;
	constructor(runs, stop, close) {
		this.runs = runs;
		this.stop = stop;
		this.close = close;
	}
	write(text) {
		this.#written.push(JSON.parse(text));
		this.#tell();
	}
	fail(fault) {
		this.#fault = fault;
		this.close();
		this.#tell();
	}
	#tell() {
		this.#news.resolve(void 0);
		this.#news = Promise.withResolvers();
	}
	async *messages() {
		for (let at = 0;; at += 1) {
			while (at >= this.#written.length) {
				if (this.#fault) throw this.#fault;
				await this.#news.promise;
			}
			yield this.#written[at];
			if (this.#written[at].kind === "over") return;
		}
	}
};
var BrowserEngine = class {
	#questions = 0;
	#open = new Map();
	#tapes = new Map();
	#early = new Map();
	#worker = null;
	constructor({ base, makeWorker = () => workerIn(base), place = placeIn(base), again = true }) {
		this.base = base;
		this.makeWorker = makeWorker;
		this.place = place;
		this.again = again;
		this.ready = Promise.withResolvers();
		this.ready.promise.catch(() => {});
	}
	async start(body, signal) {
		signal?.throwIfAborted();
		await Promise.race([this.ready.promise, abortionOf(signal)]);
		const { sandboxFor } = body.rule === void 0 ? { sandboxFor: null } : await import("./sandbox.js").then((n) => n.sandbox_exports);
		const sandbox = sandboxFor && await sandboxFor(this.base, String(body.rule));
		const close = () => sandbox?.close();
		const rule = sandbox && { rule: {
			source: body.rule,
			port: sandbox.port
		} };
		const { number, answer } = this.#ask("start", {
			...body,
			...rule
		}, void 0, sandbox ? [sandbox.port] : []);
		const runs = await answer.catch((error) => {
			close();
			throw error;
		});
		const stop = (run) => void this.#ask("stop", {
			tape: number,
			run
		}).answer.catch(() => {});
		const tape = new WorkerTape(runs, stop, close);
		this.#tapes.set(number, tape);
		for (const text of this.#early.get(number) ?? []) this.#write(number, text);
		this.#early.delete(number);
		return tape;
	}
	async call(name, argument = "") {
		await this.ready.promise;
		return this.#ask("call", {
			name,
			argument
		}).answer;
	}
	trace(run) {
		return this.#ask("trace", run).answer;
	}
	async *model() {
		const states = [];
		let news = Promise.withResolvers();
		const tell = (status) => {
			states.push(status);
			news.resolve(void 0);
		};
		const { answer } = this.#ask("open", this.place, tell);
		answer.then(tell, (error) => {
			if (!this.again) this.ready.reject(error);
			tell({
				state: "failed",
				sentence: error.message,
				again: this.again
			});
		});
		for (;;) {
			while (states.length > 0) {
				const status = states.shift();
				if (status.state === "ready") this.ready.resolve();
				yield status;
				if (status.state !== "loading") return;
			}
			news = Promise.withResolvers();
			await news.promise;
		}
	}
	#ask(kind, content, tell, moved = []) {
		this.#questions += 1;
		const number = this.#questions;
		const { promise, resolve, reject } = Promise.withResolvers();
		this.#open.set(number, {
			resolve,
			reject,
			tell
		});
		this.#working().postMessage({
			number,
			kind,
			content
		}, moved);
		return {
			number,
			answer: promise
		};
	}
	#working() {
		if (this.#worker) return this.#worker;
		const worker = this.makeWorker();
		worker.addEventListener("message", ({ data }) => this.#hear(data));
		worker.addEventListener("error", (event) => {
			event.preventDefault();
			this.#fail("The engine in this page cannot start here; the recorded runs go on playing.");
		});
		this.#worker = worker;
		return worker;
	}
	#hear({ number, status, message, value, error }) {
		if (status) return this.#open.get(number)?.tell?.(status);
		if (message) {
			if (this.#tapes.has(number)) this.#write(number, message);
			else this.#early.set(number, [...this.#early.get(number) ?? [], message]);
			return;
		}
		const question = this.#open.get(number);
		this.#open.delete(number);
		if (error === void 0) question?.resolve(value);
		else question?.reject(new RefusedError(error));
	}
	#write(number, text) {
		this.#tapes.get(number)?.write(text);
		if (!text.startsWith(OVER)) return;
		this.#tapes.get(number)?.close();
		this.#tapes.delete(number);
	}
	#fail(sentence) {
		this.#worker?.terminate();
		this.#worker = null;
		this.ready = Promise.withResolvers();
		this.ready.promise.catch(() => {});
		const fault = new GoneError(sentence);
		for (const { reject } of this.#open.values()) reject(fault);
		for (const tape of this.#tapes.values()) tape.fail(fault);
		for (const waiting of [
			this.#open,
			this.#tapes,
			this.#early
		]) waiting.clear();
	}
};
const abortionOf = (signal) => new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason), { once: true }));
const placeIn = (base) => ({
	base: new URL("portable/", base).href,
	runtime: new URL("js/runtime/", base).href
});
function workerIn(base) {
	const folder = new URL(import.meta.url).pathname.includes("/bundle/") ? "bundle" : "denoising";
	return new Worker(new URL(`js/${folder}/worker.js`, base), { type: "module" });
}
export { BrowserEngine };
