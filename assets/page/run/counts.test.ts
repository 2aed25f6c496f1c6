import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { countsOf } from "./counts.ts";

test("only the text is counted; what else is kept is counted apart", () => {
  const run = recordingOf([
    { argmax: [2, 3, 1, 0], accepted: [1, 0, 1, 1] },
    { argmax: [2, 3, 1, 0], accepted: [1, 1, 0, 1] },
    { argmax: [1, 0, 0, 0], accepted: [1, 1, 0, 0] },
  ]);
  assert.deepEqual(
    [0, 1, 2].map((step) => countsOf(run, step)),
    [
      { noun: "token", all: 2, kept: 1, fresh: 1, others: 2, fillers: 0 },
      { noun: "token", all: 2, kept: 2, fresh: 1, others: 1, fillers: 0 },
      { noun: "token", all: 0, kept: 0, fresh: 0, others: 2, fillers: 0 },
    ],
  );
});

test("fillers are counted apart, those that are kept", () => {
  const run = recordingOf(
    [
      { argmax: [2, 6, 6, 1], accepted: [1, 1, 0, 1] },
      { argmax: [6, 6, 1, 0], accepted: [1, 1, 0, 0] },
    ],
    { special_ids: [0, 1, 6] },
  );
  run.tokens.set(6, "<fill>");
  assert.deepEqual(
    [0, 1].map((step) => countsOf(run, step)),
    [
      { noun: "token", all: 1, kept: 1, fresh: 1, others: 2, fillers: 1 },
      { noun: "token", all: 0, kept: 0, fresh: 0, others: 2, fillers: 2 },
    ],
  );
});

test("of a recorded Sudoku the cells are counted, all of them and never a line break", async () => {
  const wrong = await recorded("tests/runs/wrong.trace");
  assert.deepEqual(countsOf(wrong, 6), { noun: "cell", all: 81, kept: 79, fresh: 1, others: 126 - 79, fillers: 0 });
  const [last] = wrong.blockEnds;
  const signs = [...wrong.frames[last].argmax_ids].map((id) => wrong.tokens.get(id)?.trim() ?? "");
  assert.equal(signs.filter((sign) => /^\d$/.test(sign)).length, countsOf(wrong, last).kept);
  const lily = await recorded("tests/runs/lily.trace");
  assert.deepEqual(countsOf(lily, 8), { noun: "token", all: 101, kept: 59, fresh: 20, others: 25, fillers: 0 });
});

test("a canvas too short for the board is counted as text", () => {
  const run = recordingOf([{ argmax: [2, 3, 1, 0], accepted: [1, 0, 1, 1] }], {
    prompt: "Solve this Sudoku:\n....\n....\n....\n....",
  });
  assert.deepEqual(countsOf(run, 0), { noun: "token", all: 2, kept: 1, fresh: 1, others: 2, fillers: 0 });
});
