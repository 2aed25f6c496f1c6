import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { filled, headerOf } from "./header.ts";

test("the page reads of an older header what the file says", () => {
  const old = header({ system: "Be brief.", thinking: true, image_sha256: "ab", way: "masked" });
  const read = filled(headerOf(old));
  assert.deepEqual({ ...read, spec: 0 }, { ...old, spec: 0, settings: { way: "masked", ...old.settings } });
  assert.deepEqual(read.spec, {
    version: 1,
    sampler_source: "",
    start: null,
    model: "tiny",
    revision: "",
    seed: 7,
    settings: read.settings,
    prompt: { text: "a prompt", system: "Be brief.", thinking: true, image_sha256: "ab" },
  });
});

test("of version 2 the spec stays as it was, with the model that the run had", () => {
  const spec = {
    version: 1,
    model: "",
    revision: "",
    prompt: { text: "a prompt", system: " x " },
    settings: header().settings,
    seed: 7,
    pins: { 3: 4 },
  };
  const read = filled(headerOf(header({ revision: "abc", spec })));
  assert.deepEqual(read.spec, { ...spec, sampler_source: "", start: null, model: "tiny", revision: "abc" });
  assert.deepEqual([read.system, read.way, read.revision], ["x", "uniform", "abc"]);
});

test("a run of another program has no spec, and nothing of one", () => {
  for (const made of [headerOf(header({ source: "x", spec: {} })), { source: "x" }]) {
    assert.equal(made.spec, undefined);
    const { model, prompt, settings, seed } = filled(made);
    assert.deepEqual([model, prompt, settings, seed], ["", "", {}, 0]);
  }
});

test("what is malformed stays so, for the check that follows", () => {
  for (const old of [null, [], "x", header({ spec: [] }), header({ spec: "x" })]) assert.deepEqual(headerOf(old), old);
  const { seed, ...rest } = header();
  assert.ok(!("seed" in headerOf(rest).spec));
});
