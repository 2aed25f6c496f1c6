/** What is judged and answered without Python, on the cases that `tests/judging_cases.py` writes. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { understand } from "../rules/sudoku.js";
import { aboutPrompt } from "./about.js";
import { cardFor } from "./card.js";
import { judge } from "./judge.js";
import { World } from "./world/world.js";

const read = (/** @type {string} */ path) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
const golden = async (/** @type {string} */ name) => JSON.parse(await read(`tests/golden/judging/${name}.json`));
const tables = JSON.parse(await read("assets/portable/world.json"));
const world = new World(tables);

test("verdicts are those of Python", async () => {
  for (const { prompt, text, verdict } of await golden("judgements"))
    assert.deepEqual(judge(world, prompt, text), verdict, JSON.stringify([prompt, text]));
});

test("a prompt is understood as in Python, and the same is said of it", async () => {
  for (const { prompt, understood, about, tasks } of await golden("answers")) {
    assert.equal(understand(prompt), understood, JSON.stringify(prompt));
    assert.deepEqual(aboutPrompt(world, prompt), about, JSON.stringify(prompt));
    const card = /** @type {import("../words/race.js").Card} */ (cardFor(world, prompt));
    assert.deepEqual(
      card.tasks.map(({ task, like }) => ({ task, like })),
      tasks,
      JSON.stringify(prompt),
    );
    for (const { task, rows } of card.tasks)
      assert.deepEqual(
        rows,
        tables.card.figures.filter((/** @type {any} */ figure) => figure.task === task),
      );
  }
});

test("of a checkpoint of which nothing is known nothing is said, and its texts are judged", () => {
  const other = new World({ ...tables, trained: null, card: null });
  assert.deepEqual(aboutPrompt(other, "Add 1 and 2"), { kind: "sum", unknown: [], sentence: "" });
  assert.deepEqual(cardFor(other, "Add 1 and 2"), {});
  assert.equal(judge(other, "Add 1 and 2", "3")?.right, true);
});
