import assert from "node:assert/strict";
import { test } from "node:test";
import { messages, traceFile } from "../testing/fixtures.js";
import { LiveRun } from "./live.js";

/** A page around a run that streams: what it was told, and a server whose answers can be changed. */
function page() {
  const told = /** @type {string[]} */ ([]);
  const server = /** @type {any} */ ({ stop: async () => true, ended: async () => undefined, trace: async () => undefined });
  const ask = /** @type {any} */ ({ busy: false, said: "", setBusy: (/** @type {boolean} */ busy) => (ask.busy = busy), waiting: (/** @type {string} */ text) => told.push(`waits: ${text}`), stopping() {} });
  const shelf = /** @type {any} */ ({ maxMib: 64, addOwn: (/** @type {any} */ _, /** @type {any} */ exhibit) => ({ title: "run", ...exhibit }), select() {}, settle() {} });
  const show = /** @type {any} */ ({ started() {}, grown() {}, ended() {}, repaired: () => told.push("repaired"), told: (/** @type {any} */ _, /** @type {string} */ text) => told.push(`lane: ${text}`), gone: () => told.push("offered again") });
  const live = new LiveRun(server, ask, shelf, show, (error) => (ask.said = String(error ?? "")));
  return { live, server, ask, told };
}

/**
 * Sends the first messages of a run, and then whatever is given.
 *
 * @param {LiveRun} live
 * @param {any[]} sent
 * @param {any} [seat]
 */
function send(live, sent, seat = null) {
  const [ticket] = live.begin([seat]);
  [{ kind: "taken", run: "r", ticket, control: "c" }, ...sent].forEach((message, seq) => live.receive(JSON.stringify({ ...message, run: "r", seq })));
}

/** Until what was begun is done. */
const settled = () => new Promise((done) => setTimeout(done, 20));

/** @param {LiveRun} live whose stream is over without an end */
async function breaks(live) {
  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ react) => later(react, 0));
  live.over();
  await new Promise((done) => later(done, 20));
  globalThis.setTimeout = later;
}

test("a run that a new server does not know is offered again when that answers", async () => {
  const { live, server, ask, told } = page();
  send(live, messages().slice(0, 3));
  await breaks(live);
  assert.match(ask.said, /connection to the run was lost/);
  assert.equal(told.includes("offered again"), false, "nobody answers yet");
  Object.assign(server, { trace: async () => ({ refused: "The server keeps 64 runs." }), ended: async () => true });
  live.back();
  await settled();
  assert.equal(told.filter((one) => one === "offered again").length, 1);
  live.back();
  await settled();
  assert.equal(told.filter((one) => one === "offered again").length, 1, "once is enough");
});

test("a run that the server still has is fetched when it answers again", async () => {
  const { live, server, ask, told } = page();
  send(live, messages().slice(0, 3));
  await breaks(live);
  const packed = Buffer.from(traceFile()).toString("base64");
  Object.assign(server, { trace: async () => ({ packed }), ended: async () => true });
  live.back();
  for (let waited = 0; waited < 100 && !told.includes("repaired"); waited++) await settled();
  assert.ok(told.includes("repaired") && !told.includes("offered again"));
  assert.equal(ask.said, "");
});

test("a run that moves between two steps says so until its next step, also in a lane", () => {
  const moves = { kind: "waiting", sentence: "The replica was lost." };
  const [start, first, second] = messages();
  const { live, told } = page();
  send(live, [start, first, moves, second]);
  assert.deepEqual(told.filter((one) => one.startsWith("waits")).slice(-2), ["waits: The replica was lost.", "waits: "]);
  const lane = page();
  send(lane.live, [start, first, moves], {});
  assert.equal(lane.told.at(-1), "lane: The replica was lost.");
});
