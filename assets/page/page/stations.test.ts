/** A run's messages pass the stations of the page that CONTRIBUTING lists, each once and in that order. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
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

beforeEach(() => {
  passed = [];
  Object.assign(page, {
    window: {},
    location: { hostname: "localhost" },
    document: new EventTarget(),
    addEventListener() {},
    removeEventListener() {},
    JSON: {
      parse: (text: string) => (note("parse"), realJson.parse(text)),
      stringify: (value: unknown) => (note("write"), realJson.stringify(value)),
    },
  });
  WireReader.prototype.read = function (message) {
    note("read");
    return realRead.call(this, message);
  };
});
afterEach(() => {
  Object.assign(page, { fetch: realFetch, JSON: realJson });
  WireReader.prototype.read = realRead;
});

test("one request is written once, and each message is parsed once and read once before its step is shown", async () => {
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
  const ask = { sentence: "", setBusy() {}, waiting() {} } as any;
  const runList = { maxMib: 64, addLive: () => ({ title: "run" }), select() {}, settle() {} } as any;
  const show = { started() {}, grown: () => note("grow"), ended() {}, repaired() {}, notify() {}, lost() {} } as any;
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
