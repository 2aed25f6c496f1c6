import assert from "node:assert/strict";
import { test } from "node:test";
import { wilson } from "../rules/intervals.ts";
import { changeName, differenceSentence, passesSentence, proposalOf, shareSentence } from "./study-sentences.ts";

const finding = (passes: number[], right: number[] = []) => ({
  passes: new Map(passes.entries()),
  right: new Map(right.map((value, at) => [at, value === 1])),
});
const ones = (count: number) => Array(count).fill(1);

test("a share is told with its interval, and none where nothing is measured", () => {
  assert.equal(shareSentence(finding([1, 1], [1, 0]), wilson(1, 2)), "Right 1 of 2: 50%, 95% interval 9% to 91%.");
  assert.equal(shareSentence(finding([1, 1]), null), "No quality measured.");
});

test("passes are told as a distribution once there are enough", () => {
  assert.equal(passesSentence(finding([4, 8])), "6 passes on average.");
  assert.equal(
    passesSentence(finding([1, 2, 3, 4, 5])),
    "3 passes on average, from 1 to 5; half of the runs took 2 to 4, the median is 3.",
  );
});

test("differences are told on the same seeds", () => {
  const [first, second] = [finding([9, 9, 9, 9], [1, 1, 1, 1]), finding([5, 6, 7, 8], [1, 1, 1, 0])];
  assert.match(
    differenceSentence(first, second, "bound 0.1"),
    /^Against bound 0.1, on the same seeds: right −70 to \+28 points, passes −4.6 to −0.45 \(95% intervals\)\.$/,
  );
  assert.equal(differenceSentence(finding([]), finding([]), "x"), "");
});

test("a setting is proposed only where fresh seeds show it", () => {
  const findings = [finding([9, 9], [1, 1]), finding([5, 5], [1, 1])];
  const names = ["bound 0.1", "bound 1"];
  const fresh = (right: number[]) =>
    new Map([
      [
        1,
        finding(
          right.map(() => 5),
          right,
        ),
      ],
    ]);
  const unknown = proposalOf(findings, new Map(), 0.95, names);
  assert.deepEqual([unknown.best, unknown.more], [1, 73]);
  assert.match(unknown.sentence, /^The best here is bound 1\. Not shown yet: 73 more runs, if all of them are right\./);
  assert.deepEqual(
    [proposalOf(findings, fresh(ones(72)), 0.95, names).more, proposalOf(findings, fresh(ones(73)), 0.95, names).more],
    [1, 0],
  );
  assert.match(
    proposalOf(findings, fresh(ones(73)), 0.95, names).sentence,
    /^Shown: bound 1 has at least 95% right \(73 of 73 on fresh seeds\)/,
  );
  const refuted = proposalOf(findings, fresh([0, 0, 0, 0]), 0.95, names);
  assert.equal(refuted.best, 0);
  assert.match(refuted.sentence, /^Fresh seeds refute bound 1\. The best here is bound 0\.1\./);
  assert.equal(
    proposalOf([finding([5, 5], [1, 0])], new Map(), 0.95, ["as it is"]).sentence,
    "No setting has 95% right on these seeds.",
  );
  assert.match(proposalOf([finding([5, 5])], new Map(), 0.95, ["as it is"]).sentence, /^No quality measured/);
});

test("settings are called as in the titles of runs", () =>
  assert.deepEqual([changeName("entropy_bound", "1"), changeName("", "")], ["bound 1", "as it is"]));
