/** The runs that a page of one file holds, as a page with a server lists them. */

import { bytesOf } from "../dom/base64.ts";
import type { RunItem } from "../page/run-list.ts";

/** `trace` is a file in base64 */
export type Run = { name: string; title: string; trace: string };

export const embeddedItem = ({ name, title = name, trace }: Pick<Run, "name" | "trace"> & Partial<Run>): RunItem => ({
  title,
  face: title,
  prompt: "",
  run: { name },
  recording: null,
  file: async () => bytesOf(trace),
  whole: true,
  about: null,
  kept: false,
});
