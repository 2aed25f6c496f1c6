import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, mock, test } from "node:test";

import { MOST_RULE, OWN_RULE } from "../../../rules/own-rule.ts";
import { allowed } from "../../../rules/rule-answer.ts";
import { carriedOut, engine } from "../testing/engine.ts";
import { heard } from "../testing/runs.ts";
import { RuleGraphs } from "./own-rule.ts";

const { engine: browser } = await engine();
const { manifest } = browser;
const LENGTH = manifest.canvas_length;

const ports: MessagePort[] = [];
afterEach(() => mock.timers.reset());
afterEach(() => ports.splice(0).forEach((port) => port.close()));

/** The other end of a rule's port: answers each question as `answer` does, or not at all where that gives undefined. */
function sandbox(answer: (question: any) => any, begins = true) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  const channel = { port: port1, questions: [] as any[], port2 };
  port2.onmessage = ({ data }) => {
    channel.questions.push(data);
    const reply = answer(data);
    if (reply !== undefined) port2.postMessage({ number: data.number, ...reply });
  };
  if (begins) port2.postMessage({ number: 0 });
  return channel;
}

const ruleOf = async (name: string) => readFile(new URL(`../../../../own_rules/${name}.js`, import.meta.url), "utf8");
const functionOf = (source: string) => new Function(`${source}; return accept;`)();

/** A run by a rule that `accept` stands for. */
async function ruled(accept: any, settings: any = {}, source = "its text") {
  const channel = sandbox(({ before, statistics }) => ({ entries: [...accept(before, statistics)] }));
  const spec = {
    prompt: { text: "Write a story about Lily, a cat and a red ball." },
    settings: { max_denoising_steps: 6, max_new_tokens: 128, ...settings, sampler: OWN_RULE },
    sampler_source: source,
    seed: 3,
  };
  const rule = { source, port: channel.port };
  const { runs, messages } = await carriedOut(browser, { specs: [spec], rule } as any);
  const notices = messages.flatMap(({ notice }) => notice || []);
  return { trace: heard(browser.trace(runs[0])), notices, questions: channel.questions };
}

/** One decision over figures that are known, with what the sandbox answers. */
async function decided({ port }: ReturnType<typeof sandbox>, way = "uniform", length = 4) {
  const { graphs } = browser;
  const small = Object.create(graphs, { manifest: { value: { ...manifest, canvas_length: length, mask_id: 9 } } });
  const row = [1, length];
  const rule = new RuleGraphs(small, { source: "", port });
  const outputs = await rule.run(`decide-${way}-${OWN_RULE}`, {
    canvas: graphs.ids([5, 6, 7, 8], row),
    step: graphs.ids([2], [1]),
    steps: graphs.ids([48], [1, 1]),
    accepted: graphs.flags(Uint8Array.of(0, 1, 0, 0), row),
    settled: graphs.flags(Uint8Array.of(0, 0, 1, 0), row),
    stands: graphs.flags(Uint8Array.of(0, 0, 0, 1), row),
    noise: graphs.ids([90, 91, 92, 93], row),
    sampled_ids: graphs.ids([10, 11, 12, 13], row),
    argmax_ids: graphs.ids([20, 21, 22, 23], row),
    entropy: graphs.floats([0.5, 1.5, 0, 0], row),
    top_probs: graphs.floats([0.5, 0.25, 0.75, 0.125, 1, 0, 1, 0], [1, length, 2]),
  });
  return { kept: [...outputs.kept.data].map(Number), next: [...outputs.next.data].map(Number) };
}

test("a rule gets the figures of its step, and its positions and those that are settled are kept", async () => {
  const channel = sandbox(() => ({ entries: [0] }));
  assert.deepEqual(await decided(channel), { kept: [1, 0, 1, 1], next: [10, 91, 12, 13] });
  const [{ number, before, statistics }] = channel.questions;
  assert.equal(number, 1);
  assert.deepEqual([before.step, before.steps], [2, 48]);
  const lists = Object.entries({ ...before, ...statistics }).filter(([, value]) => ArrayBuffer.isView(value));
  assert.deepEqual(Object.fromEntries(lists.map(([name, value]) => [name, [...(value as any)]])), {
    canvas: [5, 6, 7, 8],
    accepted: [0, 1, 0, 0],
    settled: [0, 0, 1, 1],
    entropy: [0.5, 1.5, 0, 0],
    confidence: [0.5, 0.75, 1, 1],
    margin: [0.25, 0.625, 1, 1],
    sampled: [10, 11, 12, 13],
    argmax: [20, 21, 22, 23],
  });
});

test("a mask of the canvas, as a typed array's map gives it, is a mask", async () => {
  const channel = sandbox(({ statistics: { margin } }) => ({
    entries: Array.from(margin.map((lead: number) => lead > 0.5)),
  }));
  assert.deepEqual(await decided(channel), { kept: [0, 1, 1, 1], next: [90, 11, 12, 13] });
});

test("in masked diffusion the mask goes where nothing is kept", async () => {
  const channel = sandbox(() => ({ entries: [] }));
  assert.deepEqual(await decided(channel, "masked"), { kept: [0, 0, 1, 1], next: [9, 9, 12, 13] });
});

for (const [answer, sentence] of [
  [{ entries: [4] }, `The rule's accept returns 4 in its list; it must return ${allowed(4)}.`],
  [{ entries: "0123", type: "string" }, `The rule's accept returns a string; it must return ${allowed(4)}.`],
  [{ type: "missing" }, "The rule has no function accept(before, statistics)."],
  [{ fault: "Uncaught TypeError: no.", line: 3 }, "The rule fails in line 3: TypeError: no."],
  [{ fault: "it sends messages of its own", line: 0 }, "The rule fails: it sends messages of its own."],
  [{ fault: 7, line: "<b>" }, "The rule fails: 7."],
  [{ fault: "x".repeat(5_000_000), line: 0 }, `The rule fails: ${"x".repeat(200)}.`],
  [{ fault: `${"x".repeat(199)}\u{1f916}`, line: 0 }, `The rule fails: ${"x".repeat(199)}\ufffd.`],
  [{ fault: { toString: 1 }, line: 0 }, "The rule fails: an object."],
] as [any, string][])
  test(`what is wrong is a sentence: ${sentence}`, async () => {
    const channel = sandbox(() => answer);
    await assert.rejects(decided(channel), { message: sentence });
  });

test("a rule that fails before it is asked says so when it is asked", async () => {
  const channel = sandbox(() => ({ entries: [] }), false);
  channel.port2.postMessage({ fault: "Uncaught SyntaxError: Unexpected token '}'", line: 2 });
  await assert.rejects(decided(channel), { message: "The rule fails in line 2: SyntaxError: Unexpected token '}'." });
});

for (const [begins, milliseconds, sentence] of [
  [true, 2000, "The rule took more than 2 s for a step and was ended."],
  [false, 20_000, "The browser did not begin the rule; reload the page and try again."],
] as const)
  test(`it must answer in time: ${sentence}`, async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const channel = sandbox(() => undefined, begins);
    const late = assert.rejects(decided(channel), { message: sentence });
    if (begins) while (channel.questions.length === 0) await new Promise(setImmediate);
    mock.timers.tick(milliseconds - 1);
    await new Promise(setImmediate);
    mock.timers.tick(1);
    await late;
  });

test("the budget as an own rule is the built-in budget, and the trace says whose rule it was", async () => {
  const source = await ruleOf("budget");
  for (const way of ["uniform", "masked"]) {
    const { trace, notices } = await ruled(functionOf(source), { way, max_denoising_steps: 3 }, source);
    const settings = { ...trace.header.spec.settings, sampler: "entropy-bound", entropy_bound: 0.1 };
    const { runs } = await carriedOut(browser, { specs: [{ ...trace.header.spec, settings, sampler_source: "" }] });
    const builtIn = heard(browser.trace(runs[0]));
    assert.deepEqual(notices, []);
    assert.deepEqual(
      trace.frames.map(({ accepted, sampled_ids, input_ids }) => [accepted, sampled_ids, input_ids]),
      builtIn.frames.map(({ accepted, sampled_ids, input_ids }) => [accepted, sampled_ids, input_ids]),
    );
    assert.equal(trace.header.spec.sampler_source, source);
    assert.equal(trace.header.explanation?.label, "Own rule");
    assert.deepEqual([trace.header.explanation?.order, trace.header.explanation?.bound], ["none", ""]);
  }
});

test("a fault ends the run, which keeps its steps", async () => {
  const { trace, notices } = await ruled(({ step }: any) => (step < 3 ? [0] : [LENGTH]));
  assert.deepEqual(notices, [`The rule's accept returns ${LENGTH} in its list; it must return ${allowed(LENGTH)}.`]);
  assert.equal(trace.frames.length, 2);
});

test("without its rule no run has that sampler, and a rule has a length", async () => {
  const spec = { version: 1, prompt: { text: "x" }, settings: { sampler: OWN_RULE }, seed: 0 };
  assert.throws(() => browser.start({ specs: [spec] }, () => {}), /sampler is 'own-rule'; allowed are entropy-bound/);
  const rule = { source: "x".repeat(MOST_RULE + 1), port: sandbox(() => ({})).port };
  assert.throws(() => browser.start({ specs: [spec], rule }, () => {}), /The rule has 3001 characters; allowed are/);
});
