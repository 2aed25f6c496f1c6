import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { UnknownError } from "./events.ts";
import { ServerTape } from "./tape.ts";
import type { Message } from "./tape.ts";

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
function server(...parts: (string | Error | Response)[]) {
  const requests = [] as any[];
  globalThis.fetch = (async (path: string, options: any) => {
    requests.push({ path, ...options });
    const part = path === "tape" ? parts.shift() : "";
    if (part instanceof Error) throw part;
    return part instanceof Response ? part : new Response(part);
  }) as any;
  return requests;
}

const FRAMES = [0, 1, 2].map((number) => sent(number, { kind: "frame", run: 0 }));
const over = (number: number) => sent(number, { kind: "over", sentence: "" });
const OVER = over(3);

async function read(tape = new ServerTape({ tape: "key", control: "control" })) {
  const states = [] as (string | boolean)[];
  for await (const { kind } of tape.messages((lost) => states.push(lost))) states.push(kind);
  return states;
}

test("a tape is read with its key in a header, to its end", async () => {
  const requests = server(FRAMES.join("") + ": \n\n" + OVER);
  assert.deepEqual(await read(), ["frame", "frame", "frame", "over"]);
  assert.deepEqual(
    requests.map(({ path, headers }) => [path, headers]),
    [["tape", { "Tape-Key": "key", "Tape-Returns": "yes" }]],
  );
});

test("after a broken connection reading goes on after the last message, and says so", async () => {
  const requests = server(
    FRAMES.slice(0, 2).join("") + FRAMES[2].slice(0, 9),
    new TypeError("network"),
    FRAMES[2] + OVER,
  );
  assert.deepEqual(await read(), ["frame", "frame", true, true, false, "frame", "over"]);
  assert.deepEqual(
    requests.slice(1).map(({ headers }) => headers["Last-Event-ID"]),
    ["1", "1"],
  );
});

test("a message that comes twice is taken once", async () => {
  const requests = server(FRAMES[0] + FRAMES.join("") + FRAMES[1] + OVER);
  assert.deepEqual(await read(), ["frame", "frame", "frame", "over"]);
  assert.equal(requests.length, 1);
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
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(FRAMES[0]));
      setTimeout(() => {
        document_.hidden = true;
        document_.dispatchEvent(new Event("visibilitychange"));
        controller.error(new DOMException("aborted", "AbortError")); // what a browser does to an aborted request
      }, 20);
      setTimeout(() => {
        document_.hidden = false;
        document_.dispatchEvent(new Event("visibilitychange"));
      }, 60);
    },
  });
  const requests = server(new Response(stream), over(1));
  assert.deepEqual(
    (await read()).filter((told) => typeof told === "string"),
    ["frame", "over"],
  );
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

/** What the stream that asked brings. */
async function* begun(...messages: Message[]) {
  yield* messages;
}

test("what the stream that asked brings is not read again, and what it leaves out is", async () => {
  const whole = server();
  assert.deepEqual(
    await read(new ServerTape({ tape: "key", control: "control" }, begun({ kind: "frame" }, { kind: "over" }))),
    ["frame", "over"],
  );
  assert.equal(whole.length, 0);
  const requests = server(FRAMES[2] + OVER);
  assert.deepEqual(
    await read(new ServerTape({ tape: "key", control: "control" }, begun({ kind: "start" }, { kind: "frame" }))),
    ["start", "frame", "frame", "over"],
  );
  assert.equal(requests[0].headers["Last-Event-ID"], "1");
});
