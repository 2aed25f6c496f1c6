/** What the runs on the page are called, so that no two share a name. */

import { NO_SPEC } from "../run/spec.ts";
import { titlesOf } from "../run/titles.ts";
import type { RunItem } from "./run-list.ts";
import type { StoredRun } from "./stored-run.ts";

type Titled = Pick<RunItem, "title" | "face" | "prompt" | "about">;

/**
 * Names the reader's own runs by the title that they were given, else by how they differ from others of their prompt.
 *
 * @param items recorded runs have their titles
 */
export function nameRuns(items: Titled[]) {
  const yours = items.filter(({ about }) => about !== null);
  const abouts = yours.map(({ about }) => about) as StoredRun[];
  const taken = new Set(items.filter(({ about }) => about === null).map(({ title }) => title));
  const titles = titlesOf(abouts.map(({ header, passes }) => ({ header: { spec: NO_SPEC, ...header }, passes })));
  for (const [at, { name, differs }] of titles.entries()) {
    const { given: wanted } = abouts[at];
    const wished = wanted || (differs ? `${name} · ${differs}` : name);
    const title = alone(wished, taken);
    taken.add(title);
    Object.assign(yours[at], {
      title,
      face: (wanted || differs || name) + title.slice(wished.length),
      prompt: wanted || differs ? name : "",
    });
  }
}

/** @returns it, with a number if another run is called so */
function alone(title: string, taken: Set<string>): string {
  for (let number = 2, name = title; ; number += 1) {
    if (!taken.has(name)) return name;
    name = `${title} (${number})`;
  }
}
