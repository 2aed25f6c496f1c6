/** What a trace says about its run is what the server gets to write down. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { specOf } from "./copy-settings.js";

const header = /** @type {any} */ ({
  model: "embedded",
  revision: "abc",
  prompt: "A story",
  settings: { t_max: 0.8 },
  seed: 7,
});

test("a description in the trace is sent as it is, with everything that it has", () => {
  const spec = { version: 1, pins: { 3: 4 } };
  assert.equal(specOf({ ...header, spec }), spec);
});

test("an older trace has only a prompt, a seed and settings", () => {
  const expected = {
    version: 1,
    model: "embedded",
    revision: "abc",
    prompt: { text: "A story", system: "", thinking: false, image_sha256: "" },
    settings: { t_max: 0.8 },
    sampler_source: "",
    seed: 7,
    start: null,
  };
  for (const spec of [undefined, {}]) assert.deepEqual(specOf({ ...header, spec }), expected);
});
