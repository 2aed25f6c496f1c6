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

const FOLDER = new URL("../../../tests/golden/", import.meta.url);
const names = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith(".trace"));

test("there are golden traces", () => assert.ok(names.length > 0));

for (const name of names) {
  test(`${name}: figures derived here are those derived in Python, and the rule gives the recorded masks`, async () => {
    const expected = JSON.parse(await readFile(new URL(name.replace(/\.trace$/, ".expected.json"), FOLDER), "utf8"));
    const recording = await recorded(`tests/golden/${name}`);
    const steps = recording.frames.map((_, step) => step);
    const decisions = recording.frames.map((frame) => decisionOf(frame, recording.header) as Decision);
    const perEnd = (figures: (step: number) => ArrayLike<number>) =>
      recording.blockEnds.map((step) => Array.from(figures(step)));
    assert.equal(recording.frames.length, expected.steps);
    assert.equal(recording.frames.length, expected.nfe);
    assert.deepEqual(
      recording.frames.map(({ status }) => NAMES.map((_, code) => status.filter((at) => at === code).length)),
      expected.status_counts,
    );
    assert.deepEqual(recording.tokenIds, expected.text_tokens);
    assert.deepEqual(
      recording.blockEnds.map((step) => recording.frames[step].step),
      expected.block_steps,
    );
    assert.deepEqual(
      steps.map((step) => total(content(recording, step))),
      expected.content,
    );
    assert.deepEqual(
      steps.map((step) => orNull(acceptedShare(recording, step))),
      expected.accepted_share,
    );
    assert.deepEqual(
      steps.map((step) => total(revised(recording, step))),
      expected.revised,
    );
    assert.deepEqual(
      steps.map((step) => total(changed(recording, step))),
      expected.changed,
    );
    assert.deepEqual(
      perEnd((step) => revisions(recording, step)),
      expected.revisions,
    );
    assert.deepEqual(
      perEnd((step) => lockSteps(recording, step)),
      expected.lock_steps,
    );
    for (const layer of ["input", "sampled", "argmax"] as const) {
      const shown = recording.blockEnds.map((step) => {
        const frame = recording.frames[step];
        return Array.from(canvasOf(frame, layer), (id, position) => orNull(probabilityOf(frame, position, id)));
      });
      assert.deepEqual(shown, expected.probability[layer]);
    }
    assert.deepEqual(
      perEnd((step) => decisions[step].order),
      expected.budget_order,
    );
    assert.deepEqual(
      decisions.map(({ cut }) => cut),
      expected.budget_cut,
    );
    assert.deepEqual(
      decisions.map(({ held, cut }) => held[cut - 1]),
      expected.budget_last,
    );
    const reopened = reopenings(recording).map(({ position, kept, reopened, token }) => [
      position,
      kept,
      reopened,
      token,
    ]);
    assert.deepEqual(reopened, expected.reopenings);
    const corrected = corrections(recording).map(({ position, kept, reopened, again, before, after }) => [
      position,
      kept,
      reopened,
      again,
      before,
      after,
    ]);
    assert.deepEqual(corrected, expected.corrections);
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
