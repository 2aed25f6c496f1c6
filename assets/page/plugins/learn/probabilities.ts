/** What a temperature does to probabilities, and what is drawn by them. */

/**
 * @param cell the logarithms of all its probabilities at the temperature `at`, the most probable first
 * @param temperature at 0 the most probable token has all
 * @returns its probabilities there, in the same order
 */
export function probabilitiesAt({ at, logs }: { at: number; logs: number[] }, temperature: number): number[] {
  if (temperature === 0) return logs.map((_, rank) => (rank === 0 ? 1 : 0));
  const shares = logs.map((log) => Math.exp(((log - logs[0]) * at) / temperature));
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.map((share) => share / sum);
}

/** @returns nats */
export const entropyOf = (probabilities: number[]): number =>
  probabilities.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);

/**
 * @param chances one for each draw, 0 .. 1. With the same ones draws move only where probabilities do
 * @returns how many of the draws fell on each of the first `shown`, and on all others together
 */
export function drawsFrom(probabilities: number[], chances: number[], shown: number): number[] {
  const counts = Array(shown + 1).fill(0);
  for (let left of chances) {
    let rank = 0;
    while (rank < shown && left >= probabilities[rank]) left -= probabilities[rank++];
    counts[rank] += 1;
  }
  return counts;
}
