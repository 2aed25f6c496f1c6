import { header, messages, meta, recorded, traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
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

/** A run of some steps in a way of writing. */
function inWay(way: string, ...steps: object[]) {
  const run = recordingOf(steps as any);
  run.header.spec.settings.way = way;
  return run;
}

/** One token that changes in the order of `first`: its id, and whether it is kept. @param changes to each step */
const story = (first: [id: number, kept: number][], changes: object[] = []) =>
  recordingOf(first.map(([id, kept], i) => ({ argmax: [id, 2, 1, 0], accepted: [kept, 1, 0, 1], ...changes[i] })));

const lily = await recorded("tests/runs/lily.trace");
const wrong = await recorded("tests/runs/wrong.trace");
const example = await readTrace(traceFile(), "x");

sentences("a step of a recorded run, in both kinds of words; the cells of a Sudoku are counted", () => [
  stepSentence(lily, at(9), PLAIN),
  stepSentence(lily, at(8), TERMS),
  stepSentence(wrong, at(6), PLAIN),
]);

sentences("what a step changed is said in short; a part is named once", () => {
  const still = recordingOf([1, 2].map(() => ({ argmax: [2, 3, 1, 0], accepted: [1, 0, 0, 0] })));
  const written = live(1);
  written.header.spec.settings.way = "autoregressive";
  return [
    newsSentence(lily, at(9), PLAIN, true),
    newsSentence(lily, at(8), TERMS, true),
    newsSentence(lily, noise(0), PLAIN, true),
    newsSentence(still, at(1), PLAIN, true),
    newsSentence(still, undefined, PLAIN, true),
    newsSentence(live(1), at(0), PLAIN, true),
    newsSentence(live(1), at(0), PLAIN, false),
    newsSentence(written, at(0), PLAIN, false),
  ];
});

sentences("before any pass there is noise, and nothing has been measured", () => {
  const steps = [1, 2].map((block) => ({
    block,
    argmax: [2, 2, 2, 2],
    accepted: [0, 0, 0, 0],
    stopReason: "complete",
  }));
  return [
    stepSentence(recordingOf(steps), noise(0), PLAIN),
    stepSentence(recordingOf(steps), noise(1), TERMS),
    stepSentence(inWay("masked", ...steps), noise(0), PLAIN),
    stepSentence(inWay("autoregressive", ...steps), noise(0), PLAIN),
    stepSentence(recordingOf(steps), undefined, PLAIN),
  ];
});

sentences("counts at their edges: none, all, no text, what is new", () => {
  const sentence = (argmax: number[], accepted: number[], step = 1) =>
    stepSentence(recordingOf([{ argmax, accepted: [0, 1, 0, 0] }, { argmax, accepted }].slice(-step)), at(step - 1), PLAIN).plain; // prettier-ignore
  return [
    sentence([2, 3, 4, 5], [0, 0, 0, 0]),
    sentence([2, 3, 4, 5], [1, 1, 0, 0], 2),
    sentence([2, 3, 4, 5], [1, 0, 0, 0], 2),
    sentence([2, 3, 4, 5], [0, 1, 0, 0], 2),
    sentence([2, 3, 4, 5], [1, 1, 1, 1]),
    sentence([2, 1, 0, 0], [1, 0, 0, 0]),
    sentence([1, 0, 0, 0], [1, 1, 0, 0]),
  ];
});

sentences(
  "a part that ends by a rule throws nothing back: its best guess stands; one that was stopped is a draft",
  () => {
    const sentence = (stopReason: string, taste: Taste) =>
      stepSentence(recordingOf([{ argmax: [2, 3, 4, 5], accepted: [1, 1, 1, 0], stopReason }]), at(0), taste).plain;
    return ["stable-and-confident", "max-steps", "stopped"].map((reason) =>
      [PLAIN, TERMS].map((t) => sentence(reason, t)),
    );
  },
);

sentences("a run made here says when, by the clock or by the day; no other run does", () => {
  const now = new Date(2026, 10, 25, 14, 5);
  const made = (label: string, madeAt: number) => labelSentence({ label, live: label === "LIVE", madeAt }, now);
  return [
    made("RECORDED", 0),
    made("LIVE", now.getTime()),
    made("RECORDED", now.getTime()),
    made("RECORDED", new Date(2026, 10, 25, 0, 0).getTime()),
    made("RECORDED", new Date(2026, 10, 24, 23, 59).getTime()),
  ];
});

sentences("fillers are no text, and are called by their name", () => {
  const filled = (argmax: number[], accepted: number[]) => {
    const run = recordingOf([{ argmax, accepted }], { special_ids: [0, 1, 6] });
    run.tokens.set(6, "<fill>");
    return stepSentence(run, at(0), PLAIN);
  };
  return [
    filled([2, 6, 1, 0], [1, 1, 1, 1]),
    filled([2, 6, 6, 3], [1, 1, 1, 0]),
    filled([2, 6, 1, 0], [1, 0, 1, 0]),
    filled([6, 6, 1, 0], [1, 0, 0, 0]),
  ];
});

sentences(
  "a reopened token: when it was kept, and how many more; the end of a correction, unless the same token comes back",
  () => {
    const special = (...first: [number, number][]) => stepSentence(story(first), at(first.length - 1), PLAIN).special;
    const both = recordingOf([[1, 0, 1, 1], [1, 1, 1, 1], [1, 0, 0, 0]].map((accepted) => ({ argmax: [2, 3, 4, 5], accepted }))); // prettier-ignore
    return [
      special([4, 1], [4, 0]),
      special([4, 1], [4, 1], [4, 0]),
      special([4, 1], [4, 1], [4, 1], [4, 0]),
      special([4, 1], [4, 0], [3, 0]),
      stepSentence(both, at(2), PLAIN).special,
      stepSentence(both, at(2), TERMS).special,
      ...[special([4, 1], [4, 0], [3, 1]), special([4, 1], [4, 0], [4, 1])],
    ];
  },
);

sentences("the last step says why it ends; what is told already is not said again", () => {
  const ends = (change: object, settings = {}, taste: Taste = PLAIN) => {
    const run = story([[4, 1]], [change]);
    Object.assign(run.header.spec.settings, settings);
    const { special, aside } = stepSentence(run, at(0), taste);
    return [special, aside];
  };
  const done = { stopReason: "stable-and-confident", finishReason: "end-of-text" };
  return [
    ends(done),
    ends(done, { stability_threshold: 0 }),
    ends(done, {}, TERMS),
    ends({ stopReason: "stable-and-confident" }),
    ends({ stopReason: "max-steps", finishReason: "max-new-tokens" }),
    ends({ stopReason: "complete", finishReason: "end-of-text" }),
    ends({ stopReason: "stopped", finishReason: "stopped" }),
    ends({}),
  ];
});

sentences("other ways of writing have their own words, and reopen nothing", () => {
  const steps = [1, 2].map(() => ({ argmax: [4, 2, 1, 0], accepted: [1, 1, 0, 1] }));
  const masked = inWay("masked", ...steps);
  masked.frames[1].accepted[1] = 0;
  return [stepSentence(masked, at(1), TERMS), stepSentence(inWay("autoregressive", ...steps), at(1), PLAIN)];
});

sentences("where the playhead is: known in a record, at most in a live run", () => [
  ...[noise(0), at(0), at(1), noise(2), at(2)].map((moment) => placeSentence(example, moment)),
  placeSentence(live(1), at(0)),
  placeSentence(live(2), at(1)),
  placeSentence(live(0), undefined),
  placeSentence(lily, at(8)),
  stepSentence(live(1), at(0), PLAIN).plain,
]);

sentences("how long a run is stays untold while the reader is to say so first", () => {
  const taste = { ...PLAIN, endless: true };
  return [placeSentence(example, at(1), taste), stepSentence(example, at(1), taste).plain, runSentence(example, taste)];
});

sentences(
  "the run in one line; what it cost is known when it has ended, and a model's name is no way to a folder",
  async () => {
    const of = async (changes: object) =>
      runSentence(await readTrace(traceFile(meta({ header: header(changes) })), "x"));
    const guided = await readTrace(traceFile(), "x");
    guided.frames[2].passes = 2;
    return [
      runSentence(example),
      runSentence(guided),
      runSentence(live(1)),
      await of({ device: "browser" }),
      await of({ device: "another server", dtype: "unknown", only_top: 20 }),
      ...["/tmp/own/model", "~/model", "./model/", "C:\\own\\model", "a/b/model", "google/model", "embedded"].map(
        modelName,
      ),
    ];
  },
);

sentences("a run from elsewhere that tells what it kept: no temperature, and nothing of how it began or ended", () => {
  const of = (stopReason: string) =>
    recordingOf(
      [{ argmax: [2, 3, 4, 5], accepted: [1, 0, 0, 1], stopReason }],
      { source: "a loop", settings: {} },
      "LIVE",
    );
  return [
    stepSentence(of("stopped"), noise(0), PLAIN),
    stepSentence(of("stopped"), at(0), PLAIN),
    placeSentence(of(""), at(0)),
  ];
});
