/** While a run streams, a step costs what it adds: with twice the steps, twice as many columns are read, not four times. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { codesOf } from "../cells/shading.ts";
import { spending } from "../player/measures.ts";
import { layoutOf } from "../player/timeline-layout.ts";
import { recordingOf } from "../testing/steps.ts";
import { corrections, correctionsAt, nextCorrection, reopenedAt, reopenings, reopeningsAt } from "./corrections.ts";
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

test("what streams in adds up to what a whole run has", () => {
  const whole = busy(40);
  assert.ok(reopenings(whole).length > 10 && corrections(whole).length > 10, "the run has what costs something");
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
  const drawn = SERIES.map((name) => seriesOf(name, live, "nats").exact);
  SERIES.forEach((name, at) => assert.deepEqual(drawn[at], seriesOf(name, whole, "nats").exact));
  live.append(busy(41).frames[40]);
  SERIES.forEach((name, at) =>
    assert.deepEqual([drawn[at].length, seriesOf(name, live, "nats").exact.length], [40, 41]),
  );
});

test("once a run is filled, what it adds up to is worked out anew", () => {
  const run = busy(2);
  const means = growing(
    () => [] as number[],
    (list, { frames }, step) => list.push(frames[step].mean_entropy),
  );
  const exact = [...means(run)].map((mean) => mean + 0.001);
  const steps = run.frames.map((frame, at) => ({ ...frame, mean_entropy: exact[at] }));
  run.fill(run.header, [], steps);
  assert.deepEqual(means(run), exact);
});

test("each step is added once, in order, and every run by itself", () => {
  const seen = growing(
    () => [] as string[],
    (list, { run }, step) => list.push(`${run} ${step}`),
  );
  const [first, second] = [3, 2].map((steps) => busy(steps));
  assert.deepEqual([...seen(first), ...seen(second)], ["run 0", "run 1", "run 2", "run 0", "run 1"]);
  first.append(busy(4).frames[3]);
  assert.deepEqual([seen(first).length, seen(first).at(-1), seen(second).length], [4, "run 3", 2]);
});

test("the next correction comes after the step; behind the last it is the first; each is known at its own step", () => {
  const tokens = [4, 4, 3, 3, 5]; // of position 0, at every second step kept; the others are kept throughout
  const run = recordingOf(tokens.map((id, at) => ({ argmax: [id, 2, 2, 2], accepted: [(at + 1) % 2, 1, 1, 1] })));
  const list = corrections(run);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((step) => nextCorrection(list, step)?.again),
    [2, 2, 4, 4, 2],
  );
  assert.equal(nextCorrection([], 0), null);
  assert.deepEqual(reopenedAt(run), [1, 3]);
  assert.deepEqual([reopeningsAt(run, 0), reopeningsAt(run, 1).length, reopeningsAt(run, 2)], [[], 1, []]);
  assert.deepEqual([correctionsAt(run, 3), correctionsAt(run, 4)], [[], [list[1]]]);
});
