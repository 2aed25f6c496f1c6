import assert from "node:assert/strict";
import { test } from "node:test";
import { header, meta, recorded, traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { readTrace } from "../run/trace.ts";
import { verdictSentence } from "./verdict.ts";

const verdict = (changes: object = {}) => ({ task: "Sudoku", right: true, sentence: "solved", rule: 1, ...changes });

const judged = (verdict: any, device = "cpu", finishReason = "max-tokens") => ({
  verdict,
  header: header({ device }),
  finishReason,
  refused: false,
});

sentences("a verdict in words says who judged; a refusal is neither right nor wrong", () => {
  const wrong = verdict({ right: false, sentence: "wrong: two 8s in column 5" });
  return [
    judged(verdict()),
    judged(wrong),
    judged(null),
    { ...judged(null), refused: true },
    { ...judged(null, "browser"), refused: true },
    { ...judged(wrong), refused: true },
    judged(null, "browser"), // unless somebody stopped it, it is said that no rule judged it
    judged(verdict(), "browser"),
    judged(null, "browser", "stopped"),
  ].map(verdictSentence);
});

test("the verdict of a trace file is its recording's; one that nobody judged has none", async () => {
  const judged = await readTrace(traceFile(meta({ header: header({ verdict: verdict() }) })), "a.trace");
  assert.deepEqual(judged.verdict, verdict());
  assert.equal((await readTrace(traceFile(), "a.trace")).verdict, null);
});

sentences(
  "the recorded runs wear the verdict that Python wrote, and a question that the model cannot answer is a refusal",
  async () => {
    const paths = ["tests/runs/wrong", "tests/runs/lily", "tests/runs/france", "assets/recorded/france"];
    return (await Promise.all(paths.map((path) => recorded(`${path}.trace`)))).map(verdictSentence);
  },
);
