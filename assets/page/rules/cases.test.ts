/** Rules that stand in JavaScript and in Python, on the cases that tests/trace/test_rules.py reads too. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { shortened } from "../run/spec.ts";
import { corrections, reopenings } from "../run/corrections.ts";
import { figuresOf, parting, timesOf } from "../run/lanes.ts";
import { content } from "../run/metrics.ts";
import { Recording } from "../run/recording.ts";
import { statusOf } from "../run/status.ts";
import { stretchesOf } from "../run/thought.ts";
import { casesIn, each, near } from "../testing/cases.ts";
import { TOKENS, header } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { autoregressivePass, denoiserPass, encoderPass } from "./cost.ts";
import { cutAt, decisionOf } from "./decision.ts";
import { joined, wilson } from "./intervals.ts";
import { scheduleFault, temperature } from "./schedule.ts";
import { SHAPES } from "./shapes.ts";
import { conflictsOf, puzzleOf } from "./sudoku.ts";
import { namesOf } from "./way-words.ts";
import { WAYS } from "./ways.ts";
import type { Cost } from "./cost.ts";

each("schedule", ({ shape, steps, t_max: tMax, t_min: tMin, step, temperature: expected }) => {
  const schedule = { shape, steps, tMax, tMin };
  assert.equal(scheduleFault(schedule) !== "", expected === null, scheduleFault(schedule));
  if (expected === null) return;
  const result = temperature(step, schedule);
  assert.ok(Math.abs(result / expected - 1) < 1e-6, String(result));
});

each("thought", ({ marks, prompt, output, passages }) => {
  const texts: string[] = [];
  const idOf = (piece: number | string) => (typeof piece === "number" ? piece : texts.push(piece) + 9);
  const textOf = (id: number) => texts[id - 10] ?? (marks.open === undefined ? `[${id}]` : "");
  const decode = (ids: number[]) => ids.map(textOf).join("");
  const result = stretchesOf(output.map(idOf), prompt.map(idOf), marks, decode);
  assert.deepEqual(
    result.map(({ thought, text }) => [thought, text]),
    passages,
  );
});

each("status", ({ block, accepted, codes }) => {
  const masks = accepted.map((mask: number[]) => Uint8Array.from(mask));
  masks.forEach((mask: Uint8Array, at: number) => {
    const before = at > 0 && block[at - 1] === block[at] ? masks[at - 1] : null;
    assert.deepEqual([...statusOf(mask, before)], codes[at]);
  });
});

each("ways", ({ name, sticky, causal, begins, statuses, standing, ...frame }) => {
  const way = WAYS[name];
  assert.deepEqual([way.sticky, way.causal, way.begins], [sticky, causal, begins]);
  assert.deepEqual(namesOf(way), statuses);
  const columns = {
    accepted: Uint8Array.from(frame.accepted, Number),
    sampled_ids: Int32Array.from(frame.sampled_ids),
    argmax_ids: Int32Array.from(frame.argmax_ids),
  };
  assert.deepEqual([...way.standing(columns)], standing);
});

test("the cases have every way", () =>
  assert.deepEqual(
    casesIn("ways").map(({ name }: any) => name),
    Object.keys(WAYS),
  ));

each("budget", ({ entropy, pinned, bound, order, before, cut }) => {
  const accepted = Uint8Array.from(entropy, (_, position) => Number(order.indexOf(position) < cut));
  const frame = {
    entropy: Float32Array.from(entropy),
    accepted,
    pinned: pinned && Uint8Array.from(pinned, Number),
  } as any;
  const decision = decisionOf(frame, { spec: { settings: { entropy_bound: bound } } } as any);
  assert.ok(decision?.agrees);
  assert.deepEqual([[...decision.order], [...decision.held], cutAt(decision, bound)], [order, before, cut]);
});

/** @param steps as the cases describe them; the last one of a block says why it ended */
const runOf = (steps: any[], changes: any = {}) =>
  recordingOf(
    steps.map(({ stop = "max-steps", ...step }, at) => ({
      ...step,
      stopReason: steps[at + 1]?.block === step.block ? "" : stop,
    })),
    changes,
  );

each("divergence", ({ first, other: second, found: expected }) => {
  for (const pair of [
    [first, second],
    [second, first],
  ]) {
    const parted = parting(...(pair.map((steps) => runOf(steps)) as [any, any]));
    assert.deepEqual(parted && [parted.block, parted.step, parted.position], expected);
  }
});

each("corrections", ({ steps, reopened, corrections: expected }) => {
  const run = runOf(steps);
  assert.deepEqual(
    reopenings(run).map((one) => [one.position, one.kept, one.reopened, one.token]),
    reopened,
  );
  assert.deepEqual(
    corrections(run).map((one) => [one.position, one.kept, one.reopened, one.again, one.before, one.after]),
    expected,
  );
});

each("figures", ({ steps, figures: expected }) => {
  const figures = figuresOf(runOf(steps));
  const named = {
    passes: figures.passes,
    encoder_passes: figures.encoderPasses,
    tokens: figures.tokens,
    tokens_per_pass: figures.perPass,
    mean_entropy: figures.meanEntropy,
    relapses: figures.reopened,
    changed_tokens: figures.changed,
    stop_reason: figures.stopped,
  };
  assert.deepEqual(JSON.parse(JSON.stringify(named)), expected); // JSON has null where a trace does not say
});

each("seconds", ({ runs, times }) => {
  const named = runs.map(({ seconds, ...changes }: any) => ({ header: header(changes), seconds, live: false }));
  const compared = timesOf(named).map(({ seconds, note }) => [Number.isNaN(seconds) ? null : seconds, note]);
  assert.deepEqual(compared, times);
});

each("fillers", ({ tokens, special, argmax, content: expected, text }) => {
  const { header } = recordingOf([], { special_ids: special });
  const run = new Recording("run", "RECORDED", header);
  for (const [id, name] of Object.entries<string>({ ...TOKENS, ...tokens })) run.tokens.set(Number(id), name);
  const step = recordingOf([{ argmax, accepted: [1, 1, 1, 1], stopReason: "max-steps" }]).frames[0];
  run.append(step);
  assert.deepEqual([[...content(run, 0)], run.textTokens], [expected, text]);
  assert.equal(run.filled, special.includes(2) && tokens[2] === "<fill>");
});

const gridOf = (cells: string) => [...cells].map((cell) => (cell === "." ? 0 : Number(cell)));

each("sudoku-conflicts", ({ size, grid, cells, sentence }) => {
  const conflicts = conflictsOf(gridOf(grid), size);
  assert.deepEqual([[...conflicts.cells].sort((a, b) => a - b), conflicts.sentence], [cells, sentence]);
});

each("sudoku-puzzle", ({ prompt, size, grid }) => {
  assert.deepEqual(puzzleOf(prompt), grid === null ? null : { size, clues: gridOf(grid) });
});

const PASSES: Record<string, (shape: any, asked: any) => Cost> = {
  denoiser: denoiserPass,
  autoregressive: autoregressivePass,
  encoder: encoderPass,
};

each("cost", ({ kind, model, asked: pass, flops, bytes }) => {
  const result = PASSES[kind](typeof model === "string" ? SHAPES[model] : model, pass);
  for (const [name, [ours, theirs]] of Object.entries({ flops: [result.flops, flops], bytes: [result.bytes, bytes] })) {
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort(), name);
    for (const part in theirs)
      assert.ok(Math.abs(ours[part] - theirs[part]) <= 1e-9 * theirs[part], `${name} of ${part}: ${ours[part]}`);
  }
});

each("shortened", ({ defaults, spec, short }) => {
  const knobs = Object.entries(defaults).map(([name, value]) => ({ name, value, samplers: [] })) as any[];
  const result = shortened(spec, knobs);
  assert.equal(JSON.stringify(result), JSON.stringify(short), "in the same order too");
  assert.equal(JSON.stringify(shortened(result, knobs)), JSON.stringify(short));
});

each("shares", ({ right, cases, low, high }) => near(wilson(right, cases), [low, high], 1e-4));

test("of two shares on different cases, as Newcombe has it (method 10, 56 of 70 and 48 of 80)", () =>
  near(joined([48, 80], [56, 70]), [0.0524, 0.3339], 1e-4));
