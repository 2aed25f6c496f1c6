/** What the page says about a rule of the reader's own. */

/** The rules to start from, by the names of their files. */
export const STARTERS = { budget: "The budget", surest: "The surest, more at each step", lead: "A clear lead" };

export const ABOUT =
  "A few lines of JavaScript. They run in this browser, shut off from all but the figures of a step.";

/** What a rule gets, by name: an entry for each position but for the first two. */
export const FIGURES = [
  ["before.step", "the step, from 1"],
  ["before.steps", "the most there may be"],
  ["before.canvas", "token ids of what went in"],
  ["before.accepted", "1 where the step before kept"],
  ["before.settled", "1 where a token stays anyway"],
  ["statistics.entropy", "in nats"],
  ["statistics.confidence", "probability of the first choice"],
  ["statistics.margin", "how far it is ahead of the second"],
  ["statistics.sampled", "token ids of what was drawn"],
  ["statistics.argmax", "token ids of the first choices"],
] as const;
export const RETURNS =
  "accept returns what to keep: a mask, which says true or false (1 or 0) for each position, or a list of positions, counted from 0.";

export const NO_STEP = "No step is shown yet.";
export const NOISE = "This is noise, before any step; go on to a step.";
export const NO_CANDIDATES = "The candidates of this step are not known here, and a rule needs them.";
export const NOT_YET = "This run still goes on; its candidates come with its end.";
export const NO_CHOICE = "Written token after token, a step leaves no rule a choice.";

/**
 * @param would 1 where the rule would keep
 * @param accepted 1 where the run kept
 * @returns what the rule would keep at a step that another one decided
 */
export function trialSentence(step: number, would: Uint8Array, accepted: Uint8Array): string {
  const count = (mask: Uint8Array) => mask.reduce((sum, flag) => sum + flag, 0);
  const [all, ran, both] = [would, accepted, would.map((flag, position) => flag & accepted[position])].map(count);
  const same = all === ran && all === both;
  const beside = same ? ", just those that the run kept" : `; the run kept ${ran}, and ${both} are the same`;
  return `SIMULATED: at step ${step} this rule would keep ${all} of ${would.length} positions${beside}. Later steps would differ.`;
}

export const UNREAD = "This rule came with a run or a link. Read it first: it has not run here.";
export const MISSING = "The rules to start from did not arrive; write your own, or reload the page.";
export const CHANGED = "The rule that yours began from, in Python, for --sampler; carry your changes over.";
export const SAME = "This rule in Python, for --sampler.";
