/** The small world of the embedded checkpoint, as `small_world/tables.py` writes it: words, expressions, sentences. */

export type Figure = import("../../../../run/card.ts").Figure & { task: string };
/** What was measured of the checkpoint. */
interface Card {
  figures: Figure[];
  shares: Record<string, number>;
  settings: string;
  /** The task that a race offers. */
  example: string;
}
/** The file `world.json`. */
interface Tables {
  /** The version of the rule. */
  rule: number;
  patterns: Record<string, { source: string; flags: string }>;
  /** Small kinds of tasks by name. */
  kinds: Record<string, { suite: string; right: string }>;
  expect: string;
  /** The largest number that it learnt to add. */
  largest: number;
  /** How many words are spelled, with the measured task of such prompts. */
  spelled: [string, string][];
  /** Words that ask for nothing more than the task; those that no rule reads; those that no story is about. */
  unread: { read: Record<string, string[]>; unreadable: string[]; scenery: string[] };
  /** Words of a like meaning by known words. */
  nearest: Record<string, string>;
  /** Prompts that always lead to something. */
  offers: { story: string; function: string };
  outside: { sentence: string; foreign: string[] };
  repair: string;
  stories: { long: string[]; plots: string[]; endings: string[]; things: string[]; places: string[] };
  functions: { openers: string[]; infill: string; gap: string; lists: string[]; skipped: string[]; meanings: string[] };
  /** By the fact that they tell. */
  words: { first: Record<string, string[]>; known: Record<string, string[]> };
  /** The words that the checkpoint was trained with; null if nobody knows. */
  trained: string[] | null;
  /** Null for a checkpoint without one. */
  card: Card | null;
}

/** An expression of Python's, with its ways of matching. */
export class Expression {
  source: string;
  flags: string;
  searched: RegExp;

  constructor({ source, flags }: { source: string; flags: string }) {
    this.source = source;
    this.flags = flags;
    this.searched = new RegExp(source, flags);
  }

  /** @returns as `fullmatch` */
  whole(text: string): RegExpExecArray | null {
    return new RegExp(`^(?:${this.source})$`, this.flags).exec(text);
  }

  /** @returns as `match` */
  begin(text: string): RegExpExecArray | null {
    return new RegExp(`^(?:${this.source})`, this.flags).exec(text);
  }

  /** @returns as `search` */
  first(text: string): RegExpExecArray | null {
    return this.searched.exec(text);
  }

  /** @returns as `finditer` */
  every(text: string): RegExpMatchArray[] {
    return [...text.matchAll(new RegExp(this.source, `g${this.flags}`))];
  }

  /** @param by the match and its groups @returns as `sub` */
  replaced(text: string, by: (...parts: string[]) => string): string {
    return text.replace(new RegExp(this.source, `g${this.flags}`), by);
  }
}

export class World {
  patterns: { [k: string]: Expression };
  trained: Set<string> | null;
  meaning: Map<string, string[]>;
  names: Map<string, string>;
  /** Word -> the fact that it may tell in an offered story. */
  facts: Map<string, string>;
  unreadable: Set<string>;
  scenery: Set<string>;
  foreign: Set<string>;
  meanings: Set<string>;
  skipped: Set<string>;
  things: Set<string>;
  places: Set<string>;

  constructor(public tables: Tables) {
    this.patterns = Object.fromEntries(
      Object.entries(tables.patterns).map(([name, pattern]) => [name, new Expression(pattern)]),
    );
    this.trained = tables.trained && new Set(tables.trained);
    this.meaning = new Map(
      Object.entries(tables.nearest).flatMap(([known, words]) =>
        words.split(" ").map((word) => [word, known.split(" ")] as [string, string[]]),
      ),
    );
    this.names = new Map(tables.words.known.hero.map((name) => [name.toLowerCase(), name]));
    this.facts = new Map(
      ["hero", "animal", "object", "helper", "place", "colour"].flatMap((fact) =>
        tables.words.known[fact].map((word) => [word.toLowerCase(), fact] as [string, string]),
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
