/** Prompts outside of the model's tasks, as `small_world/outside.py` knows them. */

import { strip } from "../../../../rules/python-text.ts";
import type { World } from "./world.ts";

/** @returns the prompt itself if it is surely outside of all tasks */
export function readOutside({ patterns, foreign }: World, prompt: string): string | null {
  const text = strip(prompt);
  if (text === "" || patterns.tasks.first(text)) return null;
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.filter((letter) => letter > "\x7f").length > letters.length / 2) return text;
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const { greeting, question, order } = patterns;
  const isOutside = [greeting, question, order].some((pattern) => pattern.whole(text));
  return isOutside || words.filter((word) => foreign.has(word)).length > 1 ? text : null;
}

/** @returns what the answer should be; "" if it is that */
export function wrongInAnswer({ tables: { outside } }: World, text: string): string {
  return strip(text) === outside.sentence ? "" : `The answer to this should be: ${outside.sentence}`;
}
