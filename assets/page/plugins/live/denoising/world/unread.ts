/** The words of a prompt that no rule reads, as `small_world/unread.py` finds them: a text is not called right then. */

import { strip } from "../../../../rules/python-text.ts";
import { cut, wholeNumber } from "../python-text.ts";
import { puzzleIn, understand } from "../../../../rules/sudoku.ts";
import { kindOf } from "./kinds.ts";
import { wordsIn } from "./new-words.ts";
import { readFunction, readStory } from "./requests.ts";
import { thingsIn } from "./things.ts";
import type { StoryRequest } from "./requests.ts";
import type { World } from "./world.ts";

const AGE = 3;
const MOST = 8;
const LONGEST = 24;
const NONE: Set<string> = new Set();

/** @returns the first such words, numbers and signs; none for a prompt of no task */
export function unread(world: World, prompt: string): string[] {
  const understood = understand(prompt);
  const { read } = world.tables.unread;
  if (puzzleIn(understood)) return [];
  const request = readFunction(world, understood);
  if (request) return leftOfFunction(world, strip(understood), request.common);
  const story = readStory(world, understood);
  if (story) return story.opening || story.ending ? [] : leftOfStory(world, story);
  const kind = kindOf(world, understood);
  if (kind?.name === "sorting") return leftOfSorting(world, understood);
  if (kind?.name !== "JSON") return [];
  const words = wordsIn(`${kind.task.name} ${kind.task.has}`.toLowerCase());
  return left(world, understood, new Set([...read.JSON, ...words]), { number: kind.task.age });
}

function leftOfFunction(world: World, prompt: string, common: boolean): string[] {
  const { read } = world.tables.unread;
  const opener = common && world.patterns.opener.begin(prompt);
  if (opener)
    return short([
      ...left(world, opener[0], new Set(read.function)),
      ...signsIn(world, prompt.slice(opener[0].length)),
    ]);
  const line = prompt.indexOf("\n");
  return line < 0 || prompt.startsWith(world.tables.functions.infill) ? [] : left(world, prompt.slice(line + 1), NONE);
}

function leftOfStory(world: World, story: StoryRequest): string[] {
  const { patterns, tables, unreadable, scenery } = world;
  const { text, named, clauses, long } = story;
  const asks = patterns.asks.begin(text) ?? patterns.mentions.begin(text);
  const rest = asks ? text.slice(asks[0].length) : text;
  const tooLong = asks && !long && asks[0].toLowerCase().split(/\s+/).includes("long") ? ["long"] : [];
  const words = thingsIn(world, story).flatMap((thing) => thing.words.map((word) => word.toLowerCase()));
  const subjects = words.filter((word) => !scenery.has(word));
  const read = new Set([...tables.unread.read.story, ...subjects]);
  if (named.has("hero") || wordsIn(rest).some((word) => ["named", "called"].includes(word.toLowerCase())))
    for (const word of tables.unread.read.child) read.add(word);
  const asides = [named.get("helper"), named.get("feeling")];
  const isRead = (sentence: string) => {
    if (clauses.includes(sentence.toLowerCase())) return true;
    const aside = patterns.aside.whole(sentence)?.groups;
    return aside !== undefined && asides.includes((aside.helper ?? aside.feeling).toLowerCase());
  };
  const sentences = patterns.sentence.every(rest).map(([sentence]) => strip(sentence));
  const fresh = sentences.filter((sentence) => !isRead(sentence)).join(". ");
  return short([...tooLong, ...left(world, fresh, read, { passed: unreadable })]);
}

function leftOfSorting(world: World, prompt: string): string[] {
  const { order = "", listed = "" } = world.patterns.sorting.whole(strip(prompt))?.groups ?? {};
  const signs = world.patterns.unsorted.every(listed).map(([sign]) => sign);
  return short([...left(world, order, new Set(world.tables.unread.read.sorting)), ...signs]);
}

/**
 * @param also words that are never read; a number that is
 * @returns its words that are not read, then its numbers and its signs
 */
function left(
  world: World,
  text: string,
  read: Set<string>,
  { passed = NONE, number = null }: { passed?: Set<string>; number?: number | null } = {},
): string[] {
  const numbers = world.patterns.number.every(text).map(([digits]) => digits);
  return short([
    ...wordsIn(text).filter((word) => !read.has(word.toLowerCase()) || passed.has(word.toLowerCase())),
    ...numbers.filter((digits) => [...digits].length > AGE || Number(wholeNumber(digits)) !== number),
    ...signsIn(world, text),
  ]);
}

const signsIn = (world: World, text: string): string[] =>
  short(
    world.patterns.sign
      .every(text)
      .map(([sign]) => sign)
      .filter((sign) => !/\p{M}/u.test(sign)),
  );

/** @returns the first of these, each once; long ones are cut */
const short = (words: string[]): string[] => [...new Set(words.map((word) => cut(word, LONGEST)))].slice(0, MOST);
