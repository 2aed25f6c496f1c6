/** What is said of a rival's answer: only what its server sent and what was measured on arrival. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { rivalSentence, textAt } from "./rival.js";

/** @type {import("./rival.js").Answer} */
const answer = { pieces: [[0.25, "Once"], [0.5, " upon"], [0.75, " a time"]], over: true, tokens: 8, seconds: 0.8, refused: "" };

test("the text at a time is what had arrived by then", () => {
  assert.deepEqual([0, 0.25, 0.6, Infinity].map((seconds) => textAt(answer, seconds)), ["", "Once", "Once upon", "Once upon a time"]);
});

test("tokens are counted only by the server that made them", () => {
  assert.equal(rivalSentence(answer), "The first piece arrived after 0.25 s, the last of 3 after 0.75 s: 8 tokens by its server's count, 10 a second. Timed on arrival at this server.");
  assert.match(rivalSentence({ ...answer, tokens: null }), /how many tokens these are, its server does not say/);
});

test("an answer that has not begun, goes on, or never came", () => {
  assert.equal(rivalSentence({ ...answer, pieces: [], over: false }), "Nothing has arrived yet.");
  assert.equal(rivalSentence({ ...answer, pieces: [] }), "Nothing arrived.");
  assert.equal(rivalSentence({ ...answer, over: false }), "The first piece arrived after 0.25 s; 3 so far.");
});
