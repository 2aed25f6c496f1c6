import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { unpacked } from "../../inside/weights.ts";
import { readTrace } from "../../../run/trace.ts";
import { carriedOut, engine } from "../testing/engine.ts";
import { heard } from "../testing/runs.ts";

const { engine: browser, status } = await engine();

const bytesOf = async (name: string) =>
  Uint8Array.from(await readFile(new URL(`../../../../recorded/${name}.trace`, import.meta.url)));
const recordedAs = async (name: string) => readTrace(await bytesOf(name), name);
const kinds = (messages: any[]) => messages.map(({ kind }) => kind);
const decided = ({ frames }: any) =>
  frames.map(({ block, step, stopReason, accepted, sampled_ids, argmax_ids, input_ids }: any) => ({
    block, step, stopReason,
    ...{ accepted: accepted.join(), sampled: sampled_ids.join(), argmax: argmax_ids.join(), input: input_ids.join() },
  })); // prettier-ignore
const sudoku = await recordedAs("sudoku");
const made = await carriedOut(browser, { specs: [sudoku.header.spec] });
const traceOf = async (run: string) => heard(structuredClone(browser.trace(run)));

test("an engine says what it is", () => {
  assert.equal(status.state, "ready");
  assert.match(
    status.sentence,
    /^The embedded model is ready: revision [0-9a-f]{12}, in your browser with 1 thread, 9\.4 MB/,
  );
  assert.equal(status.defaults.length, browser.manifest.knobs.length);
});

test("a recorded run comes out the same, step by step, and is judged", async () => {
  const { runs, messages } = made;
  assert.deepEqual(kinds(messages), ["start", ...sudoku.frames.map(() => "frame"), "end", "over"]);
  const trace = await traceOf(runs[0]);
  assert.deepEqual(decided(trace), decided(sudoku));
  // Only a step's own figures are copied when it is posted.
  for (const message of messages)
    for (const value of Object.values(message))
      if (ArrayBuffer.isView(value)) assert.equal(value.byteLength, value.buffer.byteLength);
  assert.equal(trace.text, sudoku.text);
  assert.equal(trace.header.device, "browser");
  assert.deepEqual(trace.verdict, sudoku.verdict);
  const { verdict } = messages.find(({ kind }) => kind === "end");
  assert.deepEqual(verdict, sudoku.verdict);
});

test("runs that are asked for together take their steps in turn; alone, one after the other", async () => {
  const { header } = await recordedAs("json");
  const specs = [header.spec, { ...header.spec, seed: 1 }];
  const places = ({ messages }: { messages: any[] }) =>
    messages.filter(({ kind }) => kind === "frame").map(({ run }) => run);
  assert.deepEqual(places(await carriedOut(browser, { specs })).slice(0, 4), [0, 1, 0, 1]);
  const alone = places(await carriedOut(browser, { specs, alone: true }));
  assert.deepEqual(alone, [...alone].sort());
});

test("a study has the results of its runs alone", async () => {
  const { header } = await recordedAs("france");
  const study = { spec: header.spec, seeds: 2, changes: [{ entropy_bound: 0.1 }, { entropy_bound: 1 }] };
  const { runs, messages } = await carriedOut(browser, { study });
  assert.deepEqual(kinds(messages), [...Array(4).fill("result"), "over"]);
  assert.equal(runs.length, 4);
  assert.equal((await traceOf(runs[1])).header.spec.settings.entropy_bound, 1);
});

test("a run can be stopped, and its steps stay", async () => {
  const { header } = sudoku;
  const { runs, messages } = await carriedOut(
    browser,
    { specs: [header.spec] },
    ({ kind }, job) => kind === "frame" && job.stop(),
  );
  assert.deepEqual(kinds(messages), ["start", "frame", "end", "over"]);
  assert.equal(messages[2].finish_reason, "stopped");
  assert.equal((await traceOf(runs[0])).frames.length, 1);
});

test("what cannot begin is refused in a sentence, and leaves the others alone", async () => {
  const { header } = await recordedAs("france");
  const wrong = { ...header.spec, settings: { ...header.spec.settings, t_max: -1 } };
  const { messages } = await carriedOut(browser, { specs: [wrong, header.spec] });
  assert.deepEqual(messages[0], {
    kind: "refused",
    run: 0,
    sentence: "t_max is -1; allowed is a number from 0.001 to 100.",
  });
  assert.equal(messages.at(-2).kind, "end");
  for (const [body, sentence] of [
    [{ specs: [wrong] }, /t_max is -1/],
    [{ specs: [] }, /a list of 1 to 4 specs/],
    [{ specs: Array(5).fill(header.spec) }, /a list of 1 to 4 specs/],
    [{ specs: [header.spec], picture: "data:image/png;base64,AA==" }, /does not support a picture/],
    [{ specs: [{ ...header.spec, prompt: { text: " " } }] }, /The prompt is empty/],
  ] as const)
    assert.throws(() => browser.start(body as any, () => {}), sentence);
  assert.throws(() => browser.trace("unknown"), /no longer kept here/);
});

test("what cannot be looked into is refused in a sentence, and the panel takes an answer as it is", async () => {
  const question = { spec: sudoku.header.spec, block: 1, step: 2, position: 5 };
  const seen = await browser.call("look_inside", JSON.stringify(question));
  assert.equal(unpacked(seen), seen);
  for (const [change, sentence] of [
    [{ step: 40 }, /no step 40 in block 1/],
    [{ position: 128 }, /There is no position 128/],
    [{ block: "x" }, /The block to look into is "x"/],
  ] as const) {
    const { refused } = await browser.call("look_inside", JSON.stringify({ ...question, ...change }));
    assert.match(refused, sentence);
  }
});

test("a question that is none has no answer", async () => {
  assert.equal(await browser.call("toString", ""), undefined);
});

test("a run does not wait for a study that goes on", async () => {
  const { header } = await recordedAs("france");
  const over: string[] = [];
  const study = carriedOut(browser, { study: { spec: header.spec, seeds: 2, changes: [{}] } }).then(() =>
    over.push("study"),
  );
  const run = carriedOut(browser, { specs: [header.spec] }).then(({ messages }) => {
    over.push("run");
    assert.equal(messages[0].kind, "start", "it does not wait");
  });
  const second = carriedOut(browser, { specs: [header.spec] }).then(({ messages }) =>
    assert.match(messages[0].sentence, /waits until those before it are over/),
  );
  await Promise.all([study, run, second]);
  assert.deepEqual(over, ["run", "study"]);
});

test("the oldest runs are let go when many steps are kept", async () => {
  const { header } = await recordedAs("france");
  const { runs } = await carriedOut(browser, { specs: [header.spec] });
  assert.equal(browser.trace(runs[0]).at(-1)?.kind, "end");
  browser.keep({ name: "a long one", frames: Array(4000).fill({}), messages: [] } as any);
  assert.deepEqual(browser.trace("a long one"), [], "the newest stays, however long");
  assert.throws(() => browser.trace(runs[0]), /no longer kept here/);
});

test("of a model of which nothing is known, nothing is said", async () => {
  const { world } = browser;
  browser.world = null;
  assert.deepEqual(await browser.call("about_prompt", "a poem"), { kind: null, judged: "", unknown: [], sentence: "" });
  assert.deepEqual(await browser.call("card", "a poem"), {});
  const question = JSON.stringify({ kind: "tokens", text: "Lily had a zyx." });
  assert.deepEqual((await browser.call("own_text", question)).new, []);
  browser.world = world;
});
