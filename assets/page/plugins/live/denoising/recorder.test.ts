import assert from "node:assert/strict";
import { test } from "node:test";
import { WAYS } from "../../../rules/ways.ts";
import { traceFileOf } from "../../../run/trace-file.ts";
import { readTrace } from "../../../run/trace.ts";
import { WireReader } from "../../../run/wire.ts";
import { golden } from "../testing/portable.ts";
import { framesOf, goldenRun, heard, recordOf, runByHand, vocabularyOf } from "../testing/runs.ts";
import { modelVocabulary } from "../testing/vocabulary.ts";
import { headerOf } from "./recorder.ts";
import { rowOf } from "./row.ts";
import { RunSpec } from "./spec.ts";
import type { Recorder } from "./recorder.ts";

const vocabulary = modelVocabulary();
const { manifest } = vocabulary;

for (const { spec: values, header: expected } of golden("headers")) {
  test(`a header is Python's: ${JSON.stringify(values).slice(0, 80)}`, () => {
    const { spec, promptIds } = rowOf(RunSpec.of(values, manifest), vocabulary);
    const software = { "onnxruntime-web": "1.30.0" };
    const { device, dtype, recorded_at: _, ...header } = headerOf(spec, promptIds, manifest, software);
    assert.deepEqual(header, { ...expected, software });
    assert.deepEqual([device, dtype], ["browser", "float32"]);
  });
}

/** @param expected what Python says of the run */
function compare(recorder: Recorder, { sureness, uncertainty, thought, ...expected }: any) {
  assert.equal(recorder.end("").thought, thought);
  const { kind, run, verdict: _, ids, sureness: sure, uncertainty: figures, ...result } = recorder.result();
  assert.deepEqual([kind, run], ["result", 0]);
  assert.deepEqual({ ...result, ids: [...ids] }, expected);
  const rounded = (figure: number) => Number(figure.toPrecision(5));
  assert.equal(sure && rounded(sure), sureness);
  assert.deepEqual(Array.from(figures, rounded), uncertainty);
}

for (const [name, expected] of Object.entries<any>(golden("results").recorded)) {
  test(`the end of a run is Python's: ${name}`, async () => {
    const { recording, frames } = await goldenRun(name);
    const spelled = name === "hostile" ? vocabularyOf(recording) : vocabulary;
    compare(recordOf(recording.header, frames, { vocabulary: spelled }), expected);
  });
}

for (const way of Object.keys(WAYS)) {
  test(`the end of a run with every column and odd figures is Python's: ${way}`, () => {
    const { header, frames, result } = runByHand(way);
    compare(recordOf(header, frames), result);
  });
}

test("the page has all of a run from what the worker says, and opens the file that it writes of it", async () => {
  const { header, frames } = runByHand();
  const recorder = recordOf(header, frames);
  const { verdict } = header;
  recorder.end("", () => verdict);
  const reader = new WireReader("run");
  for (const message of structuredClone(recorder.messages)) reader.read(message);
  const recording = reader.recording as any;
  assert.ok(reader.whole);
  assert.deepEqual(framesOf(recording), frames);
  assert.deepEqual([recording.header.pass_kind, recording.verdict, recording.label], ["eager", verdict, "RECORDED"]);
  assert.equal(recording.tokens.get(77), vocabulary.textsOf([77])[0], "the start's tokens have texts too");
  const read = await readTrace(await traceFileOf(recording), "run");
  for (const name of ["header", "frames", "moments", "text", "thought", "finishReason", "seconds", "verdict"] as const)
    assert.deepEqual(read[name], recording[name], name);
  assert.deepEqual(new Map([...read.tokens].sort()), new Map([...recording.tokens].sort()));
});

test("a run without steps has a file too", async () => {
  const recorder = recordOf(runByHand().header, []);
  const end = recorder.end("");
  assert.deepEqual([end.finish_reason, end.text, recorder.blocks], ["stopped", "", []]);
  const read = await readTrace(await traceFileOf(heard(recorder.messages)), "run");
  assert.equal(read.frames.length, 0);
});

test("a run that is stopped says so, and is not judged; one that ended does not", () => {
  const { header, frames } = runByHand();
  const stopped = recordOf(header, frames.slice(0, 1));
  const { finish_reason, verdict, notice } = stopped.end("It was stopped.", () => header.verdict);
  assert.deepEqual([finish_reason, verdict, notice], ["stopped", null, "It was stopped."]);
  assert.deepEqual(heard(stopped.messages).frames.map(({ stopReason }) => stopReason), ["stopped"]); // prettier-ignore
  assert.deepEqual([stopped.header.pass_kind, stopped.header.rows], ["eager", 1]);
  const whole = recordOf(header, frames);
  const end = whole.end("", () => header.verdict);
  assert.deepEqual([end.finish_reason, end.verdict], ["end-of-text", header.verdict]);
  assert.deepEqual(end.header.verdict, header.verdict);
  assert.match(end.header.recorded_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
});

test("the seconds of a run are those of its own steps, whoever took turns with it", () => {
  const { header, frames } = runByHand();
  const timed = frames.slice(0, 2).map((frame, step) => ({ ...frame, seconds: [0.5, 0.25][step] }));
  assert.equal(recordOf(header, timed).end("").seconds, 0.75);
  assert.equal(recordOf(header, timed).end("").header.seconds, 0.75);
});

test("the first step that came out otherwise than its parent's is noticed, up to the branch", async () => {
  const { recording, frames } = await goldenRun("story");
  const { header } = recording;
  const branch = (block: number, step: number) => ({
    ...header,
    spec: { ...header.spec, branch: { parent: header.spec, block, step } },
    branch: { explanation: {}, differs: null },
  });
  const differs = (at: number, step: number) => {
    const changed = { ...frames[at], sampled_ids: frames[at].sampled_ids.map((id) => id + 1) };
    const recorder = recordOf(branch(1, step), frames.with(at, changed), { parent: { frames } });
    return recorder.end("").header.branch.differs;
  };
  assert.equal(differs(1, 3), 2);
  assert.equal(differs(2, 3), 3);
  assert.equal(differs(3, 3), null, "what comes after the branch is its own");
  const begun = { frames: frames.slice(0, 2) };
  const { header: end } = recordOf(branch(9, 1), frames, { parent: begun }).end("");
  assert.equal(end.branch.differs, 3, "the parent has no such step");
});
