import assert from "node:assert/strict";
import { test } from "node:test";

import { modelManifest as manifest } from "../testing/vocabulary.ts";
import { Moments } from "./moments.ts";
import { RunSpec } from "./spec.ts";

const specOf = (more?: Record<string, any>) =>
  RunSpec.of({ prompt: { text: "A story" }, settings: { max_new_tokens: 512 }, ...more }, manifest);
const root = specOf();

const frame = { accepted: new Uint8Array(100) };
const read = { bytes: 1000 };

/** A moment of 300 bytes, with its last frame and without what was read. */
const momentAt = (block: number, step: number, more?: Record<string, any>): any => ({
  spec: root, block, step, written: 0, prefix: read, draws: new Int32Array(), state: { canvas: new Int32Array(50) }, ...more,
}); // prettier-ignore

function keep(moments: Moments, ...more: any[]) {
  const frames: any[] = [];
  for (const moment of more) {
    frames.push({ ...frame, block: moment.block, step: moment.step });
    moments.add(moment, frames);
  }
}

const placeOf = (entry: any) => entry && [entry.moment.block, entry.moment.step, entry.frames.length];

test("what several moments have read counts once, as long as one of them is kept", () => {
  const moments = new Moments(10_000);
  keep(moments, momentAt(1, 1), momentAt(1, 2));
  assert.equal(moments.bytes, 1000 + 2 * 300);
  keep(moments, momentAt(2, 1, { prefix: { bytes: 2000 } }));
  assert.equal(moments.bytes, 1000 + 2000 + 3 * 300);
  moments.clear();
  assert.equal(moments.bytes, 0);
});

test("the same moment again takes no more room", () => {
  const moments = new Moments(10_000);
  for (let again = 0; again < 100; again += 1)
    keep(moments, momentAt(1, 1), momentAt(1, 2, { prefix: { bytes: 500 } }));
  assert.equal(moments.bytes, 1000 + 500 + 2 * 300);
});

test("logits count by what will stay of them", () => {
  const moments = new Moments(1e6);
  const conditioning = { processed: { data: new Float32Array(1000) } };
  const state = { canvas: new Int32Array(50), conditioning, before: null };
  keep(moments, momentAt(1, 1, { state }));
  assert.equal(moments.bytes, 1000 + 300 + 1000);
  moments.clear();
  keep(moments, momentAt(1, 1, { state: { ...state, before: conditioning.processed } }));
  assert.equal(moments.bytes, 1000 + 300 + 4000);
});

test("those that were used longest ago are forgotten first, and only as many as must be", () => {
  const moments = new Moments(1000 + 3 * 300);
  keep(moments, momentAt(1, 1), momentAt(1, 2), momentAt(1, 3));
  assert.deepEqual(placeOf(moments.find(root, { block: 1, step: 1 })), [1, 1, 1]);
  keep(moments, momentAt(1, 4));
  assert.deepEqual(placeOf(moments.find(root, { block: 1, step: 2 })), [1, 1, 1]);
  assert.deepEqual(placeOf(moments.find(root, { block: 1, step: 3 })), [1, 3, 3]);
  assert.equal(moments.bytes, moments.most);
  keep(moments, momentAt(9, 9, { prefix: { bytes: 5000 } }));
  assert.equal(moments.bytes, 0);
});

test("a branch begins at the last moment up to where it leaves, in whatever block and run of its chain that is", () => {
  const moments = new Moments();
  keep(moments, momentAt(1, 1), momentAt(1, 3), momentAt(2, 2));
  const branchOf = (parent: RunSpec, block: number, step: number) =>
    specOf({ branch: { parent: parent.toDict(), block, step }, seed: 5 });
  const lastOf = (block: number, step: number) => placeOf(moments.find(branchOf(root, block, step)));
  assert.equal(lastOf(1, 0), undefined);
  assert.deepEqual(lastOf(1, 2), [1, 1, 1]);
  assert.deepEqual(lastOf(1, 3), [1, 3, 2]);
  assert.deepEqual(lastOf(2, 0), [1, 3, 2]);
  assert.deepEqual(lastOf(2, 2), [2, 2, 3]);
  assert.deepEqual(lastOf(3, 9), [2, 2, 3]);
  const first = branchOf(root, 1, 2);
  assert.deepEqual(placeOf(moments.find(branchOf(first, 2, 1))), [1, 1, 1]);
  keep(moments, momentAt(1, 4, { spec: first }));
  assert.deepEqual(placeOf(moments.find(branchOf(first, 2, 1))), [1, 4, 1]);
  assert.equal(moments.find(root), undefined);
  assert.equal(moments.find(specOf({ seed: 8 }), { block: 2, step: 2 }), undefined);
});
