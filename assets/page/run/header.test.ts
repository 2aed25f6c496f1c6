import assert from "node:assert/strict";
import { test } from "node:test";
import { header, storedHeader } from "../testing/fixtures.ts";
import { filled } from "./header.ts";

test("what was asked for stands in the spec, and the page reads each part of it in a field of its own", () => {
  const read = header({ system: "Be brief.", thinking: true, image_sha256: "ab" });
  const { spec, ...fields } = filled(storedHeader(read));
  assert.deepEqual(fields, { ...read, way: "uniform" });
  assert.deepEqual(spec?.prompt, { text: "a prompt", system: "Be brief.", thinking: true, image_sha256: "ab" });
});

test("the way stands among the settings, and around the system prompt is no space", () => {
  const read = filled(storedHeader(header({ system: " x ", settings: { ...header().settings, way: "masked" } })));
  assert.deepEqual([read.system, read.way], ["x", "masked"]);
});

test("a run of another program has no spec, and nothing of one", () => {
  const { model, prompt, settings, seed } = filled({ source: "x" });
  assert.deepEqual([model, prompt, settings, seed], ["", "", {}, 0]);
});
