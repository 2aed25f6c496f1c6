import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIDENCE, decided as decide } from "../testing/decisions.ts";
import { ordinal, supposedSentence, whySentence } from "./why.ts";

const PLAIN = { unit: "nats", terms: "plain" } as const;
const TERMS = { unit: "bits", terms: "terms" } as const;

test("the budget in plain words, and the place of the chosen token", () => {
  const { decision, step } = decide([0.25, 0.5, 1, 2], [1, 1, 0, 0], undefined, { entropy_bound: 0.25 });
  const chosen = { position: 3, token: "red" };
  assert.equal(
    whySentence(decision, step, chosen, "1 of them padding", PLAIN),
    "A position is kept while those surer than it add up to at most 0.25 nats: 2 are, 1 of them padding. Before “red” they add up to 1.75; it comes 4th.",
  );
  assert.match(
    whySentence(decision, step, null, "", TERMS),
    /^A position is accepted while .* at most 0\.361 bits: 2 are\.$/,
  );
  assert.match(
    whySentence(decision, step, { position: 0, token: "a" }, "", PLAIN),
    / “a” is the surest: nothing comes before it\.$/,
  );
});

test("a sum as good as the bound is told apart from it", () => {
  const { decision, step } = decide([0.25, 0.00001, 1], [1, 1, 0], undefined, { entropy_bound: 0.25 });
  assert.match(whySentence(decision, step, { position: 2, token: "x" }, "", PLAIN), /add up to 0\.25001; it comes 3rd/);
});

test("a figure of its own against the bound", () => {
  const { decision, step } = decide([0.9, 0.4], [1, 0], CONFIDENCE, { b: 0.5 });
  assert.equal(
    whySentence(decision, step, { position: 1, token: "red" }, "", PLAIN),
    "A position is kept if its confidence is above 0.5: 1 is. “red” has 0.4; it comes 2nd.",
  );
});

test("a quota, and a rule that orders nothing", () => {
  const ranked = decide([1, 0.25, 0.5], [0, 1, 1], {
    rule: "Keeps the surest.",
    accepted: "kept",
    order: "entropy",
    cut: "rank",
    bound: "",
    unit: "nats",
  });
  assert.equal(
    whySentence(ranked.decision, ranked.step, { position: 0, token: "red" }, "", PLAIN),
    "Keeps the surest. By now 2 are kept. “red” has 1 nats; it comes 3rd.",
  );
  const drawn = decide([1, 1], [1, 0], { ...CONFIDENCE, cut: "draw", order: "none" });
  assert.equal(
    whySentence(drawn.decision, drawn.step, null, "", PLAIN),
    "Keeps the confident. At this step, of 2 positions: 1 kept, 1 left.",
  );
});

test("what a step would keep with another bound", () => {
  const budget = decide([0.25, 0.25, 0.5, 1], [1, 1, 0, 0], undefined, { entropy_bound: 0.25 }).decision as any;
  assert.equal(
    supposedSentence(budget, 1, PLAIN),
    "With a budget of 1 nats this step would keep 4 instead of 2 positions.",
  );
  assert.equal(
    supposedSentence(budget, 0.3, PLAIN),
    "With a budget of 0.3 nats this step would keep 2 positions, as it did.",
  );
  assert.match(
    supposedSentence(budget, 0, TERMS),
    /^With an entropy bound of 0 bits this step would accept 1 instead of 2 positions\.$/,
  );
  const ranked = decide([0.25, 0.5, 1], [1, 0, 0], { order: "entropy", cut: "rank", bound: "", unit: "nats" })
    .decision as any;
  assert.equal(
    supposedSentence(ranked, 2, PLAIN),
    "With a quota of 2 this step would keep 2 instead of 1 positions. The last of them has 0.5 nats.",
  );
});

test("ordinals", () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal), [
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "102nd",
    "111th",
  ]);
});
