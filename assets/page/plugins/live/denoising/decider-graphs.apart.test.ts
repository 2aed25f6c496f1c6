import assert from "node:assert/strict";
import { test } from "node:test";

import { answering } from "../decider.ts";
import { engine } from "../testing/engine.ts";
import { DeciderGraphs } from "./decider-graphs.ts";
import type { Figures } from "../decider.ts";

const { engine: browser } = await engine();
const { manifest } = browser;
const NAME = "mine";
const DECLARATION = { label: "Mine", rule: "Keeps what it picks.", order: "none", bound: "" };

/** One decision over figures that are known. */
async function decided(decide: (figures: Figures) => Uint8Array, way = "uniform") {
  const { graphs } = browser;
  const small = Object.create(graphs, { manifest: { value: { ...manifest, canvas_length: 4, mask_id: 9 } } });
  const row = [1, 4];
  const { outside, close } = answering({
    name: NAME,
    source: "its text",
    declaration: DECLARATION,
    decide: async (all) => decide(all),
    close() {},
  });
  const outputs = await new DeciderGraphs(small, outside).run(`decide-${way}-${NAME}`, {
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
    top_probs: graphs.floats([0.5, 0.25, 0.75, 0.125, 1, 0, 1, 0], [1, 4, 2]),
  });
  close();
  return { kept: [...outputs.kept.data].map(Number), next: [...outputs.next.data].map(Number) };
}

test("it gets the figures of its step, and its positions and those that are settled are kept", async () => {
  const seen: Figures[] = [];
  const first = (figures: Figures) => {
    seen.push(figures);
    return Uint8Array.of(1, 0, 0, 0);
  };
  assert.deepEqual(await decided(first), { kept: [1, 0, 1, 1], next: [10, 91, 12, 13] });
  const lists = Object.entries(seen[0]).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value) ? [...(value as any)] : value,
  ]);
  assert.deepEqual(Object.fromEntries(lists), {
    step: 2,
    steps: 48,
    canvas: [5, 6, 7, 8],
    accepted: [0, 1, 0, 0],
    settled: [0, 0, 1, 1],
    entropy: [0.5, 1.5, 0, 0],
    probabilities: [0.5, 0.25, 0.75, 0.125, 1, 0, 1, 0],
    sampled: [10, 11, 12, 13],
    argmax: [20, 21, 22, 23],
  });
});

test("in masked diffusion the mask goes where nothing is kept", async () => {
  const none = () => new Uint8Array(4);
  assert.deepEqual(await decided(none, "masked"), { kept: [0, 0, 1, 1], next: [9, 9, 12, 13] });
});

test("without it no run has that sampler", () => {
  const spec = { version: 1, prompt: { text: "x" }, settings: { sampler: NAME }, seed: 0 };
  assert.throws(() => browser.start({ specs: [spec] }, () => {}), /sampler is 'mine'; allowed are entropy-bound/);
});
