/** What runs show, on the cases that the tests in Python read too. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { candidate, differences, meanInterval, moreNeeded, paired, quartiles, refuted } from "./findings.ts";

const casesOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../tests/golden/rules/${name}.json`, import.meta.url), "utf8"));
const near = (interval: number[] | null, expected: number[], within: number) =>
  assert.ok(
    interval !== null && interval.every((value, at) => Math.abs(value - expected[at]) < within),
    `${interval} is not ${expected}`,
  );

for (const { name, low, high, ...counts } of casesOf("paired"))
  test(name, () => near(paired(counts), [low, high], 1e-4));

for (const { name, values, interval, quartiles: expected } of casesOf("means")) {
  test(name, () => {
    if (interval === null) assert.equal(meanInterval(values), null);
    else near(meanInterval(values), interval, 0.02);
    near(quartiles(values), expected, 1e-9);
  });
}

for (const { name, right, cases, wish, more, refuted: out } of casesOf("wish")) {
  test(name, () => assert.deepEqual([moreNeeded(right, cases, wish), refuted(right, cases, wish)], [more, out]));
}

const findingOf = ({ passes, right }: { passes: number[]; right: number[] }) => ({
  passes: new Map(passes.entries()),
  right: new Map(right.map((value, at) => [at, value === 1])),
});

for (const { name, wish, settings, fresh, candidate: expected } of casesOf("candidate")) {
  test(name, () => {
    const known = new Map(Object.entries(fresh).map(([number, found]) => [Number(number), findingOf(found as any)]));
    assert.equal(candidate(settings.map(findingOf), wish, known), expected);
  });
}

test("differences are taken over the runs that both have", () => {
  const first = {
    passes: new Map([
      [0, 9],
      [1, 9],
      [2, 9],
      [3, 9],
      [4, 1],
    ]),
    right: new Map([
      [0, true],
      [1, true],
      [2, false],
      [4, false],
    ]),
  };
  const second = {
    passes: new Map([
      [0, 5],
      [1, 6],
      [2, 7],
      [3, 8],
    ]),
    right: new Map([
      [0, true],
      [1, false],
      [2, false],
      [3, true],
    ]),
  };
  assert.deepEqual(differences(first, second), {
    share: paired({ both: 1, first: 1, second: 0, neither: 1 }),
    passes: meanInterval([-4, -3, -2, -1]),
  });
  const nothing = { passes: new Map(), right: new Map() };
  assert.deepEqual(differences(first, nothing), { share: null, passes: null });
});
