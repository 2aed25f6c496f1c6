import assert from "node:assert/strict";
import { test } from "node:test";
import { header, traceFile } from "../testing/fixtures.ts";
import { laneTitles, lanesSentence } from "./lane-sentences.ts";
import { readTrace } from "./trace.ts";

async function run(changes: any = {}) {
  const recording = await readTrace(traceFile(), "x");
  const { settings = {}, source, ...others } = changes;
  const { spec } = header({ ...others, settings: { ...recording.header.spec.settings, ...settings } });
  Object.assign(recording.header, { spec, source });
  return recording;
}

const titles = async (...changes: any[]) =>
  laneTitles(await Promise.all(changes.map(run))).map(({ letter, title }) => `${letter}: ${title}`);

test("a title states only what differs", async () => {
  assert.deepEqual(await titles({}, { settings: { entropy_bound: 1 } }), ["A: bound 0.1", "B: bound 1"]);
  assert.deepEqual(await titles({}, { seed: 3 }), ["A: seed 7", "B: seed 3"]);
  assert.deepEqual(await titles({}, {}), ["A: the same settings", "B: the same settings"]);
});

test("what a trace does not name is no difference", async () => {
  assert.deepEqual(await titles({}, { settings: { sampler: "entropy-bound", entropy_bound: 1 } }), [
    "A: bound 0.1",
    "B: bound 1",
  ]);
});

test("another way of writing is named, not all that comes with it", async () => {
  const masked = { way: "masked", settings: { max_denoising_steps: 256, t_min: 1 } };
  assert.deepEqual(await titles({}, { settings: { entropy_bound: 1 } }, masked), [
    "A: uniform diffusion, bound 0.1",
    "B: uniform diffusion, bound 1",
    "C: masked diffusion",
  ]);
});

test("a run from elsewhere names its source, and nothing that it does not tell", async () => {
  assert.deepEqual(
    (await titles({}, { seed: 3 }, { source: "a stream", seed: 0, model: "", prompt: "" })).map((title) =>
      title.slice(0, 16),
    ),
    ["A: seed 7", "B: seed 3", "C: from a stream"],
  );
  assert.deepEqual(await titles({ source: "one" }, { source: "another" }), ["A: from one", "B: from another"]);
  const lanes = await Promise.all([run(), run({ source: "a stream" })]);
  const { plain, special } = lanesSentence(lanes, 2);
  assert.match(plain, /cannot be compared cell by cell: only the text of the steps is recorded/);
  assert.match(special, /; B is at step \d of \d that were recorded\.$/);
});

test("lanes that begin with other noise than the first are named in one sentence", async () => {
  const [first, same, ...others] = await Promise.all([run(), run(), run(), run()]);
  for (const { frames } of others) frames[0].input_ids = Int32Array.from([7, 6, 5, 4]);
  assert.equal(lanesSentence([first, others[0]], 0).plain, "A and B begin with other noise.");
  assert.equal(lanesSentence([first, ...others], 0).plain, "B and C begin with other noise than A.");
  assert.equal(
    lanesSentence([first, others[0], same, others[1]], 0).plain,
    "B and D begin with other noise than A. A and C are the same so far.",
  );
});

test("the sentence says where runs part, and what each keeps", async () => {
  const [first, second] = await Promise.all([run(), run()]);
  second.frames[1].sampled_ids = Int32Array.from([2, 4, 7, 6]);
  assert.deepEqual(lanesSentence([first, second], 1), {
    plain: "A and B are still the same; they part at step 2.",
    special: "After 1 pass A keeps 2 of 4 tokens; B keeps 2 of 4 tokens.",
    aside: "",
  });
  assert.equal(lanesSentence([first, second], 2).plain, "A and B part at step 2.");
  second.frames[1].passes = 2;
  assert.match(lanesSentence([first, second], 9).special, /A was over at pass 3; B was over at pass 4/);
  assert.equal(lanesSentence([first, first], 0).plain, "A and B are the same so far.");
  assert.match(
    lanesSentence([first, await run({ way: "autoregressive" })], 1).plain,
    /cannot be compared cell by cell: only one of them writes token after token\./,
  );
  assert.match(lanesSentence([first, await run({ way: "autoregressive" })], 1).special, /B has written 1\./);
});

test("where cells that differ are counted, the sentence has their number, and the end's once all are over", async () => {
  const [first, second] = await Promise.all([run(), run()]);
  second.frames[1].sampled_ids = Int32Array.from([2, 4, 7, 6]);
  second.frames[2].sampled_ids = Int32Array.from([7, 1, 0, 7]);
  const words = (at: number) => lanesSentence([first, second], at, undefined, true);
  assert.equal(words(2).special, "After 2 passes 2 of 4 cells differ.");
  assert.equal(words(1).special, "After 1 pass 0 of 4 cells differ.");
  assert.equal(words(4).special, "After 4 passes 1 of 4 cells differs.");
  assert.equal(words(2).aside, "At the end 1 differs, counted place by place.");
  second.label = "LIVE";
  assert.equal(words(2).aside, "");
  second.header.canvas_length = 8;
  assert.equal(words(2).special, "");
});

test("what a person put into a lane is named", async () => {
  const put = (spec: any) => titles({}, { spec });
  assert.deepEqual(await put({ pins: { 3: 2, 4: 3 } }), ["A: the same settings", "B: “cat ball” held"]);
  assert.deepEqual(await put({ edits: [{ block: 1, step: 2, cells: { 0: 4 } }] }), [
    "A: the same settings",
    "B: “red” put in at step 2",
  ]);
  assert.deepEqual(await put({ edits: [{ block: 1, step: 2, cells: { 0: null, 1: null } }] }), [
    "A: the same settings",
    "B: 2 cells changed at step 2",
  ]);
});
