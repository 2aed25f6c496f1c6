/** What a temperature does to probabilities, and what is drawn by them. */

/**
 * @param {{ at: number, logs: number[] }} cell the logarithms of all its probabilities at the temperature `at`, the most probable first
 * @param {number} temperature at 0 the most probable token has all
 * @returns {number[]} its probabilities there, in the same order
 */
export function probabilitiesAt({ at, logs }, temperature) {
  if (temperature === 0) return logs.map((_, rank) => (rank === 0 ? 1 : 0));
  const shares = logs.map((log) => Math.exp(((log - logs[0]) * at) / temperature));
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.map((share) => share / sum);
}

/** @param {number[]} probabilities @returns {number} nats */
export const entropyOf = (probabilities) =>
  probabilities.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);

/**
 * @param {number[]} probabilities
 * @param {number[]} chances one for each draw, 0 .. 1. With the same ones draws move only where probabilities do
 * @param {number} shown
 * @returns {number[]} how many of the draws fell on each of the first `shown`, and on all others together
 */
export function drawsFrom(probabilities, chances, shown) {
  const counts = Array(shown + 1).fill(0);
  for (let left of chances) {
    let rank = 0;
    while (rank < shown && left >= probabilities[rank]) left -= probabilities[rank++];
    counts[rank] += 1;
  }
  return counts;
}
