/** What the embedded checkpoint makes of a prompt, said before it runs, as `playground/world/about.py` says it. */

import { longerThan, strip } from "../rules/python-text.js";
import { understand } from "../rules/sudoku.js";
import { figureFor } from "./card.js";
import { MOST_CHARACTERS } from "./judge.js";
import { kindOf } from "./world/kinds.js";
import { newWords } from "./world/new-words.js";
import { readStory, taskOf } from "./world/requests.js";

/** @typedef {import("./world/world.js").World} World */

/**
 * @param {World} world
 * @param {string} prompt
 * @returns {import("../page/about-prompt.js").About}
 */
export function aboutPrompt(world, prompt) {
  const kind = longerThan(prompt, MOST_CHARACTERS) ? null : taskOf(world, prompt);
  if (world.trained === null || strip(prompt) === "") return { kind, unknown: [], sentence: "" };
  const { named: unknown, text } = newWords(copied(world, prompt, kind), world.trained);
  if (kind === null)
    return { kind, unknown, sentence: world.tables.expect + (unknown.length > 0 ? ` New to it: ${text}.` : "") };
  const figure = kind in world.tables.kinds ? figureFor(world, prompt) : null;
  const sentences = [];
  if (figure)
    sentences.push(`When this was measured, ${figure.right} of ${figure.cases} answers to such prompts were right.`);
  if (unknown.length > 0)
    sentences.push(`New to this small model: ${text}. It copies such words in pieces, and may get them wrong.`);
  return { kind, unknown, sentence: sentences.join(" ") };
}

/** @param {World} world @param {string} prompt @param {string | null} kind @returns {string} the part whose words its answer copies */
function copied(world, prompt, kind) {
  if (kind === "Sudoku" || kind === "function") return "";
  const story = kind === "story" ? readStory(world, understand(prompt)) : null;
  if (story) return story.opening || story.ending || prompt;
  const small = kind !== null && kind in world.tables.kinds ? kindOf(world, understand(prompt)) : null;
  return small ? small.copied(small.task) : prompt;
}
