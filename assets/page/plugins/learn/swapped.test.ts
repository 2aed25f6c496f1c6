import assert from "node:assert/strict";
import { test } from "node:test";
import { computed } from "./swapped.ts";
import type { Recording } from "../../run/recording.ts";
import type { Swap } from "./lesson.ts";

const EARLIER = { block: 1, step: 2, cells: { 9: 4 } };
const RUN = {
  run: "r1",
  header: { spec: { prompt: "p", edits: [EARLIER] } },
  frames: [{}, {}, { block: 1, step: 3 }],
} as unknown as Recording;
const CELL = { row: 2, position: 6 } as Swap;
const SEEN = {
  ids: Int32Array.from([7, 5]),
  probs: Float32Array.from([0.5, 0.5]),
  texts: [" <b>", " hot"],
  sampled: 5,
  accepted: true,
};

/** @param tokens of each text @param seen what the step then shows @returns what was asked for, and what came of it */
async function tried(word: string, tokens: Record<string, object>, seen: object = SEEN) {
  const requests: any[] = [];
  const ask = async (name: string, request: string) => {
    requests.push(JSON.parse(request));
    return name === "own_text" ? tokens[requests.at(-1).text] : seen;
  };
  const answer = await computed(word, CELL, RUN, ask);
  return { answer, requests };
}

test("a word that is one token within a text goes into the cell just before the step", async () => {
  const { answer, requests } = await tried("hot", { " hot": { ids: [5] } });
  assert.equal(requests.length, 2);
  const { spec, ...place } = requests[1];
  assert.deepEqual(place, { run: "r1", block: 1, step: 3, position: 6 });
  assert.deepEqual(spec, { prompt: "p", edits: [EARLIER, { block: 1, step: 3, cells: { 6: 5 } }] });
  const shares = { tokens: ["<b>", "hot"], shares: [0.5, 0.5], entropy: Math.LN2 };
  assert.deepEqual(answer, { word: "hot", ...shares, token: "hot", accepted: true });
});

test("a word that is one token alone goes in as that", async () => {
  const { requests } = await tried("long", { " long": { ids: [1, 2, 3] }, long: { ids: [7] } });
  assert.deepEqual(
    requests.slice(0, 2).map(({ text }) => text),
    [" long", "long"],
  );
  assert.deepEqual(requests[2].spec.edits[1].cells, { 6: 7 });
});

test("what cannot go in, and what is refused, is a sentence", async () => {
  const longer = await tried("longer", { " longer": { ids: [1, 2] }, longer: { ids: [3, 4, 5] } });
  assert.equal(longer.answer, "“longer” is 2 tokens, and a cell holds one. Try another word.");
  assert.equal(longer.requests.length, 2);
  assert.equal((await tried("hot", { " hot": { refused: "No model." } })).answer, "No model.");
  assert.equal((await tried("hot", { " hot": { ids: [5] } }, { refused: "It loads." })).answer, "It loads.");
});
