/** Golden traces are read by Python too (tests/trace/test_golden.py): both must derive the same figures. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { recorded } from "../testing/fixtures.ts";
import { cutAt, decisionOf } from "../rules/decision.ts";
import { corrections, reopenings } from "./corrections.ts";
import { acceptedShare, changed, content, lockSteps, probabilityOf, revised, revisions, total } from "./metrics.ts";
import { canvasOf } from "./recording.ts";
import { NAMES } from "./status.ts";
import type { Decision } from "../rules/decision.ts";
import type { Layer } from "./recording.ts";

const FOLDER = new URL("../../../tests/golden/", import.meta.url);
const names = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith(".trace"));

const CORRECTION = ["position", "kept", "reopened", "again", "before", "after"] as const;
const LAYERS = ["input", "sampled", "argmax"] as const;

test("there are golden traces", () => assert.ok(names.length > 0));

for (const name of names) {
  test(`${name}: figures derived here are those derived in Python, and the rule gives the recorded masks`, async () => {
    const expected = JSON.parse(await readFile(new URL(name.replace(/\.trace$/, ".expected.json"), FOLDER), "utf8"));
    const recording = await recorded(`tests/golden/${name}`);
    const steps = recording.frames.map((_, step) => step);
    const decisions = recording.frames.map((frame) => decisionOf(frame, recording.header) as Decision);
    const perEnd = (figures: (step: number) => ArrayLike<number>) =>
      recording.blockEnds.map((step) => Array.from(figures(step)));
    const perStep = (figure: (step: number) => number) => steps.map((step) => orNull(figure(step)));
    const probabilities = (layer: Layer) =>
      recording.blockEnds.map((step) => {
        const frame = recording.frames[step];
        return Array.from(canvasOf(frame, layer), (id, position) => orNull(probabilityOf(frame, position, id)));
      });
    const derived = {
      steps: steps.length,
      nfe: steps.length,
      status_counts: recording.frames.map(({ status }) =>
        NAMES.map((_, code) => status.filter((at) => at === code).length),
      ),
      text_tokens: recording.tokenIds,
      block_steps: recording.blockEnds.map((step) => recording.frames[step].step),
      content: perStep((step) => total(content(recording, step))),
      accepted_share: perStep((step) => acceptedShare(recording, step)),
      revised: perStep((step) => total(revised(recording, step))),
      changed: perStep((step) => total(changed(recording, step))),
      revisions: perEnd((step) => revisions(recording, step)),
      lock_steps: perEnd((step) => lockSteps(recording, step)),
      probability: Object.fromEntries(LAYERS.map((layer) => [layer, probabilities(layer)])),
      budget_order: perEnd((step) => decisions[step].order),
      budget_cut: decisions.map(({ cut }) => cut),
      budget_last: decisions.map(({ held, cut }) => held[cut - 1]),
      reopenings: reopenings(recording).map(({ position, kept, reopened, token }) => [position, kept, reopened, token]),
      corrections: corrections(recording).map((each) => CORRECTION.map((name) => each[name])),
    };
    for (const [figure, value] of Object.entries(derived)) assert.deepEqual(value, expected[figure], figure);
    recording.frames.forEach(({ accepted }, step) => {
      const { order, agrees } = decisions[step];
      const mask = new Uint8Array(order.length);
      const cut = cutAt(decisions[step], recording.header.spec.settings.entropy_bound);
      for (const position of order.subarray(0, cut)) mask[position] = 1;
      assert.deepEqual([mask, agrees], [accepted, true]);
    });
  });
}

const orNull = (figure: number) => (Number.isNaN(figure) ? null : figure);
