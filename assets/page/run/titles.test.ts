import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { promptName, titlesOf } from "./titles.ts";
import type { Run } from "./titles.ts";

const { settings } = header().spec;

/** @param changes to the header @param changed settings */
const run = (changes: object, passes: number | null = null, changed: object = {}) => ({
  header: header({ ...changes, settings: { ...settings, ...changed } }),
  passes,
});

const differences = (...runs: Run[]) => titlesOf(runs).map(({ differs }) => differs);

test("runs of one prompt are told apart by what differs between them, and by nothing else", () => {
  assert.deepEqual(differences(run({ seed: 3 }, 29), run({ seed: 4 }, 31)), ["seed 3", "seed 4"]);
  assert.deepEqual(differences(run({}, 29), run({}, 15, { entropy_bound: 1 })), [
    "bound 0.1, 29 passes",
    "bound 1, 15 passes",
  ]);
  assert.deepEqual(differences(run({}, 1, { confidence_threshold: 0 }), run({ seed: 8 })), [
    "no early end, seed 7, 1 pass",
    "ends below 0.005 nats, seed 8",
  ]);
  assert.deepEqual(differences(run({ way: "masked" }), run({})), ["masked", "uniform"]);
  assert.deepEqual(differences(run({}, 5, { a_new_knob: 2 }), run({}, 6, { a_new_knob: 3 })), [
    "a new knob 2, 5 passes",
    "a new knob 3, 6 passes",
  ]);
});

test("the only run of its prompt needs nothing beside the prompt", () => {
  assert.deepEqual(titlesOf([run({ prompt: "One." }), run({ prompt: "Two.", seed: 9 })]), [
    { name: "One.", differs: "" },
    { name: "Two.", differs: "" },
  ]);
});

test("equal runs are numbered", () => {
  assert.deepEqual(differences(run({}, 29), run({}, 29), run({ seed: 8 }, 29)), [
    "seed 7, run 1 of 2",
    "seed 7, run 2 of 2",
    "seed 8",
  ]);
});

test("a model is named without its folder", () => {
  const models = ["/home/ann/models/mine", "C:\\models\\other", "someone/model", "embedded"];
  assert.deepEqual(differences(...models.map((model) => run({ model }))), [
    "mine",
    "other",
    "someone/model",
    "embedded",
  ]);
});

test("a prompt's name is one line; a Sudoku goes by its size and its first line", () => {
  assert.equal(promptName("Solve this Sudoku:\n1.34\n....\n....\n4..."), "Sudoku 4×4, 1.34");
  assert.equal(promptName("A line\nand another"), "A line …");
  const long = promptName(`${"word ".repeat(30)}end`);
  assert.ok(long.length <= 62 && /^(word )+…$/.test(long));
  assert.ok(promptName("x".repeat(200)).length <= 62);
});
