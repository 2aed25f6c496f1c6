import assert from "node:assert/strict";
import { test } from "node:test";
import { choicePhrase, drawPhrase, inputPhrase, whitherSentence } from "./one-step.ts";

const rule = (more: object): any => ({ order: "entropy", cut: "running sum", ...more });

test("what goes in, and whether there is a memory", () => {
  assert.equal(inputPhrase("noise", 6, true, "plain"), "noise, and a memory");
  assert.equal(inputPhrase("kept", 6, false, "plain"), "kept at 5");
  assert.equal(inputPhrase("kept", 6, false, "terms"), "accepted at 5");
  assert.equal(inputPhrase("mask", 1, false, "plain"), "a mask");
});

test("how a token is drawn, by the settings and by the rule", () => {
  const drawn = { draw: "exact", hand: false, chance: false, stays: false };
  assert.equal(drawPhrase(drawn), "one token, at random");
  assert.equal(drawPhrase({ ...drawn, draw: "greedy" }), "none: the most probable one");
  assert.equal(drawPhrase({ ...drawn, hand: true, draw: "greedy" }), "none: held by hand");
  assert.equal(drawPhrase({ ...drawn, chance: true, stays: true }), "left as it was, or drawn again");
  assert.equal(drawPhrase({ ...drawn, chance: true }), "one token, at random");
});

test("each declaration has its title", () => {
  const titles = [
    rule({}),
    rule({ order: "surprise" }),
    rule({ order: "confidence", cut: "value" }),
    rule({ order: "margin", cut: "rank" }),
    rule({ order: "place", cut: "rank" }),
    rule({ order: "none", cut: "draw" }),
  ].map((explanation) => choicePhrase(explanation, false, 128, "plain").join(": "));
  assert.deepEqual(titles, [
    "Sort and add up: all 128, the surest first",
    "Sort and add up: all 128, by surprise",
    "Sort and compare: all 128, by confidence",
    "Sort and count: all 128, by margin",
    "Sort and count: all 128, in reading order",
    "Chance decides: nothing is sorted",
  ]);
  assert.equal(choicePhrase(rule({ order: "place", cut: "rank" }), true, 128, "plain")[0], "One after the other");
});

test("where the token goes, in each way of writing", () => {
  const next = { to: "next" as const, id: 5, hand: false };
  const known = { step: 6, accepted: true, begins: "noise" as const, sticky: false };
  assert.equal(whitherSentence(next, known, "plain"), "It goes into step 7 as it is.");
  assert.equal(whitherSentence(next, { ...known, sticky: true }, "plain"), "It stays, and goes into step 7.");
  const rejected = { ...known, accepted: false };
  assert.equal(whitherSentence(next, rejected, "plain"), "Noise, drawn by chance, goes into step 7.");
  assert.equal(whitherSentence(next, { ...rejected, begins: "mask" }, "plain"), "A mask goes into step 7.");
  assert.equal(whitherSentence(next, { ...rejected, begins: "blank" }, "plain"), "It comes later.");
  assert.equal(whitherSentence({ ...next, hand: true }, rejected, "plain"), "Put there by hand before step 7.");
  assert.equal(
    whitherSentence({ to: "text", id: 5, hand: false }, known, "plain"),
    "The part ends with this token here.",
  );
  assert.equal(
    whitherSentence({ to: "unknown", id: 5, hand: false }, known, "plain"),
    "The next step has not come yet.",
  );
  assert.equal(
    whitherSentence({ to: "text", id: -1, hand: false }, rejected, "terms"),
    "The block ended before this place.",
  );
});
