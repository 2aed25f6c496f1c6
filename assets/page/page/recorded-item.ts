/** A recorded run as the list of runs has it. */

import type { RunItem } from "./run-list.ts";

type Recorded = Pick<RunItem, "title" | "file" | "light" | "card" | "seed">;

/** @param name under which addresses name it */
export const recordedItem = (name: string, run: Recorded): RunItem => ({
  ...{ face: run.title, prompt: "", run: { name }, recording: null, whole: true, about: null, kept: false },
  ...run,
});
