/** A run's messages pass the stations of the page that docs/internals.md lists, each once and in that order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerEngine } from "../engine/server.ts";
import { WireReader } from "../run/wire.ts";
import { messages } from "../testing/fixtures.ts";
import { LiveRun } from "./live.ts";

const page = globalThis as any;
const { fetch: realFetch, JSON: realJson } = globalThis;
const { read: realRead } = WireReader.prototype;
/** What a run has passed: what was done, and the script that did it. */
let passed = [] as string[];

const note = (deed: string) => {
  const [script = ""] = [...String(new Error().stack).matchAll(/assets\/page\/([\w/-]+\.ts)/g)]
    .map((match) => match[1])
    .filter((script) => script !== "page/stations.test.ts");
  if (/^(engine|page)\//.test(script)) passed.push(`${deed}: ${script}`);
};

/** What the page and its reader are while the run is followed; what stood there before comes back. */
const around = {
  window: {},
  location: { hostname: "localhost" },
  document: new EventTarget(),
  addEventListener() {},
  removeEventListener() {},
  JSON: {
    parse: (text: string) => (note("parse"), realJson.parse(text)),
    stringify: (value: unknown) => (note("write"), realJson.stringify(value)),
  },
};

function follow() {
  const before = Object.keys(around).map((name) => [name, Object.getOwnPropertyDescriptor(page, name)] as const);
  passed = [];
  Object.assign(page, around);
  WireReader.prototype.read = function (message) {
    note("read");
    return realRead.call(this, message);
  };
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(page, name, descriptor);
      else delete page[name];
    }
    page.fetch = realFetch;
    WireReader.prototype.read = realRead;
  };
}

test("one request is written once, and each message is parsed once and read once before its step is shown", async (context) => {
  context.after(follow());
  const keys = { kind: "taken", tape: "key", control: "control", runs: ["r"] };
  const sent = [keys, ...messages(), { kind: "over", sentence: "" }].map((message, place) => {
    const number = place === 0 ? "" : `id: ${place - 1}\n`;
    return `${number}data: ${realJson.stringify(message)}\n\n`;
  });
  const requests = [] as string[];
  page.fetch = async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    note("ask");
    return new Response(sent.join(""));
  };
  const ask = { sentence: "", setBusy() {}, waits: {} } as any;
  const runList = { maxMib: 64, addLive: () => ({ title: "run" }), select() {}, settle() {} } as any;
  const show = { started() {}, grown: () => note("grow"), ended() {}, notify() {}, lost() {} } as any;
  const engine = new ServerEngine();
  engine.trace = () => Promise.reject(new Error("Only what the stream brings is looked at."));
  await new LiveRun(engine, ask, runList, show, () => {}).make({ specs: [] });

  assert.deepEqual(requests, ["POST tape"]);
  const parsed = "parse: engine/tape.ts";
  const read = [parsed, "read: page/live.ts"];
  assert.deepEqual(passed, [
    "write: engine/server.ts",
    "ask: engine/events.ts",
    parsed,
    ...messages().flatMap(({ kind }: any) => (kind === "frame" ? [...read, "grow: page/live.ts"] : read)),
    parsed,
  ]);
});
