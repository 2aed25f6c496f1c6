/** Prompts made from another one, which lead to something, as `small_world/offers.py` makes them. */

import { longerThan } from "../python-text.ts";
import { understand } from "../../../../rules/sudoku.ts";
import { article, withArticles } from "./articles.ts";
import { kindOf } from "./kinds.ts";
import { nearest } from "./nearest.ts";
import { wordsIn } from "./new-words.ts";
import { normal, readStory } from "./requests.ts";
import { beginsClause } from "./things.ts";
import type { World } from "./world.ts";

/** The facts that an offered story tells of, one word for each. */
const NOUNS = ["hero", "animal", "object", "helper", "place"];
const BEFORE_VERBS = new Set(["to", "can", "could", "will", "would", "must"]);
const MOST_CHARACTERS = 300;
const MOST_WORDS = 40;

/**
 * @param world of a checkpoint whose words are known
 * @param near new word -> the nearest known one
 * @returns at most three prompts
 */
export function offers(
  world: World,
  prompt: string,
  kind: string | null,
  unread: string[],
  near: Map<string, string>,
): string[] {
  if (longerThan(prompt, MOST_CHARACTERS) || ["Sudoku", "sum", "repair"].includes(kind ?? "")) return [];
  let made: string[];
  if (kind !== null && kind !== "outside" && unread.length === 0)
    made = near.size > 0 ? [replaced(world, prompt, kind, near)] : [];
  else made = anew(world, prompt, kind);
  return [...new Set(made.filter((offer) => offer !== "" && offer !== prompt))];
}

function anew(world: World, prompt: string, kind: string | null): string[] {
  const understood = understand(prompt);
  if (kind === "function") return [functionIn(world, understood)];
  const small = kindOf(world, understood);
  if (small?.name === "sorting") {
    const items = small.task.items.filter((item: string) => /^[\0-\x7f]*$/.test(item));
    return items.length > 1 ? [`Sort: ${items.join(", ")}.`] : [];
  }
  if (small?.name === "JSON") {
    const age = small.task.age === null ? "" : `is ${small.task.age} years old and `;
    return [`Write as JSON: ${small.task.name} ${age}has ${small.task.has}.`];
  }
  const stories = storiesIn(world, understood);
  if (kind === "story") return stories;
  const numbers = world.patterns.addends.every(understood).map(([digits]) => digits);
  return [
    ...(numbers.length === 2 ? [`Add ${numbers[0]} and ${numbers[1]}.`] : []),
    ...(world.patterns.opener.begin(`${understood} `) ? [functionIn(world, understood)] : []),
    stories[0],
  ];
}

function replaced(world: World, prompt: string, kind: string, near: Map<string, string>): string {
  const story = kind === "story" ? readStory(world, understand(prompt)) : null;
  if (story && !story.opening && !story.ending && [...near].some(([word, match]) => isPlural(word, match)))
    return storiesIn(world, prompt)[0];
  let text = prompt;
  for (const [word, match] of near) {
    const letter = "[\\p{L}\\p{Nl}\\p{No}]";
    text = text.replace(new RegExp(`(?<!${letter})${word}(?!${letter})`, "giu"), () => match);
  }
  return withArticles(world, text);
}

const isPlural = (word: string, near: string) => word.toLowerCase().endsWith("s") && !near.endsWith("s");

/** @returns asks for the function whose description stands first, if it is known */
function functionIn(world: World, prompt: string): string {
  const text = `${prompt} `;
  const opener = world.patterns.opener.begin(text);
  const words = opener ? (text.slice(opener[0].length).match(/[A-Za-z0-9]+/g) ?? []) : [];
  for (let count = Math.min(words.length, MOST_WORDS); count > 0; count--) {
    const description = words.slice(0, count).join(" ");
    if (world.skipped.has(words[count - 1].toLowerCase()) || !world.meanings.has(normal(world, description))) continue;
    return words[0].endsWith("s") ? `Write a function that ${description}.` : `Write a function to ${description}.`;
  }
  return world.tables.offers.function;
}

/**
 * @returns requests for stories with its known things, or what is nearest to them: the first of each fact, and the last
 */
function storiesIn(world: World, prompt: string): string[] {
  const facts: Map<string, string[]> = new Map();
  let colour = "";
  let before = "";
  for (const word of wordsIn(prompt).slice(0, MOST_WORDS)) {
    const lower = word.toLowerCase();
    const does = BEFORE_VERBS.has(before) || beginsClause(before, facts.size > 0);
    before = lower;
    if (world.unreadable.has(lower) || (does && !world.facts.has(lower))) continue;
    const like = world.trained?.has(lower) ? [lower] : nearest(world, word).map((each) => each.toLowerCase());
    const near = like.find((each) => world.facts.has(each)) ?? "";
    const fact = world.facts.get(near) ?? "";
    if (fact === "colour") {
      colour = near;
      continue;
    }
    const isFact = fact !== "" && (fact !== "hero" || /^\p{Lu}/u.test(word));
    const thing = colour && (fact === "animal" || fact === "object") ? `${colour} ${near}` : near;
    if (isFact) facts.set(fact, [...(facts.get(fact) ?? []), thing]);
    colour = "";
  }
  return [0, -1].map((which) => storyOf(world, new Map([...facts].map(([fact, all]) => [fact, all.at(which) ?? ""]))));
}

/** @returns a request for a story that tells them */
function storyOf(world: World, facts: Map<string, string>): string {
  const things = NOUNS.slice(0, -1).flatMap((fact) => {
    const words = facts.get(fact);
    if (words === undefined) return [];
    return [fact === "hero" ? (world.names.get(words) as string) : `${article(world, words)} ${words}`];
  });
  const place = facts.has("place") ? `the ${facts.get("place")}` : "";
  if (things.length === 0) return place ? `Write a story about ${place}.` : world.tables.offers.story;
  const last = things.pop();
  const listed = things.length > 0 ? `${things.join(", ")} and ${last}` : last;
  return `Write a story about ${listed}${place ? " at " : ""}${place}.`;
}
