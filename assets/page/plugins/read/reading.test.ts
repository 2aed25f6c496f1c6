import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { Reading, RUNS } from "./reading.ts";

const QUESTION = { template: "a____{x|y}b", prompt: "hello", model: "", seed: 7 };
const ROW = { slot: 1, source: "____{x|y}", tokens: 1, joint: "product", label: "x", first: 0.5, step: 2 };
const UNWRITTEN = { runs: 0, share: null, low: null, high: null, first_low: null, first_high: null };

/** A server that reads half in each way, and whose runs all write the label. */
async function served(_: unknown, { body }: { body: string }) {
  const { settings: { way = "uniform" } = {}, runs } = JSON.parse(body);
  const last = way === "uniform" ? 0.75 : null;
  const written = runs ? { runs, share: 1, low: 0.5, high: 1, first_low: 0.25, first_high: 0.5 } : UNWRITTEN;
  return Response.json({ way, ways: ["uniform", "autoregressive"], rows: [{ ...ROW, way, last, ...written }] });
}

function readingOf(fetched: unknown) {
  mock.method(globalThis, "fetch", fetched as typeof fetch);
  return new Reading();
}

test("each way reads, and runs write where one of them can, from nothing each time", async () => {
  const reading = readingOf(served);
  await reading.read(QUESTION);
  assert.deepEqual(reading.ways.value.map(({ name }) => name).join(), "uniform,autoregressive");
  assert.match(reading.status.value, /^LIVE, seed 7, temperature 1\./);
  assert.equal(reading.writers.value.length, 1);
  for (const _ of ["once", "and again"]) {
    await reading.write();
    const [uniform, autoregressive] = reading.ways.value;
    assert.deepEqual([uniform.rows[0].runs, uniform.rows[0].share], [RUNS, 1]);
    assert.equal(autoregressive.rows[0].runs, 0);
  }
  await reading.read(QUESTION);
  assert.equal(reading.ways.value[0].rows[0].runs, 0);
});

test("a refusal is the status, and nothing can be written", async () => {
  const reading = readingOf(async () => Response.json({ refused: "There is no slot." }));
  await reading.read(QUESTION);
  assert.deepEqual([reading.status.value, reading.work.value, reading.writers.value], ["There is no slot.", null, []]);
});

test("what goes on can be stopped", async () => {
  const reading = readingOf((_: unknown, { signal }: { signal: AbortSignal }) => {
    return new Promise((_, fail) => (signal.onabort = () => fail(signal.reason)));
  });
  const done = reading.read(QUESTION);
  assert.equal(reading.status.value, "Reading …");
  assert.notEqual(reading.work.value, null);
  reading.stop();
  await done;
  assert.deepEqual([reading.status.value, reading.work.value], ["Stopped.", null]);
});
