/** What addresses and traces of earlier versions say is still read: tests/promises holds some of each version. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { wholeSpec } from "../run/spec.ts";
import { recorded } from "../testing/fixtures.ts";
import { holds } from "../testing/holds.ts";
import { decode } from "./address.ts";
import type { Knob } from "../rules/knobs.ts";

const ROOT = new URL("../../../", import.meta.url);
const json = async (path: string) => JSON.parse(await readFile(new URL(path, ROOT), "utf8"));
const { knobs }: { knobs: Knob[] } = await json("assets/portable/manifest.json");
const files = await readdir(new URL("tests/promises/", ROOT), { recursive: true });
/** The versions with such a file: it is written by hand, where a version brings something new. */
function having(name: string): string[] {
  const paths = files.filter((path) => path.endsWith(`/${name}`));
  assert.ok(paths.length > 0, name);
  return paths.map((path) => `tests/promises/${path}`);
}

test("a field that is missing or has another value is noticed, and one that came since is not", () => {
  holds({ seed: 1, start: [2], later: 3 }, { seed: 1, start: [2] }, "");
  for (const value of [{ seed: 2, start: [2] }, { seed: 1 }, { seed: 1, start: [2, 3] }])
    assert.throws(() => holds(value, { seed: 1, start: [2] }, ""));
});

for (const path of having("specs.json")) {
  test(`${path}: specs mean what they meant`, async () => {
    for (const { name, spec, means } of await json(path)) {
      const whole = wholeSpec(spec, knobs);
      holds(whole, { ...means, branch: spec.branch ?? null }, name); // here a parent may stay short
    }
  });
}

for (const path of having("addresses.json")) {
  test(`${path}: addresses lead where they led`, async () => {
    for (const { name, address, means } of await json(path)) {
      if (!means) continue; // of a plugin, which has a test of its own
      const { state, complaints } = decode(address, knobs);
      assert.deepEqual(complaints, [], name);
      holds(state, means, name);
    }
  });
}

for (const path of having("run.trace")) {
  test(`${path} opens whole`, async () => {
    const expected = await json(path.replace(".trace", ".json"));
    const { frames, header, tokenIds, text } = await recorded(path);
    assert.deepEqual(
      frames.map(({ accepted }) => accepted.reduce((sum, each) => sum + each, 0)),
      expected.accepted,
    );
    assert.deepEqual([header.spec?.seed, tokenIds, text], [expected.seed, expected.token_ids, expected.text]);
  });
}
