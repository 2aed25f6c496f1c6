/** The things that a prompt for a story names, as `playground/world/things.py` reads them. */

/** @typedef {import("./world.js").World} World */

const OWNERS = ["her", "his", "my", "their"];
const ARTICLES = new Set(["a", "an", ...OWNERS, "the", "another", "one", "two"]);
const BORDERS = new Set("and or with who that which at in on near under called named of had has lost found".split(" "));
const NOTHING = new Set("something anything it me you us them him girl boy child".split(" "));
const TIMES = new Set(["day", "morning", "evening", "night"]);

/**
 * @param {World} world
 * @param {import("./requests.js").StoryRequest} request
 * @returns {string[][]} the words of each thing: those after "about" in their order, then the other facts
 */
export function thingsIn(world, { text }) {
  const things = listed(world, text);
  const there = new Set(things.flat().map((word) => word.toLowerCase()));
  return [
    ...things,
    ...factsIn(world, text)
      .filter((word) => !there.has(word.toLowerCase()))
      .map((word) => [word]),
  ];
}

/** @param {World} world @param {string} text @returns {string[][]} whatever follows an article, and single words, such as names */
function listed({ patterns }, text) {
  const match = patterns.listed.first(text);
  /** @type {string[][]} */
  const things = [];
  let article = false;
  /** @type {string[]} */
  let words = [];
  for (const part of [...patterns.parts.every(match?.[1] ?? "").map(([part]) => part), ","]) {
    const lower = part.toLowerCase();
    if (!ARTICLES.has(lower) && !BORDERS.has(lower) && /^\p{L}/u.test(part)) {
      words.push(part);
      continue;
    }
    if (words.length > 1 && TIMES.has(words[words.length - 1].toLowerCase())) {
      article = false; // "a sunny day" may be a morning
      words.pop();
    }
    if (words.length > 0 && (article || words.length === 1) && !NOTHING.has(words[words.length - 1].toLowerCase()))
      things.push(words);
    article = ARTICLES.has(lower);
    words = [];
  }
  return things;
}

/** @param {World} world @param {string} text @returns {string[]} the first word of each fact, as the first world spells it */
function factsIn({ tables }, text) {
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
  return [...named.values()];
}
