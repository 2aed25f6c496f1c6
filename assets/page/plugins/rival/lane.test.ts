import assert from "node:assert/strict";
import { test } from "node:test";
import { RivalLane } from "./lane.ts";
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
