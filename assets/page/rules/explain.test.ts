import assert from "node:assert/strict";
import { test } from "node:test";
import { historyOf } from "../run/history.ts";
import { readTrace } from "../run/trace.ts";
import { CONFIDENCE, decided } from "../testing/decisions.ts";
import { header, meta, traceFile } from "../testing/fixtures.ts";
import { decisionOf } from "./decision.ts";
import { barSentence, decisionSentence, endSentence, historySentence, ruleSentence } from "./explain.ts";

function rule(entropy: number[], accepted: number[], bound: number, unit: "nats" | "bits" = "nats") {
  return ruleSentence(decide(entropy, accepted, undefined, { entropy_bound: bound }), bound, unit);
}

const decide = (...known: Parameters<typeof decided>) => decided(...known).decision as any;

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
    /accepted 2 of 2.*do not come to just that cut at a bound of 1 nats; what is shown is what the sampler did/,
  );
});

test("the rule in bits has every number in bits", () => {
  assert.match(
    rule([Math.LN2, 2 * Math.LN2, 3], [1, 1, 0], 2 * Math.LN2, "bits"),
    /sum to 1 ≤ 2 bits; before no. 3 to 3 > 2: 2 of 3/,
  );
});

test("a figure against its bound: the last one kept, and the first that is not", () => {
  const sentence = (figures: number[], accepted: number[], changes = {}) =>
    ruleSentence(decide(figures, accepted, { ...CONFIDENCE, ...changes }, { b: 0.5 }), 0.5, "bits");
  assert.equal(
    sentence([0.75, 0.25, 0.625], [1, 0, 1]),
    "Keeps the confident. No. 2 has a confidence of 0.625 > 0.5, no. 3 of 0.25 ≤ 0.5: 2 of 3 kept.",
  );
  assert.match(sentence([0.75, 0.625], [1, 1]), /No. 2 has a confidence of 0.625 > 0.5: all 2 kept\.$/);
  assert.match(
    sentence([0.5, 0.25], [1, 0]),
    /None is past the bound of 0.5, so the rule takes one all the same: 1 of 2 kept\.$/,
  );
  assert.match(sentence([0.5, 0.25], [0, 0], { least: 0 }), /None is past the bound of 0.5: 0 of 2 kept\.$/);
  assert.match(
    sentence([0.75, 0.625], [1, 0]),
    /accepted 1 of 2.*\(confidence\), do not come to just that cut at a bound of 0.5;/,
  );
  const divergence = { order: "divergence", falling: false, unit: "nats" };
  assert.match(
    sentence([Math.LN2 / 4, 8], [1, 0], divergence),
    /No. 1 has a divergence of 0.25 < 0.721 bits, no. 2 of 11.5 ≥ 0.721: 1 of 2 kept/,
  );
});

test("a quota: the last one kept, and the next", () => {
  const ranked = { rule: "Keeps some.", order: "entropy", cut: "rank", bound: "", unit: "nats", accepted: "kept" };
  const sentence = (accepted: number[], changes = {}) =>
    ruleSentence(decide([1, 0.25, 0.5], accepted, { ...ranked, ...changes }), null, "nats");
  assert.equal(
    sentence([0, 1, 1]),
    "Keeps some. In the order of entropy, the first 2 of 3 are kept: the last of them has 0.5, the next one 1 nats.",
  );
  assert.match(sentence([1, 1, 1]), /the first 3 of 3 are kept\.$/);
  assert.match(sentence([1, 0, 0], { order: "place" }), /In the order of place, the first 1 of 3 are kept\.$/);
  assert.match(sentence([1, 0, 0]), /accepted 1 of 3.*\(entropy\), do not come to just that cut; what/);
});

test("what had settled before is said", () => {
  const frame = {
    key: Float32Array.of(0.9, 0.8),
    entropy: new Float32Array(2),
    accepted: Uint8Array.of(1, 1),
    status: Uint8Array.of(0, 1),
  };
  const header = { spec: { settings: { way: "masked", b: 0.5 } }, explanation: CONFIDENCE } as any;
  const decision = decisionOf(frame as any, header) as any;
  assert.match(ruleSentence(decision, 0.5, "nats"), /all 2 kept\. 1 of them stood already\.$/);
});

const recording = await readTrace(traceFile(), "run.trace");

test("a bar says which position it is and what became of it", () => {
  const frame = recording.frames[0];
  const decision = decisionOf(frame, recording.header) as any;
  const sentence = barSentence(decision, frame, 3, "↵", "nats");
  assert.equal(sentence, "No. 2 of 4: position 3 “↵”, entropy 0.25 nats, before it 0, newly locked");
  const place = { ...frame, key: Float32Array.of(0.5, 0.25, 0, 1) };
  const confident = decisionOf(place, { ...recording.header, explanation: CONFIDENCE }) as any;
  assert.equal(barSentence(confident, place, 3, "↵", "bits"), "No. 1 of 4: position 3 “↵”, confidence 1, newly locked");
});

test("a history names locks, relapses and revisions", () => {
  const words = [0, 1, 2, 3].map((position) => historySentence(historyOf(recording, 0, position), "block"));
  assert.deepEqual(words, [
    "Newly locked at step 1; its argmax never changed.",
    "Newly locked at step 2; its argmax changed once.",
    "Never accepted in this block so far; its argmax changed once.",
    "Newly locked at step 1, relapsed at step 2; its argmax never changed.",
  ]);
  assert.deepEqual(
    historyOf(recording, 2, 0).map(({ at, step }) => [at, step]),
    [[2, 1]],
    "another block is another history",
  );
});

test("a block says what ended it, or what it waits for", () => {
  assert.deepEqual(
    [0, 1, 2].map((step) => endSentence(recording, step, "part")),
    [
      "Part 1 goes on until it is both confident and stable, or to step 8.",
      "Part 1 ended at step 2 because that is the most it may take.",
      "Part 2 ended at step 1: it was confident and stable. The text is complete: it reached end-of-text.",
    ],
  );
});

test("a stopped block, a cut text and a threshold that is never met say so", async () => {
  const stopped = meta({ stop_reasons: ["max-steps", "stopped"], finish_reason: "stopped" });
  assert.equal(
    endSentence(await readTrace(traceFile(stopped), "x"), 2, "part"),
    "Part 2 was stopped at step 1; its text is a draft.",
  );
  const cut = meta({ finish_reason: "max-new-tokens" });
  assert.match(
    endSentence(await readTrace(traceFile(cut), "x"), 2, "part"),
    / The text was cut at the length asked for, 8 tokens\.$/,
  );
  const never = header();
  never.spec.settings.confidence_threshold = 0;
  assert.equal(
    endSentence(await readTrace(traceFile(meta({ header: never })), "x"), 0, "part"),
    "Part 1 goes on to step 8: with a threshold of 0 it never ends early.",
  );
});

test("a rule that orders nothing is told by what it came to", () => {
  const words = { rule: "Keeps the first.", accepted: "kept", rejected: "left masked" };
  assert.equal(
    decisionSentence(words, Uint8Array.of(1, 0, 1)),
    "Keeps the first. At this step, of 3 positions: 2 kept, 1 left masked.",
  );
});
