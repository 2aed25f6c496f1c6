import assert from "node:assert/strict";
import { test } from "node:test";
import { guidanceOf } from "./guidance.ts";

test("a scale and a share are the settings of a run, and the plain run has none", () => {
  assert.deepEqual(guidanceOf(2, 50), { scale: 2, from: 0.5 });
  assert.deepEqual(guidanceOf(0, NaN, { scale: 2, from: 0.5, until: 0.9 }), { scale: 0, from: 0, until: 0.9 });
  assert.deepEqual([guidanceOf(1, 50), guidanceOf(NaN, 50)], [null, null]);
});
