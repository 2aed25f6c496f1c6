import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { promptName, titlesOf } from "./titles.ts";
import type { Run } from "./titles.ts";

const { settings } = header().spec;

/** @param changes to the header @param changed settings */
const run = (changes: object, passes: number | null = null, changed: object = {}) => ({
  header: header({ ...changes, settings: { ...settings, ...changed } }),
  passes,
});

const differences = (...runs: Run[]) => titlesOf(runs).map(({ differs }) => differs);

sentences(
  "runs of one prompt are told apart by what differs between them, and by nothing else; equal ones are numbered",
  () => [
    differences(run({ seed: 3 }, 29), run({ seed: 4 }, 31)),
    differences(run({}, 29), run({}, 15, { entropy_bound: 1 })),
    differences(run({}, 1, { confidence_threshold: 0 }), run({ seed: 8 })),
    differences(run({ way: "masked" }), run({})),
    differences(run({}, 5, { a_new_knob: 2 }), run({}, 6, { a_new_knob: 3 })),
    differences(run({}, 29), run({}, 29), run({ seed: 8 }, 29)),
    titlesOf([run({ prompt: "One." }), run({ prompt: "Two.", seed: 9 })]), // the only run of its prompt needs nothing more
    differences(...["/home/ann/mine", "C:\\models\\other", "someone/model", "embedded"].map((model) => run({ model }))),
  ],
);

test("a prompt's name is one line; a Sudoku goes by its size and its first line", () => {
  assert.equal(promptName("Solve this Sudoku:\n1.34\n....\n....\n4..."), "Sudoku 4×4, 1.34");
  assert.equal(promptName("A line\nand another"), "A line …");
  const long = promptName(`${"word ".repeat(30)}end`);
  assert.ok(long.length <= 62 && /^(word )+…$/.test(long));
  assert.ok(promptName("x".repeat(200)).length <= 62);
});
