import assert from "node:assert/strict";
import { test } from "node:test";
import { broughtBy, defaultsIn } from "./ways.ts";

test("a way of writing has its usual defaults, and the checkpoint's of settings for which only other ways have theirs", () => {
  const usual = { t_max: 0.8, t_min: 0.4, max_denoising_steps: 48, confidence_threshold: 0.005, draw: "exact" };
  const shipped = { ...usual, self_conditioning: "on", max_new_tokens: 256 };
  assert.deepEqual(defaultsIn("uniform", shipped), { ...usual, self_conditioning: "on" });
  const changed = { t_max: 1, t_min: 1, confidence_threshold: 0, draw: "greedy", self_conditioning: "off" };
  assert.deepEqual(defaultsIn("autoregressive", shipped), { ...usual, ...changed });
  assert.equal(defaultsIn("masked", shipped).max_denoising_steps, 256);
});

test("a change to another way brings its defaults, and any other change nothing", () => {
  assert.equal(broughtBy({ way: "masked" }, { way: "uniform" }).draw, "greedy");
  for (const change of [{ way: "masked" }, { t_max: 1 }, { way: "sideways" }])
    assert.deepEqual(broughtBy(change, { way: "masked" }), {});
});
