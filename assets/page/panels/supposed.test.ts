import assert from "node:assert/strict";
import { test } from "node:test";
import { askedBound } from "./supposed.tsx";

const header = { spec: { settings: { entropy_bound: 0.1 } } } as any;

test("the form's bound counts where it is another one than the run's", () => {
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: 0.3 }), 0.3);
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: 0 }), 0);
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: 0.1 }), null);
  assert.equal(askedBound(header, {}), null, "a page without a form");
});

test("an emptied field and another sampler suppose nothing", () => {
  assert.equal(askedBound(header, { sampler: "entropy-bound", entropy_bound: NaN }), null);
  assert.equal(askedBound(header, { sampler: "confidence", entropy_bound: 0.3 }), null);
});

test("a sampler with a bound of another name, and one without", () => {
  const explanation = { rule: "", order: "confidence", cut: "value", bound: "min_confidence" };
  const header = { spec: { settings: { sampler: "confidence", min_confidence: 0.9 } }, explanation } as any;
  assert.equal(askedBound(header, { sampler: "confidence", min_confidence: 0.5, entropy_bound: 3 }), 0.5);
  const ranked = {
    spec: { settings: { sampler: "top-k" } },
    explanation: { ...explanation, cut: "rank", bound: "" },
  } as any;
  assert.equal(askedBound(ranked, { sampler: "top-k", min_confidence: 0.5 }), null);
});
