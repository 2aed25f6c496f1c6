import assert from "node:assert/strict";
import { test } from "node:test";
import { header, messages, meta, recorded, traceFile } from "../testing/fixtures.ts";
import { recordingOf } from "../testing/steps.ts";
import { labelSentence, newsSentence, modelName, placeSentence, runSentence, stepSentence } from "./sentences.ts";
import { readTrace } from "./trace.ts";
import { WireReader } from "./wire.ts";
import type { Recording } from "./recording.ts";
import type { Taste } from "./special.ts";

const PLAIN = { unit: "nats", terms: "plain" } as const;
const TERMS = { unit: "bits", terms: "terms" } as const;

const at = (step: number) => ({ step, noise: false });
const noise = (step: number) => ({ step, noise: true });

/** @param count of messages after the first */
function live(count: number) {
  const reader = new WireReader("r");
  for (const message of messages().slice(0, 1 + count)) reader.read(message);
  return reader.recording as Recording;
}

/** One token that changes in the order of `first`: its id, and whether it is kept. @param changes to each step */
const story = (first: [id: number, kept: number][], changes: object[] = []) =>
  recordingOf(first.map(([id, kept], i) => ({ argmax: [id, 2, 1, 0], accepted: [kept, 1, 0, 1], ...changes[i] })));

test("a step of a recorded story, in both kinds of words", async () => {
  const lily = await recorded("tests/runs/lily.trace");
  assert.deepEqual(stepSentence(lily, at(9), PLAIN), {
    plain: "Step 10 of 29. It keeps 81 of 101 tokens, 22 of them new, and throws 20 back.",
    special: "“red” was kept at 7, reopened at 9, is now “a”; 1 more is corrected too.",
    aside:
      "25 more kept positions are padding. Mean uncertainty of all 128 positions: 0.116 nats at temperature 0.688.",
  });
  const { plain, special, aside } = stepSentence(lily, at(8), TERMS);
  assert.equal(plain, "Step 9 of 29. It accepts 59 of 101 tokens, 20 of them new, and re-noises 42.");
  assert.match(
    special,
    /^“ball” was locked at 5, relapsed at 6, is now locked as “nurse”\. “red” was locked at 7 and 8; now it has relapsed\.$/,
  );
  assert.match(
    aside,
    /^25 more accepted positions are padding\. Mean entropy of all 128 positions: 0\.\d+ bits at temperature 0\.7\.$/,
  );
});

test("what a step changed is said in short: what is newly kept, and what is special", async () => {
  const lily = await recorded("tests/runs/lily.trace");
  assert.equal(
    newsSentence(lily, at(9), PLAIN, true),
    "Step 10. 22 just kept: 81 of 101 tokens. “red” was kept at 7, reopened at 9, is now “a”; 1 more is corrected too.",
  );
  assert.match(
    newsSentence(lily, at(8), TERMS, true),
    /^Step 9\. 20 newly locked: 59 of 101 tokens\. “ball” was locked/,
  );
  assert.equal(
    newsSentence(lily, { step: 0, noise: true }, PLAIN, true),
    stepSentence(lily, { step: 0, noise: true }, PLAIN).plain,
  );
  const still = recordingOf([1, 2].map(() => ({ argmax: [2, 3, 1, 0], accepted: [1, 0, 0, 0] })));
  assert.equal(newsSentence(still, at(1), PLAIN, true), "Step 2. None just kept: 1 of 2 tokens.");
  assert.equal(newsSentence(still, undefined, PLAIN, true), "No step has been taken yet.");
  assert.match(newsSentence(live(1), at(0), PLAIN, true), /^Part 1 of at most 2, step 1\. /);
  assert.match(newsSentence(live(1), at(0), PLAIN, false), /^Step 1\. /, "the part is named once");
  const written = live(1);
  written.header.spec.settings.way = "autoregressive";
  assert.match(newsSentence(written, at(0), PLAIN, false), /^Step 1 of at most 8\. It writes one more token/);
});

test("the cells of a Sudoku are counted", async () => {
  const { plain, aside } = stepSentence(await recorded("tests/runs/wrong.trace"), at(6), PLAIN);
  assert.equal(plain, "Step 7 of 10. It keeps 79 of 81 cells, 1 of them new, and throws 2 back.");
  assert.match(aside, /^47 more kept positions are line breaks and padding\. /);
});

test("before any pass there is noise, and nothing has been measured", () => {
  const run = recordingOf([
    { argmax: [2, 2, 2, 2], accepted: [0, 0, 0, 0], stopReason: "complete" },
    { block: 2, argmax: [2, 2, 2, 2], accepted: [0, 0, 0, 0] },
  ]);
  assert.deepEqual(stepSentence(run, noise(0), PLAIN), {
    plain:
      "Part 1 of 2, step 0. The canvas is noise: every position holds a token drawn at random. Nothing has been measured yet.",
    special: "",
    aside: "",
  });
  assert.match(stepSentence(run, noise(1), TERMS).plain, /^Block 2 of 2, step 0\. The canvas is noise/);
  run.header.spec.settings.way = "masked";
  assert.match(stepSentence(run, noise(0), PLAIN).plain, /The canvas is masked/);
  run.header.spec.settings.way = "autoregressive";
  assert.match(stepSentence(run, noise(0), PLAIN).plain, /The canvas is blank/);
  assert.equal(stepSentence(run, undefined, PLAIN).plain, "No step has been taken yet.");
});

test("counts at their edges: none, all, no text, what is new", () => {
  const sentence = (argmax: number[], accepted: number[], step = 1) =>
    stepSentence(
      recordingOf(
        [
          { argmax, accepted: [0, 1, 0, 0] },
          { argmax, accepted },
        ].slice(-step),
      ),
      at(step - 1),
      PLAIN,
    ).plain.replace(/^.*?\. /, "");
  assert.equal(sentence([2, 3, 4, 5], [0, 0, 0, 0]), "It keeps none of 4 tokens and throws 4 back.");
  assert.equal(sentence([2, 3, 4, 5], [1, 1, 0, 0], 2), "It keeps 2 of 4 tokens, 1 of them new, and throws 2 back.");
  assert.equal(sentence([2, 3, 4, 5], [1, 0, 0, 0], 2), "It keeps 1 of 4 tokens, all of them new, and throws 3 back.");
  assert.equal(sentence([2, 3, 4, 5], [0, 1, 0, 0], 2), "It keeps 1 of 4 tokens and throws 3 back.");
  assert.equal(sentence([2, 3, 4, 5], [1, 1, 1, 1]), "It keeps all 4 tokens.");
  assert.equal(sentence([2, 1, 0, 0], [1, 0, 0, 0]), "It keeps the only token.");
  assert.equal(sentence([1, 0, 0, 0], [1, 1, 0, 0]), "There is no text: the best guess begins with its end.");
});

test("a part that ends by a rule throws nothing back: its best guess stands", () => {
  const sentence = (stopReason: string, terms: Taste = PLAIN) =>
    stepSentence(recordingOf([{ argmax: [2, 3, 4, 5], accepted: [1, 1, 1, 0], stopReason }]), at(0), terms).plain;
  for (const reason of ["stable-and-confident", "max-steps"]) {
    assert.match(sentence(reason), /It keeps 3 of 4 tokens and takes the best guess for the other 1\.$/);
    assert.match(sentence(reason, TERMS), /It accepts 3 of 4 tokens and takes the argmax canvas for the other 1\.$/);
  }
  assert.match(sentence("stopped"), /It keeps 3 of 4 tokens and throws 1 back\.$/, "a draft");
});

test("a run made here says when, by the clock or by the day; no other run does", () => {
  const now = new Date(2026, 10, 25, 14, 5);
  const sentence = (label: string, madeAt = 0) => labelSentence({ label, live: label === "LIVE", madeAt }, now);
  assert.equal(sentence("RECORDED"), "RECORDED");
  assert.equal(sentence("LIVE", now.getTime()), "LIVE", "it still goes on");
  assert.equal(sentence("RECORDED", now.getTime()), "Made here, 14:05");
  assert.equal(sentence("RECORDED", new Date(2026, 10, 25, 0, 0).getTime()), "Made here, 00:00");
  assert.equal(sentence("RECORDED", new Date(2026, 10, 24, 23, 59).getTime()), "Made here, 24 Nov");
});

test("fillers are no text, and are called by their name", () => {
  const sentences = (argmax: number[], accepted: number[]) => {
    const run = recordingOf([{ argmax, accepted }], { special_ids: [0, 1, 6] });
    run.tokens.set(6, "<fill>");
    const { plain, aside } = stepSentence(run, at(0), PLAIN);
    return [plain.replace(/^.*?\. /, ""), aside.replace(/Mean .*/, "").trim()];
  };
  assert.deepEqual(sentences([2, 6, 1, 0], [1, 1, 1, 1]), [
    "It keeps the only token.",
    "3 more kept positions are fillers and padding.",
  ]);
  assert.deepEqual(sentences([2, 6, 6, 3], [1, 1, 1, 0]), [
    "It keeps 1 of 2 tokens and throws 1 back.",
    "2 more kept positions are fillers.",
  ]);
  assert.deepEqual(sentences([2, 6, 1, 0], [1, 0, 1, 0]), [
    "It keeps the only token.",
    "1 more kept position is padding.",
  ]);
  assert.deepEqual(sentences([6, 6, 1, 0], [1, 0, 0, 0]), [
    "There is no text: the best guess has only fillers before its end.",
    "1 more kept position is a filler.",
  ]);
});

test("a reopened token: when it was kept, and how many more", () => {
  const special = (...first: [number, number][]) => stepSentence(story(first), at(first.length - 1), PLAIN).special;
  assert.equal(special([4, 1], [4, 0]), "“red” was kept at 1; now it is reopened.");
  assert.equal(special([4, 1], [4, 1], [4, 0]), "“red” was kept at 1 and 2; now it is reopened.");
  assert.equal(special([4, 1], [4, 1], [4, 1], [4, 0]), "“red” was kept from 1 to 3; now it is reopened.");
  assert.equal(special([4, 1], [4, 0], [3, 0]), "");
  const both = recordingOf([
    { argmax: [2, 3, 4, 5], accepted: [1, 0, 1, 1] },
    { argmax: [2, 3, 4, 5], accepted: [1, 1, 1, 1] },
    { argmax: [2, 3, 4, 5], accepted: [1, 0, 0, 0] },
  ]);
  assert.equal(
    stepSentence(both, at(2), PLAIN).special,
    "“red” was kept at 1 and 2; now it is reopened, and so are 2 more.",
  );
  assert.equal(
    stepSentence(both, at(2), TERMS).special,
    "“red” was locked at 1 and 2; now it has relapsed, as have 2 more.",
  );
});

test("the end of a correction, and none where the same token comes back", () => {
  assert.equal(
    stepSentence(
      story([
        [4, 1],
        [4, 0],
        [3, 1],
      ]),
      at(2),
      PLAIN,
    ).special,
    "“red” was kept at 1, reopened at 2, is now “ball”.",
  );
  assert.equal(
    stepSentence(
      story([
        [4, 1],
        [4, 0],
        [4, 1],
      ]),
      at(2),
      PLAIN,
    ).special,
    "",
  );
});

test("the last step says why it ends", async () => {
  const ends = (change: object, settings = {}, taste = PLAIN) => {
    const run = story([[4, 1]], [change]);
    Object.assign(run.header.spec.settings, settings);
    return stepSentence(run, at(0), taste).special;
  };
  const done = { stopReason: "stable-and-confident", finishReason: "end-of-text" };
  assert.equal(
    ends(done),
    "Done: the best guess no longer changes and the mean uncertainty of all 4 positions is below 0.005 nats.",
  );
  assert.equal(
    ends(done, { stability_threshold: 0 }),
    "Done: the mean uncertainty of all 4 positions is below 0.005 nats.",
  );
  assert.match(
    ends(done, {}, TERMS as any),
    /^Done: the argmax canvas no longer changes and the mean entropy .* 0\.00721 bits\.$/,
  );
  assert.match(ends({ stopReason: "stable-and-confident" }), /^This part is done: /);
  assert.equal(stepSentence(story([[4, 1]], [done]), at(0), PLAIN).aside, "", "the mean is told already");
  assert.equal(
    ends({ stopReason: "max-steps", finishReason: "max-new-tokens" }),
    "It ends here because 8 steps are the most it may take. The text is cut at the length asked for, 8 tokens.",
  );
  assert.equal(ends({ stopReason: "complete", finishReason: "end-of-text" }), "Done: every position has its token.");
  assert.equal(
    ends({ stopReason: "stopped", finishReason: "stopped" }),
    "It was stopped here, so the text is a draft.",
  );
  assert.equal(ends({}), "");
});

test("other ways of writing have their own words, and reopen nothing", () => {
  const run = story([
    [4, 1],
    [4, 1],
  ]);
  run.header.spec.settings.way = "masked";
  run.frames[1].accepted[1] = 0;
  assert.equal(
    stepSentence(run, at(1), TERMS).plain,
    "Step 2 of at most 8. It keeps 1 of 2 tokens and leaves 1 masked.",
  );
  run.header.spec.settings.way = "autoregressive";
  assert.deepEqual(stepSentence(run, at(1), PLAIN), {
    plain: "Step 2 of at most 8. It writes one more token: 2 of at most 4 are there.",
    special: "",
    aside: "Drawn at temperature 1.",
  });
});

test("where the playhead is: known in a record, at most in a live run", async () => {
  const recording = await readTrace(traceFile(), "x");
  assert.deepEqual(
    [noise(0), at(0), at(1), noise(2), at(2)].map((moment) => placeSentence(recording, moment)),
    [
      "part 1 of 2, step 0 of 2, noise",
      "part 1 of 2, step 1 of 2",
      "part 1 of 2, step 2 of 2",
      "part 2 of 2, step 0 of 1, noise",
      "part 2 of 2, step 1 of 1",
    ],
  );
  assert.equal(placeSentence(live(1), at(0)), "part 1 of at most 2, step 1 of at most 8");
  assert.match(stepSentence(live(1), at(0), PLAIN).plain, /^Part 1 of at most 2, step 1 of at most 8\. /);
  assert.equal(placeSentence(live(2), at(1)), "part 1 of at most 2, step 2 of 2");
  assert.equal(placeSentence(live(0), undefined), "no steps yet");
  assert.equal(placeSentence(await recorded("tests/runs/lily.trace"), at(8)), "step 9 of 29");
});

test("how long a run is stays untold while the reader is to say so first", async () => {
  const recording = await readTrace(traceFile(), "x");
  const taste = { ...PLAIN, endless: true };
  assert.equal(placeSentence(recording, at(1), taste), "step 2");
  assert.match(stepSentence(recording, at(1), taste).plain, /^Step 2\. /);
  assert.equal(runSentence(recording, taste), "tiny · seed 7 · cpu float32");
});

test("the run in one line; what it cost is known when it has ended", async () => {
  assert.equal(runSentence(await readTrace(traceFile(), "x")), "tiny · seed 7 · cpu float32 · 3 passes in 2.0 s");
  assert.equal(runSentence(live(1)), "tiny · seed 7 · cpu float32");
  const guided = await readTrace(traceFile(), "x");
  guided.frames[2].passes = 2;
  assert.match(runSentence(guided), / · 4 passes in 2.0 s$/);
  const there = await readTrace(traceFile(meta({ header: header({ device: "browser" }) })), "x");
  assert.equal(runSentence(there), "tiny · seed 7 · in a browser, float32 · 3 passes in 2.0 s");
  const elsewhere = { device: "another server", dtype: "unknown", only_top: 20 };
  assert.equal(
    runSentence(await readTrace(traceFile(meta({ header: header(elsewhere) })), "x")),
    "tiny · seed 7 · on another server, which gave the 20 most probable tokens of each position, without self-conditioning · 3 passes in 2.0 s",
  );
});

test("a model's name is no way to a folder", () => {
  const named = [
    "/tmp/own/model",
    "~/model",
    "./model/",
    "C:\\own\\model",
    "a/b/model",
    "google/model",
    "embedded",
  ].map(modelName);
  assert.deepEqual(named, ["model", "model", "model", "model", "model", "google/model", "embedded"]);
});

test("a run from elsewhere that tells what it kept: no temperature, and nothing of how it began or ended", () => {
  const run = recordingOf(
    [{ argmax: [2, 3, 4, 5], accepted: [1, 0, 0, 1], stopReason: "stopped" }],
    { source: "a loop", settings: {} },
    "LIVE",
  );
  assert.equal(run.bare, false);
  assert.equal(
    stepSentence(run, { step: 0, noise: true }, PLAIN).plain.replace(/^.*?\. /, ""),
    "How it began is not recorded.",
  );
  const { plain, special, aside } = stepSentence(run, { step: 0, noise: false }, PLAIN);
  assert.match(plain, /It keeps 2 of 4 tokens and throws 2 back\.$/);
  assert.equal(special, "");
  assert.equal(aside, "Mean uncertainty of all 4 positions: 1 nats. Recorded by a loop.");
  const open = recordingOf(
    [{ argmax: [2, 3, 4, 5], accepted: [1, 0, 0, 1] }],
    { source: "a loop", settings: {} },
    "LIVE",
  );
  assert.equal(placeSentence(open, { step: 0, noise: false }), "part 1, step 1", "how many there may be is not known");
});
