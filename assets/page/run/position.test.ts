import assert from "node:assert/strict";
import { test } from "node:test";
import { WAYS } from "../rules/ways.ts";
import { recordingOf } from "../testing/steps.ts";
import { historyOf } from "./history.ts";
import { historyLine } from "./position.ts";

/** @param steps of one position */
function sentences(
  steps: [id: number, kept: number][],
  now: number,
  way: string = "uniform",
  mode?: "plain" | "terms",
) {
  const recording = recordingOf(steps.map(([id, kept]) => ({ argmax: [id, 2, 1, 0], accepted: [kept, 1, 0, 1] })));
  const name = (id: number) => recording.tokens.get(id) ?? "";
  return historyLine(historyOf(recording, now, 0), now, (id) => name(id).trim(), WAYS[way], mode);
}

const RED: [number, number][] = [
  [4, 0],
  [4, 1],
  [4, 1],
  [4, 0],
  [4, 0],
  [3, 1],
  [3, 1],
];

test("a token that was kept, reopened, and kept again as another", () => {
  assert.deepEqual(
    RED.map((_, now) => sentences(RED, now)),
    [
      "Not kept so far, later “ball”.",
      "Kept now, later “ball”.",
      "Kept since step 2, later “ball”.",
      "Kept at steps 2 and 3, reopened now, later “ball”.",
      "Kept at steps 2 and 3, reopened at step 4, later “ball”.",
      "Kept at steps 2 and 3, reopened at step 4, kept again now.",
      "Kept at steps 2 and 3, reopened at step 4, kept again since step 6.",
    ],
  );
  assert.equal(sentences(RED, 3, "uniform", "terms"), "Locked at steps 2 and 3, relapsed now, later “ball”.");
});

test("the same token comes back, or is kept for the first time", () => {
  assert.equal(
    sentences(
      [
        [4, 0],
        [4, 1],
      ],
      0,
    ),
    "Not kept so far, kept at step 2.",
  );
  assert.equal(
    sentences(
      [
        [4, 1],
        [4, 0],
        [4, 1],
      ],
      1,
    ),
    "Kept at step 1, reopened now, kept again at step 3.",
  );
  assert.equal(sentences([[4, 0]], 0), "Not kept so far.");
  assert.equal(
    sentences(
      [
        [4, 1],
        [4, 1],
        [4, 1],
        [4, 0],
      ],
      3,
    ),
    "Kept at steps 1 to 3, reopened now.",
  );
  assert.equal(
    sentences(
      [
        [4, 0],
        [4, 1],
      ],
      1,
      "autoregressive",
    ),
    "Written now.",
  );
});

test("many spells are counted", () => {
  assert.equal(
    sentences(
      [
        [4, 1],
        [4, 0],
        [4, 1],
        [4, 0],
        [4, 1],
        [4, 0],
      ],
      5,
    ),
    "Kept 3 times so far, reopened now.",
  );
});
