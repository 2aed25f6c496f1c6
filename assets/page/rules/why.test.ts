import { CONFIDENCE, decided as decide } from "../testing/decisions.ts";
import { sentences } from "../testing/sentences.ts";
import { ordinal, supposedSentence, whySentence } from "./why.ts";

const PLAIN = { unit: "nats", terms: "plain" } as const;
const TERMS = { unit: "bits", terms: "terms" } as const;
const RANKED = { rule: "Keeps the surest.", accepted: "kept", order: "entropy", cut: "rank", bound: "", unit: "nats" };

/** @returns why a step kept what it kept, with a token chosen */
function why(
  { decision, step }: ReturnType<typeof decide>,
  position = -1,
  padding = "",
  taste: typeof PLAIN | typeof TERMS = PLAIN,
) {
  return whySentence(decision, step, position < 0 ? null : { position, token: "red" }, padding, taste);
}

sentences("why a step kept what it kept, by each kind of rule, and the place of the chosen token", () => {
  const budget = decide([0.25, 0.5, 1, 2], [1, 1, 0, 0], undefined, { entropy_bound: 0.25 });
  return [
    why(budget, 3, "1 of them padding"),
    why(budget, -1, "", TERMS),
    why(budget, 0),
    why(decide([0.25, 0.00001, 1], [1, 1, 0], undefined, { entropy_bound: 0.25 }), 2), // a sum as good as the bound
    why(decide([0.9, 0.4], [1, 0], CONFIDENCE, { b: 0.5 }), 1),
    why(decide([1, 0.25, 0.5], [0, 1, 1], RANKED), 0),
    why(decide([1, 1], [1, 0], { ...CONFIDENCE, cut: "draw", order: "none" })),
  ];
});

sentences("what a step would keep with another bound, and ordinals", () => {
  const budget = decide([0.25, 0.25, 0.5, 1], [1, 1, 0, 0], undefined, { entropy_bound: 0.25 }).decision as any;
  const ranked = decide([0.25, 0.5, 1], [1, 0, 0], RANKED).decision as any;
  return [
    supposedSentence(budget, 1, PLAIN),
    supposedSentence(budget, 0.3, PLAIN),
    supposedSentence(budget, 0, TERMS),
    supposedSentence(ranked, 2, PLAIN),
    [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal),
  ];
});
