/** The engine in the page: what `server.js` asks of a server, a worker does here. */

import { GoneError, RefusedError } from "./events.js";

/** @typedef {import("./server.js").Request} Request */
/** @typedef {import("./tape.js").Message} Message */
/** @typedef {{ state: string, sentence: string } & Record<string, any>} Status */

/** How the last message of a tape begins. */
const OVER = '{"kind":"over"';

/** The tape of one request, as the worker writes it. */
class WorkerTape {
  /** @type {Message[]} */
  #written = [];
  #news = Promise.withResolvers();
  /** Why nothing more can come. @type {Error | null} */
  #fault = null;

  /** @param {string[]} runs names @param {(run?: number) => void} stop @param {() => void} close once nothing more comes */
  constructor(runs, stop, close) {
    this.runs = runs;
    this.stop = stop;
    this.close = close;
  }

  /** @param {string} text */
  write(text) {
    this.#written.push(JSON.parse(text));
    this.#tell();
  }

  /** Whoever reads it learns that nothing more comes. @param {Error} fault */
  fail(fault) {
    this.#fault = fault;
    this.close();
    this.#tell();
  }

  #tell() {
    this.#news.resolve(undefined);
    this.#news = Promise.withResolvers();
  }

  /**
   * @returns {AsyncGenerator<Message>} all messages, the last one of kind `over`
   * @throws {Error} the worker has gone
   */
  async *messages() {
    for (let at = 0; ; at += 1) {
      while (at >= this.#written.length) {
        if (this.#fault) throw this.#fault;
        await this.#news.promise;
      }
      yield this.#written[at];
      if (this.#written[at].kind === "over") return;
    }
  }
}

export class BrowserEngine {
  #questions = 0;
  /** Where the answers to questions go. @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, tell?: (status: Status) => void }>} */
  #open = new Map();
  /** @type {Map<number, WorkerTape>} */
  #tapes = new Map();
  /** What was said on a tape whose names are not known yet. @type {Map<number, string[]>} */
  #early = new Map();
  /** @type {Worker | null} */
  #worker = null;

  /**
   * @param {object} where
   * @param {URL} where.base the folder of the page's own files
   * @param {() => Worker} [where.makeWorker]
   * @param {object} [where.place] as `openEngine` in `denoising/open.js` takes it
   * @param {boolean} [where.again] may what failed succeed at another time?
   */
  constructor({ base, makeWorker = () => workerIn(base), place = placeIn(base), again = true }) {
    this.base = base;
    this.makeWorker = makeWorker;
    this.place = place;
    this.again = again;
    /** Done when the model is ready. @type {PromiseWithResolvers<void>} */
    this.ready = Promise.withResolvers();
    this.ready.promise.catch(() => {});
  }

  /**
   * @param {Request} body
   * @param {AbortSignal} [signal] gives up before it has begun
   * @returns {Promise<WorkerTape>}
   * @throws {RefusedError | GoneError} nothing of it can begin
   */
  async start(body, signal) {
    signal?.throwIfAborted();
    await Promise.race([this.ready.promise, abortionOf(signal)]);
    const { sandboxFor } = body.rule === undefined ? { sandboxFor: null } : await import("./sandbox.js");
    const sandbox = sandboxFor && (await sandboxFor(this.base, String(body.rule)));
    const close = () => sandbox?.close();
    const rule = sandbox && { rule: { source: body.rule, port: sandbox.port } };
    const { number, answer } = this.#ask("start", { ...body, ...rule }, undefined, sandbox ? [sandbox.port] : []);
    const runs = await answer.catch((error) => {
      close();
      throw error;
    });
    const stop = (/** @type {number | undefined} */ run) =>
      void this.#ask("stop", { tape: number, run }).answer.catch(() => {});
    const tape = new WorkerTape(runs, stop, close);
    this.#tapes.set(number, tape);
    for (const text of this.#early.get(number) ?? []) this.#write(number, text);
    this.#early.delete(number);
    return tape;
  }

  /** @param {string} name @param {string} [argument] @returns {Promise<any>} */
  async call(name, argument = "") {
    await this.ready.promise;
    return this.#ask("call", { name, argument }).answer;
  }

  /** @param {string} run its name @returns {Promise<Uint8Array<ArrayBuffer>>} the bytes of its trace */
  trace(run) {
    return this.#ask("trace", run).answer;
  }

  /** @returns {AsyncGenerator<Status>} the states of the model, until it is ready or has failed */
  async *model() {
    /** @type {Status[]} */
    const states = [];
    let news = Promise.withResolvers();
    const tell = (/** @type {Status} */ status) => {
      states.push(status);
      news.resolve(undefined);
    };
    const { answer } = this.#ask("open", this.place, tell);
    answer.then(tell, (error) => {
      if (!this.again) this.ready.reject(error);
      tell({ state: "failed", sentence: error.message, again: this.again });
    });
    for (;;) {
      while (states.length > 0) {
        const status = /** @type {Status} */ (states.shift());
        if (status.state === "ready") this.ready.resolve();
        yield status;
        if (status.state !== "loading") return;
      }
      news = Promise.withResolvers();
      await news.promise;
    }
  }

  /** @param {string} kind @param {any} content @param {(status: Status) => void} [tell] @param {Transferable[]} [moved] parts of the content */
  #ask(kind, content, tell, moved = []) {
    this.#questions += 1;
    const number = this.#questions;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#open.set(number, { resolve, reject, tell });
    this.#working().postMessage({ number, kind, content }, moved);
    return { number, answer: promise };
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

  /** @param {any} data */
  #hear({ number, status, message, value, error }) {
    if (status) return this.#open.get(number)?.tell?.(status);
    if (message) {
      if (this.#tapes.has(number)) this.#write(number, message);
      else this.#early.set(number, [...(this.#early.get(number) ?? []), message]);
      return;
    }
    const question = this.#open.get(number);
    this.#open.delete(number);
    if (error === undefined) question?.resolve(value);
    else question?.reject(new RefusedError(error));
  }

  /** A tape that is over belongs to its reader alone. @param {number} number @param {string} text */
  #write(number, text) {
    this.#tapes.get(number)?.write(text);
    if (!text.startsWith(OVER)) return;
    this.#tapes.get(number)?.close();
    this.#tapes.delete(number);
  }

  /** Everything that waits for the worker fails; the next look at the model makes another one. @param {string} sentence */
  #fail(sentence) {
    this.#worker?.terminate();
    this.#worker = null;
    this.ready = Promise.withResolvers();
    this.ready.promise.catch(() => {});
    const fault = new GoneError(sentence);
    for (const { reject } of this.#open.values()) reject(fault);
    for (const tape of this.#tapes.values()) tape.fail(fault);
    for (const waiting of [this.#open, this.#tapes, this.#early]) waiting.clear();
  }
}

/** @param {AbortSignal} [signal] @returns {Promise<never>} fails when it is given */
const abortionOf = (signal) =>
  new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason), { once: true }));

/** @param {URL} base */
const placeIn = (base) => ({ base: new URL("portable/", base).href, runtime: new URL("js/runtime/", base).href });

/** The worker as one script, or as modules where this is one. @param {URL} base */
function workerIn(base) {
  const folder = new URL(import.meta.url).pathname.includes("/bundle/") ? "bundle" : "denoising";
  return new Worker(new URL(`js/${folder}/worker.js`, base), { type: "module" });
}
