/** What the page calls the statuses of a way of writing, and which of its words a reader of such a run may meet. */

import { WORDS, words } from "../words/terms.ts";
import { WAYS } from "./ways.ts";
import type { Mode, Word } from "../words/terms.ts";
import type { Way } from "./ways.ts";

/** @returns names of the statuses, by code */
export const namesOf = (way: Way, mode: Mode = "terms"): string[] => way.statuses.map((key) => words(mode)[key]);

/** @returns what a reader of a run of that way may meet, in order */
export function entriesOf(way: Way): Word[] {
  const others = Object.values(WAYS).filter((other) => other !== way);
  const theirs: string[] = others.flatMap(({ statuses, words = [] }) => [...statuses, ...words]);
  return Object.entries(WORDS).flatMap(([key, entry]) => (theirs.includes(key) ? [] : [entry]));
}
