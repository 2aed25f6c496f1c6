import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { UnknownError } from "./events.ts";
import { ServerTape } from "./tape.ts";

const page = globalThis as any;
const document_ = Object.assign(new EventTarget(), { hidden: false });
const { fetch: realFetch } = globalThis;

beforeEach(() => {
  const events = new EventTarget();
  Object.assign(page, {
    document: document_,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  document_.hidden = false;
});

const sent = (number: number, message: object) => `id: ${number}\ndata: ${JSON.stringify(message)}\n\n`;

/** A server whose tape is read in the given parts, one for each request. */
function server(...parts: (string | Error | Response | ((signal: AbortSignal) => Response))[]) {
  const requests = [] as any[];
  globalThis.fetch = (async (path: string, options: any) => {
    requests.push({ path, ...options });
    const part = path === "tape" ? parts.shift() : "";
    if (part instanceof Error) throw part;
    if (typeof part === "function") return part(options.signal);
    return part instanceof Response ? part : new Response(part);
  }) as any;
  return requests;
}

/** An answer that goes on until the page aborts it, as browsers do it. */
const open = (begin: string) => (signal: AbortSignal) => {
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode(begin));
    signal.addEventListener("abort", () => controller.error(signal.reason));
  };
  return new Response(new ReadableStream({ start }));
};

function look(hidden: boolean) {
  document_.hidden = hidden;
  document_.dispatchEvent(new Event("visibilitychange"));
}

const FRAMES = [0, 1, 2].map((number) => sent(number, { kind: "frame", run: 0 }));
const over = (number: number) => sent(number, { kind: "over", sentence: "" });
const OVER = over(3);

async function read(tape = new ServerTape({ tape: "key", control: "control" })) {
  const states = [] as (string | boolean)[];
  for await (const { kind } of tape.messages((lost) => states.push(lost))) states.push(kind);
  return states;
}

test("after a broken connection reading goes on after the last message, and says so", async () => {
  const requests = server(
    FRAMES.slice(0, 2).join("") + FRAMES[2].slice(0, 9),
    new TypeError("network"),
    FRAMES[2] + OVER,
  );
  assert.deepEqual(await read(), ["frame", "frame", true, true, false, "frame", "over"]);
  for (const { headers } of requests.slice(1)) assert.equal(headers["Last-Event-ID"], "1");
});

test("a tape is read to its end with its key in a header, and a message that comes twice is taken once", async () => {
  const requests = server(FRAMES[0] + FRAMES.join("") + ": \n\n" + FRAMES[1] + OVER);
  assert.deepEqual(await read(), ["frame", "frame", "frame", "over"]);
  const [{ path, headers }, ...others] = requests;
  assert.deepEqual([path, headers, others], ["tape", { "Tape-Returns": "yes", "Tape-Key": "key" }, []]);
});

test("a message that is missing is read again", async () => {
  const requests = server(FRAMES[0] + FRAMES[2] + OVER, FRAMES[1] + FRAMES[2] + OVER);
  assert.deepEqual(await read(), ["frame", true, false, "frame", "frame", "over"]);
  assert.equal(requests[1].headers["Last-Event-ID"], "0");
});

test("a server that is another one says so, and nothing is tried again", async () => {
  const unknown = new Response(JSON.stringify({ detail: "The server no longer keeps this run." }), { status: 404 });
  const requests = server(FRAMES[0], unknown);
  await assert.rejects(read(), (error) => error instanceof UnknownError && /no longer keeps/.test(error.message));
  assert.equal(requests.length, 2);
});

test("a proxy without its server is a lost connection", async () => {
  server(new Response("<h1>Bad gateway</h1>", { status: 502 }), over(0));
  assert.deepEqual(await read(), [true, false, "over"]);
});

test("a hidden page holds no stream, and goes on when it is seen", async () => {
  const requests = server(open(FRAMES[0]), over(1));
  const kinds = [];
  for await (const { kind } of new ServerTape({ tape: "key", control: "control" }).messages()) {
    kinds.push(kind);
    if (kind !== "frame") continue;
    look(true);
    setImmediate(() => setImmediate(look, false));
  }
  assert.deepEqual(kinds, ["frame", "over"]);
  assert.equal(requests[0].signal.aborted, true, "it was closed");
  assert.equal(requests[1].headers["Last-Event-ID"], "0");
});

test("a page that is closed says that it will not return", async () => {
  const requests = server(FRAMES[0] + over(1));
  const tape = new ServerTape({ tape: "key", control: "control" });
  for await (const { kind } of tape.messages()) if (kind === "frame") page.dispatchEvent(new Event("pagehide"));
  const [goodbye] = requests.filter(({ path }) => path === "tape/leave");
  assert.deepEqual([goodbye.body, goodbye.keepalive], [JSON.stringify({ control: "control" }), true]);
  page.dispatchEvent(new Event("pagehide"));
  assert.equal(requests.filter(({ path }) => path === "tape/leave").length, 1, "not once it is read");
});

const KEYS = "data: " + JSON.stringify({ kind: "taken", tape: "key", control: "control", runs: ["r"] }) + "\n\n";
const asking = { body: '{"specs":[]}', headers: { "X-IP-Token": "share" } };

test("the stream that asks brings the messages: one request in all", async () => {
  const requests = server(KEYS + FRAMES.join("") + OVER);
  const tape = await ServerTape.of(asking);
  assert.deepEqual([tape.key, tape.control, tape.runs], ["key", "control", ["r"]]);
  assert.deepEqual(await read(tape), ["frame", "frame", "frame", "over"]);
  const [{ path, method, body, headers }, ...others] = requests;
  assert.deepEqual([path, method, body, others], ["tape", "POST", asking.body, []]);
  const json = { "Content-Type": "application/json" };
  assert.deepEqual(headers, { "Tape-Returns": "yes", ...json, "X-IP-Token": "share" });
});

test("what the stream that asked leaves out is read from its tape, by number, with nothing but its key", async () => {
  const requests = server(KEYS + FRAMES.slice(0, 2).join(""), FRAMES[2] + OVER);
  assert.deepEqual(await read(await ServerTape.of(asking)), ["frame", "frame", true, false, "frame", "over"]);
  const { method, body, headers } = requests[1];
  assert.deepEqual([method, body], ["GET", undefined]);
  assert.deepEqual(headers, { "Tape-Returns": "yes", "Tape-Key": "key", "Last-Event-ID": "1" });
});

test("what was not taken is not asked again: the server refuses, is away, or breaks off", async () => {
  const refusal = new Response(JSON.stringify({ detail: "The queue is full." }), { status: 429 });
  for (const [part, name, sentence] of [
    [refusal, "RefusedError", "The queue is full."],
    [new TypeError("network"), "GoneError", "The server does not answer."],
    [new Response("<h1>Bad gateway</h1>", { status: 502 }), "GoneError", "The server does not answer."],
    [": \n\n", "GoneError", "The server does not answer."],
  ] as [string | Error | Response, string, string][]) {
    const requests = server(part, KEYS + OVER);
    await assert.rejects(ServerTape.of(asking), (error: any) => {
      assert.deepEqual([error.constructor.name, error.message], [name, sentence]);
      return true;
    });
    assert.equal(requests.filter(({ path }) => path === "tape").length, 1);
    page.dispatchEvent(new Event("pagehide"));
    assert.equal(requests.length, 1, "there is nothing to say goodbye to");
  }
});

test("whoever gives up before the server has taken it leaves, and is not told that it is gone", async () => {
  const early = new AbortController();
  early.abort();
  await assert.rejects(ServerTape.of({ ...asking, signal: early.signal }), { name: "AbortError" });
  const late = new AbortController();
  const sent = new Promise<AbortSignal>((give) => {
    globalThis.fetch = ((_: string, { signal }: { signal: AbortSignal }) => {
      give(signal);
      return new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    }) as any;
  });
  const taken = assert.rejects(ServerTape.of({ ...asking, signal: late.signal }), { name: "AbortError" });
  const signal = await sent;
  late.abort();
  await taken;
  assert.equal(signal.aborted, true);
});

test("a page that is hidden as it asks leaves once it has the keys, and reads on when it is seen", async () => {
  document_.hidden = true;
  const requests = server(open(KEYS), FRAMES[0] + over(1));
  const reading = read(await ServerTape.of(asking));
  assert.equal(requests[0].signal.aborted, true);
  await new Promise(setImmediate);
  assert.equal(requests.length, 1);
  look(false);
  assert.deepEqual(
    (await reading).filter((state) => state !== false),
    ["frame", "over"],
  );
});
