/** The small kinds of tasks, as `playground/world/kinds.py` lists them. */

import { readOutside, wrongInAnswer } from "./outside.js";
import { readRecord, wrongInRecord } from "./records.js";
import { readItems, wrongInOrder } from "./sorting.js";
import { readSum, wrongInSum } from "./sums.js";

/** @typedef {import("./world.js").World} World */
/**
 * @typedef {object} Kind a task is a plain value, of which only the kind's own functions know more
 * @property {(world: World, prompt: string) => any} read null if the prompt asks for something else
 * @property {(world: World, task: any, text: string) => string} fault what is wrong with a text; "" if it is right
 * @property {(task: any) => string} copied the words of its prompt that the answer repeats
 */

/** @type {Record<string, Kind>} in the order in which they are looked for in a prompt */
const KINDS = {
  sum: { read: readSum, fault: wrongInSum, copied: () => "" },
  sorting: { read: readItems, fault: wrongInOrder, copied: ({ items }) => items.join(" ") },
  JSON: {
    read: readRecord,
    fault: (_, task, text) => wrongInRecord(task, text),
    copied: ({ name, has }) => `${name} ${has}`,
  },
  outside: { read: readOutside, fault: (world, _, text) => wrongInAnswer(world, text), copied: () => "" },
};

/**
 * @param {World} world
 * @param {string} prompt
 * @returns {(Kind & { name: string, task: any }) | null} the first kind that it asks for, with its task
 */
export function kindOf(world, prompt) {
  for (const [name, kind] of Object.entries(KINDS)) {
    const task = kind.read(world, prompt);
    if (task !== null) return { ...kind, name, task };
  }
  return null;
}
