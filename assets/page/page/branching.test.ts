import assert from "node:assert/strict";
import test from "node:test";
import { NO_SPEC } from "../run/spec.ts";
import { branchOf, noticeOf, problemOf } from "./branching.ts";

/** @param tokens of each step of block 1 */
const run = (tokens: number[], header: object = {}) =>
  ({
    header: { spec: NO_SPEC, ...header },
    frames: tokens.map((token, at) => ({
      block: 1,
      step: at + 1,
      input_ids: [1],
      sampled_ids: [token],
      argmax_ids: [2],
    })),
  }) as any;

test("a branch says from which step on its run came out differently, as the server found or by the steps that it shares", () => {
  const header = (step: number, differs = null as number | null) => ({
    spec: { branch: { parent: {}, block: 1, step } },
    branch: { differs },
  });
  const parent = run([5, 6, 7]);
  assert.match(noticeOf(parent, run([5, 9, 8], header(2))), /differently from step 2 of part 1 on/);
  assert.equal(noticeOf(parent, run([5, 9, 8], header(1))), "", "it had left by then");
  assert.match(noticeOf(parent, run([5, 6, 8], header(3, 1))), /differently from step 1 of part 1 on/);
});

test("nothing branches from a run that another program recorded, and the sentence says why", () => {
  const foreign = run([5, 6], { source: "llama.cpp" });
  const sentence = /^This run is from llama\.cpp, which says neither prompt nor settings nor seed; only runs of this /;
  assert.match(problemOf(foreign, ""), sentence);
  assert.match(branchOf(foreign, 0, { seed: 1, settings: {} } as any, "") as string, sentence);
  assert.equal(problemOf(run([5, 6], { source: "" }), ""), "");
});
