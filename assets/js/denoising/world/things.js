/** The things that a prompt for a story names, as `playground/world/things.py` reads them. */

import { article } from "./articles.js";

/** @typedef {import("./world.js").World} World */
/** @typedef {{ article: string, words: string[] }} Thing its article, or ""; its adjectives and, at the end, its name */

/** The articles of facts that a list does not name. @type {Record<string, string>} */
const ARTICLE_OF = {
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

/**
 * @param {World} world
 * @param {import("./requests.js").StoryRequest} request
 * @returns {Thing[]} those after "about" in their order, then the other facts
 */
export function thingsIn(world, { text, named }) {
  const things = listed(world, text, named.get("hero") ?? "");
  const there = new Set(things.flatMap(({ words }) => words.map((word) => word.toLowerCase())));
  for (const [fact, word] of named)
    if (!there.has(word.toLowerCase())) things.push({ article: ARTICLE_OF[fact], words: [word] });
  return things;
}

/** @param {World} world @param {Thing} thing @returns {string} as a sentence says it: "a red ball" */
export function thingText(world, { article: written, words }) {
  const head = ["a", "an", ...OWNERS].includes(written) ? article(world, words[0]) : written;
  return [head, ...words].join(" ").trim();
}

/** @param {string} word @param {boolean} named @returns {boolean} does it tell what somebody does, as in "a girl who eats a banana"? */
export const beginsClause = (word, named) => word === "who" || (named && ["that", "which"].includes(word));

/** @param {World} world @param {string} text @param {string} hero @returns {Thing[]} whatever follows an article, and single words, such as names */
function listed({ patterns }, text, hero) {
  const match = patterns.listed.first(text);
  /** @type {Thing[]} */
  const things = [];
  let head = "";
  /** @type {string[]} */
  let words = [];
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

/** @param {World} world @param {string} text @returns {Map<string, string>} fact -> the first word for it, as the first world spells it */
export function factsIn({ tables }, text) {
  const spellings = new Map(
    Object.entries(tables.words.first).flatMap(([fact, words]) =>
      words.map((word) => /** @type {[string, [string, string]]} */ ([word.toLowerCase(), [fact, word]])),
    ),
  );
  /** @type {Map<string, string>} */
  const named = new Map();
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const [fact, spelled] = spellings.get(word) ?? [];
    if (fact && spelled && !named.has(fact)) named.set(fact, spelled);
  }
  return named;
}
