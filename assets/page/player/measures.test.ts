/** What runs and a guest spend under one clock; what is not known of one of them is said of that one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { Axis } from "../run/axis.ts";
import { passesOf } from "../run/recording.ts";
import { Counts, UNCOUNTED } from "./counts.ts";
import * as measures from "./measures.ts";

const { amountText, spending } = measures;

/** @param seconds of its steps */
const run = (seconds: (number | undefined)[], pass_kind: string = "eager", rows: number = 1): any => ({
  live: false,
  seconds: 1,
  header: { pass_kind, rows, spec: { settings: {}, model: "another" }, prompt_ids: [], canvas_length: 1 },
  frames: seconds.map((each, step) => ({ seconds: each, block: 1, step: step + 1, mean_entropy: 0, stopReason: "" })),
  moments: [{ step: 0, noise: true }, ...seconds.map((_, step) => ({ step, noise: false }))],
});
const guest = (spent: number[] | string): any => ({
  letter: "R",
  moments: { length: 4 },
  spent: (measure: string) => (measure === "seconds" ? spent : "does not say what its work is"),
});

test("pieces that arrive stand on the clock of measured seconds", () => {
  const lanes = [run([1, 1])];
  const beside = guest([0, 0.5, 1, 4]);
  const { spent, why } = spending(lanes, "seconds", beside);
  assert.equal(why, "");
  const axis = new Axis([...lanes, beside], spent, "seconds");
  assert.equal(axis.end, 4);
  const places = [0, 1, 2, 3].flatMap((tick) => axis.places(tick));
  assert.deepEqual(places, [0, 1, 1, 2, 2, 2, 3, 3], "after 0, 4/3, 8/3 and 4 s");
});

test("by pass, a step counts as its trace says and a piece as one, also beside a guest", () => {
  const [plain, guided] = [run([1, 1]), run([1, 1])];
  guided.frames[1].passes = 2;
  const beside = guest("goes on");
  const counts = new Counts({ counting: signal(UNCOUNTED) }, signal("passes"), () => {});
  counts.measures = measures;
  const axis = counts.axisOf([plain, guided], beside);
  assert.deepEqual(axis.spent, [[0, 1, 2], [0, 1, 3], [0, 1, 2, 3]]); // prettier-ignore
  assert.deepEqual(axis.places(3), [3, 2, 3], "two passes are over before three");
  assert.equal(counts.text(axis, [plain, guided])?.(3), "3 passes");
  assert.equal(counts.axisOf([plain], beside).spent, null);
});

test("seconds that were taken in different ways are not on one clock", () => {
  const why = (...passes: [kind: string, rows: number][]) =>
    spending(
      passes.map(([kind, rows]) => run([1], kind, rows)),
      "seconds",
    ).why;
  assert.equal(why(["compiled", 1], ["eager", 1]), "not the same passes: compiled, eager");
  assert.equal(why(["eager", 1], ["eager", 2]), "B: shared passes, 2 rows");
  assert.equal(why(["eager", 1], ["eager", 1]), "");
  assert.equal(why(["compiled", 1], ["compiled", 1]), "");
});

test("what is not known is said of the one that does not tell", () => {
  assert.equal(spending([run([1, undefined])], "seconds").why, "A was recorded without the times of its steps");
  assert.equal(spending([run([1], "eager", 2)], "seconds").why, "shared passes, 2 rows");
  assert.equal(spending([run([1])], "seconds", guest("goes on")).why, "R goes on");
  assert.match(spending([run([1])], "work", guest([])).why, /^A is of a model whose shape is not known$/);
});

test("a step that took two passes counts as two, and lanes spend their passes", () => {
  const frames = [{}, { passes: 2 }, { passes: 2 }, {}];
  assert.deepEqual([passesOf(frames), passesOf(frames, 0), passesOf(frames, 2)], [6, 0, 3]);
  const moments = [{ step: 0, noise: true }, ...frames.map((_, step) => ({ step, noise: false }))];
  assert.deepEqual(spending([{ frames, moments } as any], "passes"), { spent: [[0, 1, 3, 5, 6]], why: "" });
  assert.deepEqual([amountText("passes", 0.6), amountText("passes", 2.4)], ["1 pass", "2 passes"]);
});
