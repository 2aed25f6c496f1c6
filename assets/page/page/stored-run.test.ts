import assert from "node:assert/strict";
import { test } from "node:test";
import { readTrace } from "../run/trace.ts";
import { header, meta, traceFile } from "../testing/fixtures.ts";
import {
  MOST_BYTES,
  MOST_RUNS,
  isStoredRun,
  storedRunOf,
  makeRoom,
  renewed,
  sizeWords,
  whatIsKnown,
} from "./stored-run.ts";
import { nameRuns } from "./naming.ts";
import type { RunSpec } from "../run/spec.ts";
import type { StoredRun } from "./stored-run.ts";

const stored = async (changes: object = {}): Promise<StoredRun> => ({
  ...storedRunOf(await readTrace(traceFile(), "a.trace")),
  bytes: 1000,
  ...changes,
});

const headerOf = (changes: object) => ({ spec: header(changes).spec });

const named = async (...about: object[]) => {
  const runs = await Promise.all(
    about.map(async (changes) => ({ title: "", face: "", prompt: "", about: await stored(changes) })),
  );
  nameRuns(runs);
  return runs;
};

test("what is known of a run is enough to list it; what a browser gives back is checked like a trace's header", async () => {
  const about = await stored();
  assert.ok(isStoredRun(about) && isStoredRun(structuredClone(about)));
  assert.equal(about.passes, 3);
  assert.equal(JSON.stringify(Object.keys(about.header)), '["spec"]');
  const stopped = await readTrace(
    traceFile(meta({ finish_reason: "stopped", stop_reasons: ["max-steps", "stopped"] })),
    "a.trace",
  );
  assert.equal(whatIsKnown(stopped).stopped, true);
  const spec = (changes: object) => ({ header: headerOf(changes) });
  const changes = [
    ...[{ id: 7 }, { header: undefined }, { header: {} }, { passes: 0.5 }, { time: Infinity }],
    ...[{ verdict: { right: 1, sentence: "" } }, spec({ prompt: 7 }), spec({ settings: {} })],
    spec({ settings: { ...header().spec.settings, t_max: {} } }),
  ];
  const damaged = [null, "text", [], ...changes.map((change) => ({ ...about, ...change }))];
  for (const value of damaged) assert.equal(isStoredRun(value), false, JSON.stringify(value));
});

test("a run that a page before this one kept, each part of its spec in a field of its own, is kept as now", async () => {
  const about = await stored();
  const { model, revision, prompt, settings, seed } = about.header.spec as RunSpec;
  const flat = { prompt: prompt.text, seed, settings, model, revision, way: "uniform" };
  const spec = { version: 1, sampler_source: "", pins: { 3: 4 } };
  const now = renewed({ ...about, header: { ...flat, system: "Be brief.", spec } });
  assert.ok(isStoredRun(now));
  assert.deepEqual(now.header, {
    spec: { ...spec, model, revision, prompt: { text: "a prompt", system: "Be brief." }, settings, seed },
  });
  const foreign = renewed({
    ...about,
    header: { ...flat, prompt: "", settings: {}, source: "llama.cpp", way: "masked" },
  });
  assert.ok(isStoredRun(foreign));
  assert.deepEqual(foreign.header, { source: "llama.cpp", source_way: "masked" });
  for (const value of [null, "text", about, { ...about, header: undefined }]) assert.equal(renewed(value), value);
});

test("the oldest runs without a star make room, and no others", async () => {
  const about = await stored();
  const made = (_: unknown, at: number) => ({ id: String(at), time: MOST_RUNS - at, star: at === MOST_RUNS - 1 });
  const all = Array.from({ length: MOST_RUNS }, made).map((one) => ({ ...about, ...one }));
  const gone = (runs: typeof all, bytes: number) => makeRoom(runs, { ...about, bytes })?.map(({ id }) => id);
  assert.deepEqual([gone(all.slice(1), 1000), gone(all, 1000)], [[], [String(MOST_RUNS - 2)]]);
  assert.deepEqual(gone(all.slice(0, 3), MOST_BYTES - 1500), ["2", "1"]);
  const starred = all.map((one) => ({ ...one, star: true }));
  assert.equal(makeRoom(starred, about), null);
  assert.equal(makeRoom([], { ...about, bytes: MOST_BYTES + 1 }), null);
});

test("the size is said in kB and in MB", async () => {
  const about = await stored();
  assert.equal(sizeWords([about]), "1 run, 1 kB in this browser");
  const dozen = Array.from({ length: 12 }, () => ({ ...about, bytes: 35_000 }));
  assert.equal(sizeWords(dozen), "12 runs, 0.4 MB in this browser");
});

test("no two runs share a title, whatever the reader calls them", async () => {
  const settings = header().spec.settings;
  const runs = await named(
    {},
    { header: headerOf({ settings: { ...settings, entropy_bound: 1 } }), passes: 15 },
    { given: "mine" },
    { given: "mine" },
    { header: headerOf({ prompt: "Another." }) },
  );
  assert.deepEqual(
    runs.map(({ face }) => face),
    ["bound 0.1, 3 passes, run 1 of 3", "bound 1, 15 passes", "mine", "mine (2)", "Another."],
  );
  assert.equal(runs[1].title, "a prompt · bound 1, 15 passes");
  assert.deepEqual([runs[0].prompt, runs[4].prompt], ["a prompt", ""]);
});
