import assert from "node:assert/strict";
import { test } from "node:test";
import { RivalLane } from "./lane.ts";
import { askedSentence, rivalSentence, textOf, whereSentence } from "./sentences.ts";
import type { Piece } from "./sentences.ts";

const PIECES: Piece[] = [
  [0.25, "Once "],
  [0.5, "upon "],
];
const ANSWER = { pieces: PIECES, over: true, tokens: 4, seconds: 1, refused: "" };

/** @returns a lane, what stands beside the runs, and who is named in the address */
function laneOf(source: string) {
  const shown = { guest: null as RivalLane | null, named: "" };
  const sideBySide = { host: (guest: RivalLane | null) => (shown.guest = guest) };
  const player: any = { sideBySide, playing: true };
  return { lane: new RivalLane({} as HTMLElement, player, source, (named) => (shown.named = named)), shown };
}

test("an answer has a moment for each piece once it is over, and its own figures", () => {
  const { lane } = laneOf("a at b:1");
  assert.deepEqual([lane.moments.length, lane.spent("seconds")], [1, "has no answer"]);
  lane.answer.value = { ...ANSWER, over: false };
  assert.deepEqual([lane.moments.length, lane.spent("seconds"), lane.figures.stopped], [1, "goes on", "going on"]);
  assert.equal(lane.figures.seconds, NaN);
  lane.answer.value = ANSWER;
  assert.deepEqual([lane.moments.length, lane.spent("seconds")], [3, [0, 0.25, 0.5]]);
  assert.deepEqual(lane.figures, { tokens: 4, seconds: 0.5, timed: "on arrival", stopped: "complete" });
  lane.answer.value = { ...ANSWER, refused: "It went away." };
  assert.equal(lane.figures.stopped, "broken off");
  assert.equal(lane.spent("work"), "does not say what its work is");
});

test("an answer to another prompt goes away, and one that an address names stays", () => {
  const { lane, shown } = laneOf("");
  lane.offer("a at b:1");
  lane.beside("another prompt");
  assert.deepEqual([shown.guest, lane.title], [lane, "a at b:1"]);
  lane.prompt.value = "a prompt";
  lane.answer.value = ANSWER;
  lane.beside("a prompt");
  assert.equal(shown.guest, lane);
  shown.named = lane.title;
  lane.beside("another prompt");
  assert.deepEqual([shown.guest, shown.named, lane.prompt.value, lane.moments.length], [null, "", "", 1]);
});

const THREE: Piece[] = [...PIECES, [2, "a time."]];
const OVER = { pieces: THREE, over: true, tokens: 8, seconds: 4, refused: "" };

test("at each moment there is what had arrived by then", () => {
  assert.deepEqual([textOf(OVER, 0), textOf(OVER, 1)], ["", "Once "]);
  for (const moment of [3, 4]) assert.equal(textOf(OVER, moment), "Once upon a time.");
  assert.equal(whereSentence(OVER, 0), "RECORDED on arrival · piece 0 of 3");
  assert.equal(whereSentence(OVER, 2), "RECORDED on arrival · piece 2 of 3, 0.5 s");
  assert.equal(whereSentence(OVER, 4), "RECORDED on arrival · piece 3 of 3, 2 s, over");
  assert.equal(whereSentence({ ...OVER, over: false, pieces: THREE.slice(0, 1) }, 3), "LIVE · 1 piece");
});

test("times and the server's own count are told; what it does not say is not guessed", () => {
  assert.equal(
    rivalSentence(OVER),
    "The first piece arrived after 0.25 s, the last of 3 after 2 s: 8 tokens by its server's count, 2 a second. Timed on arrival at this server; by pass, each piece counts as one.",
  );
  assert.match(rivalSentence({ ...OVER, tokens: null }), /how many tokens these are, its server does not say/);
  assert.equal(
    rivalSentence({ ...OVER, over: false, pieces: THREE.slice(0, 2) }),
    "The first piece arrived after 0.25 s; 2 so far.",
  );
  assert.equal(rivalSentence({ ...OVER, pieces: [] }), "Nothing arrived.");
});

test("an address brings no answer, and another server perhaps not even who gave it", () => {
  assert.match(askedSentence("a at b:1", "a at b:1"), /holds no answer\. Ask again/);
  assert.match(askedSentence("a at b:1", "c at d:2"), /another one, c at d:2\.$/);
  assert.match(askedSentence("a at b:1", ""), /has no such rival\.$/);
});
