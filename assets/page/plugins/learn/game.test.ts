import assert from "node:assert/strict";
import { test } from "node:test";
import { RULE_WORDS, missSentence, ofDigits, resultSentences } from "./game-words.ts";
import { wayOf } from "../../rules/ways.ts";
import { recorded } from "../../testing/fixtures.ts";
import { recordingOf } from "../../testing/steps.ts";
import { agreementOf } from "./answers.ts";
import { CANVASES, RULES } from "./game-address.ts";
import { LESSON_RUNS, RUNS, blindShare, canvasesOf, costliest, drawCanvases, orderOf } from "./game.ts";
import type { Recording } from "../../run/recording.ts";

const shipped: Map<string, Recording> = new Map();
for (const run of RUNS)
  shipped.set(
    run,
    await recorded(`${run in LESSON_RUNS ? "playground/plugins/learn/lessons" : "assets/recorded"}/${run}.trace`),
  );
const read = async (run: string) => shipped.get(run) ?? null;

/** A canvas of six cells, the last of them without text. */
const CANVAS: any = {
  choice: {
    kept: Uint8Array.of(1, 1, 0, 0, 1, 1),
    figures: Float32Array.of(0, 0.01, 0.5, 3, 0.1, 0),
    bound: 0.15,
    edge: Math.fround(0.1),
  },
  text: Uint8Array.of(1, 1, 1, 1, 1, 0),
};

for (const rule of RULES) {
  test(`${rule}: a seed names five canvases of different runs, and the same ones each time`, async () => {
    const game = { seed: 7, rule };
    const [first, again] = [await drawCanvases(game, read), await drawCanvases(game, read)];
    const named = (drawn: typeof first) => drawn.map(({ recording, row }) => `${recording.run} ${row}`);
    assert.deepEqual(named(first), named(again));
    assert.equal(new Set(first.map(({ recording }) => recording)).size, CANVASES);
    const seeds = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => drawCanvases({ ...game, seed }, read)));
    assert.ok(new Set(seeds.map((drawn) => drawn.map(({ row }) => row).join())).size > 4, "seeds differ");
  });

  test(`${rule}: some words are kept and some are not, at a step within a block`, () => {
    const runs = [...shipped].filter(([run, recording]) => canvasesOf(run, recording, rule).length > 0);
    assert.ok(runs.length > CANVASES, `only ${runs.length} runs serve`);
    for (const [run, recording] of runs) {
      assert.equal(wayOf(recording.header).name, "uniform");
      for (const canvas of canvasesOf(run, recording, rule)) {
        const frame = recording.frames[canvas.row];
        assert.ok(frame.step > 1 && !recording.closesBlock(canvas.row) && !frame.pinned?.includes(1));
        assert.ok(blindShare(canvas) <= 0.8 && blindShare(canvas) >= 0.5);
        if (rule === "budget") assert.deepEqual(canvas.choice.kept, frame.accepted);
      }
    }
  });
}

test("a seed means the same order of runs in every version", () => {
  assert.deepEqual(
    orderOf(7).map(({ run }) => RUNS.indexOf(run)),
    [7, 0, 8, 2, 9, 6, 5, 10, 3, 1, 4], // as numpy's RandomState(7) sorts them, by every other word
  );
});

test("without five runs there is no game; without those of the lessons there is", async () => {
  await assert.rejects(
    drawCanvases({ seed: 1, rule: "budget" }, async () => null),
    /only 0 of those here/,
  );
  const recorded = async (run: string) => (run in LESSON_RUNS ? null : read(run));
  for (const rule of RULES) assert.equal((await drawCanvases({ seed: 1, rule }, recorded)).length, CANVASES);
});

test("a step where all is kept, or which is the first or the last, is no canvas", () => {
  const all = recordingOf([{ argmax: [2, 3, 4, 5], accepted: [1, 1, 1, 1] }]);
  assert.deepEqual(canvasesOf("all", all, "budget"), []);
});

test("the costliest miss is the one furthest from where the rule ends", () => {
  const { choice, text } = CANVAS;
  const miss = (...chosen: number[]) => costliest(choice, agreementOf(chosen, choice.kept, text));
  assert.deepEqual(miss(1, 0, 1, 0, 1, 0), { position: 2, left: false });
  assert.deepEqual(miss(0, 1, 0, 0, 1, 0), { position: 0, left: true });
  assert.equal(miss(1, 1, 0, 0, 1, 0), null, "the last cell has no text");
  assert.equal(blindShare(CANVAS), 3 / 5, "all is better than none");
});

test("each rule says why", () => {
  const { choice } = CANVAS;
  assert.match(ofDigits(RULE_WORDS.budget.rule), /^A digit costs its uncertainty\./);
  assert.equal(ofDigits("Words, a word"), "Digits, a digit");
  const dear = missSentence("budget", choice, { position: 3, left: false }, "red");
  assert.equal(
    dear,
    "Your costliest miss: you kept “red”, which costs 3 nats. The last one that went in cost 0.1 nats; then the budget of 0.15 nats was full.",
  );
  assert.match(
    missSentence("budget", choice, { position: 1, left: true }, "a"),
    /left out “a”, which costs 0.01 nats. /,
  );
  const sure = { ...choice, figures: Float32Array.of(0.25, 0.9999), bound: 0.9, edge: Math.fround(0.92) };
  assert.match(missSentence("confidence", sure, { position: 0, left: false }, "a"), /has 25%; .* more than 90%\.$/);
  assert.match(
    missSentence("margin", sure, { position: 1, left: true }, "a"),
    /left out “a”. .* leads by 100 points; .* by 92\.$/,
  );
});

test("the result compares the first canvas with the fifth, and with no choice at all", () => {
  const [first, second] = resultSentences([0.5, 0.6, 0.7, 0.8, 0.9], 0.7);
  assert.match(first, /right on 70% .* 50% on the first, and 90% on the fifth/);
  assert.match(second, /gets 70%/);
});
