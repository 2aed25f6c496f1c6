/** What runs show, on the cases that the tests in Python read too. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { each, near } from "../../testing/cases.ts";
import { candidate, differences, meanInterval, moreNeeded, paired, quartiles, refuted } from "./findings.ts";

each("paired", ({ name: _, low, high, ...counts }) => near(paired(counts), [low, high], 1e-4));

each("means", ({ values, interval, quartiles: expected }) => {
  if (interval === null) assert.equal(meanInterval(values), null);
  else near(meanInterval(values), interval, 0.02);
  near(quartiles(values), expected, 1e-9);
});

each("wish", ({ right, cases, wish, more, refuted: out }) =>
  assert.deepEqual([moreNeeded(right, cases, wish), refuted(right, cases, wish)], [more, out]),
);

const findingOf = ({ passes, right }: { passes: number[]; right: number[] }) => ({
  passes: new Map(passes.entries()),
  right: new Map(right.map((value, at) => [at, value === 1])),
});

each("candidate", ({ wish, settings, fresh, candidate: expected }) => {
  const known = new Map(Object.entries(fresh).map(([number, found]) => [Number(number), findingOf(found as any)]));
  assert.equal(candidate(settings.map(findingOf), wish, known), expected);
});

test("differences are taken over the runs that both have", () => {
  const rights = (...right: [number, boolean][]) => new Map(right);
  const first = {
    passes: new Map([9, 9, 9, 9, 1].entries()),
    right: rights([0, true], [1, true], [2, false], [4, false]),
  };
  const second = {
    passes: new Map([5, 6, 7, 8].entries()),
    right: rights([0, true], [1, false], [2, false], [3, true]),
  };
  assert.deepEqual(differences(first, second), {
    share: paired({ both: 1, first: 1, second: 0, neither: 1 }),
    passes: meanInterval([-4, -3, -2, -1]),
  });
  const nothing = { passes: new Map(), right: new Map() };
  assert.deepEqual(differences(first, nothing), { share: null, passes: null });
});
