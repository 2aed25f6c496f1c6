import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { countsOf } from "./counts.ts";
import { probabilityOf } from "./metrics.ts";

/** @returns of the only step, or of the last */
const counts = (argmax: number[], accepted: number[][], changes: object = {}) => {
  const run = recordingOf(
    accepted.map((each) => ({ argmax, accepted: each })),
    changes,
  );
  run.tokens.set(6, "<fill>");
  return countsOf(run, accepted.length - 1);
};

test("only the text is counted; what else is kept is counted apart", () => {
  const same = { noun: "token", fillers: 0 };
  const first = [1, 0, 1, 1];
  assert.deepEqual(counts([2, 3, 1, 0], [first]), { ...same, all: 2, kept: 1, fresh: 1, others: 2 });
  assert.deepEqual(counts([2, 3, 1, 0], [first, [1, 1, 0, 1]]), { ...same, all: 2, kept: 2, fresh: 1, others: 1 });
  assert.deepEqual(counts([1, 0, 0, 0], [[1, 1, 0, 0]]), { ...same, all: 0, kept: 0, fresh: 0, others: 2 });
  const prompt = "Solve this Sudoku:\n....\n....\n....\n...."; // its board has no room on this canvas
  assert.deepEqual(counts([2, 3, 1, 0], [first], { prompt }), { ...same, all: 2, kept: 1, fresh: 1, others: 2 });
});

test("fillers are counted apart, those that are kept", () => {
  const [same, special_ids] = [{ noun: "token", others: 2 }, [0, 1, 6]];
  const some = counts([2, 6, 6, 1], [[1, 1, 0, 1]], { special_ids });
  assert.deepEqual(some, { ...same, all: 1, kept: 1, fresh: 1, fillers: 1 });
  const none = counts([6, 6, 1, 0], [[1, 1, 0, 0]], { special_ids });
  assert.deepEqual(none, { ...same, all: 0, kept: 0, fresh: 0, fillers: 2 });
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

test("a token that is no recorded candidate has no probability", () => {
  const candidates = { top_ids: Int32Array.from([5, 6, 7, 5]), top_probs: Float32Array.from([0.75, 0.25, 0.5, 0.125]) };
  const [first] = recordingOf([{ argmax: [2, 3, 1, 0], accepted: [1, 0, 1, 1] }]).frames;
  const frame = { ...first, argmax_ids: Int32Array.of(5, 5), ...candidates };
  assert.deepEqual(
    [probabilityOf(frame, 0, 5), probabilityOf(frame, 1, 5), probabilityOf(frame, 1, 6)],
    [0.75, 0.125, NaN],
  );
  assert.equal(probabilityOf({ ...frame, top_ids: undefined }, 0, 5), NaN);
});
