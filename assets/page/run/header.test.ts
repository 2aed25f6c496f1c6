import assert from "node:assert/strict";
import { test } from "node:test";
import { header } from "../testing/fixtures.ts";
import { filled, headerOf } from "./header.ts";

test("the page reads of an older header what the file says", () => {
  const old = header({ system: "Be brief.", thinking: true, image_sha256: "ab" });
  const read = filled(headerOf(old));
  assert.deepEqual({ ...read, spec: 0 }, { ...old, spec: 0, way: "uniform" });
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

test("the way stands among the settings, and around the system prompt is no space", () => {
  const made = headerOf(header({ system: " x ", settings: { ...header().settings, way: "masked" } }));
  const read = filled(made);
  assert.deepEqual([read.system, read.way], ["x", "masked"]);
});

test("a run of another program has no spec, and nothing of one", () => {
  const { model, prompt, settings, seed } = filled({ source: "x" });
  assert.deepEqual([model, prompt, settings, seed], ["", "", {}, 0]);
});

test("what is malformed stays so, for the check that follows", () => {
  for (const old of [null, [], "x"]) assert.deepEqual(headerOf(old), old);
  const { seed, ...rest } = header();
  assert.ok(!("seed" in headerOf(rest).spec));
});
