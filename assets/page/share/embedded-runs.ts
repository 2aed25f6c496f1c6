/** The runs that a page of one file holds, as a page with a server lists them. */

import { bytesOf } from "../dom/base64.ts";
import { recordedItem } from "../page/recorded-item.ts";
import type { RunItem } from "../page/run-list.ts";

/** `trace` is a file in base64 */
export type Run = { name: string; title: string; trace: string };

export const embeddedItem = ({ name, title = name, trace }: Pick<Run, "name" | "trace"> & Partial<Run>): RunItem =>
  recordedItem(name, { title, file: async () => bytesOf(trace) });
