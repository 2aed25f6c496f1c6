import { sentences } from "../testing/sentences.ts";
import { choicePhrase, drawPhrase, inputPhrase, whitherSentence } from "./one-step.ts";

sentences("what goes in, and whether there is a memory; how a token is drawn, by the settings and by the rule", () => {
  const drawn = { draw: "exact", hand: false, chance: false, stays: false };
  return [
    inputPhrase("noise", 6, true, "plain"),
    inputPhrase("kept", 6, false, "plain"),
    inputPhrase("kept", 6, false, "terms"),
    inputPhrase("mask", 1, false, "plain"),
    drawPhrase(drawn),
    drawPhrase({ ...drawn, draw: "greedy" }),
    drawPhrase({ ...drawn, hand: true, draw: "greedy" }),
    drawPhrase({ ...drawn, chance: true, stays: true }),
    drawPhrase({ ...drawn, chance: true }),
  ];
});

sentences("each declaration of a rule has its title", () => {
  const title = (order: string, cut: string, causal = false) =>
    choicePhrase({ order, cut } as any, causal, 128, "plain");
  return [
    title("entropy", "running sum"),
    title("surprise", "running sum"),
    title("confidence", "value"),
    title("margin", "rank"),
    title("place", "rank"),
    title("none", "draw"),
    title("place", "rank", true),
  ];
});

sentences("where the token goes, in each way of writing", () => {
  const next = { to: "next" as const, id: 5, hand: false };
  const known = { step: 6, accepted: true, begins: "noise" as const, sticky: false };
  const rejected = { ...known, accepted: false };
  return [
    whitherSentence(next, known, "plain"),
    whitherSentence(next, { ...known, sticky: true }, "plain"),
    whitherSentence(next, rejected, "plain"),
    whitherSentence(next, { ...rejected, begins: "mask" }, "plain"),
    whitherSentence(next, { ...rejected, begins: "blank" }, "plain"),
    whitherSentence({ ...next, hand: true }, rejected, "plain"),
    whitherSentence({ ...next, to: "text" }, known, "plain"),
    whitherSentence({ ...next, to: "unknown" }, known, "plain"),
    whitherSentence({ ...next, to: "text", id: -1 }, rejected, "terms"),
  ];
});
