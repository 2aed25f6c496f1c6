/** How an address names a game of five canvases: `#game=7.margin`, and its score. Apart, as the page reads it before it fetches the game. */

import type { RuleName } from "./game-words.ts";
import type { Reader } from "../../page/reader.ts";

/** `shares` are what an address tells of somebody's score, in percent of each canvas; empty for none */
export type Game = { seed: number; rule: RuleName; shares: number[] };

export const RULES: RuleName[] = ["budget", "confidence", "margin"];
export const CANVASES = 5;
/** The margin rule is asked as if it had so many steps: with many more, all that is due is certain, and there is nothing to choose. */
export const STEPS = 6;
export const MOST_SEED = 999_999;

/** @returns words of its address */
export const gameAddress = ({ seed, rule, shares }: Game): Record<string, string> => ({
  game: `${seed}.${rule}`,
  ...(shares.length > 0 && { shares: shares.join(".") }),
});

/** @returns null where the address names none, or none that there is */
export function decodeGame(reader: Reader): Game | null {
  const [game, shares] = [reader.take("game"), reader.take("shares")];
  if (game === null) return null;
  const [, seed, rule] = /^(\d{1,6})\.(\w+)$/.exec(game) ?? [];
  if (!RULES.includes(rule as RuleName))
    return reader.complain("game", game, `a seed from 0 to ${MOST_SEED} and a rule, such as 7.${RULES.join(", 7.")}`);
  const read = /^\d+(\.\d+)*$/.test(shares ?? "") ? (shares as string).split(".").map(Number) : [];
  const right = read.length === CANVASES && read.every((share) => share <= 100);
  if (shares !== null && !right)
    reader.complain("shares", shares, `${CANVASES} whole numbers from 0 to 100 with points between them`);
  return { seed: Number(seed), rule: rule as RuleName, shares: right ? read : [] };
}
