import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded } from "../../testing/fixtures.ts";

import { positionsOf, stepsOf } from "./table.ts";
import type { Column } from "./table.ts";

const read = async (name: string) => ({ name, recording: await recorded(`tests/golden/${name}.trace`) });

test("the tables of several runs say which run it is, its seed and the settings that differ", async () => {
  const runs = [await read("story"), await read("hostile")];
  const marks = ["seed", "max_denoising_steps", "entropy_bound", "t_min", "confidence_threshold", "max_new_tokens"];
  for (const table of [positionsOf(runs), stepsOf(runs)]) {
    assert.deepEqual(
      table.slice(0, 9).map(({ name }) => name),
      ["run", "label", ...marks, "block"],
    );
    for (const mark of marks) {
      const column = table.find(({ name }) => name === mark) as Column;
      const values = runs.map(({ recording: { header } }) =>
        mark === "seed" ? header.spec.seed : header.spec.settings[mark],
      );
      assert.deepEqual([column.values[0], column.values.at(-1)], values);
      assert.equal(column.kind, mark === "seed" ? "int" : "float");
    }
  }
  const alone = positionsOf(runs.slice(0, 1));
  assert.deepEqual(
    alone.slice(0, 3).map(({ name }) => name),
    ["run", "label", "block"],
  );
});
