import assert from "node:assert/strict";
import { test } from "node:test";
import { Axis } from "../run/axis.ts";
import { areApart } from "../testing/apart.ts";
import { recorded } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { BASE, TOP, layoutOf } from "./timeline-layout.ts";
import type { Recording } from "../run/recording.ts";

const measure = (text: string) => 7 * text.length;
const look = { unit: "nats" as const, terms: "plain" as const, width: 700, measure };

/** @param accepts at each step */
const runOf = (accepts: number[][], label?: string) =>
  recordingOf(
    accepts.map((accepted) => ({ argmax: [2, 3, 4, 5], accepted })),
    {},
    label,
  );
const slow = () => runOf([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]); // prettier-ignore
const quick = () => runOf([[1, 1, 0, 0], [1, 1, 0, 1]]); // prettier-ignore

const layout = (lanes: Recording[], more?: object) =>
  layoutOf([...lanes].sort((a, b) => b.moments.length - a.moments.length)[0], { ...look, lanes, ...more });
const named = ({ labels }: ReturnType<typeof layout>) =>
  labels.filter(({ kind }) => kind === "lane").map(({ text }) => text);

test("each lane has a line of what it keeps, which ends at its letter and its passes, in the order of the lanes", () => {
  const { lanes, labels, x, areas, lines, diamonds } = layout([quick(), slow()]);
  const height = (y: number) => Math.round(((BASE - y) / (BASE - TOP)) * 4);
  const points = lanes.map((lane) => lane.points.split(" ").map(Number));
  assert.deepEqual(
    points.map((line) => line.filter((_, at) => at % 2 === 1).map(height)),
    [
      [0, 2, 3],
      [0, 1, 2, 3, 4],
    ],
    "noise keeps nothing",
  );
  assert.deepEqual(
    lanes.map(({ end: [place] }) => place),
    [2, 4].map((moment) => +x(moment).toFixed(2)),
  );
  assert.deepEqual(named({ ...({} as any), labels }), ["A 2", "B 4"]);
  const axis = labels.filter(({ kind }) => kind === "axis").map(({ text }) => text);
  assert.deepEqual(axis, ["4", "0", "tokens kept"]);
  assert.deepEqual(
    [areas, lines, diamonds],
    [[], [], []],
    "the figures of one run alone would be taken for those of all",
  );
});

test("one run alone is drawn as before, and so is a run beside which nothing stands yet", () => {
  const run = slow();
  const [single, alone] = [layout([run]), layoutOf(run, look)];
  assert.deepEqual([single.labels, single.areas, single.lines], [alone.labels, alone.areas, alone.lines]);
  assert.deepEqual([single.lanes, single.areas.length], [[], 1]);
});

test("a lane that goes on has its letter alone, and one that has not begun has no line", () => {
  assert.deepEqual(named(layout([slow(), runOf([[1, 0, 0, 0]], "LIVE"), runOf([], "LIVE"), quick()])), [
    "A 4",
    "B",
    "D 2",
  ]);
});

test("a Sudoku's cells are counted, and where lanes count different things the axis names none", async () => {
  const board = await recorded("tests/runs/sudoku.trace");
  const name = ({ labels }: ReturnType<typeof layout>) => labels.filter(({ kind }) => kind === "axis").at(-1)?.text;
  assert.equal(name(layout([board, board])), "cells kept");
  assert.equal(name(layout([board, slow()])), "kept");
});

test("where something else than passes is counted, a lane ends with what it took of that", () => {
  const lanes = [quick(), slow()];
  const axis = new Axis(lanes, [[0, 5, 20], [0, 2, 4, 6, 8]], "seconds"); // prettier-ignore
  const text = (tick: number) => `${axis.value(tick)} s`;
  assert.deepEqual(named(layout(lanes, { scale: { axis, text } })), ["A 20 s", "B 8 s"]);
});

/** @returns the letters of the lanes and the axis' name, from left to right; none touches another */
function abreast(lanes: Recording[], width: number) {
  const { labels } = layout(lanes, { width });
  const upper = labels.filter(({ y }) => y < TOP);
  const boxes = upper.map(({ x, text, anchor }) => ({
    ...{ x: x - { start: 0, middle: 0.5, end: 1 }[anchor] * measure(text), width: measure(text), y: 0, height: 1 },
  }));
  areApart(boxes, { width, height: 1 });
  return upper;
}

test("letters touch neither each other nor the axis' name, and stay on the timeline, wherever their lanes end", () => {
  const long = runOf(Array.from({ length: 90 }, () => [1, 0, 0, 0]));
  for (const lanes of [
    [slow(), slow(), slow(), slow()],
    [quick(), quick(), long],
    [long, quick(), slow(), quick()],
  ])
    for (const width of [300, 351, 2200]) assert.equal(abreast(lanes, width).length, lanes.length + 1);
});

test("the name of the axis is shorter or left out where there is no room", () => {
  const lanes = [quick(), slow(), quick(), slow()];
  const name = (width: number) =>
    abreast(lanes, width)
      .filter(({ kind }) => kind === "axis")
      .map(({ text }) => text);
  // The letters take 4 times 21 and 8 pixels, the axis begins at 36, and its names take 77 and 28.
  assert.deepEqual([229, 228, 180, 179].map(name), [["tokens kept"], ["kept"], ["kept"], []]);
});
