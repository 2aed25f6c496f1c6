import assert from "node:assert/strict";
import { test } from "node:test";
import { askedSentence, rivalSentence, textOf, whereSentence } from "./sentences.ts";
import type { Piece } from "./sentences.ts";

const PIECES: Piece[] = [
  [0.25, "Once "],
  [0.5, "upon "],
  [2, "a time."],
];
const OVER = { pieces: PIECES, over: true, tokens: 8, seconds: 4, refused: "" };

test("at each moment there is what had arrived by then", () => {
  assert.deepEqual(
    [0, 1, 3, 4].map((moment) => textOf(OVER, moment)),
    ["", "Once ", "Once upon a time.", "Once upon a time."],
  );
  assert.equal(whereSentence(OVER, 0), "RECORDED on arrival · piece 0 of 3");
  assert.equal(whereSentence(OVER, 2), "RECORDED on arrival · piece 2 of 3, 0.5 s");
  assert.equal(whereSentence(OVER, 4), "RECORDED on arrival · piece 3 of 3, 2 s, over");
  assert.equal(whereSentence({ ...OVER, over: false, pieces: PIECES.slice(0, 1) }, 3), "LIVE · 1 piece");
});

test("times and the server's own count are told; what it does not say is not guessed", () => {
  assert.equal(
    rivalSentence(OVER),
    "The first piece arrived after 0.25 s, the last of 3 after 2 s: 8 tokens by its server's count, 2 a second. Timed on arrival at this server; by pass, each piece counts as one.",
  );
  assert.match(rivalSentence({ ...OVER, tokens: null }), /how many tokens these are, its server does not say/);
  assert.equal(
    rivalSentence({ ...OVER, over: false, pieces: PIECES.slice(0, 2) }),
    "The first piece arrived after 0.25 s; 2 so far.",
  );
  assert.equal(rivalSentence({ ...OVER, pieces: [] }), "Nothing arrived.");
});

test("an address brings no answer, and another server perhaps not even who gave it", () => {
  assert.match(askedSentence("a at b:1", "a at b:1"), /holds no answer\. Ask again/);
  assert.match(askedSentence("a at b:1", "c at d:2"), /another one, c at d:2\.$/);
  assert.match(askedSentence("a at b:1", ""), /has no such rival\.$/);
});
