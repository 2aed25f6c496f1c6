import assert from "node:assert/strict";
import { test } from "node:test";
import { withWritten } from "../rules/knobs.ts";
import { parentOf, requestOf, sameMaking, writtenIn } from "../run/spec.ts";
import { knob } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { addressedSpec, decode, encode, sameRun } from "./address.ts";
import { MOST_PROMPT } from "../rules/bounds.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Reference } from "./address.ts";

const KNOBS = [
  knob("sampler", "budget", { choices: { budget: "", "top-k": "" } }),
  knob("bound", 0.1, { maximum: 9, samplers: ["budget"] }),
  knob("k", 4, { minimum: 1, maximum: 9, whole: true, samplers: ["top-k"] }),
];
const PROMPT = { text: "a cat & a ball", system: "Be brief.", thinking: false, image_sha256: "" };
const ROOT = {
  version: 1,
  model: "m",
  revision: "r",
  prompt: PROMPT,
  settings: { sampler: "budget", bound: 0.5 },
  sampler_source: "s",
  seed: 3,
  start: [5, 6],
  noise: 0.4,
  noise_seed: 2,
  keep: "favoured" as const,
};
const MIDDLE = {
  ...ROOT,
  start: null,
  noise: undefined,
  noise_seed: undefined,
  keep: undefined,
  settings: { sampler: "top-k", k: 2 },
  seed: 4,
  pins: { 12: 345 },
  branch: { parent: ROOT, block: 1, step: 0 },
};

/** @param parent of a branch @returns null if no address can hold it */
function branchFrom(parent: object = MIDDLE): RunSpec | null {
  const branch = { parent, block: 2, step: 12 };
  const edits = [{ block: 2, step: 13, cells: { 3: null } }];
  const settings = { sampler: "budget", bound: 0.1 };
  const steering = { start: null, noise: undefined, noise_seed: undefined, keep: undefined, pins: { 12: 345 }, edits };
  return addressedSpec({ spec: { ...ROOT, settings, seed: 9, ...steering, branch } as RunSpec }, KNOBS);
}
const { state: USUAL } = decode("", KNOBS);
const hashOf = (run: Reference | null, lanes: Reference[] = []) => encode({ ...USUAL, run, lanes }, KNOBS);

test("a branch and the runs that it comes from are in the address, as the server reads them", () => {
  const spec = branchFrom() as RunSpec;
  const { state, complaints } = decode(hashOf({ spec }), KNOBS);
  assert.deepEqual(complaints, []);
  const back = state.run?.spec as RunSpec;
  assert.deepEqual({ ...back, branch: null }, { ...spec, branch: null });
  const root = { settings: { bound: 0.5 }, seed: 3, start: [5, 6], noise: 0.4, noise_seed: 2, keep: "favoured" };
  const { settings, seed, pins } = MIDDLE;
  const middle = { settings, seed, pins, branch: { parent: root, block: 1, step: 0 } };
  assert.deepEqual(back.branch, { parent: middle, block: 2, step: 12 }, "only what differs");
  assert.ok(sameRun({ spec }, { spec: back }, KNOBS) && hashOf({ spec: back }) === hashOf({ spec }));
  const lane = decode(hashOf(null, [{ spec }]), KNOBS).state.lanes[0];
  assert.ok(sameRun(lane, { spec }, KNOBS), "beside another run too");
});

test("two branches are the same run only if all that they come from is the same", () => {
  const runs = [MIDDLE, { ...MIDDLE, seed: 5 }, { ...MIDDLE, branch: { parent: ROOT, block: 1, step: 1 } }, ROOT].map(
    (parent) => ({ spec: branchFrom(parent) as RunSpec }),
  );
  assert.deepEqual(
    runs.map((run) => sameRun(runs[0], run, KNOBS)),
    [true, false, false, false],
  );
});

test("the run that a branch comes from is known by its address", () => {
  const [branch, parent] = [branchFrom(ROOT), addressedSpec({ spec: ROOT }, KNOBS)] as RunSpec[];
  assert.ok(sameMaking(parentOf(branch) as RunSpec, parent, KNOBS));
  assert.ok(!sameMaking(parentOf(branch) as RunSpec, branch, KNOBS));
  assert.equal(parentOf(parent), undefined);
});

test("what is too long has no address", () => {
  const pins = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [at, 1000 + at]));
  assert.notEqual(branchFrom({ ...MIDDLE, pins: { 1: 2 } }), null);
  assert.equal(branchFrom({ ...MIDDLE, pins }), null);
});

test("an engine is sent what its sampler has, whatever revision and code it has, and no number that is none", () => {
  const spec = branchFrom() as RunSpec;
  const sent = requestOf({ ...spec, seed: NaN, settings: { ...spec.settings, bound: NaN } }, KNOBS);
  assert.deepEqual(sent.settings, { sampler: "budget", bound: null });
  assert.deepEqual([sent.seed, sent.model, sent.revision, sent.sampler_source], [null, "m", "", ""]);
  assert.deepEqual([sent.pins, sent.edits, sent.branch], [spec.pins, spec.edits, spec.branch]);
  assert.deepEqual(sent.prompt, PROMPT);
  assert.ok(!("image_sha256" in requestOf(spec, KNOBS, true).prompt), "the picture that comes along is the one");
});

const WRITTEN = withWritten(KNOBS, { mine: "" });
const mine = (text: string, branch?: Reference["spec"]): RunSpec => ({
  ...{ version: 1, model: "m", revision: "", prompt: PROMPT, seed: 3 },
  settings: { ...ROOT.settings, sampler: "mine" },
  sampler_source: text,
  ...(branch && { branch: { parent: branch, block: 1, step: 1 } }),
});

test("the text of a sampler that the reader writes goes with a run, and counts in its address", () => {
  assert.equal(requestOf(mine("its text"), WRITTEN).sampler_source, "its text");
  assert.equal(requestOf(mine("its text"), KNOBS).sampler_source, "", "nobody writes it here");
  assert.deepEqual(
    writtenIn(mine("b", mine("", ROOT)), WRITTEN).map(({ text }) => text),
    ["", "b"],
  );
  const room = MOST_PROMPT - PROMPT.text.length - PROMPT.system.length;
  assert.ok(addressedSpec({ spec: mine("x".repeat(room)) }, WRITTEN));
  assert.equal(addressedSpec({ spec: mine("x".repeat(room + 1)) }, WRITTEN), null);
  assert.equal(addressedSpec({ spec: mine("b", mine("a")) }, WRITTEN), null, "an address holds one");
  const words = (text: string) => new URLSearchParams({ spec: JSON.stringify(mine(text)) }).toString();
  assert.match(
    decode(words(""), WRITTEN).complaints.join(),
    /asks for a sampler that somebody wrote, and does not hold it/,
  );
  assert.deepEqual(decode(words("b"), WRITTEN).complaints, []);
});

sentences("a run that an address cannot make is none, and one sentence says why", () => {
  const hi = (more: object) => JSON.stringify({ prompt: { text: "hi" }, seed: 1, ...more });
  const set = (settings: object) => hi({ settings });
  const branch = (seed: object, block: number) => hi({ branch: { parent: seed, block, step: 1 } });
  return [
    ...["{", "[]", '{"prompt":{"text":"hi"}}', hi({ prompt: "hi" }), hi({ seed: -1 }), hi({ version: 2 })],
    ...[set({ bound: 10 }), set({ bound: "0x1" }), set({ bound: "NaN" }), set({ k: 1.5 }), set({ sampler: "mine" })],
    ...[hi({ prompt: { text: " \n" } }), hi({ seed: 2 ** 53 }), hi({ prompt: { text: "hi", thinking: "on" } })],
    ...[set({ colour: 1 }), hi({ pins: { a: "b" } }), branch({ seed: 2 }, 0), branch({}, 1)],
    hi({ prompt: { text: "x".repeat(MOST_PROMPT + 1) } }),
  ].map((spec) => {
    const { state, complaints } = decode(new URLSearchParams({ spec }).toString(), KNOBS);
    assert.equal(state.run, null, spec);
    return complaints;
  });
});
