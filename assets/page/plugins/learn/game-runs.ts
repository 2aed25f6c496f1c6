/** The runs that a game draws its canvases from. */

import { LESSON_RUNS } from "./game.ts";
import { knownRun, readRun } from "./runs.ts";
import type { Recording } from "../../run/recording.ts";
import type { Pages } from "./pages.ts";

/** @returns null where it is not there: this server has lessons of its own */
export async function gameRun(
  pages: Pick<Pages, "trace">,
  runList: Parameters<typeof readRun>[1],
  run: string,
): Promise<Recording | null> {
  const file = `lessons/${run}.trace`;
  if (!knownRun(runList, run)) {
    if (!(run in LESSON_RUNS)) return null;
    try {
      await pages.trace(file);
    } catch (error) {
      if ((error as Error).cause === 404) return null;
      throw error;
    }
  }
  const runs = { [run]: { title: LESSON_RUNS[run], file } };
  return (await readRun(pages, runList, { runs }, run)).recording;
}
