import assert from "node:assert/strict";
import { test } from "node:test";

import { BrowserEngine } from "./browser.ts";
import { GoneError, RefusedError } from "../../engine/events.ts";

// Browsers have had it since 2024; node 20 lacks it.
Promise.withResolvers ??= function () {
  const all: any = {};
  all.promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }));
  return all;
} as any;

const BASE = new URL("http://here.test/");

/** Stands for the browser's worker: answers as it is told to. */
class Stand extends EventTarget {
  terminated = false;

  constructor(public hear: (question: any, say: (data: any) => void) => void) {
    super();
  }

  postMessage(question: any) {
    const say = (data: any) =>
      this.dispatchEvent(Object.assign(new Event("message"), { data: { number: question.number, ...data } }));
    this.hear(question, say);
  }

  terminate() {
    this.terminated = true;
  }
}

function engineWith(hear: (question: any, say: (data: any) => void) => void) {
  const workers: Stand[] = [];
  const makeWorker = () => {
    workers.push(new Stand(hear));
    return workers[workers.length - 1] as any;
  };
  return { engine: new BrowserEngine({ base: BASE, makeWorker, place: {} }), workers };
}

/** @returns the states until it is ready or has failed */
async function statesOf(engine: BrowserEngine): Promise<string[]> {
  const states = [];
  for await (const { state } of engine.model()) states.push(state);
  return states;
}

function opened({ kind }: any, say: (data: any) => void) {
  if (kind !== "open") return;
  say({ status: { state: "loading", sentence: "" } });
  queueMicrotask(() => say({ value: { state: "ready", sentence: "" } }));
}

test("what a worker says before its answer comes, and after, stands on the tape in order", async () => {
  const { engine } = engineWith((question, say) => {
    opened(question, say);
    if (question.kind !== "start") return;
    say({ message: { kind: "start", run: 0 } });
    say({ value: ["here 1"] });
    setTimeout(() => say({ message: { kind: "over", sentence: "" } }));
  });
  assert.deepEqual(await statesOf(engine), ["loading", "ready"]);
  const tape = await engine.start({ specs: [] });
  assert.deepEqual(tape.runs, ["here 1"]);
  const kinds = [];
  for await (const { kind } of tape.messages()) kinds.push(kind);
  assert.deepEqual(kinds, ["start", "over"]);
});

test("a worker that dies in the middle of a run ends its tape in a sentence, and the next look makes another", async () => {
  const { engine, workers } = engineWith((question, say) => {
    opened(question, say);
    if (question.kind === "start") say({ value: ["here 1"] });
  });
  await statesOf(engine);
  const tape = await engine.start({ specs: [] });
  const reading = tape.messages().next();
  const bytes = engine.trace("here 1");
  workers[0].dispatchEvent(new Event("error", { cancelable: true }));
  await assert.rejects(
    reading,
    (error) => error instanceof GoneError && /recorded runs go on playing/.test(error.message),
  );
  await assert.rejects(bytes, GoneError);
  assert.ok(workers[0].terminated);
  assert.deepEqual(await statesOf(engine), ["loading", "ready"]);
  assert.equal(workers.length, 2);
});

test("what the worker refuses is its sentence, and who gives up before the model is ready asks nothing", async () => {
  const { engine } = engineWith((question, say) => {
    opened(question, say);
    if (question.kind === "start") say({ error: "It is too long." });
  });
  const waiting = new AbortController();
  const started = engine.start({ specs: [] }, waiting.signal);
  waiting.abort();
  await assert.rejects(started, { name: "AbortError" });
  await assert.rejects(engine.start({ specs: [] }, waiting.signal), { name: "AbortError" });
  await statesOf(engine);
  await assert.rejects(
    engine.start({ specs: [] }),
    (error) => error instanceof RefusedError && error.message === "It is too long.",
  );
});
