import assert from "node:assert/strict";
import { test } from "node:test";
import { withWritten } from "../rules/knobs.ts";
import { parentOf, requestOf, sameMaking, writtenIn } from "../run/spec.ts";
import { MOST_PROMPT, addressedSpec, decode, encode, sameRun } from "./address.ts";
import type { Knob } from "../rules/knobs.ts";
import type { RunSpec } from "../run/spec.ts";
import type { Reference } from "./address.ts";

const SHOWN = {
  label: "",
  unit: "",
  help: "",
  slider: [0, 1, 0.1] as [number, number, number],
  logarithmic: false,
  choices: {},
};
const KNOBS: Knob[] = [
  {
    name: "sampler",
    value: "budget",
    minimum: 0,
    maximum: 0,
    whole: false,
    samplers: [],
    ...SHOWN,
    choices: { budget: "", "top-k": "" },
  },
  { name: "bound", value: 0.1, minimum: 0, maximum: 9, whole: false, samplers: ["budget"], ...SHOWN },
  { name: "k", value: 4, minimum: 1, maximum: 9, whole: true, samplers: ["top-k"], ...SHOWN },
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
  const middle = {
    settings: { sampler: "top-k", k: 2 },
    seed: 4,
    pins: { 12: 345 },
    branch: { parent: root, block: 1, step: 0 },
  };
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

for (const [spec, sentence] of [
  ["{", "The address holds a run that cannot be made: spec is null, which it cannot be."],
  ["[]", "The address holds a run that cannot be made: spec is [], which it cannot be."],
  ['{"prompt":{"text":"hi"}}', "The address holds a run that cannot be made: spec.seed is missing."],
  [
    '{"prompt":"hi","seed":1}',
    "The address holds a run that cannot be made: spec.prompt is “hi”, which it cannot be.".replaceAll(/[“”]/g, '"'),
  ],
  [
    '{"prompt":{"text":"hi"},"seed":-1}',
    "The address holds a run that cannot be made: spec.seed is -1, which it cannot be.",
  ],
  [
    '{"version":2,"prompt":{"text":"hi"},"seed":1}',
    "The address describes a run in version 2; this page reads up to 1.",
  ],
  [
    '{"prompt":{"text":"hi"},"seed":1,"settings":{"bound":10}}',
    "The address says that bound is “10”; allowed is a number from 0 to 9.",
  ],
  [
    '{"prompt":{"text":"hi"},"seed":1,"settings":{"bound":"0x1"}}',
    "The address says that bound is “0x1”; allowed is a number from 0 to 9.",
  ],
  [
    '{"prompt":{"text":"hi"},"seed":1,"settings":{"bound":"NaN"}}',
    "The address says that bound is “NaN”; allowed is a number from 0 to 9.",
  ],
  [
    '{"prompt":{"text":"hi"},"seed":1,"settings":{"k":1.5}}',
    "The address says that k is “1.5”; allowed is a whole number from 1 to 9.",
  ],
  [
    '{"prompt":{"text":"hi"},"seed":1,"settings":{"sampler":"mine"}}',
    "The address says that sampler is “mine”; allowed is budget, top-k.",
  ],
  ['{"prompt":{"text":" \\n"},"seed":1}', "The address holds a run without a prompt."],
  [
    '{"prompt":{"text":"hi"},"seed":9007199254740992}',
    "The address holds a run that cannot be made: spec.seed is 9007199254740992, which it cannot be.",
  ],
  [
    '{"prompt":{"text":"hi","thinking":"on"},"seed":1}',
    'The address holds a run that cannot be made: spec.prompt.thinking is "on", which it cannot be.',
  ],
  ['{"prompt":{"text":"hi"},"seed":1,"settings":{"colour":1}}', "The address says “colour”, which means nothing here."],
  [
    '{"prompt":{"text":"hi"},"seed":1,"pins":{"a":"b"}}',
    'The address says that the run is steered by “{"pins":{"a":"b"}}”; allowed is what a trace has as pins, start, noise and edits.',
  ],
  [
    '{"prompt":{"text":"hi"},"seed":1,"branch":{"parent":{"seed":2},"block":0,"step":1}}',
    "The address holds a run that cannot be made: spec.branch.block is 0, which it cannot be.",
  ],
  [
    '{"prompt":{"text":"hi"},"seed":1,"branch":{"parent":{},"block":1,"step":1}}',
    "The address holds a run that cannot be made: spec.branch.parent.seed is missing.",
  ],
  [
    `{"prompt":{"text":"${"x".repeat(MOST_PROMPT + 1)}"},"seed":1}`,
    `The address holds a run of ${MOST_PROMPT + 1} characters; allowed are at most ${MOST_PROMPT}.`,
  ],
]) {
  test(`one sentence, and no run: ${spec.slice(0, 70)}`, () => {
    const { state, complaints } = decode(new URLSearchParams({ spec }).toString(), KNOBS);
    assert.deepEqual([state.run, complaints], [null, [sentence]]);
  });
}

test("the longest run opens", () => {
  const spec = JSON.stringify({ version: 1, prompt: { text: "x".repeat(MOST_PROMPT) }, seed: 1 });
  assert.deepEqual(decode(new URLSearchParams({ spec }).toString(), KNOBS).complaints, []);
});
