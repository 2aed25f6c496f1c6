/** The runs of a lesson, among those of the page. */

import { recordedItem } from "../../page/recorded-item.ts";
import type { RunItem } from "../../page/run-list.ts";
import type { Lesson } from "./lesson.ts";
import type { Pages } from "./pages.ts";

type RunList = Pick<import("../../page/run-list.ts").RunList, "items" | "add" | "read">;

/** @returns one that is there */
export const knownRun = ({ items }: RunList, run: string): RunItem | undefined =>
  items.find((item) => item.run?.name === run);

/**
 * Reads a run; one of the lessons' own folder is put up first.
 *
 * @returns with its recording
 */
export async function readRun(
  pages: Pick<Pages, "trace">,
  runList: RunList,
  { runs }: Pick<Lesson, "runs">,
  run: string,
): Promise<RunItem> {
  const { title, file } = runs[run];
  const item = knownRun(runList, run) ?? runList.add(recordedItem(run, { title, file: () => pages.trace(file) }));
  item.recording = await runList.read(item);
  return item;
}
