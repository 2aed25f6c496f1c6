import assert from "node:assert/strict";
import test from "node:test";
import { Recording } from "../run/recording.ts";
import { header, knob } from "../testing/fixtures.ts";
import { addressedSpec } from "./address.ts";
import { LaneMaker } from "./lanes.ts";
import type { RunSpec } from "../run/spec.ts";
import type { MadeRun } from "./address.ts";

/** @returns lanes beside a run, and what the engine was asked for */
function lanesBeside() {
  const recording = new Recording("a run", "LIVE", header());
  const views = { mode: "watch" };
  const sideBySide = {
    others: [] as Recording[],
    guest: null,
    compare: (others: Recording[]) => (sideBySide.others = others),
  };
  const requests = [] as { runs: MadeRun[]; seats: Recording[] }[];
  const table = Object.entries(recording.header.spec.settings).map(([name, value]) => knob(name, value));
  const base = addressedSpec(recording.header, table) as RunSpec;
  const player: any = { recording, views, sideBySide, lanes: [] };
  const makeLanes = (runs: MadeRun[], seats: Recording[]) => requests.push({ runs, seats }) > 0;
  const lanes = new LaneMaker({ player, table, making: { makeLanes }, runList: {} } as any);
  return { lanes, base, requests, sideBySide };
}

test("a lane that waits holds the spec that it is asked by, of the model that is shown", () => {
  const { lanes, base, requests, sideBySide } = lanesBeside();
  const run = { spec: { ...base, model: "", seed: 8, pins: { 3: 5 } }, parent: "a run" };
  assert.ok(lanes.make([run]));
  const [{ runs, seats }] = requests;
  assert.deepEqual(runs, [run]);
  assert.deepEqual(sideBySide.others, seats);
  assert.deepEqual(seats[0].header.spec, { ...run.spec, model: "tiny" });
  assert.deepEqual(lanes.runsOf(seats), [run], "what is asked for again, its parent's name with it");
  assert.deepEqual(lanes.runs, [run], "what an address says of it");
});

test("lanes that are made later are asked for once, when those before them have ended", () => {
  const { lanes, base, requests, sideBySide } = lanesBeside();
  const runs = [{ spec: { ...base, seed: 1 } }, { spec: { ...base, seed: 2 } }];
  lanes.later(runs, true);
  assert.deepEqual(requests, []);
  sideBySide.others = sideBySide.others.slice(1); // the reader took one away
  lanes.next();
  lanes.next();
  const made = requests.flatMap(({ runs }) => runs);
  assert.deepEqual(made, runs.slice(1));
});
