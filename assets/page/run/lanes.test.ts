import assert from "node:assert/strict";
import { test } from "node:test";
import { header, traceFile } from "../testing/fixtures.ts";
import {
  anyOf,
  differences,
  differing,
  figuresOf,
  incomparable,
  momentIn,
  momentsOf,
  nextDifference,
  parting,
  timesOf,
} from "./lanes.ts";
import { readTrace } from "./trace.ts";
import type { Frame } from "./recording.ts";

const run = await readTrace(traceFile(), "run.trace");

const written = { spec: header({ way: "autoregressive" }).spec };

async function variant(change: (frames: Frame[]) => void, changes: object = {}) {
  const made = await readTrace(traceFile(), "other.trace");
  Object.assign(made.header, changes);
  change(made.frames);
  return made;
}

test("runs part where their sampled canvases first differ, and that is a moment of the clock", async () => {
  const changed = await variant((frames) => (frames[1].sampled_ids = Int32Array.from([2, 4, 7, 6])));
  assert.deepEqual(parting(run, changed), { moment: 2, block: 1, step: 2, position: 2 }, "noise, step 1, step 2");
  assert.deepEqual([...differing(run, changed, 2, "sampled")], [0, 0, 1, 1]);
  assert.deepEqual([...differing(run, changed, 2, "argmax")], [0, 0, 0, 0], "the layer that is shown counts");
  const noise = await variant((frames) => (frames[0].input_ids = Int32Array.from([7, 3, 4, 5])));
  assert.deepEqual(parting(run, noise), { moment: 0, block: 1, step: 0, position: 0 });
  assert.equal(nextDifference([run, changed], 0), 2);
  assert.equal(nextDifference([run, changed], 2), -1);
});

test("cells that differ are counted at each tick, in whichever run they do", async () => {
  const second = await variant((frames) => (frames[1].sampled_ids = Int32Array.from([2, 4, 7, 6])));
  const third = await variant((frames) => (frames[1].sampled_ids = Int32Array.from([3, 4, 7, 5])));
  const places = (tick: number) => [tick, tick, tick];
  assert.deepEqual(differences([run, second], places, 5), [0, 0, 2, 0, 0]);
  assert.deepEqual(differences([run, second, third], places, 5), [0, 0, 3, 0, 0], "positions 0, 2 and 3");
  const shorter = await variant((frames) => frames.pop());
  shorter.moments.splice(3);
  assert.deepEqual(differences([run, shorter], places, 5), [0, 0, 0, 4, 4], "it stays at its end");
  shorter.label = "LIVE";
  assert.deepEqual(differences([run, shorter], places, 5), [0, 0, 0], "what is to come is not counted");
  assert.deepEqual(differences([run, await variant(() => {}, { canvas_length: 8 })], places, 5), []);
  assert.deepEqual([...anyOf([Uint8Array.of(0, 1, 0), Uint8Array.of(0, 0, 1)])], [0, 1, 1]);
});

test("a run that has ended stays at its end", async () => {
  assert.equal(momentsOf([run]), 5);
  assert.deepEqual(momentIn(run, 99), { step: 2, noise: false });
  const nothing = { moments: [] } as any;
  assert.equal(momentIn(nothing, 3), undefined);
  assert.equal(momentsOf([]), 0);
});

test("canvases that mean different things are not compared; two runs token after token are", async () => {
  const texts = await variant(() => {});
  texts.tokens.set(2, " dog");
  assert.match(incomparable(run, texts), /the same token ids stand for different texts/);
  for (const [changes, reason] of [
    [{ canvas_length: 8 }, /the canvases have 4 and 8 positions/],
    [written, /only one of them writes token after token/],
    [{ vocab_size: 9 }, /the vocabularies have 8 and 9 tokens/],
  ] as [object, RegExp][])
    assert.match(incomparable(run, await variant(() => {}, changes)), reason);
  assert.equal(incomparable(await variant(() => {}, written), await variant(() => {}, written)), "");
});

test("a run that goes on may have the same steps yet; one that has ended has not", async () => {
  const shorter = await variant((frames) => frames.pop());
  shorter.moments.splice(3); // noise, step 1, step 2
  assert.deepEqual(parting(run, shorter), { moment: 3, block: 2, step: 1, position: null });
  shorter.label = "LIVE";
  assert.equal(parting(run, shorter), null);
  assert.ok(Number.isNaN(timesOf([shorter])[0].seconds) && timesOf([shorter])[0].note === "goes on");
});

test("of a run that another program recorded nothing is claimed but what its steps say", async () => {
  const elsewhere = await variant(() => {}, { source: "a stream" });
  assert.match(incomparable(run, elsewhere), /only the text of the steps is recorded/);
  assert.match(incomparable(elsewhere, elsewhere), /only the text/);
  const { passes, tokens, perPass, reopened, changed, stopped } = figuresOf(elsewhere);
  assert.ok([passes, tokens, perPass, reopened, changed].every(Number.isNaN));
  assert.equal(stopped, "untold");
});
