/** What is judged and answered without Python, on the cases that `tests/judging_cases.py` writes. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { understand } from "../../../rules/sudoku.ts";
import { aboutPrompt } from "./about.ts";
import { cardFor } from "./card.ts";
import { judge } from "./judge.ts";
import { World } from "./world/world.ts";
import type { Card } from "../../../run/card.ts";

const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), "utf8");
const golden = async (name: string) => JSON.parse(await read(`tests/golden/judging/${name}.json`));
const tables = JSON.parse(await read("assets/portable/world.json"));
const world = new World(tables);

test("verdicts are those of Python", async () => {
  for (const { prompt, text, verdict = null } of await golden("judgements"))
    assert.deepEqual(judge(world, prompt, text), verdict, JSON.stringify([prompt, text]));
});

test("praise is never false", async () => {
  const { praise } = await golden("texts");
  assert.equal(praise.length, 32);
  for (const [prompt, text] of praise) assert.equal(judge(world, prompt, text), null, prompt);
});

test("a prompt is understood as in Python, and the same is said of it", async () => {
  for (const { prompt, understood, about, tasks } of await golden("answers")) {
    assert.equal(understand(prompt), understood, JSON.stringify(prompt));
    assert.deepEqual(aboutPrompt(world, prompt), about, JSON.stringify(prompt));
    const card = cardFor(world, prompt) as Card;
    assert.deepEqual(
      card.tasks.map(({ task, like }) => ({ task, like })),
      tasks,
      JSON.stringify(prompt),
    );
    for (const { task, rows } of card.tasks)
      assert.deepEqual(
        rows,
        tables.card.figures.filter((figure: any) => figure.task === task),
      );
  }
});

test("of a checkpoint of which nothing is known nothing is said, and its texts are judged", () => {
  const strange = new World({ ...tables, trained: null, card: null });
  const nothing = { unread: [], unknown: [], sentence: "", offers: [] };
  assert.deepEqual(aboutPrompt(strange, "Add 1 and 2"), { kind: "sum", judged: "anywhere", ...nothing });
  assert.deepEqual(cardFor(strange, "Add 1 and 2"), {});
  assert.equal(judge(strange, "Add 1 and 2", "3")?.right, true);
});

test("odd texts are read to their end, and very long ones are not judged", () => {
  for (const part of [
    "a ",
    "1",
    "[",
    "{",
    '"',
    ", ",
    "\n",
    "1 + ",
    "= ",
    "json:",
    "the ",
    "\t",
    "Lily and ",
    "e\u0301",
  ]) {
    const long = part.repeat(20_000).slice(0, 20_000);
    for (const prompt of ["Add 1 and 2.", "Sort: b, a", "JSON: Lily, 7, has a red ball.", `9${".".repeat(80)}`, long])
      judge(world, prompt, long);
    for (const prompt of [long, `Sort: ${long}`, `JSON: ${long}`, `Write a story about ${long}`])
      assert.ok(aboutPrompt(world, prompt).sentence.length < 600);
    assert.equal(judge(world, "Add 1 and 2.", `${long}.`), null);
  }
});
