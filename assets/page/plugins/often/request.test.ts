import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_SPEC } from "../../run/spec.ts";
import { changeOf, studyOf } from "./request.ts";
import type { Knob } from "../../rules/knobs.ts";
import type { StudyRequest } from "./request.ts";

test("an engine gets each value as a number, or as it was typed, to refuse it", () => {
  const knobs = [
    { name: "t_max", samplers: [""].slice(1) },
    { name: "way", samplers: [""].slice(1) },
  ] as Knob[];
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
