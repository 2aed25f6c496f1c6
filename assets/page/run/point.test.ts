/** When lanes are a race, and what it comes to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { isRace, pointSentence } from "./point.ts";

const lane = (way: string, right: boolean | null, changes: object = {}): any => ({
  live: false,
  frames: Array(way === "autoregressive" ? 92 : 7),
  verdict: right === null ? null : { right },
  header: header({ prompt: "a", model: "embedded", revision: "1", way, ...changes }),
});

test("the same prompt in several ways is a race; two seeds of one way, or two prompts, are not", () => {
  assert.ok(isRace([lane("uniform", true), lane("masked", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("uniform", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("masked", true), lane("masked", true)]));
  assert.ok(!isRace([lane("uniform", true), lane("masked", true, { prompt: "b" })]));
  assert.ok(!isRace([lane("uniform", true)]));
});

sentences("a race that is over comes to a point: what became of each lane, and after how many passes", () => {
  const over = (way: string, right: boolean | null, passes = 7, more = {}) => ({
    ...lane(way, right),
    frames: Array(passes).fill({}),
    moments: Array(passes + (passes > 0 ? 1 : 0)),
    ...{ finishReason: "end-of-text", refused: false },
    ...more,
  });
  const point = (...lanes: any[]) => pointSentence(lanes, lanes.map(() => 90)); // prettier-ignore
  const [A, B, C] = [over("uniform", true, 9), over("masked", false, 31), over("autoregressive", false, 90)];
  return [
    point(A, B, C),
    point(C, A, B),
    point(over("uniform", true, 11), over("masked", true, 11), over("autoregressive", true, 90)),
    point(over("uniform", true, 1), over("masked", false, 2)),
    point(over("uniform", null, 2, { refused: true }), over("masked", null, 0), over("autoregressive", null, 4)),
    point(over("uniform", null, 3, { finishReason: "stopped" }), over("masked", true, 4)),
    pointSentence([A, B, C], [9, 31, 89]), // one goes on
    pointSentence([A, B, { ...C, live: true }], [90, 90, 90]), // more of it comes
    point(A, over("uniform", false)), // no race
  ];
});
