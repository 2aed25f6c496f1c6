import { header } from "../testing/fixtures.ts";
import { sentences } from "../testing/sentences.ts";
import { followedSentence, partSentences } from "./one-step-wide.ts";

/** @returns a run of two steps, of which the second keeps two of three cells */
function run(changes: object, settings: object): any {
  const frame = (step: number) => ({ block: 1, step, accepted: Uint8Array.of(1, 1, 0) });
  const all = header({ ...changes, settings });
  return { header: all, headerAt: () => all, frames: [frame(1), frame(2)] };
}
const DRAWN = { cut: "draw", rule: "Chance decides.", rejected: "turned into noise" };

sentences("each way of writing says what a step does to all cells, and the line which cell it follows", () => [
  partSentences(run({}, { draw: "exact" }), 1, "plain"),
  partSentences(run({}, {}), 0, "plain"), // a first step has no memory
  partSentences(run({ way: "masked" }, { draw: "greedy", self_conditioning: "off" }), 1, "terms"),
  partSentences(run({ way: "autoregressive" }, { draw: "greedy" }), 1, "plain"),
  partSentences(run({ explanation: DRAWN }, {}), 1, "plain"),
  followedSentence("hot", true, "plain"),
  followedSentence("hot", false, "plain"),
]);
