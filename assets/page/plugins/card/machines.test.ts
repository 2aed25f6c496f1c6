import assert from "node:assert/strict";
import { test } from "node:test";
import { SHAPES } from "../../rules/shapes.ts";
import { GPUS } from "./gpus.ts";
import { NO_ANSWER, machinesFor } from "./machines.ts";
import type { Recording } from "../../run/recording.ts";

const CPU = { name: "2 CPU threads", bytesPerS: 20e9, flopsPerS: 100e9 };
const BARRED = { machine: null, may: false, refused: "Only the operator may." };

function runOf(model: string): Recording {
  const { vocabulary: vocab_size, canvas: canvas_length } = SHAPES.embedded;
  const header = { spec: { model }, dtype: "float32", vocab_size, canvas_length, prompt_ids: [1, 2, 3] };
  return { header } as unknown as Recording;
}

const SMALL = runOf("embedded");

test("this machine comes first, with the model of the run, also before it is measured and while nobody answers", () => {
  for (const answer of [null, NO_ANSWER, { ...BARRED, may: true }, { ...BARRED, machine: CPU }]) {
    const { names, chosen, isMeasured, machine, setting } = machinesFor(SMALL, answer, CPU, "");
    assert.deepEqual([names.length, chosen, isMeasured, machine], [GPUS.length + 1, "own", true, CPU]);
    assert.deepEqual(setting, { shape: SHAPES.embedded, width: 4, prefix: 3 });
  }
  assert.equal(machinesFor(SMALL, null, null, "").machine, null, "it is yet to be measured");
});

test("one that may not be measured makes room for the others, and so does a model that the page does not know", () => {
  for (const shown of [machinesFor(SMALL, BARRED, null, "own"), machinesFor(runOf("another"), null, CPU, "own")]) {
    assert.deepEqual([shown.names.length, shown.chosen, shown.isMeasured], [GPUS.length, GPUS[0].name, false]);
    assert.deepEqual([shown.machine, shown.setting.prefix], [GPUS[0], 1000]);
  }
});

test("the reader's choice stays", () => {
  const { chosen, machine } = machinesFor(SMALL, null, CPU, "H200 SXM");
  assert.deepEqual([chosen, machine], ["H200 SXM", GPUS.find(({ name }) => name === "H200 SXM")]);
});
