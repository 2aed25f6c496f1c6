import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.ts";
import { header, meta, traceFile } from "../testing/fixtures.ts";
import { MOST_BYTES, MOST_RUNS, isStoredRun, storedRunOf, makeRoom, sizeWords, whatIsKnown } from "./stored-run.ts";
import { nameRuns } from "./naming.ts";
import type { StoredRun } from "./stored-run.ts";

const stored = async (changes: object = {}): Promise<StoredRun> => ({
  ...storedRunOf(await readTrace(traceFile(), "a.trace")),
  bytes: 1000,
  ...changes,
});

const named = async (...about: object[]) => {
  const runs = await Promise.all(
    about.map(async (changes) => ({ title: "", face: "", prompt: "", about: await stored(changes) })),
  );
  nameRuns(runs);
  return runs;
};

test("what is known of a run is enough to list it, and passes its own check", async () => {
  const about = await stored();
  assert.ok(isStoredRun(about) && isStoredRun(structuredClone(about)));
  assert.equal(about.passes, 3);
  assert.equal("tokens" in about.header || "prompt_ids" in about.header, false);
  const stopped = await readTrace(
    traceFile(meta({ finish_reason: "stopped", stop_reasons: ["max-steps", "stopped"] })),
    "a.trace",
  );
  assert.equal(whatIsKnown(stopped).stopped, true);
});

test("what a browser gives back is checked like a trace's header", async () => {
  const about = await stored();
  const damaged = [
    null,
    "text",
    [],
    { ...about, id: 7 },
    { ...about, header: undefined },
    { ...about, passes: 0.5 },
    { ...about, time: Infinity },
    { ...about, verdict: { right: 1, sentence: "" } },
    { ...about, header: header({ prompt: 7 }) },
    { ...about, header: header({ settings: {} }) },
    { ...about, header: header({ settings: { ...header().settings, t_max: {} } }) },
  ];
  for (const value of damaged) assert.equal(isStoredRun(value), false, JSON.stringify(value));
});

test("the oldest runs without a star make room, and no others", async () => {
  const about = await stored();
  const all = Array.from({ length: MOST_RUNS }, (_, at) => ({
    ...about,
    id: String(at),
    time: MOST_RUNS - at,
    star: at === MOST_RUNS - 1,
  }));
  assert.deepEqual(makeRoom(all.slice(1), about), []);
  assert.deepEqual(
    makeRoom(all, about)?.map(({ id }) => id),
    [String(MOST_RUNS - 2)],
  );
  assert.deepEqual(
    makeRoom(all.slice(0, 3), { ...about, bytes: MOST_BYTES - 1500 })?.map(({ id }) => id),
    ["2", "1"],
  );
  assert.equal(
    makeRoom(
      all.map((one) => ({ ...one, star: true })),
      about,
    ),
    null,
  );
  assert.equal(makeRoom([], { ...about, bytes: MOST_BYTES + 1 }), null);
});

test("the size is said in kB and in MB", async () => {
  const about = await stored();
  assert.equal(sizeWords([about]), "1 run, 1 kB in this browser");
  assert.equal(
    sizeWords(Array.from({ length: 12 }, () => ({ ...about, bytes: 35_000 }))),
    "12 runs, 0.4 MB in this browser",
  );
});

test("no two runs share a title, whatever the reader calls them", async () => {
  const settings = header().settings;
  const runs = await named(
    {},
    { header: header({ settings: { ...settings, entropy_bound: 1 } }), passes: 15 },
    { given: "mine" },
    { given: "mine" },
    { header: header({ prompt: "Another." }) },
  );
  assert.deepEqual(
    runs.map(({ face }) => face),
    ["bound 0.1, 3 passes, run 1 of 3", "bound 1, 15 passes", "mine", "mine (2)", "Another."],
  );
  assert.equal(runs[1].title, "a prompt · bound 1, 15 passes");
  assert.deepEqual(
    runs.map(({ prompt }) => prompt),
    ["a prompt", "a prompt", "a prompt", "a prompt", ""],
  );
});
