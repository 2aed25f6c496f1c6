import assert from "node:assert/strict";
import { test } from "node:test";
import { captionsAt, taleOf } from "./opening.ts";

const run = {
  header: { canvas_length: 4 },
  frames: [1, 2, 3, 4, 5].map((step) => ({ step })),
  tokens: new Map([
    [2, " ball"],
    [3, "<b>\n"],
  ]),
} as any;
const correction = { position: 1, kept: 1, reopened: 3, again: 4, before: 2, after: 3 };

test("a tale goes as far as the step that is shown", () => {
  const tale = (step: number) => taleOf(run, correction, step);
  assert.equal(tale(2), "“ball” was kept at step 2.");
  assert.equal(tale(3), "“ball” was kept at step 2 and thrown back at step 4.");
  assert.equal(tale(4), "“ball” was kept at step 2, thrown back at step 4, and is now “<b>↵”.");
});

test("the captions count the cells of the canvas", () => {
  const [noise, , tale] = captionsAt(run, correction, -1);
  assert.match(noise, /^4 words and pieces of words/);
  assert.equal(tale, "“ball” was kept at step 2.");
});
