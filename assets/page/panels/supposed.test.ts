import assert from "node:assert/strict";
import { test } from "node:test";
import { askedBound } from "./supposed.tsx";

const header = { spec: { settings: { entropy_bound: 0.1 } } } as any;

test("the form's bound counts where the run's sampler has one, of whatever name, and the form another figure", () => {
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: 0.3 }), 0.3);
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: 0 }), 0);
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: 0.1 }), null);
  assert.equal(askedBound(header, {}), null, "a page without a form");
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: NaN }), null);
  assert.equal(askedBound(header, { sampler: "confidence", entropy_bound: 0.3 }), null);
  const explanation = { rule: "", order: "confidence", cut: "value", bound: "min_confidence" };
  const confident = { spec: { settings: { sampler: "confidence", min_confidence: 0.9 } }, explanation } as any;
  assert.equal(askedBound(confident, { sampler: "confidence", min_confidence: 0.5, entropy_bound: 3 }), 0.5);
  const none = { ...explanation, cut: "rank", bound: "" };
  const ranked = { spec: { settings: { sampler: "top-k" } }, explanation: none } as any;
  assert.equal(askedBound(ranked, { sampler: "top-k", min_confidence: 0.5 }), null);
});
