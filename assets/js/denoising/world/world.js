/** The small world of the embedded checkpoint, as `playground/world/tables.py` writes it: words, expressions, sentences. */

/** @typedef {import("../../words/race.js").Figure & { task: string }} Figure */
/**
 * @typedef {object} Card what was measured of the checkpoint
 * @property {Figure[]} figures
 * @property {Record<string, number>} shares
 * @property {string} settings
 * @property {string} example the task that a race offers
 */
/**
 * @typedef {object} Tables the file `world.json`
 * @property {number} rule the version of the rule
 * @property {Record<string, { source: string, flags: string }>} patterns
 * @property {Record<string, { suite: string, right: string }>} kinds small kinds of tasks by name
 * @property {string} expect
 * @property {number} largest the largest number that it learnt to add
 * @property {[string, string][]} spelled how many words are spelled, with the measured task of such prompts
 * @property {{ read: Record<string, string[]>, unreadable: string[], scenery: string[] }} unread words that ask for nothing more than the task; those that no rule reads; those that no story is about
 * @property {Record<string, string>} nearest words of a like meaning by known words
 * @property {{ story: string, function: string }} offers prompts that always lead to something
 * @property {{ sentence: string, foreign: string[] }} outside
 * @property {string} repair
 * @property {{ long: string[], plots: string[], endings: string[], things: string[], places: string[] }} stories
 * @property {{ openers: string[], infill: string, gap: string, lists: string[], skipped: string[], meanings: string[] }} functions
 * @property {{ first: Record<string, string[]>, known: Record<string, string[]> }} words by the fact that they tell
 * @property {string[] | null} trained the words that the checkpoint was trained with; null if nobody knows
 * @property {Card | null} card null for a checkpoint without one
 */

/** An expression of Python's, with its ways of matching. */
export class Expression {
  /** @param {{ source: string, flags: string }} pattern */
  constructor({ source, flags }) {
    this.source = source;
    this.flags = flags;
    this.searched = new RegExp(source, flags);
  }

  /** @param {string} text @returns {RegExpExecArray | null} as `fullmatch` */
  whole(text) {
    return new RegExp(`^(?:${this.source})$`, this.flags).exec(text);
  }

  /** @param {string} text @returns {RegExpExecArray | null} as `match` */
  begin(text) {
    return new RegExp(`^(?:${this.source})`, this.flags).exec(text);
  }

  /** @param {string} text @returns {RegExpExecArray | null} as `search` */
  first(text) {
    return this.searched.exec(text);
  }

  /** @param {string} text @returns {RegExpMatchArray[]} as `finditer` */
  every(text) {
    return [...text.matchAll(new RegExp(this.source, `g${this.flags}`))];
  }

  /** @param {string} text @param {(...parts: string[]) => string} by the match and its groups @returns {string} as `sub` */
  replaced(text, by) {
    return text.replace(new RegExp(this.source, `g${this.flags}`), by);
  }
}

export class World {
  /** @param {Tables} tables */
  constructor(tables) {
    this.tables = tables;
    this.patterns = Object.fromEntries(
      Object.entries(tables.patterns).map(([name, pattern]) => [name, new Expression(pattern)]),
    );
    this.trained = tables.trained && new Set(tables.trained);
    this.meaning = new Map(
      Object.entries(tables.nearest).flatMap(([known, words]) =>
        words.split(" ").map((word) => /** @type {[string, string[]]} */ ([word, known.split(" ")])),
      ),
    );
    this.names = new Map(tables.words.known.hero.map((name) => [name.toLowerCase(), name]));
    /** Word -> the fact that it may tell in an offered story. @type {Map<string, string>} */
    this.facts = new Map(
      ["hero", "animal", "object", "helper", "place", "colour"].flatMap((fact) =>
        tables.words.known[fact].map((word) => /** @type {[string, string]} */ ([word.toLowerCase(), fact])),
      ),
    );
    this.unreadable = new Set(tables.unread.unreadable);
    this.scenery = new Set(tables.unread.scenery);
    this.foreign = new Set(tables.outside.foreign);
    this.meanings = new Set(tables.functions.meanings);
    this.skipped = new Set(tables.functions.skipped);
    this.things = new Set(tables.stories.things);
    this.places = new Set(tables.stories.places);
  }
}
