import { sentences } from "../testing/sentences.ts";
import { favouredSentence, ownTextSentence, standSentence, statusName } from "./hand-sentences.ts";
import { WAYS } from "./ways.ts";

const FRAME = {
  pinned: Uint8Array.from([1, 1, 1, 0, 0, 0]),
  lead: Float32Array.from([-1, 24, 0, 31, -1, -1]),
  edited: Uint8Array.from([0, 0, 0, 0, 1, 0]),
  status: Uint8Array.from([0, 0, 0, 2, 2, 0]),
} as any;

/** A step whose favoured tokens lead by so much, and stand up to 3 nats. */
const leads = (...lead: number[]) => ({
  pinned: Uint8Array.from(lead, (own) => Number(own >= 0 && own <= 3)),
  lead: Float32Array.from(lead),
});

sentences("a name says what a hand is to a position, and the status where the sampler decides", () =>
  Array.from(FRAME.lead, (_, position) => statusName(FRAME, position, WAYS.uniform)),
);

sentences("a favoured word has its reason, in the reader's unit", () => [
  favouredSentence(FRAME, 0, { best: "dog", margin: 24, unit: "nats" }),
  favouredSentence(FRAME, 1, { best: "dog", margin: 24, unit: "nats" }),
  favouredSentence(FRAME, 2, { best: "dog", margin: 24, unit: "nats" }),
  favouredSentence(FRAME, 3, { best: "", margin: 24, unit: "bits" }),
]);

sentences("all of a step's favoured tokens are counted", () => [
  ownTextSentence(FRAME, 24, "nats"),
  ...[leads(1), leads(1, 2), leads(-1, -1)].map((frame) => ownTextSentence(frame, 3, "nats")),
]);

sentences("what stands whatever the rule says is named after the rule", () => {
  const pin = { pinned: Uint8Array.from([1, 0]) };
  const favoured = { pinned: Uint8Array.from([1, 1]), lead: Float32Array.from([0, 1]) };
  return [
    standSentence({}, "budget"),
    standSentence(FRAME, "budget"),
    standSentence(pin, "budget"),
    standSentence(pin, ""),
    standSentence(favoured, ""),
  ];
});
