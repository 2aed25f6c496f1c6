import assert from "node:assert/strict";
import { test } from "node:test";
import { gapWords, roomSentence } from "./own-text.ts";

test("the room that is left is said for the longest choice", () => {
  assert.equal(roomSentence([41], 128), "41 of 128 tokens; 87 left.");
  assert.equal(roomSentence([40, 44, 42], 128), "40 to 44 of 128 tokens; at least 84 left.");
  assert.equal(roomSentence([128], 128), "128 of 128 tokens; 0 left.");
  assert.equal(roomSentence([129], 128), "129 tokens; there is room for 128.");
});

test("what the model writes is the gaps, and the end if that is open", () => {
  const choice = (...gaps: number[]) =>
    ({ parts: [{ place: 0, ids: [1] }, ...gaps.map((gap) => ({ place: 1, gap }))] }) as any;
  assert.equal(gapWords([choice(3, 1)], false), "4 tokens between");
  assert.equal(gapWords([choice(1)], true), "1 token between and whatever comes after");
  assert.equal(gapWords([choice(1, 2), choice(3, 2)], false), "3 to 5 tokens between");
  assert.equal(gapWords([choice()], false), "nothing");
});
