import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS, messages } from "../testing/fixtures.ts";
import { WireReader } from "./wire.ts";
import type { Recording } from "./recording.ts";

const listening = () => new WireReader("r");

test("a run arrives as it was sent", () => {
  const reader = listening();
  const kinds = messages().map((message) => reader.read(message).kind);
  assert.deepEqual([kinds, reader.broken], [["start", "frame", "frame", "frame", "end"], false]);
  const { recording } = reader;
  assert.equal(recording?.frames.length, 3);
  recording?.frames.forEach((frame, step) => {
    for (const canvas of [frame.input_ids, frame.sampled_ids, frame.argmax_ids])
      assert.deepEqual([...canvas], STEPS[step].ids);
    assert.deepEqual([...frame.accepted], STEPS[step].accepted);
    assert.deepEqual([...frame.entropy], STEPS[step].entropy);
    assert.equal(frame.mean_entropy, STEPS[step].mean);
    const { block, step: number, stable } = STEPS[step];
    assert.deepEqual([frame.block, frame.step, frame.stable_for], [block, number, stable]);
  });
  assert.equal(recording?.tokens.get(6), undefined);
  assert.equal(recording?.tokens.get(5), "\n");
  assert.equal(recording?.text, " cat red ball\n.");
  assert.equal(recording?.label, "RECORDED", "an ended run is a record");
});

const VERDICT = { task: "Sudoku", right: false, sentence: "wrong: two 8s in column 5", rule: 1 };

test("the verdict comes with the end; one that is damaged is left out, as in older servers' messages", () => {
  for (const [sent, read] of [
    [VERDICT, VERDICT],
    [null, null],
    [undefined, null],
    ["solved", null],
    [{ ...VERDICT, right: "no" }, null],
    [{ ...VERDICT, sentence: undefined }, null],
  ]) {
    const reader = listening();
    const [end] = messages().splice(-1);
    for (const message of [...messages().slice(0, -1), { ...end, verdict: sent }]) reader.read(message);
    assert.deepEqual(reader.recording?.verdict, read);
    assert.equal(reader.recording?.finishReason, "end-of-text");
  }
});

test("canvases, entropies and masks that differ are told apart; wide indices are read", () => {
  const [start, frame] = messages();
  const wide = (...indices: number[]) => Buffer.from(Uint32Array.from(indices).buffer).toString("base64");
  Object.assign(frame, { input_ids: wide(0, 1, 2, 3), sampled_ids: wide(3, 2, 1, 0), argmax_ids: wide(1, 1, 1, 1) });
  const reader = listening();
  reader.read(start);
  reader.read(frame);
  const shown = reader.recording?.frames[0];
  const canvases = [shown?.input_ids, shown?.sampled_ids, shown?.argmax_ids].flatMap((ids) => [...(ids ?? [])]);
  assert.deepEqual(canvases, [2, 3, 4, 5, 5, 4, 3, 2, 3, 3, 3, 3]);
});

test("after a damaged frame others are skipped, and the end still arrives", () => {
  const reader = listening();
  const [start, first, second, , end] = messages();
  reader.read(start);
  reader.read(first);
  assert.throws(() => reader.read({ ...second, input_ids: "%%%" }), /damaged/);
  assert.equal(reader.read(second).kind, "skipped");
  assert.equal(reader.read(end).kind, "end");
  assert.equal(reader.broken, true);
  assert.equal(reader.recording?.frames.length, 1, "the frames before it are kept");
});

test("a damaged frame, or one of an unknown kind, is refused with a sentence, and so is a header to compute with", () => {
  const [start, frame] = messages();
  for (const damage of [
    { kind: "hello" },
    ...[{ input_ids: "%%%" }, { input_ids: "AAAA" }, { tokens: [] }, { tokens: undefined }, { entropy: undefined }],
    ...[{ entropy: "AAA=" }, { accepted: "AAAA" }, { mean_entropy: null }, { seconds: "fast" }],
  ]) {
    const reader = listening();
    reader.read(start);
    const sentence = /^Error: A step arrived damaged \(its \w+\); the whole run follows/;
    assert.throws(() => reader.read({ ...frame, ...damage }), sentence, JSON.stringify(damage));
    assert.equal(reader.recording?.frames.length, 0);
  }
  start.header.spec.settings.max_denoising_steps = "many";
  assert.throws(() => listening().read(start), /damaged/);
});

test("waiting and refusal carry their sentence and may come before any start", () => {
  const reader = listening();
  const waiting = { kind: "waiting", run: 0, sentence: "The model is still loading." };
  assert.deepEqual(reader.read(waiting), { kind: "waiting", sentence: "The model is still loading." });
  const refused = { kind: "refused", run: 0, sentence: "The prompt is empty." };
  assert.deepEqual(reader.read(refused), { kind: "refused", sentence: "The prompt is empty." });
});

test("an optional figure comes where it was told", () => {
  const [start, first, second] = messages();
  const reader = listening();
  for (const message of [start, { ...first, seconds: 0.25, encoder_tokens: 9 }, second]) reader.read(message);
  const figures = reader.recording?.frames.flatMap(({ seconds, encoder_tokens }) => [seconds, encoder_tokens]);
  assert.deepEqual(figures, [0.25, 9, undefined, undefined]);
});

test("of a sampler's own settings, the header holds the bound that its explanation names", () => {
  const kind = (explanation: object, settings: object) => {
    const [start] = messages() as any[];
    const { entropy_bound: _, ...rest } = start.header.spec.settings;
    Object.assign(start.header, { explanation });
    start.header.spec.settings = { ...rest, ...settings };
    return listening().read(start).kind;
  };
  assert.equal(kind({ label: "Top-k", bound: "" }, {}), "start");
  assert.equal(kind({ label: "Threshold", bound: "least" }, { least: 0.5 }), "start");
  assert.throws(() => kind({ label: "Threshold", bound: "least" }, {}), /damaged/);
  assert.throws(() => kind({}, {}), /damaged/);
});

/** A run of somebody else's loop, which tells no more than its canvas and perhaps what it measured. */
function elsewhere(...measured: string[]) {
  const [start, ...frames] = messages().slice(0, -1);
  start.header = { ...start.header, source: "a loop", settings: {} };
  const reader = listening();
  const always = ["kind", "run", "block", "step", "argmax_ids", "tokens", "stop_reason", "finish_reason", ...measured];
  for (const message of [
    start,
    ...frames.map((frame) => Object.fromEntries(Object.entries(frame).filter(([name]) => always.includes(name)))),
  ])
    reader.read(message);
  return reader.recording as Recording;
}

test("a run from elsewhere may tell only its canvas, or what it measured too", () => {
  const bare = elsewhere();
  assert.ok(bare.live && bare.bare);
  bare.frames.forEach(({ argmax_ids, entropy, temperature, input_ids }, at) => {
    assert.deepEqual([...argmax_ids], STEPS[at].ids);
    assert.ok(entropy.every(Number.isNaN) && Number.isNaN(temperature));
    assert.ok(input_ids.every((id) => bare.emptiness(id) === "padding"));
  });
  const measured = elsewhere("entropy", "accepted", "mean_entropy");
  assert.ok(!measured.bare);
  measured.frames.forEach(({ entropy, accepted, temperature }, at) => {
    assert.deepEqual([[...entropy], [...accepted], temperature], [STEPS[at].entropy, STEPS[at].accepted, NaN]);
  });
});
