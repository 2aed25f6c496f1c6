import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { GoneError } from "./events.ts";
import { RANK, stream } from "./gate.ts";

const { fetch: realFetch, setTimeout: later } = globalThis;
/** How to end each stream that is open, and to give a sign of life; and the most that there were at once. */
const open = new Map() as Map<string, { end: () => void; pulse: () => void }>;
let most = 0;

beforeEach(() => {
  most = 0;
  globalThis.fetch = (async (path: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    const body = new ReadableStream({
      start(controller) {
        const leave = (end: () => void) => () => open.delete(path) && end();
        open.set(path, {
          end: leave(() => controller.close()),
          pulse: () => controller.enqueue(new TextEncoder().encode(": \n\n")),
        });
        signal.addEventListener(
          "abort",
          leave(() => controller.error(signal.reason)),
        );
      },
    });
    most = Math.max(most, open.size);
    return new Response(body);
  }) as any;
});
afterEach(() => {
  assert.equal(open.size, 0, "each test ends its streams");
  globalThis.fetch = realFetch;
});

/** Lets all go on that can. */
const turn = async () => {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((give) => later(give, 2));
};

/** Reads a stream in the background; with a body it asks for something. */
async function read(path: string, rank: number, signal?: AbortSignal, body?: () => string | undefined) {
  for await (const { data } of stream(path, rank, { signal, body })) assert.equal(data, "");
}

const ask = (path: string) => read(path, RANK.tape, undefined, () => "{}");

async function end(path: string) {
  open.get(path)?.end();
  await turn();
}

const paths = () => [...open.keys()].sort();

test("two streams are open at once, those that matter most, and those that gave way come back", async () => {
  const readers = [];
  for (const [path, rank, expected] of [
    ["model", RANK.model, ["model"]],
    ["guest", RANK.part, ["guest", "model"]],
    ["study", RANK.tape, ["guest", "study"]],
    ["asks", null, ["asks", "study"]],
    ["run", RANK.tape, ["asks", "run"]],
  ] as [string, number | null, string[]][]) {
    readers.push(rank === null ? ask(path) : read(path, rank));
    await turn();
    assert.deepEqual(paths(), expected, path);
  }
  await end("asks");
  assert.deepEqual(paths(), ["run", "study"]);
  readers.push(read("other", RANK.tape));
  await turn();
  assert.deepEqual(paths(), ["other", "run"], "the newest before the oldest");
  for (const [path, rest] of [
    ["other", ["run", "study"]],
    ["run", ["guest", "study"]],
    ["study", ["guest", "model"]],
    ["guest", ["model"]],
    ["model", []],
  ] as [string, string[]][]) {
    await end(path);
    assert.deepEqual(paths(), rest, path);
  }
  await Promise.all(readers);
  assert.equal(most, 2);
});

test("the reader of a run that gave way comes again before the server gives it up, and nothing that matters less does", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const readers = [read("guest", RANK.part)];
  for (const path of ["first", "second", "third"]) {
    readers.push(read(path, RANK.tape));
    await turn();
  }
  const seen = [paths()];
  for (const wait of [29_999, 1, 29_999, 1]) {
    context.mock.timers.tick(wait);
    for (const { pulse } of open.values()) pulse();
    await turn();
    seen.push(paths());
  }
  assert.deepEqual(seen, [
    ["second", "third"],
    ["second", "third"],
    ["first", "third"],
    ["first", "third"],
    ["first", "second"],
  ]);
  context.mock.timers.reset();
  for (const path of ["first", "second", "third", "guest"]) await end(path);
  await Promise.all(readers);
  assert.equal(most, 2);
});

test("who leaves one stream for another keeps the place", async () => {
  const opened = [] as string[];
  const { fetch } = globalThis;
  globalThis.fetch = (path, options) => (opened.push(String(path)), fetch(path, options));
  const next = async () => {
    await ask("asks");
    await read("run", RANK.tape);
  };
  const readers = [read("model", RANK.model), read("guest", RANK.part), next()];
  await turn();
  for (const path of ["asks", "run", "guest", "model"]) await end(path);
  await Promise.all(readers);
  assert.deepEqual(
    opened,
    ["model", "guest", "asks", "run", "model"],
    "nothing is opened for a moment between the two",
  );
});

test("a stream that is given up, while it is open or waits, leaves its place to others", async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const name = (error: Error) => error.name;
  const outcomes = [
    read("a", RANK.tape, first.signal).catch(name),
    read("b", RANK.tape),
    read("c", RANK.part, second.signal).catch(name),
    read("d", RANK.model),
  ];
  await turn();
  assert.deepEqual(paths(), ["a", "b"]);
  second.abort();
  first.abort();
  await turn();
  assert.deepEqual(paths(), ["b", "d"]);
  assert.deepEqual([await outcomes[0], await outcomes[2]], ["AbortError", "AbortError"]);
  await assert.rejects(read("e", RANK.tape, AbortSignal.abort()), { name: "AbortError" });
  await end("b");
  await end("d");
});

test("a reader that turns away leaves its place, and so does a stream that says nothing", async (context) => {
  const first = stream("a", RANK.tape);
  await first.next();
  assert.deepEqual(paths(), ["a"]);
  await first.return(undefined);
  assert.deepEqual(paths(), []);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const reader = read("b", RANK.tape).catch((error) => error);
  await turn();
  context.mock.timers.tick(39_999);
  await turn();
  assert.deepEqual(paths(), ["b"]);
  context.mock.timers.tick(1);
  assert.ok((await reader) instanceof GoneError);
});

test("what asks gives way to nothing, and once it was taken it is opened again as any other", async () => {
  const methods = [] as string[];
  const { fetch } = globalThis;
  globalThis.fetch = (path, options) => (path === "run" && methods.push(String(options?.method)), fetch(path, options));
  let body: string | undefined = "{}";
  const readers = [read("run", RANK.tape, undefined, () => body)];
  for (const path of ["second", "third"]) {
    readers.push(read(path, RANK.tape));
    await turn();
  }
  assert.deepEqual(paths(), ["run", "third"]);
  body = undefined;
  readers.push(read("fourth", RANK.tape));
  await turn();
  assert.deepEqual(paths(), ["fourth", "third"]);
  for (const path of ["fourth", "third", "second", "run"]) await end(path);
  assert.deepEqual(methods, ["POST", "GET"]);
  await Promise.all(readers);
});
