/** While a run streams, a step costs what it adds: with twice the steps, twice as many columns are read, not four times. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { codesOf } from "../cells/shading.ts";
import { spending } from "../player/measures.ts";
import { layoutOf } from "../player/timeline-layout.ts";
import { recordingOf } from "../testing/steps.ts";
import { corrections, correctionsAt, reopenedAt, reopenings, reopeningsAt } from "./corrections.ts";
import { growing } from "./growing.ts";
import { lanesSentence } from "./lane-sentences.ts";
import { figuresOf } from "./lanes.ts";
import { Recording } from "./recording.ts";
import { SERIES, seriesOf } from "./series.ts";
import type { Frame } from "./recording.ts";

/** Asked for once for each step; the twin is a run like this one. */
type Figure = (recording: Recording, step: number, twin: Recording) => unknown;

const settings = { max_denoising_steps: 1000, max_new_tokens: 4 };
const look = { unit: "nats", terms: "plain", width: 500, measure: (text: string) => 6 * text.length } as const;
/** Position 0 is kept from the first step on; the others are kept, reopened, and kept again as another token. */
const busy = (steps: number) =>
  recordingOf(
    Array.from({ length: steps }, (_, at) => ({
      argmax: [2, 2 + ((at >> 2) % 3), 3 + (Math.floor(at / 6) % 2), 7],
      accepted: [1, Number(at % 4 < 2), Number(at % 6 < 3), 0],
    })),
    { settings, pass_kind: "eager", rows: 1 },
  );

/** @returns how many columns of the run and of its twin are read while they stream */
function columnsRead(steps: number, figure: Figure): number {
  let reads = 0;
  const watched = (frame: Frame) =>
    new Proxy(frame, {
      get: (columns, name) => (
        (reads += Number(ArrayBuffer.isView(Reflect.get(columns, name)))),
        Reflect.get(columns, name)
      ),
    });
  const { header, tokens, frames } = busy(steps);
  const runs = ["one", "two"].map((name) => Object.assign(new Recording(name, "LIVE", header), { tokens }));
  frames.forEach((frame, step) => {
    for (const run of runs) {
      run.append(frame);
      run.frames[step] = watched(run.frames[step]);
    }
    figure(runs[0], step, runs[1]);
  });
  return reads;
}

/** Those that come from columns. */
const CURVES = ["accepted", "revisions", "changed"] as const;

const FIGURES: Record<string, Figure> = {
  "what was reopened": (run, step) => [reopenings(run), reopenedAt(run), reopeningsAt(run, step)],
  "what was corrected": (run, step) => [corrections(run), correctionsAt(run, step)],
  "the timeline": (run) => layoutOf(run, look),
  "the sentence of two runs": (run, step, twin) => lanesSentence([run, twin], step),
  "the figures of a run": (run) => figuresOf(run),
  "whether seconds are known": (run) => spending([run, run], "seconds"),
  "the colours of the lock steps": (run, step) => codesOf("lock", run, step, "sampled"),
  "the colours of the changes": (run, step) => codesOf("revisions", run, step, "sampled"),
  ...Object.fromEntries(CURVES.map((name) => [`the curve: ${name}`, (run: Recording) => seriesOf(name, run, "nats")])),
};

for (const [name, figure] of Object.entries(FIGURES)) {
  test(`${name}: twice the steps read twice the columns`, () => {
    const [once, twice] = [32, 64].map((steps) => columnsRead(steps, figure));
    assert.ok(once > 0 && twice < 2.1 * once, `${once} columns are read for 32 steps, ${twice} for 64`);
  });
}

test("the run that is measured has what costs something: cells that are reopened and corrected", () => {
  assert.ok(reopenings(busy(32)).length > 10);
  assert.ok(corrections(busy(32)).length > 10);
});

test("what streams in adds up to what a whole run has", () => {
  const whole = busy(40);
  const live = Object.assign(new Recording("live", "LIVE", whole.header), { tokens: whole.tokens });
  for (const frame of whole.frames) {
    live.append(frame);
    corrections(live);
    for (const name of SERIES) seriesOf(name, live, "nats");
  }
  assert.deepEqual(
    [reopenings(live), reopenedAt(live), corrections(live)],
    [reopenings(whole), reopenedAt(whole), corrections(whole)],
  );
  for (const name of SERIES) assert.deepEqual(seriesOf(name, live, "nats").exact, seriesOf(name, whole, "nats").exact);
});

test("once a run is filled, what it adds up to is worked out anew", () => {
  const run = busy(2);
  const means = growing(
    () => [] as number[],
    (list, { frames }, step) => list.push(frames[step].mean_entropy),
  );
  const rounded = [...means(run)];
  const exact = rounded.map((mean) => mean + 0.001);
  const steps = run.frames.map((frame, at) => ({ ...frame, mean_entropy: exact[at] }));
  run.fill(run.header, [], steps);
  assert.deepEqual(means(run), exact);
});

test("a curve that was drawn stays as it was when the run goes on", () => {
  const run = busy(4);
  const drawn = SERIES.map((name) => seriesOf(name, run, "nats").exact);
  run.append(busy(5).frames[4]);
  SERIES.forEach((name, at) => assert.deepEqual([drawn[at].length, seriesOf(name, run, "nats").exact.length], [4, 5]));
});

test("each step is added once, in order, and every run by itself", () => {
  const seen = growing(
    () => [] as string[],
    (list, { run }, step) => list.push(`${run} ${step}`),
  );
  const [first, second] = [3, 2].map((steps) => busy(steps));
  assert.deepEqual(
    [seen(first), seen(second)],
    [
      ["run 0", "run 1", "run 2"],
      ["run 0", "run 1"],
    ],
  );
  first.append(busy(4).frames[3]);
  assert.deepEqual([seen(first).length, seen(first).at(-1), seen(second).length], [4, "run 3", 2]);
});
