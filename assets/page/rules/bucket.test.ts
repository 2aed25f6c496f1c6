import assert from "node:assert/strict";
import { test } from "node:test";
import { decided as made } from "../testing/decisions.ts";
import { bucketOf } from "./bucket.ts";

const decided = (...known: Parameters<typeof made>) => made(...known).decision as any;

/** @param bucket as texts: what each piece is, from where to where, and how many cells */
const pieces = (bucket: ReturnType<typeof bucketOf>) =>
  bucket.pieces.map(({ role, from, to, count, accepted }) => `${accepted ? "+" : "-"}${role} ${from}..${to} x${count}`);

const SUM = { order: "entropy", cut: "running sum", bound: "entropy_bound", unit: "nats" };
// In order: position 2 (0), 0 (0.25), 3 (0.5), 1 (1), 4 (2); before them 0, 0, 0.25, 0.75, 1.75.
const FIGURES = [0.25, 1, 0, 0.5, 2];
const sums = (accepted: number[], bound: number) => decided(FIGURES, accepted, SUM, { entropy_bound: bound });

test("the budget is the rim, and the last word that is kept may spill over it", () => {
  const decision = sums([1, 0, 1, 1, 0], 0.5);
  assert.ok(decision.agrees);
  const bucket = bucketOf(decision, 0.5, 3);
  assert.deepEqual(pieces(bucket), ["+before 0..0.25 x2", "+followed 0.25..0.75 x1"]);
  assert.deepEqual([bucket.rim, bucket.end], [0.5, 1.04 * 0.75]);
});

test("on both sides of the budget: what comes before a word is at most it, or more", () => {
  // Exactly the sum before position 1: it is kept too. A little less: it is not.
  const fits = sums([1, 1, 1, 1, 0], 0.75);
  assert.deepEqual(pieces(bucketOf(fits, 0.75, 1)), ["+before 0..0.75 x3", "+followed 0.75..1.75 x1"]);
  assert.deepEqual(pieces(bucketOf(sums([1, 0, 1, 1, 0], 0.74), 0.74, 1)), [
    "+before 0..0.75 x3",
    "-followed 0.75..1.75 x1",
  ]);
});

test("a word in the middle has those before and after it; one that came too late has those between", () => {
  const decision = sums([1, 1, 1, 1, 0], 0.75);
  assert.deepEqual(pieces(bucketOf(decision, 0.75, 0)), [
    "+before 0..0 x1",
    "+followed 0..0.25 x1",
    "+after 0.25..1.75 x2",
  ]);
  const late = bucketOf(sums([0, 0, 1, 0, 0], 0), 0, 1);
  assert.deepEqual(pieces(late), ["+before 0..0 x1", "-between 0..0.75 x2", "-followed 0.75..1.75 x1"]);
  assert.equal(late.end, 1.04, "what is between is not drawn to scale, and a budget of 0 takes no room");
});

test("of equal words the accepted come first, then by position", () => {
  const decision = decided([0.5, 0.5, 0.5], [0, 1, 1], SUM, { entropy_bound: 0.5 });
  assert.deepEqual([...decision.order], [1, 2, 0]);
  assert.deepEqual(pieces(bucketOf(decision, 0.5, 2)), ["+before 0..0.5 x1", "+followed 0.5..1 x1"]);
  assert.deepEqual(pieces(bucketOf(decision, 0.5, 0)), ["+before 0..1 x2", "-followed 1..1.5 x1"]);
});

test("what is in the bucket and the rim both take a quarter of the bar at least", () => {
  assert.equal(bucketOf(sums([1, 1, 1, 1, 1], 1e6), 1e6, 4).end, 15, "3.75 nats in all: the rim is off the bar");
  assert.equal(bucketOf(sums([1, 0, 1, 0, 0], 0.01), 0.01, 4).end, 0.04);
  const nothing = decided([0, 0], [1, 1], SUM, { entropy_bound: 0 });
  assert.equal(bucketOf(nothing, 0, 1).end, 1);
});

test("a figure is compared with its bound alone", () => {
  const confidence = { order: "confidence", falling: true, cut: "value", bound: "min_confidence", unit: "probability" };
  const decision = decided([0.95, 0.5], [1, 0], confidence, { min_confidence: 0.9 });
  const bucket = bucketOf(decision, 0.9, 1);
  assert.deepEqual(pieces(bucket), ["-followed 0..0.5 x1"]);
  assert.deepEqual([bucket.rim, bucket.end], [0.9, 1]);
  const divergence = { order: "divergence", cut: "value", bound: "max_divergence", unit: "nats", least: 1 };
  const never = bucketOf(decided([Infinity, 0.001], [0, 1], divergence, { max_divergence: 0.01 }), 0.01, 0);
  assert.deepEqual([pieces(never), never.end], [["-followed 0..Infinity x1"], 0.04]);
});

test("of a rank the places are counted", () => {
  const margin = { order: "margin", falling: true, cut: "rank", unit: "probability" };
  const decision = decided([0.1, 0.9, 0.5, 0.3], [0, 1, 1, 0], margin);
  assert.deepEqual(pieces(bucketOf(decision, null, 2)), ["+before 0..1 x1", "+followed 1..2 x1"]);
  assert.deepEqual(pieces(bucketOf(decision, null, 0)), ["+before 0..2 x2", "-between 2..3 x1", "-followed 3..4 x1"]);
  const { rim, end } = bucketOf(decision, null, 0);
  assert.deepEqual([rim, end], [2, 4]);
});
