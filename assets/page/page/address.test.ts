import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "../run/lanes.ts";
import { MOST_PROMPT } from "../rules/bounds.ts";
import { readTrace } from "../run/trace.ts";
import { header, knob, traceFile } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { addressedSpec, complaint, decode, encode, momentAt, sameRun } from "./address.ts";
import type { RunSpec } from "../run/spec.ts";
import type { MadeRun, State } from "./address.ts";
import type { Reader } from "./reader.ts";

const KNOBS = [
  knob("max_denoising_steps", 48, { minimum: 1, maximum: 1000, whole: true }),
  knob("entropy_bound", 0.1, { maximum: 1e6 }),
  knob("t_max", 0.8),
  knob("draw", "exact", { choices: { exact: "slow", fast: "quick" } }),
];
const USUAL: State = {
  run: null,
  lanes: [],
  beside: {},
  place: null,
  position: null,
  compared: null,
  mode: "watch",
  layer: "sampled",
  figure: "entropy",
  shape: "grid",
  unit: "nats",
  by: "passes",
  cells: "all",
  only: null,
};
const SPEC: RunSpec = {
  version: 1,
  model: "google/x-1",
  revision: "abc",
  prompt: {
    text: "a & b=c #1\n“ü” 🌫️ <script>${x}</script>",
    system: "Be ${brief}.",
    thinking: true,
    image_sha256: "",
  },
  settings: { max_denoising_steps: 12, entropy_bound: 0.1, t_max: 0.05, draw: "fast" },
  sampler_source: "0123456789ab",
  seed: 9007199254740991,
};
const OWN: MadeRun = { spec: SPEC };

/** @param changes to the spec, and to its prompt */
const changed = (changes: Partial<RunSpec>, prompt: Partial<RunSpec["prompt"]> = {}): MadeRun => ({
  spec: { ...SPEC, ...changes, prompt: { ...SPEC.prompt, ...prompt } },
});

const state = (changes: Partial<State>) => ({ ...USUAL, ...changes });

const read = (hash: string) => decode(hash, KNOBS, ["guest"]);

test("what is usual is not in the address, and an empty address says what is usual", () => {
  assert.equal(encode(USUAL, KNOBS), "");
  assert.deepEqual(read(""), { state: USUAL, complaints: [], taken: null });
  assert.deepEqual(read("#"), { state: USUAL, complaints: [], taken: null });
});

for (const [name, changes] of [
  ["a recorded run", { run: { name: "lily & co" } }],
  ["a run that was stopped", { run: { ...OWN, stopped: 17 } }],
  ["runs beside it", { run: OWN, lanes: [{ name: "lily & co" }, changed({ seed: 3 })], mode: "compare" }],
  ["who answers beside it", { run: OWN, beside: { guest: "a model at host:1" }, mode: "compare" }],
  ["a place and two positions", { place: { block: 3, step: 48 }, position: 255, compared: 0 }],
  ["looks", { mode: "tune", layer: "argmax", figure: "revisions", shape: "text", unit: "bits", only: 1, position: 0 }],
] as [string, Partial<State>][])
  test(`comes back as it was: ${name}`, () => {
    const hash = encode(state(changes), KNOBS);
    assert.match(hash, /^[\w.*+%&=-]+$/, "nothing that an address may not hold");
    assert.deepEqual(read(`#${hash}`), { state: state(changes), complaints: [], taken: null });
  });

test("settings that are the defaults are left out of a run of one's own", () => {
  assert.equal(
    encode(state({ run: changed({}, { text: "hi", system: "", thinking: false }) }), KNOBS),
    new URLSearchParams({
      spec: '{"version":1,"model":"google/x-1","revision":"abc","sampler_source":"0123456789ab","prompt":{"text":"hi"},"seed":9007199254740991,"settings":{"max_denoising_steps":12,"t_max":0.05,"draw":"fast"}}',
    }).toString(),
  );
});

sentences("what an address may not say is one sentence, and the rest is as usual", () => {
  const spec = JSON.stringify({ prompt: { text: "x".repeat(MOST_PROMPT + 1) }, seed: 1 });
  const wrong = {
    "run=lily&prompt=x&prompt=y": { run: { name: "lily" } as any },
    "block=0&step=1": { place: { block: 1, step: 1 } },
  };
  const hashes = [
    ...["layer=mask", "view=__proto__", "only=locked+", "step=1.5", "step=1e400", "position=-1", "position=0x10"],
    ...[`unit=${"x".repeat(50)}`, "hello", "stopped=x", `spec=${encodeURIComponent(spec)}`],
  ];
  return Object.entries({ ...wrong, ...Object.fromEntries(hashes.map((hash) => [hash, {}])) }).map(([hash, rest]) => {
    const { state: got, complaints } = read(hash);
    assert.deepEqual(got, state(rest), hash);
    return complaints;
  });
});

test("settings at their bounds are taken, and a prompt of the longest length; broken escapes do no harm", () => {
  const settings = { max_denoising_steps: 1000, entropy_bound: 0, t_max: 100, draw: "exact" };
  const run = changed({ settings, seed: 0 }, { system: "", text: "x".repeat(MOST_PROMPT) });
  assert.deepEqual(read(encode(state({ run }), KNOBS)), { state: state({ run }), complaints: [], taken: null });
  assert.deepEqual(read("#run=%E0%A4%A&%=%").state.run, { name: "\ufffd%A" });
});

test("many complaints are one sentence and a count", () => {
  const rest = (count: string) => `A. (${count} left out.)`;
  assert.deepEqual([complaint([]), complaint(["A."])], ["", "A."]);
  assert.equal(complaint(["A.", "B."]), rest("1 more of its values is"));
  assert.equal(complaint(["A.", "B.", "C."]), rest("2 more of its values are"));
});

const specIn = (changes: object) => addressedSpec(header(changes), KNOBS);

test("a run of one's own is made from its header; what an address cannot say has none, a local folder no path", () => {
  const made = specIn({ model: "/home/me/models/tiny/", prompt: "p", seed: 3, revision: "r" });
  assert.deepEqual(made, {
    version: 1,
    model: "tiny",
    revision: "r",
    prompt: { text: "p", system: "", thinking: false, image_sha256: "" },
    settings: { max_denoising_steps: 8, entropy_bound: 0.1, t_max: 0.8, draw: "exact" },
    sampler_source: "",
    seed: 3,
  });
  const names = ["C:\\models\\tiny", "google/tiny", "embedded", "/"].map((model) => specIn({ model })?.model);
  assert.deepEqual(names, ["tiny", "google/tiny", "embedded", ""]);
  assert.equal(specIn({ spec: { sampler_source: "0123456789ab" } })?.sampler_source, "0123456789ab");
  const prompt = specIn({ system: "Be brief.", thinking: true })?.prompt;
  assert.deepEqual([prompt?.system, prompt?.thinking], ["Be brief.", true]);
  const long = "x".repeat(MOST_PROMPT);
  const unsayable = [
    { prompt: `${long}x` },
    { prompt: "x", system: long },
    { image_sha256: "ab" },
    { source: "llama" },
  ];
  for (const changes of unsayable) assert.equal(specIn(changes), null);
  assert.equal(specIn({ settings: { ...header().spec.settings, draw: "fast" } })?.settings.draw, "fast");
  assert.deepEqual(specIn({ spec: { pins: [1], noise: 0.5 } }), specIn({}), "what is no steering is left out");
});

test("the same run is known again", () => {
  assert.ok(sameRun(OWN, changed({ settings: { ...SPEC.settings } }), KNOBS));
  assert.ok(!sameRun(OWN, changed({ seed: 1 }), KNOBS));
  assert.ok(!sameRun(OWN, changed({ sampler_source: "another" }), KNOBS));
  const unnamed = changed({ sampler_source: "" });
  assert.ok(sameRun(OWN, unnamed, KNOBS) && sameRun(unnamed, OWN, KNOBS), "an address need not name it");
  assert.ok(!sameRun(OWN, { name: "a" }, KNOBS));
  assert.ok(!sameRun({ name: "b" }, { name: "a" }, KNOBS));
});

test("every step has a place, by which it is found again; places that are not there lead to the step before", async () => {
  const recording = await readTrace(traceFile(), "two blocks");
  recording.moments.forEach((_, moment) => assert.equal(momentAt(recording, placeOf(recording, moment)), moment));
  assert.deepEqual(placeOf(recording, 0), { block: 1, step: 0 }, "a block begins with its noise");
  const at = (block: number, step: number) => momentAt(recording, { block, step });
  assert.deepEqual([at(1, 99), at(2, 99), at(99, 1), at(0, 5)], [2, 4, 4, 0]);
});

test("a plugin takes words of its own first, and may complain; the rest is as usual", () => {
  const take = (reader: Reader) => [reader.count("lesson"), reader.take("mode")];
  const { state: got, complaints, taken } = decode("#lesson=0&mode=learn&unit=bits", KNOBS, [], take);
  assert.deepEqual(taken, [null, "learn"]);
  assert.deepEqual(got, state({ unit: "bits" }));
  assert.match(complaints[0], /lesson is “0”; allowed is a whole number from 1/);
  assert.deepEqual(read("lesson=3").complaints, ["The address says “lesson”, which means nothing here."]);
});
