import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { corrections, correctionsAt, nextCorrection, reopenedAt, reopenings, reopeningsAt } from "./corrections.ts";

/** Position 0 by step; the others are kept throughout. */
const runOf = (first: [id: number, kept: number, block?: number][]) =>
  recordingOf(first.map(([id, kept, block = 1]) => ({ block, argmax: [id, 2, 2, 2], accepted: [kept, 1, 1, 1] })));

test("a token that is kept, reopened, and kept again as another is a correction", () => {
  const run = runOf([
    [4, 0],
    [4, 1],
    [4, 1],
    [4, 0],
    [3, 0],
    [3, 1],
  ]);
  assert.deepEqual(reopenedAt(run), [3]);
  const reopening = { position: 0, kept: 1, reopened: 3, token: 4 };
  assert.deepEqual(reopenings(run), [reopening]);
  assert.deepEqual(
    [2, 3, 4].map((step) => reopeningsAt(run, step)),
    [[], [reopening], []],
  );
  const correction = { position: 0, kept: 1, reopened: 3, again: 5, before: 4, after: 3 };
  assert.deepEqual(corrections(run), [correction]);
  assert.deepEqual(
    [4, 5].map((step) => correctionsAt(run, step)),
    [[], [correction]],
  );
});

test("kept again as the same token, or never again, it is reopened but not corrected", () => {
  for (const run of [
    runOf([
      [4, 1],
      [3, 0],
      [4, 1],
    ]),
    runOf([
      [4, 1],
      [3, 0],
      [3, 0],
    ]),
  ]) {
    assert.deepEqual(reopenedAt(run), [1]);
    assert.deepEqual(corrections(run), []);
  }
});

test("a position may be corrected more than once, and each time counts by itself", () => {
  const run = runOf([
    [4, 1],
    [4, 0],
    [4, 1],
    [3, 0],
    [3, 1],
    [5, 0],
    [7, 1],
  ]);
  assert.deepEqual(reopenedAt(run), [1, 3, 5]);
  assert.deepEqual(
    corrections(run).map(({ kept, reopened, again, before, after }) => [kept, reopened, again, before, after]),
    [
      [2, 3, 4, 4, 3],
      [4, 5, 6, 3, 7],
    ],
  );
});

test("what a kept position holds is its sampled token, since it last became that one", () => {
  const run = runOf([
    [4, 1],
    [5, 1],
    [5, 1],
    [3, 0],
    [3, 1],
  ]);
  run.frames.forEach((frame) => frame.argmax_ids.fill(6));
  assert.deepEqual(reopenings(run), [{ position: 0, kept: 1, reopened: 3, token: 5 }]);
  assert.deepEqual(
    corrections(run).map(({ before, after }) => [before, after]),
    [[5, 3]],
  );
});

test("padding and end-of-text are no text, before or after", () => {
  assert.deepEqual(
    reopenedAt(
      runOf([
        [0, 1],
        [4, 0],
        [4, 1],
      ]),
    ),
    [],
  );
  assert.deepEqual(
    corrections(
      runOf([
        [0, 1],
        [4, 0],
        [4, 1],
      ]),
    ),
    [],
  );
  const ends = runOf([
    [4, 1],
    [4, 0],
    [1, 1],
  ]);
  assert.deepEqual([reopenedAt(ends), corrections(ends)], [[1], []]);
  const past = recordingOf([
    { argmax: [1, 4, 0, 0], accepted: [1, 1, 1, 1] },
    { argmax: [1, 3, 0, 0], accepted: [1, 0, 1, 1] },
    { argmax: [1, 3, 0, 0], accepted: [1, 1, 1, 1] },
  ]);
  assert.deepEqual([reopenedAt(past), corrections(past)], [[], []]);
});

test("a block ends what happened in it", () => {
  const run = runOf([
    [4, 1],
    [4, 0],
    [3, 1, 2],
    [3, 1, 2],
  ]);
  assert.deepEqual([reopenedAt(run), corrections(run)], [[1], []]);
});

test("the next correction comes after the step; behind the last it is the first", () => {
  const list = corrections(
    runOf([
      [4, 1],
      [4, 0],
      [3, 1],
      [3, 0],
      [5, 1],
    ]),
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => nextCorrection(list, step)?.again),
    [2, 2, 4, 4, 2],
  );
  assert.equal(nextCorrection([], 0), null);
});

test("a recorded run has the corrections that a reader can see in it", async () => {
  const lily = await recorded("tests/runs/lily.trace");
  assert.deepEqual(reopenedAt(lily), [5, 8, 15, 16]);
  const rows = corrections(lily).map(({ kept, reopened, again, before, after, position }) => [
    position,
    kept + 1,
    reopened + 1,
    again + 1,
    lily.tokens.get(before),
    lily.tokens.get(after),
  ]);
  assert.deepEqual(
    rows.find(([position]) => position === 35),
    [35, 7, 9, 10, " red", " a"],
  );
  for (const run of [lily, await recorded("tests/golden/hostile.trace"), await recorded("tests/golden/story.trace")]) {
    for (const { position, kept, reopened, again, before, after } of corrections(run)) {
      const { frames, special } = run;
      assert.notEqual(before, after);
      assert.ok(!special.has(before) && !special.has(after));
      assert.equal(new Set([kept, reopened, again].map((step) => frames[step].block)).size, 1);
      for (let at = kept; at < reopened; at += 1) {
        assert.deepEqual([frames[at].accepted[position], frames[at].sampled_ids[position]], [1, before]);
      }
      for (let at = reopened; at < again; at += 1) assert.equal(frames[at].accepted[position], 0);
      assert.deepEqual([frames[again].accepted[position], frames[again].sampled_ids[position]], [1, after]);
    }
  }
  assert.ok(corrections(await recorded("tests/golden/hostile.trace")).length > 0);
});
