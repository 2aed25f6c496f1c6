/** The engine in the page: what `server.ts` asks of a server, a worker does here. */

import { WireReader } from "../../run/wire.ts";
import { answering } from "./decider.ts";
import { GoneError, RefusedError } from "../../engine/events.ts";
import type { Recording } from "../../run/recording.ts";
import type { Decider } from "./decider.ts";
import type { Request } from "../../engine/server.ts";
import type { Message } from "../../engine/tape.ts";

type Status = { state: string; sentence: string } & Record<string, any>;

/** The tape of one request, as the worker writes it. */
class WorkerTape {
  #written: Message[] = [];
  #news = Promise.withResolvers<any>();
  /** Why nothing more can come. */
  #fault: Error | null = null;

  /** @param runs names @param close once nothing more comes */
  constructor(
    public runs: string[],
    public stop: (run?: number) => void,
    public close: () => void,
  ) {}

  write(message: Message) {
    this.#written.push(message);
    this.#tell();
  }

  /** Whoever reads it learns that nothing more comes. */
  fail(fault: Error) {
    this.#fault = fault;
    this.close();
    this.#tell();
  }

  #tell() {
    this.#news.resolve(undefined);
    this.#news = Promise.withResolvers<any>();
  }

  /**
   * @returns all messages, the last one of kind `over`
   * @throws {Error} the worker has gone
   */
  async *messages(): AsyncGenerator<Message> {
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
  base: URL;
  makeWorker: () => Worker;
  place: object;
  again: boolean;
  /** Done when the model is ready. */
  ready: PromiseWithResolvers<void>;

  #questions = 0;
  /** Where the answers to questions go. */
  #open: Map<
    number,
    { resolve: (value: any) => void; reject: (error: Error) => void; tell?: (status: Status) => void }
  > = new Map();
  #tapes: Map<number, WorkerTape> = new Map();
  /** What was said on a tape whose names are not known yet. */
  #early: Map<number, Message[]> = new Map();
  #worker: Worker | null = null;

  constructor({
    base,
    makeWorker = () => workerIn(base),
    place = placeIn(base),
    again = true,
  }: {
    base: URL;
    makeWorker?: () => Worker;
    place?: object;
    again?: boolean;
  }) {
    this.base = base;
    this.makeWorker = makeWorker;
    this.place = place;
    this.again = again;
    this.ready = Promise.withResolvers<any>();
    this.ready.promise.catch(() => {});
  }

  /**
   * @param signal gives up before it has begun
   * @param open gives one more sampler, which is closed with the tape
   * @throws {RefusedError | GoneError} nothing of it can begin
   */
  async start(body: Request, signal?: AbortSignal, open?: () => Promise<Decider>): Promise<WorkerTape> {
    signal?.throwIfAborted();
    await Promise.race([this.ready.promise, abortionOf(signal)]);
    const decider = open && answering(await open());
    const close = () => decider?.close();
    const outside = decider && { outside: decider.outside };
    const moved = decider ? [decider.outside.port] : [];
    const { number, answer } = this.#ask("start", { ...body, ...outside }, undefined, moved);
    const runs = await answer.catch((error) => {
      close();
      throw error;
    });
    const stop = (run: number | undefined) => void this.#ask("stop", { tape: number, run }).answer.catch(() => {});
    const tape = new WorkerTape(runs, stop, close);
    this.#tapes.set(number, tape);
    for (const message of this.#early.get(number) ?? []) this.#write(number, message);
    this.#early.delete(number);
    return tape;
  }

  async call(name: string, argument: string = ""): Promise<any> {
    await this.ready.promise;
    return this.#ask("call", { name, argument }).answer;
  }

  /** @param run its name @returns the bytes of its trace */
  async trace(run: string): Promise<Uint8Array<ArrayBuffer>> {
    const reader = new WireReader(run);
    for (const message of await this.#ask("trace", run).answer) reader.read(message);
    const { traceFileOf } = await import("../../run/trace-file.ts");
    return traceFileOf(reader.recording as Recording);
  }

  /** @returns the states of the model, until it is ready or has failed */
  async *model(): AsyncGenerator<Status> {
    const states: Status[] = [];
    let news = Promise.withResolvers<any>();
    const tell = (status: Status) => {
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
        const status = states.shift() as Status;
        if (status.state === "ready") this.ready.resolve();
        yield status;
        if (status.state !== "loading") return;
      }
      news = Promise.withResolvers<any>();
      await news.promise;
    }
  }

  /** @param moved parts of the content */
  #ask(kind: string, content: any, tell?: (status: Status) => void, moved: Transferable[] = []) {
    this.#questions += 1;
    const number = this.#questions;
    const { promise, resolve, reject } = Promise.withResolvers<any>();
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

  #hear({ number, status, message, value, error }: any) {
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

  /** A tape that is over belongs to its reader alone. */
  #write(number: number, message: Message) {
    this.#tapes.get(number)?.write(message);
    if (message.kind !== "over") return;
    this.#tapes.get(number)?.close();
    this.#tapes.delete(number);
  }

  /** Everything that waits for the worker fails; the next look at the model makes another one. */
  #fail(sentence: string) {
    this.#worker?.terminate();
    this.#worker = null;
    this.ready = Promise.withResolvers<any>();
    this.ready.promise.catch(() => {});
    const fault = new GoneError(sentence);
    for (const { reject } of this.#open.values()) reject(fault);
    for (const tape of this.#tapes.values()) tape.fail(fault);
    for (const waiting of [this.#open, this.#tapes, this.#early]) waiting.clear();
  }
}

/** @returns fails when it is given */
const abortionOf = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason), { once: true }));

const placeIn = (base: URL) => ({ base: new URL("portable/", base).href, runtime: new URL("runtime/", base).href });

const workerIn = (base: URL) => new Worker(new URL("dist/plugins-live-worker.js", base), { type: "module" });
