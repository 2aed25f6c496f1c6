/** The messages of a study: in order, lost, of others, and damaged. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { StudyReader } from "./study.js";

const message = (/** @type {string} */ kind, /** @type {object} */ fields = {}, run = "abc") => JSON.stringify({ kind: `study-${kind}`, run, seq: 0, ...fields });
const base64 = (/** @type {ArrayBufferLike} */ buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
const FOUND = {
  number: 1, change: 1, seed: 8, sentence: "", passes: 12, tokens: 2, text: "<b>a", finish_reason: "end-of-text",
  verdict: { task: "story", right: true, sentence: "a whole story", rule: 1 },
  ids: base64(Uint32Array.of(7, 300_000).buffer),
  uncertainty: base64(Uint16Array.of(0x3c00, 0x3800).buffer), // 1 and 0.5
};

function begun() {
  const reader = new StudyReader("mine", 2);
  assert.equal(reader.read(message("taken", { ticket: "mine", control: "stop it" })), true);
  return reader;
}

test("results arrive with all that is known of their run", () => {
  const reader = begun();
  reader.read(message("waiting", { sentence: "You are 1st." }));
  assert.equal(reader.waiting, "You are 1st.");
  reader.read(message("found", FOUND));
  const result = reader.results.get("1 1");
  assert.deepEqual([...(result?.ids ?? [])], [7, 300_000]);
  assert.deepEqual([...(result?.uncertainty ?? [])], [1, 0.5]);
  assert.equal(result?.name, "abc/3");
  assert.equal(result?.verdict?.right, true);
  assert.deepEqual([reader.control, reader.waiting, reader.lacking, reader.over], ["stop it", "", false, false]);
});

test("a lost result is noticed, and the same one twice is one", () => {
  const reader = begun();
  reader.read(message("found", FOUND));
  reader.read(message("over", { done: 2, total: 4, sentence: "" }));
  assert.deepEqual([reader.over, reader.lacking], [true, true]);
  reader.read(message("found", FOUND));
  reader.read(message("found", { ...FOUND, number: 0 }));
  assert.deepEqual([reader.results.size, reader.lacking], [2, false]);
});

test("messages of other studies are left alone", () => {
  const reader = new StudyReader("mine", 1);
  assert.equal(reader.read(message("taken", { ticket: "theirs" })), false);
  assert.equal(reader.read(message("found", FOUND)), false, "not before its own first message");
  assert.equal(begun().read(message("found", FOUND, "other")), false);
});

test("nothing damaged is taken for a figure", () => {
  const reader = begun();
  for (const damaged of ["", "nonsense", "null", "[]", message("found", { ...FOUND, change: 2 })]) reader.read(damaged);
  assert.equal(reader.results.size, 0);
  reader.read(message("found", { number: -1, change: "x", passes: 1.5, text: {}, verdict: { right: "yes" }, ids: "###", uncertainty: 3 }));
  const result = reader.results.get("0 0");
  assert.deepEqual([result?.passes, result?.text, result?.verdict, result?.ids.length, result?.uncertainty.length], [0, "", null, 0, 0]);
});
