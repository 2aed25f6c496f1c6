/** The things that a prompt for a story names, as `small_world/things.py` reads them. */

import { article } from "./articles.ts";
import type { StoryRequest } from "./requests.ts";
import type { World } from "./world.ts";

/** Its article, or ""; its adjectives and, at the end, its name. */
type Thing = { article: string; words: string[] };

/** The articles of facts that a list does not name. */
const ARTICLE_OF: Record<string, string> = {
  hero: "",
  animal: "a",
  colour: "",
  object: "a",
  place: "the",
  helper: "a",
  weather: "",
  feeling: "",
};
const OWNERS = ["her", "his", "my", "their"];
const ARTICLES = new Set(["a", "an", ...OWNERS, "the", "another", "one", "two"]);
const BORDERS = new Set("and or with who that which at in on near under called named of had has lost found".split(" "));
const NOTHING = new Set("something anything it me you us them him girl boy child".split(" "));
const TIMES = new Set(["day", "morning", "evening", "night"]);

/** @returns those after "about" in their order, then the other facts */
export function thingsIn(world: World, { text, named }: StoryRequest): Thing[] {
  const things = listed(world, text, named.get("hero") ?? "");
  const there = new Set(things.flatMap(({ words }) => words.map((word) => word.toLowerCase())));
  for (const [fact, word] of named)
    if (!there.has(word.toLowerCase())) things.push({ article: ARTICLE_OF[fact], words: [word] });
  return things;
}

/** @returns as a sentence says it: "a red ball" */
export function thingText(world: World, { article: written, words }: Thing): string {
  const head = ["a", "an", ...OWNERS].includes(written) ? article(world, words[0]) : written;
  return [head, ...words].join(" ").trim();
}

/** @returns does it tell what somebody does, as in "a girl who eats a banana"? */
export const beginsClause = (word: string, named: boolean): boolean =>
  word === "who" || (named && ["that", "which"].includes(word));

/** @returns whatever follows an article, and single words, such as names */
function listed({ patterns }: World, text: string, hero: string): Thing[] {
  const match = patterns.listed.first(text);
  const things: Thing[] = [];
  let head = "";
  let words: string[] = [];
  let does = false;
  for (const part of [...patterns.parts.every(match?.[1] ?? "").map(([part]) => part), ","]) {
    const lower = part.toLowerCase();
    if (!ARTICLES.has(lower) && !BORDERS.has(lower) && /^\p{L}/u.test(part)) {
      does &&= words.length > 0 || head !== "" || /^\p{Lowercase}/u.test(part); // not in "that Priya lost"
      words.push(part);
      continue;
    }
    if (words.length > 1 && TIMES.has(words[words.length - 1].toLowerCase())) {
      head = ""; // "a sunny day" may be a morning
      words.pop();
    }
    const named = words.length > 0 && (head || words.length === 1);
    if (named && !does && !NOTHING.has(words[words.length - 1].toLowerCase()))
      things.push({
        article: head,
        words: words.map((word) => (word.toLowerCase() === hero.toLowerCase() ? hero : word)),
      });
    does = beginsClause(lower, words.length > 0) || (does && ARTICLES.has(lower));
    head = ARTICLES.has(lower) ? lower : "";
    words = [];
  }
  return things;
}

/** @returns fact -> the first word for it, as the first world spells it */
export function factsIn({ tables }: World, text: string): Map<string, string> {
  const spellings = new Map(
    Object.entries(tables.words.first).flatMap(([fact, words]) =>
      words.map((word) => [word.toLowerCase(), [fact, word]] as [string, [string, string]]),
    ),
  );
  const named: Map<string, string> = new Map();
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const [fact, spelled] = spellings.get(word) ?? [];
    if (fact && spelled && !named.has(fact)) named.set(fact, spelled);
  }
  return named;
}
