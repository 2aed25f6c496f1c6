/** What the page calls the statuses of a way of writing, and which of its words a reader of such a run may meet. */

import { WORDS, words } from "../words/terms.ts";
import { WAYS, wayOf } from "./ways.ts";
import type { Mode, Word } from "../words/terms.ts";

/**
 * @param way of writing, as a trace's header has it
 * @returns names of the statuses, by code
 */
export const namesOf = (way: string | undefined, mode: Mode = "terms"): string[] =>
  wayOf({ way }).statuses.map((key) => words(mode)[key]);

/** @param way of writing @returns what a reader of such a run may meet, in order */
export function entriesOf(way?: string): Word[] {
  const others = Object.values(WAYS).filter((other) => other !== wayOf({ way }));
  const theirs: string[] = others.flatMap(({ statuses, words = [] }) => [...statuses, ...words]);
  return Object.entries(WORDS).flatMap(([key, entry]) => (theirs.includes(key) ? [] : [entry]));
}
