/** What addresses and traces of earlier versions say is still read: tests/promises holds some of each version. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { wholeSpec } from "../run/spec.ts";
import { recorded } from "../testing/fixtures.ts";
import { decode } from "./address.ts";
import { decodeStudy } from "./study-address.ts";
import type { Knob } from "../rules/knobs.ts";

const ROOT = new URL("../../../", import.meta.url);
const json = async (path: string) => JSON.parse(await readFile(new URL(path, ROOT), "utf8"));
const { knobs }: { knobs: Knob[] } = await json("assets/portable/manifest.json");
const VERSIONS = (await readdir(new URL("tests/promises/", ROOT))).filter((name) => /^\d/.test(name));

/** Fields may have come since, so only those that are promised are compared. */
function holds(value: any, promised: any, at: string) {
  if (promised === null || typeof promised !== "object") return assert.equal(value ?? null, promised, at);
  if (Array.isArray(promised)) assert.equal(value?.length, promised.length, at);
  for (const [name, each] of Object.entries(promised)) holds(value?.[name], each, `${at}.${name}`);
}

test("there are versions", () => assert.ok(VERSIONS.length > 0));

test("a field that is missing or has another value is noticed, and one that came since is not", () => {
  holds({ seed: 1, start: [2], later: 3 }, { seed: 1, start: [2] }, "");
  for (const value of [{ seed: 2, start: [2] }, { seed: 1 }, { seed: 1, start: [2, 3] }])
    assert.throws(() => holds(value, { seed: 1, start: [2] }, ""));
});

for (const version of VERSIONS) {
  const folder = `tests/promises/${version}`;

  test(`${version}: specs mean what they meant`, async () => {
    for (const { name, spec, means } of await json(`${folder}/specs.json`)) {
      const whole = wholeSpec(spec, knobs);
      holds(whole, { ...means, branch: spec.branch ?? null }, name); // here a parent may stay short
    }
  });

  test(`${version}: addresses lead where they led`, async () => {
    for (const { name, address, means, study } of await json(`${folder}/addresses.json`)) {
      const { state, complaints } = decode(address, knobs);
      assert.deepEqual(complaints, [], name);
      if (means) holds(state, means, name);
      if (study) holds(decodeStudy(state.study, knobs).request, study, name);
    }
  });

  test(`${version}: a trace opens whole`, async () => {
    const expected = await json(`${folder}/run.json`);
    const { frames, header, tokenIds, text } = await recorded(`${folder}/run.trace`);
    assert.deepEqual(
      frames.map(({ accepted }) => accepted.reduce((sum, each) => sum + each, 0)),
      expected.accepted,
    );
    assert.deepEqual([header.spec.seed, tokenIds, text], [expected.seed, expected.token_ids, expected.text]);
  });
}
