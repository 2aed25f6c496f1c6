/** What counts as right, and patterns that are wrong or never end. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { REFUSAL } from "../../run/refusal.ts";
import { Judge, agreement, hasRule } from "./measures.ts";
import { SCRIPT } from "./pattern.ts";

/** A browser's worker, on top of Node's. */
class Thread {
  thread: any;
  onmessage: (_: any) => void;

  constructor() {
    const bridge = `const { parentPort } = require("node:worker_threads"); global.self = { postMessage: (data) => parentPort.postMessage(data) };
      parentPort.on("message", (data) => self.onmessage({ data })); ${SCRIPT}`;
    this.thread = new Worker(bridge, { eval: true });
    this.thread.on("message", (data: any) => this.onmessage({ data }));
    this.onmessage = (_: any) => {};
  }
  postMessage(data: any) {
    this.thread.postMessage(data);
  }
  terminate() {
    this.thread.terminate();
  }
}

const judge = new Judge(() => new Thread() as any);
const result = (text: string, more = {}) =>
  ({ text, sentence: "", verdict: null, ids: Uint32Array.of(), ...more }) as any;
const RESULTS = new Map([
  ["0 0", result("A Cat.")],
  ["1 0", result('{"a": 1}')],
  ["2 0", result("concat")],
  ["3 0", result("", { sentence: "It failed." })],
]);

async function verdicts(kind: string, wanted: string = "", reference: Uint32Array | null = null, results = RESULTS) {
  const { right, sentence } = await judge.judge(results, { kind, wanted, reference });
  return sentence || Object.fromEntries(right);
}

test("words that the text contains, in capitals or not", async () => {
  assert.deepEqual(await verdicts("contains", "cat"), { "0 0": true, "1 0": false, "2 0": true });
  assert.deepEqual(await verdicts("contains", " "), {});
});

test("valid JSON", async () => assert.deepEqual(await verdicts("json"), { "0 0": false, "1 0": true, "2 0": false }));

test("a refusal is right by no measure", async () => {
  const refused = new Map([["0 0", result(` ${REFUSAL}`, { ids: Uint32Array.of(1) })]]);
  assert.deepEqual(await verdicts("contains", "JSON", null, refused), { "0 0": false });
  assert.deepEqual(await verdicts("pattern", "only", null, refused), { "0 0": false });
  assert.deepEqual(await verdicts("agrees", "90", Uint32Array.of(1), refused), { "0 0": false });
  assert.deepEqual(await verdicts("rule", "", null, refused), {}, "it is not wrong either");
});

test("the rule of its task, where one has judged", async () => {
  const verdict = { task: "story", right: false, sentence: "wrong", rule: 1 };
  assert.deepEqual(await verdicts("rule"), {});
  const results = new Map(Object.entries({ "0 0": result("x", { verdict }), "1 0": result("y") }));
  assert.deepEqual(await verdicts("rule", "", null, results), { "0 0": false });
});

test("agreement counts the same tokens at the same places", async () => {
  assert.equal(agreement(Uint32Array.of(1, 2, 3, 4), Uint32Array.of(1, 9, 3)), 0.5);
  assert.equal(agreement(Uint32Array.of(), Uint32Array.of()), 1);
  const ids = (...all: number[]) => new Map([["0 0", result("x", { ids: Uint32Array.from(all) })]]);
  const reference = Uint32Array.of(1, 2, 3, 4);
  assert.deepEqual(await verdicts("agrees", "75", reference, ids(1, 2, 3, 9)), { "0 0": true });
  assert.deepEqual(await verdicts("agrees", "76", reference, ids(1, 2, 3, 9)), { "0 0": false });
  for (const wrong of ["0", "101", "most"])
    assert.match(String(await verdicts("agrees", wrong, reference)), /allowed is a number above 0/);
  assert.match(String(await verdicts("agrees", "90", null)), /No run is shown/);
});

test("a regular expression; what is none is refused in a sentence", async () => {
  assert.deepEqual(await verdicts("pattern", "\\b[Cc]at\\b"), { "0 0": true, "1 0": false, "2 0": false });
  assert.match(String(await verdicts("pattern", "(")), /^This is no regular expression: .*\.$/);
});

test("a pattern that never ends is ended, and the next one is tried", async () => {
  const endless = new Map([["0 0", result(`${"a".repeat(50)}!`)]]);
  assert.match(String(await verdicts("pattern", "^(a+)+$", null, endless)), /^The pattern took longer than 1 second/);
  assert.deepEqual(await verdicts("pattern", "a!$", null, endless), { "0 0": true });
});

test("a rule is offered for what it can judge, where it is", () => {
  for (const [judged, server, browser] of [
    ["anywhere", true, true],
    ["python", true, false],
    ["", false, false],
  ] as const)
    assert.deepEqual([hasRule({ judged }, true), hasRule({ judged }, false)], [server, browser], judged);
});
