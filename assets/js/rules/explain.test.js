import assert from "node:assert/strict";
import { test } from "node:test";
import { historyOf } from "../run/history.js";
import { readTrace } from "../run/trace.js";
import { header, meta, traceFile } from "../testing/fixtures.js";
import { budgetOf } from "./budget.js";
import { barSentence, decisionSentence, endSentence, historySentence, isBudgeted, ruleSentence, whatIfSentence } from "./explain.js";

/**
 * @param {number[]} entropy
 * @param {number[]} accepted
 * @param {number} bound
 * @param {"nats" | "bits"} [unit]
 */
function rule(entropy, accepted, bound, unit = "nats") {
  const frame = /** @type {any} */ ({ entropy: Float32Array.from(entropy), accepted: Uint8Array.from(accepted) });
  return ruleSentence(budgetOf(frame, bound), frame.entropy, bound, unit);
}

test("the rule is written out with the step's numbers", () => {
  assert.equal(
    rule([0.5, 0.25, 0.125, 4, 5], [1, 1, 1, 1, 0], 1),
    "Before no. 4 the entropies sum to 0.125 + … + 0.5 = 0.875 ≤ 1 nats; before no. 5 to 4.88 > 1: 4 of 5 accepted.",
  );
  assert.match(
    rule([0.25, 0.5, 1, 2], [1, 1, 1, 0], 1),
    /^Before no. 3 the entropies sum to 0.25 \+ 0.5 = 0.75 ≤ 1 nats;/,
  );
  assert.match(
    rule([0.25, 2, 1], [1, 0, 1], 1),
    /^Before no. 2 the entropies sum to 0.25 ≤ 1 nats; before no. 3 to 1.25 > 1: 2 of 3/,
  );
});

test("the rule at its edges: one, all, another decision than the sums give", () => {
  assert.match(rule([2, 3], [1, 0], 1), /always accepted; its own entropy is already 2 > 1 nats: 1 of 2 accepted/);
  assert.match(
    rule([0.25, 0.5], [1, 1], 1),
    /^Before the last position the entropies sum to 0.25 ≤ 1 nats, within the bound: all 2 accepted/,
  );
  assert.match(
    rule([2, 3], [1, 1], 1),
    /accepted 2 of 2.*do not add up to just that cut.*what is shown is what the sampler did/,
  );
});

test("the rule in bits has every number in bits", () => {
  assert.match(
    rule([Math.LN2, 2 * Math.LN2, 3], [1, 1, 0], 2 * Math.LN2, "bits"),
    /sum to 1 ≤ 2 bits; before no. 3 to 3 > 2: 2 of 3/,
  );
});

test("a what-if says that it is one", () => {
  assert.equal(
    whatIfSentence(3, 5, 8, "1 nats"),
    "With a bound of 1 nats it would accept 5 of 8, 2 more than it did. This step only; later steps would differ.",
  );
  assert.match(whatIfSentence(3, 2, 8, "0 nats"), /1 fewer than it did/);
  assert.match(whatIfSentence(3, 3, 8, "0 nats"), /as many as it did/);
});

const recording = await readTrace(traceFile(), "run.trace");

test("a bar says which position it is and what became of it", () => {
  const frame = recording.frames[0];
  const sentence = barSentence(budgetOf(frame, 0.1), frame, 3, "↵", "nats");
  assert.equal(sentence, "No. 2 of 4: position 3 “↵”, entropy 0.25 nats, before it 0, newly locked");
});

test("a history names locks, relapses and revisions", () => {
  const words = [0, 1, 2, 3].map((position) => historySentence(historyOf(recording, 0, position)));
  assert.deepEqual(words, [
    "Newly locked at step 1; its argmax never changed.",
    "Newly locked at step 2; its argmax changed once.",
    "Never accepted in this block so far; its argmax changed once.",
    "Newly locked at step 1, relapsed at step 2; its argmax never changed.",
  ]);
  assert.deepEqual(
    historyOf(recording, 2, 0).map(({ row, step }) => [row, step]),
    [[2, 1]],
    "another block is another history",
  );
});

test("a block says what ended it, or what it waits for", () => {
  assert.deepEqual(
    [0, 1, 2].map((row) => endSentence(recording, row)),
    [
      "Block 1 goes on until it is both confident and stable, or to step 8.",
      "Block 1 ended at step 2 because that is the most it may take.",
      "Block 2 ended at step 1: it was confident and stable. The text is complete: it reached end-of-text.",
    ],
  );
});

test("a stopped block, a cut text and a threshold that is never met say so", async () => {
  const stopped = meta({ stop_reasons: ["max-steps", "stopped"], finish_reason: "stopped" });
  assert.equal(
    endSentence(await readTrace(traceFile(stopped), "x"), 2),
    "Block 2 was stopped at step 1; its text is a draft.",
  );
  const cut = meta({ finish_reason: "max-new-tokens" });
  assert.match(endSentence(await readTrace(traceFile(cut), "x"), 2), / The text was cut at the length asked for, 8 tokens\.$/);
  const never = header();
  never.settings.confidence_threshold = 0;
  assert.equal(
    endSentence(await readTrace(traceFile(meta({ header: never })), "x"), 0),
    "Block 1 goes on to step 8: with a threshold of 0 it never ends early.",
  );
});

test("no budget is claimed for a sampler that had none", () => {
  const run = (/** @type {object | undefined} */ explanation) =>
    isBudgeted(/** @type {any} */ ({ header: { explanation } }));
  assert.ok(run(undefined) && run({}) && run({ cut: "running sum" }), "older traces are all of the entropy bound");
  for (const cut of ["value", "rank", "draw"]) assert.ok(!run({ order: "entropy", cut }));
  assert.ok(!run({ order: "confidence", cut: "running sum" }));
  const said = { rule: "Keeps the first.", accepted: "kept", rejected: "left masked" };
  assert.equal(
    decisionSentence(said, Uint8Array.of(1, 0, 1)),
    "Keeps the first. At this step, of 3 positions: 2 kept, 1 left masked.",
  );
});
