/** The messages of a study: its results, by seed and setting, and damaged ones. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { StudyReader } from "./study.ts";

const base64 = (buffer: ArrayBufferLike) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
const RESULT = {
  kind: "result",
  run: 3,
  passes: 12,
  tokens: 2,
  text: "<b>a",
  finish_reason: "end-of-text",
  verdict: { task: "story", right: true, sentence: "a whole story", rule: 1 },
  ids: base64(Uint32Array.of(7, 300_000).buffer),
  uncertainty: base64(Uint16Array.of(0x3c00, 0x3800).buffer), // 1 and 0.5
};

/** Two seeds, from 8 on, at two settings. */
const begun = () => new StudyReader(["a", "b", "c", "d"], 2, 8);

test("results arrive with all that is known of their run", () => {
  const reader = begun();
  reader.read({ kind: "waiting", sentence: "You are 1st." });
  assert.equal(reader.waiting, "You are 1st.");
  reader.read(RESULT);
  const result = reader.results.get("1 1");
  assert.deepEqual([...(result?.ids ?? [])], [7, 300_000]);
  assert.deepEqual([...(result?.uncertainty ?? [])], [1, 0.5]);
  assert.deepEqual([result?.name, result?.seed, result?.sentence, reader.waiting], ["d", 9, "", ""]);
  assert.equal(result?.verdict?.right, true);
  assert.equal(result?.sureness, null, "it has no pins");
  reader.read({ ...RESULT, run: 0, sureness: -0.5 });
  assert.equal(reader.results.get("0 0")?.sureness, -0.5);
});

test("a run that could not begin has its sentence, and so has a study that ended early", () => {
  const reader = begun();
  reader.read({ kind: "refused", run: 0, sentence: "No." });
  reader.read({ kind: "over", sentence: "Too long." });
  assert.deepEqual([reader.results.get("0 0")?.sentence, reader.sentence], ["No.", "Too long."]);
});

test("nothing damaged is taken for a figure", () => {
  const reader = begun();
  reader.read({ ...RESULT, run: 4 });
  assert.equal(reader.results.size, 0, "there is no such run");
  reader.read({
    kind: "result",
    run: "x",
    passes: 1.5,
    text: {},
    verdict: { right: "yes" },
    ids: "###",
    uncertainty: 3,
    sureness: "none",
  });
  const result = reader.results.get("0 0");
  assert.deepEqual(
    [result?.passes, result?.text, result?.verdict, result?.sureness, result?.ids.length, result?.uncertainty.length],
    [0, "", null, null, 0, 0],
  );
});
