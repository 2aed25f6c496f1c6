/** The small kinds of tasks, as `small_world/kinds.py` lists them. */

import { readOutside, wrongInAnswer } from "./outside.ts";
import { readRecord, wrongInRecord } from "./records.ts";
import { readItems, wrongInOrder } from "./sorting.ts";
import { readSum, wrongInSum } from "./sums.ts";
import type { World } from "./world.ts";

/** A task is a plain value, of which only the kind's own functions know more. */
interface Kind {
  /** Null if the prompt asks for something else. */
  read: (world: World, prompt: string) => any;
  /** What is wrong with a text; "" if it is right. */
  fault: (world: World, task: any, text: string) => string;
  /** The words of its prompt that the answer repeats. */
  copied: (task: any) => string;
}

/** in the order in which they are looked for in a prompt */
const KINDS: Record<string, Kind> = {
  sum: { read: readSum, fault: wrongInSum, copied: () => "" },
  sorting: { read: readItems, fault: wrongInOrder, copied: ({ items }) => items.join(" ") },
  JSON: {
    read: readRecord,
    fault: (_, task, text) => wrongInRecord(task, text),
    copied: ({ name, has }) => `${name} ${has}`,
  },
  outside: { read: readOutside, fault: (world, _, text) => wrongInAnswer(world, text), copied: () => "" },
};

/** @returns the first kind that it asks for, with its task */
export function kindOf(world: World, prompt: string): (Kind & { name: string; task: any }) | null {
  for (const [name, kind] of Object.entries(KINDS)) {
    const task = kind.read(world, prompt);
    if (task !== null) return { ...kind, name, task };
  }
  return null;
}
