import { wilson } from "../../rules/intervals.ts";
import { sentences } from "../../testing/sentences.ts";
import { changeName, differenceSentence, passesSentence, proposalOf, shareSentence } from "./sentences.ts";

const finding = (passes: number[], right: number[] = []) => ({
  passes: new Map(passes.entries()),
  right: new Map(right.map((value, at) => [at, value === 1])),
});
const ones = (count: number) => Array(count).fill(1);

sentences("shares, passes and differences of many runs, and none where nothing is measured", () => [
  shareSentence(finding([1, 1], [1, 0]), wilson(1, 2)),
  shareSentence(finding([1, 1]), null),
  passesSentence(finding([4, 8])),
  passesSentence(finding([1, 2, 3, 4, 5])), // enough for a distribution
  differenceSentence(finding([9, 9, 9, 9], [1, 1, 1, 1]), finding([5, 6, 7, 8], [1, 1, 1, 0]), "bound 0.1"),
  differenceSentence(finding([]), finding([]), "x"),
  [changeName("entropy_bound", "1"), changeName("", "")],
]);

sentences("a setting is proposed only where fresh seeds show it", () => {
  const findings = [finding([9, 9], [1, 1]), finding([5, 5], [1, 1])];
  const propose = (...fresh: number[]) => {
    const seeds = new Map(fresh.length > 0 ? [[1, finding(fresh.map(() => 5), fresh)]] : []); // prettier-ignore
    const { best, more, sentence } = proposalOf(findings, seeds, 0.95, ["bound 0.1", "bound 1"]);
    return [String(best), String(more), sentence];
  };
  const alone = (right: number[]) => proposalOf([finding([5, 5], right)], new Map(), 0.95, ["as it is"]).sentence;
  return [propose(), propose(...ones(72)), propose(...ones(73)), propose(0, 0, 0, 0), alone([1, 0]), alone([])];
});
