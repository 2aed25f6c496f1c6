import assert from "node:assert/strict";
import { test } from "node:test";
import { GoneError, UnknownError } from "../engine/events.ts";
import { messages, traceFile } from "../testing/fixtures.ts";
import { LOST, LiveRun, UNBEGUN } from "./live.ts";

const OVER = { kind: "over", sentence: "" };

/**
 * A page around a request: what it was told, and an engine whose tape holds the given log; an error is thrown, and
 * `true` and `false` tell that the connection is lost and back.
 */
function page(tape: any[]) {
  const log = [] as string[];
  let whole = () => {};
  const fetched = new Promise<void>((give) => (whole = give));
  const engine = {
    trace: async () => traceFile(),
    start: async () => ({
      runs: ["r", "s"],
      stop: () => log.push("stop"),
      async *messages(tell: (lost: boolean) => void) {
        for (const message of tape) {
          if (message instanceof Error) throw message;
          if (typeof message === "boolean") tell(message);
          else yield message;
        }
      },
    }),
  } as any;
  const ask = {
    busy: false,
    sentence: "",
    setBusy: (busy: boolean) => (ask.busy = busy),
    waits: { set value(text: string) { log.push(`waits: ${text}`); } }, // prettier-ignore
    stops: {},
  } as any;
  const runList = {
    maxMib: 64,
    addLive: (recording: any) => ({ title: "run", recording, whole: false }),
    select() {},
    settle() {},
  } as any;
  const show = {
    started() {},
    grown() {},
    lost() {},
    ended: (_: any, last: boolean) => log.push(`ended ${last}`),
    completed: () => (log.push("completed"), whole()),
    notify: (lane: any, text: string) => log.push(`lane: ${(lane.notice = text)}`),
    gone: () => log.push("offered again"),
  } as any;
  const live = new LiveRun(engine, ask, runList, show, (error) => (ask.sentence = String(error ?? "")));
  return { live, engine, ask, log, fetched };
}

test("a run comes to its end, and the whole of it is fetched", async () => {
  const { live, ask, log, fetched } = page([...messages(), OVER]);
  await live.make({});
  await fetched;
  assert.deepEqual([ask.busy, ask.sentence], [false, ""]);
  assert.deepEqual(
    log.filter((text) => !text.startsWith("waits")),
    ["ended true", "completed"],
  );
});

test("a lost connection is said, and taken back when it has come back", async () => {
  const sentences = [] as string[];
  const { live, ask } = page([...messages().slice(0, 2), true, { get kind() { sentences.push(ask.sentence); return "waiting"; }, sentence: "" }, false, ...messages().slice(2), OVER]); // prettier-ignore
  await live.make({});
  assert.equal(sentences[0], LOST);
  assert.equal(ask.sentence, "");
});

test("a run that the server no longer knows keeps its steps and is offered again, once", async () => {
  const { live, ask, log } = page([
    ...messages().slice(0, 3),
    new UnknownError("The server no longer keeps this run."),
  ]);
  await live.make({});
  assert.equal(log.filter((text) => text === "offered again").length, 1);
  assert.equal(ask.busy, false);
});

test("what the server does not take is said, and nothing goes on", async () => {
  const { live, engine, ask } = page([]);
  engine.start = async () => Promise.reject(new GoneError("The server does not answer."));
  await live.make({});
  assert.deepEqual([ask.sentence, ask.busy], ["The server does not answer.", false]);
});

test("Stop before the server has taken it gives it up, and afterwards stops its runs", async () => {
  const { live, engine, ask, log } = page([...messages(), OVER]);
  const { start } = engine;
  engine.start = (_: any, signal: AbortSignal) =>
    new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(new Error("aborted"))));
  const making = live.make({});
  live.stop();
  await making;
  assert.equal(ask.sentence, UNBEGUN);
  engine.start = start;
  const next = live.make({});
  await Promise.resolve();
  await Promise.resolve();
  live.stop();
  await next;
  assert.ok(log.includes("stop"));
});

test("each of several runs has its own end; one that is refused leaves the other alone", async () => {
  const lane = { live: true, end() {} } as any;
  const { live, log } = page([{ kind: "refused", run: 1, sentence: "No." }, ...messages(), OVER]);
  await live.make({}, [null, lane]);
  assert.deepEqual(
    log.filter((text) => /^(ended|lane)/.test(text)),
    ["lane: No.", "ended false", "ended true"],
  );
});

test("a run that moves between two steps says so until its next step, also in a lane", async () => {
  const moves = { kind: "waiting", run: 0, sentence: "The replica was lost." };
  const [start, first, second, ...rest] = messages();
  const { live, log } = page([start, first, moves, second, ...rest, OVER]);
  await live.make({});
  const waits = log.filter((text) => text.startsWith("waits"));
  assert.equal(waits[waits.indexOf("waits: The replica was lost.") + 1], "waits: ");
  const lane = page([start, first, moves, second, ...rest, OVER]);
  await lane.live.make({}, [{} as any]);
  const sentences = lane.log.filter((text) => text.startsWith("lane"));
  assert.deepEqual(sentences.slice(0, 2), ["lane: The replica was lost.", "lane: "]);
});

test("nothing of a run is shown before its first step, with which its noise comes", async () => {
  const [start, first] = messages();
  const { live, ask, log } = page([start, { kind: "refused", run: 0, sentence: "No." }, OVER]);
  live.show.started = () => log.push("started");
  await live.make({});
  assert.deepEqual([ask.sentence, log.includes("started")], ["No.", false]);
  const stopped = page([start, { ...messages().at(-1), notice: "" }, OVER]);
  await stopped.live.make({});
  assert.equal(stopped.ask.sentence, UNBEGUN);
  const begun = page([start, first, OVER]);
  begun.live.show.started = (recording) => begun.log.push(`started with ${recording.frames.length}`);
  await begun.live.make({});
  assert.deepEqual(begun.log.slice(0, 3), ["waits: Waiting for the engine …", "waits: ", "started with 1"]);
});
