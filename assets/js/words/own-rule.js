/** What the page says about a rule of the reader's own. */

/** The rules to start from, by the names of their files. */
export const STARTERS = { budget: "The budget", surest: "The surest, more at each step", lead: "A clear lead" };

export const ABOUT =
  "A few lines of JavaScript. They run in this browser, shut off from all but the figures of a step.";

/** What a rule gets, by name: an entry for each position but for the first two. */
export const FIGURES = /** @type {const} */ ([
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
]);
export const RETURNS = "accept returns a list of the positions to keep, counted from 0.";

export const UNREAD = "This rule came with a run or a link. Read it first: it has not run here.";
export const MISSING = "The rules to start from did not arrive; write your own, or reload the page.";
export const CHANGED = "The rule that yours began from, in Python, for --sampler; carry your changes over.";
export const SAME = "This rule in Python, for --sampler.";
