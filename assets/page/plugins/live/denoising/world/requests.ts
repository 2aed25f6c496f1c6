/** What a prompt asks for: which stories and functions it names is read here, as in `small_world`; no rule for them is. */

import { strip, stripOf } from "../../../../rules/python-text.ts";
import { longerThan } from "../python-text.ts";
import { puzzleIn, understand } from "../../../../rules/sudoku.ts";
import { kindOf } from "./kinds.ts";
import { factsIn } from "./things.ts";
import type { World } from "./world.ts";

export interface StoryRequest {
  text: string;
  /** Fact -> its first word; of an opening and an ending nothing is known here. */
  named: Map<string, string>;
  /** Those that ask for a plot or a kind of ending, in lower case, without their stop. */
  clauses: string[];
  opening: string;
  ending: string;
  long: boolean;
}
/** Is it one of those that people often ask for? is it to be filled in? */
type FunctionRequest = { common: boolean; gap: boolean };

const LONGEST_COMMON = 300;

/** @returns Sudoku, function, story, repair or a small kind's name */
export function taskOf(world: World, prompt: string): string | null {
  const understood = understand(prompt);
  if (puzzleIn(understood)) return "Sudoku";
  if (readFunction(world, understood)) return "function";
  if (readStory(world, understood)) return "story";
  if (understood.startsWith(world.tables.repair)) return "repair";
  return kindOf(world, understood)?.name ?? null;
}

export function readStory(world: World, prompt: string): StoryRequest | null {
  const { patterns, tables, things, places } = world;
  const match = patterns.gives.whole(strip(prompt))?.groups;
  if (match) {
    const { quote } = match;
    const quoted = match.continue ? { opening: quote, ending: "" } : { opening: "", ending: quote };
    return { text: prompt, named: new Map(), clauses: [], long: false, ...quoted };
  }
  const lower = prompt.toLowerCase();
  const words = [...new Set(lower.match(/[a-z]+/g))];
  const named = words.filter((word) => things.has(word)).length;
  const all = words.filter((word) => things.has(word) || places.has(word)).length;
  if (!(patterns.mentions.begin(prompt) && named > 0 && all > 1) && !patterns.asks.begin(prompt)) return null;
  const long = tables.stories.long.some((opener) => lower.startsWith(opener.toLowerCase()));
  const facts = factsIn(world, prompt);
  const clauses = [tables.stories.plots, tables.stories.endings].flatMap((all) =>
    all
      .map((clause) =>
        clause
          .replace("{object}", facts.get("object") ?? "")
          .toLowerCase()
          .replace(/\.$/, ""),
      )
      .filter((clause) => lower.includes(clause))
      .slice(-1),
  );
  return { text: prompt, named: facts, clauses, opening: "", ending: "", long };
}

export function readFunction(world: World, prompt: string): FunctionRequest | null {
  const { openers, infill, gap } = world.tables.functions;
  const text = strip(prompt);
  const line = text.indexOf("\n");
  const [first, code] = line < 0 ? [text, ""] : [text.slice(0, line), text.slice(line + 1)];
  const head = [...openers, infill].find((opener) => first.startsWith(opener));
  if (head === undefined || !describes(world, stripOf(first.slice(head.length), " .")))
    return isCommon(world, text) ? { common: true, gap: false } : null;
  if (head !== infill) return { common: false, gap: false };
  const at = code.indexOf(gap);
  return at < 0 ? null : { common: false, gap: code.length > gap.length };
}

/** @param words do they describe a function of this world? */
const describes = ({ patterns: { choose, compute, check, fold } }: World, words: string) =>
  [choose, compute, check, fold].some((pattern) => pattern.whole(words));

function isCommon(world: World, prompt: string) {
  const opener = world.patterns.opener.begin(prompt);
  if (!opener || longerThan(prompt, LONGEST_COMMON - 1)) return false;
  return world.meanings.has(normal(world, prompt.slice(opener[0].length)));
}

/** @returns without the words that do not matter */
export function normal({ tables, skipped }: World, description: string): string {
  let text = ` ${description.toLowerCase()}`;
  for (const form of tables.functions.lists) text = text.replaceAll(form, " list");
  const [verb, ...rest] = (text.match(/[a-z0-9]+/g) ?? []).filter((word) => !skipped.has(word));
  return verb === undefined ? "" : [verb.replace(/ies$/, "y").replace(/s$/, ""), ...rest].join(" ");
}
