import assert from "node:assert/strict";
import { test } from "node:test";
import { favouredSentence, ownTextSentence, standSentence, statusName } from "./hand-sentences.ts";
import { WAYS } from "./ways.ts";

const FRAME = {
  pinned: Uint8Array.from([1, 1, 1, 0, 0, 0]),
  lead: Float32Array.from([-1, 24, 0, 31, -1, -1]),
  edited: Uint8Array.from([0, 0, 0, 0, 1, 0]),
  status: Uint8Array.from([0, 0, 0, 2, 2, 0]),
} as any;

test("a name says what a hand is to a position, and the status where the sampler decides", () => {
  assert.deepEqual(
    Array.from(FRAME.lead, (_, position) => statusName(FRAME, position, WAYS.uniform)),
    [
      "pinned by hand",
      "your own word, favoured",
      "your own word, favoured",
      "your own word, which gave way, thrown back",
      "changed by hand before this step, thrown back",
      "kept",
    ],
  );
});

test("a favoured word has its reason, in the reader's unit", () => {
  const sentence = (position: number, best = "dog", unit: "nats" | "bits" = "nats") =>
    favouredSentence(FRAME, position, { best, margin: 24, unit });
  assert.equal(sentence(0), "");
  assert.equal(sentence(2), "Your own word, favoured: the model itself likes it best.");
  assert.equal(
    sentence(1),
    "Your own word, favoured: the model's best, “dog”, is ahead by 24 nats; up to 24 yours stands.",
  );
  assert.equal(
    sentence(3, "", "bits"),
    "Your own word, which gave way: the model's best is ahead by 44.7 bits, more than the margin of 34.6, so the sampler decides.",
  );
});

test("all of a step's favoured tokens are counted", () => {
  assert.equal(
    ownTextSentence(FRAME, 24, "nats"),
    "2 of the 3 tokens of your text stand; 1 gives way: the model is surer of another by more than 24 nats.",
  );
  const leads = (...lead: number[]) => ({
    pinned: Uint8Array.from(lead, (own) => Number(own >= 0 && own <= 3)),
    lead: Float32Array.from(lead),
  });
  assert.equal(
    ownTextSentence(leads(1), 3, "nats"),
    "The only token of your text stands: the model is surer of another by at most 3 nats.",
  );
  assert.match(ownTextSentence(leads(1, 2), 3, "nats"), /^All 2 tokens of your text stand:/);
  assert.equal(ownTextSentence(leads(-1, -1), 3, "nats"), "No token of your text is favoured in this part.");
});

test("what stands whatever the rule says is named after the rule", () => {
  assert.equal(standSentence({}, "budget"), "");
  assert.equal(standSentence(FRAME, "budget"), " 3 of them are pinned or favoured and take nothing of the budget.");
  const pin = { pinned: Uint8Array.from([1, 0]) };
  assert.equal(standSentence(pin, "budget"), " 1 of them is pinned and takes nothing of the budget.");
  assert.equal(standSentence(pin, ""), " 1 of them is pinned, whatever the rule says.");
  const favoured = { pinned: Uint8Array.from([1, 1]), lead: Float32Array.from([0, 1]) };
  assert.equal(standSentence(favoured, ""), " 2 of them are favoured, whatever the rule says.");
});
