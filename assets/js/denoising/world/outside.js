/** Prompts outside of the model's tasks, as `playground/world/outside.py` knows them. */

import { strip } from "../../rules/python-text.js";

/** @typedef {import("./world.js").World} World */

/** @param {World} world @param {string} prompt @returns {string | null} the prompt itself if it is surely outside of all tasks */
export function readOutside({ patterns, foreign }, prompt) {
  const text = strip(prompt);
  if (text === "" || patterns.tasks.first(text)) return null;
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.filter((letter) => letter > "\x7f").length > letters.length / 2) return text;
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const { greeting, question, order } = patterns;
  const isOutside = [greeting, question, order].some((pattern) => pattern.whole(text));
  return isOutside || words.filter((word) => foreign.has(word)).length > 1 ? text : null;
}

/** @param {World} world @param {string} text @returns {string} what the answer should be; "" if it is that */
export function wrongInAnswer({ tables: { outside } }, text) {
  return strip(text) === outside.sentence ? "" : `The answer to this should be: ${outside.sentence}`;
}
