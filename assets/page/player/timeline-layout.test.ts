import assert from "node:assert/strict";
import { test } from "node:test";
import { areApart } from "../testing/apart.ts";
import { recorded } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { BASE, HEIGHT, TOP, layoutOf, roundMaximum, spansOf } from "./timeline-layout.ts";
import type { Layout } from "./timeline-layout.ts";

const measure = (text: string) => 7 * text.length;
const look = (changes = {}) => ({ unit: "nats" as const, terms: "plain" as const, width: 700, measure, ...changes });

/** @param steps what is special about each */
const runOf = (steps: object[], label: string = "RECORDED") =>
  recordingOf(
    steps.map((step) => ({ argmax: [2, 3, 4, 5], accepted: [1, 1, 1, 0], ...step })),
    {},
    label,
  );

const ENDED = { stopReason: "stable-and-confident" };
const stepTexts = ({ labels }: Layout) =>
  labels
    .filter(({ kind }) => kind === "step")
    .sort((a, b) => a.x - b.x)
    .map(({ text }) => text);

/** The numbers of a path or of a polyline, in pairs. */
const pairs = (points: string) => {
  const numbers = (points.match(/-?[\d.]+/g) ?? []).map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
};

test("nothing is drawn for noise: each block's area and line begin at its first step", async () => {
  const layout = layoutOf(await recorded("tests/runs/long.trace"), look());
  assert.equal(layout.slots, 36 + 37);
  assert.deepEqual([layout.areas.length, layout.lines.length, layout.dividers.length], [2, 2, 1]);
  const from = (points: string) => +pairs(points)[0][0].toFixed(1);
  for (const drawn of [layout.areas, layout.lines])
    assert.deepEqual(
      drawn.map(from),
      [1, 37].map((first) => +layout.x(first).toFixed(1)),
    );
  assert.ok(layout.x(35) < layout.dividers[0] && layout.dividers[0] < layout.x(36));
});

test("areas and lines are linear from 0 to a round maximum, in the reader's unit", () => {
  const run = runOf([
    { mean: 1, temperature: 0.8 },
    { mean: 0.5, temperature: 0.5 },
    { mean: 0, temperature: 0.2, ...ENDED },
  ]);
  const height = (y: number) => (BASE - y) / (BASE - TOP);
  const nats = layoutOf(run, look());
  assert.deepEqual(
    pairs(nats.areas[0]).map(([, y]) => height(y)),
    [0, 1, 0.5, 0, 0],
  );
  assert.deepEqual(
    pairs(nats.lines[0]).map(([, y]) => +height(y).toFixed(3)),
    [0.8, 0.5, 0.2],
  );
  const bits = layoutOf(run, look({ unit: "bits" }));
  assert.deepEqual(
    pairs(bits.areas[0]).map(([, y]) => +height(y).toFixed(2)),
    [0, 0.72, 0.36, 0, 0],
  );
  const axes = ({ labels }: typeof nats) => labels.filter(({ kind }) => kind === "axis").map(({ text }) => text);
  assert.deepEqual([...axes(nats), ...axes(bits)], ["1", "0", "1", "0", "2", "0", "1", "0"]);
});

test("a maximum is round and not below the figure", () => {
  assert.deepEqual(
    [1, 1.001, 1.39, 2, 3, 5, 5.1, 0.11, 0.2, 0.03, 42].map(roundMaximum),
    [1, 2, 2, 2, 5, 5, 10, 0.2, 0.2, 0.05, 50],
  );
});

test("a single step that is sure is wide enough to be seen, and its axis does not exaggerate", () => {
  const { labels, areas, lines } = layoutOf(runOf([{ mean: 0.0005, ...ENDED }]), look());
  assert.equal(labels[0].text, "0.1");
  for (const drawn of [areas[0], lines[0]]) {
    const places = pairs(drawn).map(([x]) => x);
    assert.ok(Math.max(...places) - Math.min(...places) >= 3);
  }
});

test("diamonds stand at the steps that reopened something", async () => {
  const { diamonds, x } = layoutOf(await recorded("tests/runs/lily.trace"), look());
  assert.deepEqual(diamonds, [6, 9, 16, 17].map(x));
  const second = layoutOf(await recorded("tests/golden/hostile.trace"), look());
  assert.ok(second.diamonds.includes(second.x(9)) && !second.diamonds.includes(second.x(7)));
});

test("a live run has room for the most steps of its block, and shrinks when that ends", () => {
  const slots = (...steps: object[]) => layoutOf(runOf(steps, "LIVE"), look()).slots;
  assert.deepEqual([slots(), slots({}), slots({}, {})], [9, 9, 9]);
  assert.equal(slots({}, ENDED), 3);
  assert.equal(slots({}, ENDED, { block: 2 }), 3 + 9);
  assert.equal(layoutOf(runOf([{}, ENDED]), look()).slots, 3);
  assert.deepEqual(spansOf(runOf([])), []);
  const texts = stepTexts(layoutOf(runOf([{}], "LIVE"), look()));
  assert.deepEqual([...texts.slice(0, 3), texts.at(-1)], ["noise", "1", "2", "at most 8"]);
});

test("the right end says why the run ended, and a way of writing without noise does not speak of it", () => {
  const label = (stopReason: string) => stepTexts(layoutOf(runOf([{}, { stopReason }]), look())).at(-1);
  assert.deepEqual(["stable-and-confident", "complete", "max-steps", "stopped", ""].map(label), [
    "2, done",
    "2, done",
    "2, the most",
    "2, stopped",
    "2",
  ]);
  const run = runOf([{}, ENDED]);
  run.header.spec.settings.way = "masked";
  assert.deepEqual(stepTexts(layoutOf(run, look())), ["0", "1", "2, done"]);
});

test("labels never touch and stay on the timeline, however narrow it is and however many blocks there are", async () => {
  const many = runOf(Array.from({ length: 40 }, (_, i) => ({ block: 1 + (i >> 2), ...(i % 4 === 3 && ENDED) })));
  const runs = [
    many,
    await recorded("tests/runs/lily.trace"),
    await recorded("tests/runs/long.trace"),
    runOf([{}], "LIVE"),
  ];
  for (const run of runs)
    for (const width of [200, 240, 351, 700, 2200])
      for (const unit of ["nats", "bits"] as const) {
        const layout = layoutOf(run, look({ width, unit, terms: "terms" }));
        const boxes = layout.labels.map(({ x, y, text, anchor }) => {
          const from = x - { start: 0, middle: 0.5, end: 1 }[anchor] * measure(text);
          return { x: from, y: y - 12, width: measure(text), height: 12 };
        });
        areApart(boxes, { width, height: HEIGHT });
        const texts = stepTexts(layout);
        assert.equal(texts[0], "noise");
        assert.match(texts.at(-1) as string, /done|at most/);
      }
});

test("of a run from elsewhere the uncertainty is drawn if it is told, and never a temperature; live it has room for what there is", () => {
  const look = { unit: "nats", terms: "plain", width: 600, measure: (text: string) => 6 * text.length } as const;
  const run = recordingOf(
    [
      { argmax: [2, 3, 4, 5], accepted: [1, 0, 0, 1] },
      { argmax: [2, 3, 4, 5], accepted: [1, 1, 0, 1] },
    ],
    { source: "a loop", settings: {} },
    "LIVE",
  );
  const layout = layoutOf(run, look);
  assert.deepEqual([layout.slots, layout.areas.length, layout.lines.length], [3, 1, 0]);
  assert.ok(
    !layout.labels.some(({ kind }) => kind === "temperature") &&
      layout.labels.some(({ text }) => text === "mean uncertainty, nats"),
  );
  assert.ok(stepTexts(layout).includes("2") && !stepTexts(layout).some((text) => text.startsWith("at most")));
  run.bare = true;
  const bare = layoutOf(run, look);
  assert.deepEqual(
    [bare.areas.length, bare.lines.length, bare.labels.filter(({ kind }) => kind !== "step").length],
    [0, 0, 0],
  );
});

test("without a unit no figure of the uncertainty is given, and the temperature keeps its own", () => {
  const texts = (unit: "nats" | null) =>
    layoutOf(runOf([{}, ENDED]), look({ unit }))
      .labels.filter(({ kind }) => kind !== "step")
      .map(({ text }) => text);
  const [most, zero, ...others] = texts("nats");
  assert.deepEqual([zero, others.at(-2)], ["0", "mean uncertainty, nats"]);
  assert.deepEqual(texts(null), [...others.slice(0, -2), "mean uncertainty", "temperature"]);
  assert.ok(Number(most) > 0);
});

test("where cells that differ are counted, bars alone are drawn, up to a round number", () => {
  const layout = layoutOf(
    runOf([{}, ENDED]),
    look({ differences: [0, 1, 3], lanes: [runOf([{}]), runOf([{}, ENDED])] }),
  );
  const heights = [0, 1, 3].map((count) => +((count * (BASE - TOP)) / 5).toFixed(2));
  assert.deepEqual(
    layout.bars.map(({ height }) => height),
    heights,
  );
  assert.ok(layout.bars.every(({ y, height }) => Math.abs(y + height - BASE) < 0.01));
  assert.deepEqual(
    layout.bars.map(({ x, width }) => +(x + width / 2).toFixed(1)),
    [0, 1, 2].map((tick) => +layout.x(tick).toFixed(1)),
  );
  assert.deepEqual([layout.areas, layout.lines, layout.lanes, layout.diamonds], [[], [], [], []]);
  const texts = layout.labels.filter(({ kind }) => kind !== "step").map(({ text }) => text);
  assert.deepEqual(texts, ["5", "0", "cells that differ, of 4"]);
});
