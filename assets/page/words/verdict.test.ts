import assert from "node:assert/strict";
import { test } from "node:test";
import { header, meta, recorded, traceFile } from "../testing/fixtures.ts";
import { readTrace } from "../run/trace.ts";
import { verdictSentence } from "./verdict.ts";

const verdict = (changes: object = {}) => ({ task: "Sudoku", right: true, sentence: "solved", rule: 1, ...changes });

const judged = (verdict: any, device = "cpu", finishReason = "max-tokens") => ({
  verdict,
  header: header({ device }),
  finishReason,
  refused: false,
});

test("a verdict in words says who judged", () => {
  assert.equal(verdictSentence(judged(verdict())), "Solved. So says a rule, not the model.");
  assert.equal(
    verdictSentence(judged(verdict({ right: false, sentence: "wrong: two 8s in column 5" }))),
    "Wrong: two 8s in column 5. So says a rule, not the model.",
  );
  assert.equal(verdictSentence(judged(null)), "");
});

test("a refusal is neither right nor wrong", () => {
  assert.match(
    verdictSentence({ ...judged(null), refused: true }),
    /^The model declines: .* neither right nor wrong\.$/,
  );
  assert.match(verdictSentence({ ...judged(null, "browser"), refused: true }), /^The model declines/);
  const wrong = verdict({ right: false, sentence: "wrong: the text holds no sum" });
  assert.match(verdictSentence({ ...judged(wrong), refused: true }), /^Wrong: the text holds no sum/);
});

test("where a browser computed the run, it is said that no rule judged it, unless somebody stopped it", () => {
  assert.match(verdictSentence(judged(null, "browser")), /^No rule judges this text in a browser; .* too\.$/);
  assert.equal(verdictSentence(judged(verdict(), "browser")), "Solved. So says a rule, not the model.");
  assert.equal(verdictSentence(judged(null, "browser", "stopped")), "");
});

test("the verdict of a trace file is its recording's; one that nobody judged has none", async () => {
  const judged = await readTrace(traceFile(meta({ header: header({ verdict: verdict() }) })), "a.trace");
  assert.deepEqual(judged.verdict, verdict());
  assert.equal((await readTrace(traceFile(), "a.trace")).verdict, null);
});

test("the recorded runs wear the verdict that Python wrote", async () => {
  const read = (name: string) => recorded(`tests/runs/${name}.trace`);
  assert.match(verdictSentence(await read("wrong")), /^Wrong: two 9s in column 4\. So says a rule/);
  assert.match(verdictSentence(await read("lily")), /^Asked for Lily, a cat and a red ball: there\. /);
  assert.equal(verdictSentence(await read("france")), "");
});

test("the recorded question that the model cannot answer is a refusal", async () => {
  const recording = await recorded("assets/recorded/france.trace");
  assert.ok(recording.refused && recording.verdict === null);
  assert.match(verdictSentence(recording), /^The model declines/);
});
