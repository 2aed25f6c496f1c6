import assert from "node:assert/strict";
import { test } from "node:test";
import { historyOf } from "../run/history.ts";
import { readTrace } from "../run/trace.ts";
import { CONFIDENCE, decided } from "../testing/decisions.ts";
import { header, meta, traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { decisionOf } from "./decision.ts";
import { barSentence, decisionSentence, endSentence, historySentence, ruleSentence } from "./explain.ts";

const RANKED = { rule: "Keeps some.", order: "entropy", cut: "rank", bound: "", unit: "nats", accepted: "kept" };
const recording = await readTrace(traceFile(), "run.trace");

function rule(entropy: number[], accepted: number[], bound: number, unit: "nats" | "bits" = "nats") {
  return ruleSentence(decide(entropy, accepted, undefined, { entropy_bound: bound }), bound, unit);
}

const decide = (...known: Parameters<typeof decided>) => decided(...known).decision as any;

sentences("the budget's rule with the step's numbers, and at its edges", () => [
  rule([0.5, 0.25, 0.125, 4, 5], [1, 1, 1, 1, 0], 1),
  rule([0.25, 0.5, 1, 2], [1, 1, 1, 0], 1),
  rule([0.25, 2, 1], [1, 0, 1], 1),
  rule([2, 3], [1, 0], 1), // one
  rule([0.25, 0.5], [1, 1], 1), // all
  rule([2, 3], [1, 1], 1), // another decision than the sums give
  rule([Math.LN2, 2 * Math.LN2, 3], [1, 1, 0], 2 * Math.LN2, "bits"),
]);

sentences(
  "a figure against its bound: the last one kept, and the first that is not; what had settled before is said",
  () => {
    const sentence = (figures: number[], accepted: number[], changes = {}) =>
      ruleSentence(decide(figures, accepted, { ...CONFIDENCE, ...changes }, { b: 0.5 }), 0.5, "bits");
    const frame = { key: Float32Array.of(0.9, 0.8), entropy: new Float32Array(2), accepted: Uint8Array.of(1, 1), status: Uint8Array.of(0, 1) }; // prettier-ignore
    const header = { spec: { settings: { way: "masked", b: 0.5 } }, explanation: CONFIDENCE } as any;
    return [
      sentence([0.75, 0.25, 0.625], [1, 0, 1]),
      sentence([0.75, 0.625], [1, 1]),
      sentence([0.5, 0.25], [1, 0]), // one in any case
      sentence([0.5, 0.25], [0, 0], { least: 0 }),
      sentence([0.75, 0.625], [1, 0]), // another decision than the figures give
      sentence([Math.LN2 / 4, 8], [1, 0], { order: "divergence", falling: false, unit: "nats" }),
      ruleSentence(decisionOf(frame as any, header) as any, 0.5, "nats"),
    ];
  },
);

sentences("a quota: the last one kept, and the next, or what a rule came to that orders nothing", () => {
  const sentence = (accepted: number[], changes = {}) =>
    ruleSentence(decide([1, 0.25, 0.5], accepted, { ...RANKED, ...changes }), null, "nats");
  return [
    ...[sentence([0, 1, 1]), sentence([1, 1, 1]), sentence([1, 0, 0], { order: "place" }), sentence([1, 0, 0])],
    decisionSentence({ rule: "Keeps the first.", accepted: "kept", rejected: "left masked" }, Uint8Array.of(1, 0, 1)),
  ];
});

sentences("a bar says which position it is and what became of it", () => {
  const frame = recording.frames[0];
  const place = { ...frame, key: Float32Array.of(0.5, 0.25, 0, 1) };
  const confident = decisionOf(place, { ...recording.header, explanation: CONFIDENCE }) as any;
  return [
    barSentence(decisionOf(frame, recording.header) as any, frame, 3, "↵", "nats"),
    barSentence(confident, place, 3, "↵", "bits"),
  ];
});

sentences("a history names locks, relapses and revisions", () =>
  [0, 1, 2, 3].map((position) => historySentence(historyOf(recording, 0, position), "block")),
);

test("another block is another history", () =>
  assert.deepEqual(
    historyOf(recording, 2, 0).map(({ at, step }) => [at, step]),
    [[2, 1]],
  ));

sentences("a block says what ended it, or what it waits for", async () => {
  const end = async (changes: object, step: number) =>
    endSentence(await readTrace(traceFile(meta(changes)), "x"), step, "part");
  const never = header();
  never.spec.settings.confidence_threshold = 0;
  return [
    ...[0, 1, 2].map((step) => endSentence(recording, step, "part")),
    await end({ stop_reasons: ["max-steps", "stopped"], finish_reason: "stopped" }, 2),
    await end({ finish_reason: "max-new-tokens" }, 2),
    await end({ header: never }, 0),
  ];
});
