import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.ts";
import { golden } from "../testing/portable.ts";
import { framesOf, goldenRun, recordOf, runByHand, traceOf } from "../testing/runs.ts";
import { modelVocabulary } from "../testing/vocabulary.ts";
import { headerOf } from "./record.ts";
import { rowOf } from "./row.ts";
import { RunSpec } from "./spec.ts";

const vocabulary = modelVocabulary();
const { manifest } = vocabulary;

for (const { spec: values, header: expected } of golden("headers")) {
  test(`a header is Python's: ${JSON.stringify(values).slice(0, 80)}`, () => {
    const { spec, promptIds } = rowOf(RunSpec.of(values, manifest), vocabulary);
    const software = { "onnxruntime-web": "1.30.0" };
    const { device, dtype, recorded_at: at, ...header } = headerOf(spec, promptIds, manifest, software);
    assert.deepEqual(header, { ...expected, software });
    assert.deepEqual([device, dtype], ["browser", "float32"]);
    assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  });
}

test("the page opens the file of a run", async () => {
  const { header, frames } = runByHand();
  const trace = traceOf(header, frames);
  const read = await readTrace(await trace.toBytes(), "run");
  assert.deepEqual(framesOf(read), frames);
  assert.deepEqual([read.text, read.finishReason, read.seconds], [trace.text, "end-of-text", header.seconds]);
  assert.equal(read.tokens.get(77), vocabulary.textsOf([77])[0], "the start's tokens have texts too");
});

test("a run without steps has a file too", async () => {
  const { header } = runByHand();
  const trace = traceOf(header, []);
  assert.deepEqual([trace.finishReason, trace.stopReasons, trace.text, trace.blocks], ["stopped", [], "", []]);
  const read = await readTrace(await trace.toBytes(), "run");
  assert.equal(read.frames.length, 0);
});

test("a run that is stopped says so, and one that ended does not", async () => {
  const { header, frames } = runByHand();
  const record = recordOf(header, frames.slice(0, 1));
  assert.equal(record.over, false);
  record.end();
  const trace = record.trace();
  assert.deepEqual([record.over, trace.finishReason, trace.stopReasons], [true, "stopped", ["stopped"]]);
  assert.deepEqual([trace.header.execution, trace.header.verdict], ["eager", null]);
  const whole = recordOf(header, frames);
  assert.deepEqual([whole.over, whole.trace().finishReason], [true, "end-of-text"]);
  assert.deepEqual(whole.trace().stopReasons, ["max-steps", "complete"]);
  assert.deepEqual(recordOf(header, frames).trace(header.verdict).header.verdict, header.verdict);
});

test("the seconds of a run are those of its own steps, whoever took turns with it", () => {
  const { header, frames } = runByHand();
  const timed = frames.slice(0, 2).map((frame, step) => ({ ...frame, seconds: [0.5, 0.25][step] }));
  const record = recordOf(header, timed.slice(0, 1));
  const until = performance.now() + 5;
  while (performance.now() < until); // another run takes its step
  record.add(timed[1]);
  assert.equal(record.trace().header.seconds, 0.75);
});

test("blocks add up to the text", async () => {
  const { recording, frames } = await goldenRun("sudoku");
  const trace = traceOf(recording.header, frames);
  assert.deepEqual(
    trace.blocks.flatMap(({ tokenIds }) => tokenIds),
    recording.tokenIds,
  );
  assert.equal(trace.text, recording.text);
  const [{ steps, stopReason, meanEntropy }] = trace.blocks;
  const last = recording.frames[recording.blockEnds[0]];
  assert.deepEqual([steps, stopReason, meanEntropy], [last.step, last.stopReason, last.mean_entropy]);
});

test("the first step that came out otherwise than its parent's is noticed, up to the branch", async () => {
  const { recording, frames } = await goldenRun("story");
  const { header } = recording;
  const differs = (at: number, [block, step]: [number, number]) => {
    const branch = { parent: header.spec, block, step };
    const changed = { ...frames[at], sampled_ids: frames[at].sampled_ids.map((id) => id + 1) };
    const spec = { ...header.spec, branch };
    const branched = { ...header, spec, branch: { explanation: {}, differs: null } };
    return recordOf(branched, frames.with(at, changed), recording).trace().header.branch.differs;
  };
  assert.equal(differs(1, [1, 3]), 2);
  assert.equal(differs(2, [1, 3]), 3);
  assert.equal(differs(3, [1, 3]), null, "what comes after the branch is its own");
  const shorter = {
    ...header,
    spec: { ...header.spec, branch: { parent: header.spec, block: 9, step: 1 } },
    branch: {},
  };
  const begun = (await goldenRun("story")).recording;
  begun.frames.length = 2;
  assert.equal(recordOf(shorter, frames, begun).trace().header.branch.differs, 3, "the parent has no such step");
});
