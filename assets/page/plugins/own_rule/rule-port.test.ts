import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { allowed } from "./answer.ts";
import { RulePort, questionOf } from "./rule-port.ts";

const ports: MessagePort[] = [];
afterEach(() => mock.timers.reset());
afterEach(() => ports.splice(0).forEach((port) => port.close()));

/** The other end of a rule's port: answers each question as `answer` does, or not at all where that gives undefined. */
function sandbox(answer: (question: any) => any, begins = true) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] }); // so that a rule is in time on a busy machine too
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  const channel = { port: port1, questions: [] as any[], far: port2 };
  port2.onmessage = ({ data }) => {
    channel.questions.push(data);
    const reply = answer(data);
    if (reply !== undefined) port2.postMessage({ number: data.number, ...reply });
  };
  if (begins) port2.postMessage({ number: 0 });
  return channel;
}

/** Eight positions are recorded, of which these are the first four. */
const COLUMN = Int32Array.of(5, 6, 7, 8, 0, 0, 0, 0);
const FIGURES = {
  step: 2,
  steps: 48,
  canvas: COLUMN.subarray(0, 4),
  accepted: Uint8Array.of(0, 1, 0, 0),
  settled: Uint8Array.of(0, 0, 1, 1),
  entropy: Float32Array.of(0.5, 1.5, 0, 0),
  probabilities: Float32Array.of(0.5, 0.25, 0.75, 0.125, 1, 0, 1, 0),
  sampled: Int32Array.of(10, 11, 12, 13),
  argmax: Int32Array.of(20, 21, 22, 23),
};

const answered = async ({ port }: ReturnType<typeof sandbox>) => [
  ...(await new RulePort(port).accepted(questionOf(FIGURES))),
];

test("a rule gets the figures of its step, and no more than them", async () => {
  const channel = sandbox(() => ({ entries: [0] }));
  assert.deepEqual(await answered(channel), [1, 0, 0, 0]);
  const [{ number, before, statistics }] = channel.questions;
  assert.equal(number, 1);
  assert.deepEqual([before.step, before.steps], [2, 48]);
  assert.equal(before.canvas.buffer.byteLength, 16);
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

for (const [answer, sentence] of [
  [{ entries: [4] }, `The rule's accept returns 4 in its list; it must return ${allowed(4)}.`],
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
    await assert.rejects(answered(channel), { message: sentence });
  });

test("a rule that fails before it is answered says so when it is answered", async () => {
  const channel = sandbox(() => ({ entries: [] }), false);
  channel.far.postMessage({ fault: "Uncaught SyntaxError: Unexpected token '}'", line: 2 });
  await assert.rejects(answered(channel), { message: "The rule fails in line 2: SyntaxError: Unexpected token '}'." });
});

for (const [begins, milliseconds, sentence] of [
  [true, 2000, "The rule took more than 2 s for a step and was ended."],
  [false, 20_000, "The browser did not begin the rule; reload the page and try again."],
] as const)
  test(`it must answer in time: ${sentence}`, async () => {
    const channel = sandbox(() => undefined, begins);
    const late = assert.rejects(answered(channel), { message: sentence });
    if (begins) while (channel.questions.length === 0) await new Promise(setImmediate);
    mock.timers.tick(milliseconds - 1);
    await new Promise(setImmediate);
    mock.timers.tick(1);
    await late;
  });
