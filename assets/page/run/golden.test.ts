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
import type { Frame, Recording } from "./recording.ts";

const FOLDER = new URL("../../../tests/golden/", import.meta.url);
const names = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith(".trace"));

test("there are golden traces", () => assert.ok(names.length > 0));

for (const name of names) {
  test(`${name}: figures derived here are those derived in Python`, async () => {
    const { expected, recording } = await golden(name);
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
  });

  test(`${name}: the panels show what Python derives`, async () => {
    const { expected, recording } = await golden(name);
    const steps = recording.frames.map((_, step) => step);
    const decisions = recording.frames.map((frame) => decided(frame, recording));
    const perEnd = (figures: (step: number) => ArrayLike<number>) =>
      recording.blockEnds.map((step) => Array.from(figures(step)));
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
  });

  test(`${name}: what was reopened and corrected is what Python derives`, async () => {
    const { expected, recording } = await golden(name);
    const reopened = reopenings(recording);
    assert.deepEqual(
      reopened.map(({ position, kept, reopened, token }) => [position, kept, reopened, token]),
      expected.reopenings,
    );
    const corrected = corrections(recording).map(({ position, kept, reopened, again, before, after }) => [
      position,
      kept,
      reopened,
      again,
      before,
      after,
    ]);
    assert.deepEqual(corrected, expected.corrections);
  });

  test(`${name}: the rule gives the recorded accept masks, position by position`, async () => {
    const { recording } = await golden(name);
    for (const frame of recording.frames) {
      const decision = decided(frame, recording);
      const accepted = new Uint8Array(decision.order.length);
      const cut = cutAt(decision, recording.header.spec.settings.entropy_bound);
      for (const position of decision.order.subarray(0, cut)) accepted[position] = 1;
      assert.deepEqual(accepted, frame.accepted);
      assert.ok(decision.agrees);
    }
  });
}

async function golden(name: string) {
  const expected = JSON.parse(await readFile(new URL(name.replace(/\.trace$/, ".expected.json"), FOLDER), "utf8"));
  return { expected, recording: await recorded(`tests/golden/${name}`) };
}

const decided = (frame: Frame, { header }: Recording) => decisionOf(frame, header) as Decision;

const orNull = (figure: number) => (Number.isNaN(figure) ? null : figure);
