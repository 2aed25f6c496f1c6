import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_SPEC } from "../../run/spec.ts";
import { header, knob } from "../../testing/fixtures.ts";
import { changeOf, studyOf } from "./request.ts";
import { variedBy } from "./varied.ts";
import type { StudyRequest } from "./request.ts";

test("an engine gets each value as a number, or as it was typed, to refuse it", () => {
  const knobs = [knob("t_max", 0.8), knob("way", "uniform")];
  const spec = { ...NO_SPEC, settings: { t_max: 0.8, way: "uniform", k: 3 } };
  const request = (vary: string, ...values: string[]): StudyRequest => ({
    ...{ spec, seeds: 4, vary, values },
    measure: { kind: "rule", wanted: "" },
  });
  const { changes, seeds, spec: sent } = studyOf(request("t_max", "0.5", "1e1", "much", "Infinity"), knobs);
  assert.deepEqual(changes, [{ t_max: 0.5 }, { t_max: 10 }, { t_max: "much" }, { t_max: "Infinity" }]);
  assert.deepEqual([seeds, sent.settings], [4, { t_max: 0.8, way: "uniform" }]);
  assert.deepEqual(studyOf(request("way", "masked"), knobs).changes, [{ way: "masked" }]);
  assert.deepEqual(changeOf(request("", ""), 0), {});
});

test("the one setting in which lanes differ", () => {
  const lane = (settings: object, more = {}) =>
    ({ header: header({ settings: { way: "uniform", bound: 1, steps: 4, ...settings }, ...more }) }) as any;
  assert.deepEqual(variedBy([lane({}), lane({ bound: 2 }, { seed: 9 })]), { name: "bound", values: [1, 2] });
  assert.deepEqual(
    variedBy([lane({}), lane({ way: "masked", bound: 5 })]),
    { name: "way", values: ["uniform", "masked"] },
    "a way brings its own defaults",
  );
  const both = lane({ bound: 2, steps: 5 });
  const steered = [{ pins: { 1: 2 } }, { keep: "held" }, { noise: 0.1 }].map((spec) => lane({ bound: 2 }, { spec }));
  for (const second of [lane({}), both, lane({ bound: 2 }, { prompt: "y" }), ...steered])
    assert.equal(variedBy([lane({}), second]), null);
  assert.equal(variedBy([lane({}), lane({ bound: 2 }), lane({ bound: 2 })]), null, "a value stands in one lane only");
  assert.equal(variedBy([lane({})]), null);
});
